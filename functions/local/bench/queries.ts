/**
 * What questions of a graph cost, warm. Asked of whatever the graph holds: inputs are names, words and places of its own
 * repositories, chosen by the hashes that are their keys, so that a run can be repeated; every other one is asked of one
 * repository, the rest of all.
 *
 *     find_functions          p50 3.1  p95 7.9   bare 2.2  5.1
 *
 * `bare` is the time of the same statements alone, one after the other. Each input is asked several times and its best
 * time counts: other processes on the machine are no property of a question.
 */
import { scopeOf, type Scope } from '../../src/graph/access.ts';
import { QUESTIONS } from '../../src/graph/queries/questions.ts';
import type { GraphPort } from '../../src/ports.ts';
import { readSamples, type Samples } from './query-samples.ts';

export interface QuestionFigures {
  question: string;
  inputs: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  bareP50: number;
  bareP95: number;
}

const TRIES = 3;

interface Asked {
  question: string;
  input: unknown;
}

/** The questions by kind of input: one name may stand twice where its inputs differ in kind. */
export function inputsOf(samples: Samples): Record<string, Asked[]> {
  const ask = (question: string, inputs: readonly unknown[]): Asked[] => inputs.map((input) => ({ question, input }));
  const { functions, classes, variables, modules, imports, places, words, rareWords, phrases, parts } = samples;
  return {
    find_functions: ask(
      'find_functions',
      functions.map((name) => ({ name })),
    ),
    'find_functions, fuzzy': ask(
      'find_functions',
      functions.map((name) => ({ name: misspelled(name), fuzzy: true })),
    ),
    find_classes: ask(
      'find_classes',
      classes.map((name) => ({ name })),
    ),
    'find_classes, fuzzy': ask(
      'find_classes',
      classes.map((name) => ({ name: misspelled(name), fuzzy: true })),
    ),
    find_variables: ask(
      'find_variables',
      variables.map((name) => ({ name: name.slice(0, 6) })),
    ),
    find_modules: ask(
      'find_modules',
      modules.map((name) => ({ name })),
    ),
    find_imports: ask(
      'find_imports',
      imports.map((name) => ({ name })),
    ),
    peek: ask('peek', places),
    function_complexity: ask(
      'function_complexity',
      functions.map((name) => ({ function_name: name })),
    ),
    most_complex_functions: ask(
      'most_complex_functions',
      functions.map((_, at) => ({ limit: 1 + (at % 100) })),
    ),
    'search, names': ask(
      'search',
      functions.map((query) => ({ query })),
    ),
    'search, parts of names': ask(
      'search',
      parts.map(({ query }) => ({ query })),
    ),
    'search, rare words': ask(
      'search',
      rareWords.map((query) => ({ query })),
    ),
    'search, common words': ask(
      'search',
      words.map((query) => ({ query })),
    ),
    'search, phrases': ask(
      'search',
      phrases.map((query) => ({ query })),
    ),
    'find_content, rare words': ask(
      'find_content',
      rareWords.map((query) => ({ query })),
    ),
    'find_content, common words': ask(
      'find_content',
      words.map((query) => ({ query })),
    ),
    'find_content, phrases': ask(
      'find_content',
      phrases.map((query) => ({ query })),
    ),
    'find_content, 1-2 characters': ask(
      'find_content',
      words.map((word, at) => ({ query: word.slice(0, 1 + (at % 2)) })),
    ),
    method_usages: ask(
      'method_usages',
      functions.map((name) => ({ method_name: name })),
    ),
    find_callers: ask(
      'find_callers',
      functions.map((name) => ({ symbol_name: name })),
    ),
    class_hierarchy: ask(
      'class_hierarchy',
      classes.map((name) => ({ class_name: name })),
    ),
    change_impact: ask(
      'change_impact',
      functions.map((name) => ({ symbol_name: name })),
    ),
    graph_stats: ask(
      'graph_stats',
      functions.map(() => ({})),
    ),
  };
}

/** One letter of a name goes missing. */
function misspelled(name: string): string {
  const at = Math.floor(name.length / 2);
  return name.length < 5 ? name : name.slice(0, at) + name.slice(at + 1);
}

/** `count` inputs for each question; `only`: part of what it is called. */
export async function measureQuestions(
  graph: GraphPort,
  repoIds: readonly string[],
  { count = 200, only = '', onFigures }: MeasureOptions = {},
): Promise<QuestionFigures[]> {
  const samples = await readSamples(graph, repoIds, count);
  const figures: QuestionFigures[] = [];
  for (const [kind, asked] of Object.entries(inputsOf(samples))) {
    if (!kind.includes(only)) continue;
    const times: number[] = [];
    const bare: number[] = [];
    for (const [at, one] of asked.slice(0, count).entries()) {
      const scope = scopeAt(repoIds, at);
      const { best, statements } = await timed(graph, scope, one);
      times.push(best);
      bare.push(await timedBare(graph, statements));
    }
    const [p50, p95] = percentiles(times);
    const [bareP50, bareP95] = percentiles(bare);
    const measured = { question: kind, inputs: times.length, p50, p95, bareP50, bareP95 };
    figures.push(measured);
    onFigures?.(measured);
  }
  return figures;
}

export interface MeasureOptions {
  count?: number;
  only?: string;
  onFigures?: (figures: QuestionFigures) => void;
}

function scopeAt(repoIds: readonly string[], at: number): Scope {
  const nobody = { privateRepoIds: [], hiddenRepoIds: [] };
  return at % 2 === 0 ? scopeOf(nobody) : scopeOf(nobody, repoIds[(at >> 1) % repoIds.length]);
}

type Statement = Parameters<GraphPort['read']>;

async function timed(graph: GraphPort, scope: Scope, { question, input }: Asked) {
  const declared = QUESTIONS.find(({ name }) => name === question);
  if (declared === undefined) throw new Error(`No such question: ${question}`);
  let best = Infinity;
  let statements: Statement[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const made: Statement[] = [];
    const recorded: GraphPort = {
      ...graph,
      read(...statement) {
        made.push(statement);
        return graph.read(...statement);
      },
    };
    const started = performance.now();
    // A name in another repository than the one that is asked about is not found, which is an answer.
    const answer = await declared.run(recorded, scope, declared.input.parse(input)).catch(() => undefined);
    JSON.stringify(answer);
    best = Math.min(best, performance.now() - started);
    statements = made;
  }
  return { best, statements };
}

async function timedBare(graph: GraphPort, statements: readonly Statement[]): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const started = performance.now();
    for (const statement of statements) await graph.read(...statement);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

function percentiles(times: number[]): [p50: number, p95: number] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return [at(0.5), at(0.95)];
}
