/**
 * What questions of a graph cost a client, warm. Asked of whatever the graph holds: inputs are names, words and places of
 * its own repositories, chosen by the hashes that are their keys, so that a run can be repeated; every other one is asked
 * of one repository, the rest of all.
 *
 *     find_functions   200   p50 9.1  p95 14.9   without emulators 3.1  7.9   bare 2.2  5.1
 *
 * A request goes over HTTP to the function's handler (query-service.ts). `bare` is the time of the statements that it
 * made, alone and one after the other. The slowest fifth of the inputs is asked once more and the better time counts:
 * other processes on the machine are no property of a question.
 */
import type { GraphPort } from '../../../src/ports.ts';
import { inputsOf, type Asked } from './query-inputs.ts';
import { readSamples } from './query-samples.ts';
import type { AnsweredQuestion, QueryService } from './query-service.ts';

/** Milliseconds. */
export interface Percentiles {
  p50: number;
  p95: number;
}

export interface QuestionFigures {
  question: string;
  inputs: number;
  served: Percentiles;
  /** The same without the time in which only emulators or the stand-in model were waited for. */
  withoutEmulators: Percentiles;
  bare: Percentiles;
}

export interface MeasureOptions {
  /** Inputs for each kind of question. */
  count?: number;
  /** Part of what the kind is called. */
  only?: string;
  /** Kinds that are left out. */
  without?: readonly string[];
  onFigures?: (figures: QuestionFigures) => void;
}

const WARM_UP = 5;
const SLOWEST = 0.2;

export async function measureQuestions(
  service: QueryService,
  repoIds: readonly string[],
  { count = 200, only = '', without = [], onFigures }: MeasureOptions = {},
): Promise<QuestionFigures[]> {
  const samples = await readSamples(service.graph, repoIds, count);
  const figures: QuestionFigures[] = [];
  for (const [question, asked] of Object.entries(inputsOf(samples))) {
    if (!question.includes(only) || without.includes(question)) continue;
    const measured = { question, ...(await measureQuestion(service, repoIds, asked.slice(0, count))) };
    figures.push(measured);
    onFigures?.(measured);
  }
  return figures;
}

interface Timed {
  answer: AnsweredQuestion;
  bare: number;
}

async function measureQuestion(service: QueryService, repoIds: readonly string[], asked: readonly Asked[]) {
  const repositoryAt = (at: number) => (at % 2 === 0 ? undefined : repoIds[(at >> 1) % repoIds.length]);
  const time = async (at: number): Promise<Timed> => {
    const one = asked[at];
    if (one === undefined) throw new Error(`There is no input ${at}`);
    const answer = await service.ask(one, repositoryAt(at));
    return { answer, bare: await timedBare(service.graph, answer.statements) };
  };
  for (let at = 0; at < Math.min(WARM_UP, asked.length); at++) await time(at);
  const times: Timed[] = [];
  for (let at = 0; at < asked.length; at++) times.push(await time(at));
  const slowest = [...times.entries()]
    .sort(([, a], [, b]) => b.answer.took - a.answer.took)
    .slice(0, Math.ceil(SLOWEST * times.length));
  for (const [at, first] of slowest) {
    const again = await time(at);
    times[at] = {
      answer: again.answer.took < first.answer.took ? again.answer : first.answer,
      bare: Math.min(again.bare, first.bare),
    };
  }
  return {
    inputs: times.length,
    served: percentiles(times.map(({ answer }) => answer.took)),
    withoutEmulators: percentiles(times.map(({ answer }) => answer.took - answer.emulators)),
    bare: percentiles(times.map(({ bare }) => bare)),
  };
}

async function timedBare(graph: GraphPort, statements: AnsweredQuestion['statements']): Promise<number> {
  const started = performance.now();
  for (const statement of statements) await graph.read(...statement);
  return performance.now() - started;
}

/** The least value that is not exceeded by half of them, and by 95 in a hundred. */
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
