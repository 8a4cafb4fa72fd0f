/**
 * The graph's questions as tools. The repository is bound: its filter is no part of the arguments that the model sees,
 * and the scope answers from one repository whatever it sends. Long source text is shortened; `read_file` has the rest.
 */
import { z } from 'zod';
import type { Scope } from '../../graph/access.ts';
import type { Question, ReaderQuestion } from '../../graph/queries/declare.ts';
import type { GraphPort, GraphReader } from '../../ports.ts';
import { statementsIn } from '../evidence/statements.ts';
import type { AgentTool } from './tools.ts';

/** How the endpoints call the filter that a tool must not have. */
const REPOSITORY_FILTER = ['repo_owner', 'repo_name', 'repoOwner', 'repoName'];
/** Said by the scope already. */
const REPEATED_KEYS = ['repo_id'];
const MAX_TEXT = 1_500;
const MAX_ELEMENTS = 30;

export function graphTools(graph: GraphPort, scope: Scope, questions: readonly Question[]): AgentTool[] {
  if (scope.repoId === null) throw new Error('A review agent asks about one repository');
  return questions.map((question) => toolOf(question, (input) => question.run(graph, scope, input)));
}

/** The questions that a reader alone can answer, such as one of a folder in memory. */
export function readerTools(reader: GraphReader, questions: readonly Question[]): AgentTool[] {
  return questions.flatMap((question) =>
    isReaderQuestion(question) ? [toolOf(question, (input) => question.answer(reader, input))] : [],
  );
}

function isReaderQuestion(question: Question): question is ReaderQuestion {
  return 'answer' in question;
}

function toolOf(question: Question, answer: (input: unknown) => Promise<unknown>): AgentTool {
  return {
    name: question.name,
    description: `${question.summary}. Asks the graph of the whole repository.`,
    input: withoutFilter(question.input),
    run: async (input, note) => {
      const answered: unknown = await answer(question.input.parse(input));
      note(statementsIn(question.name, answered));
      return shortened(answered);
    },
  };
}

function withoutFilter(input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) return input;
  const fields = Object.entries(input.shape).filter(([name]) => !REPOSITORY_FILTER.includes(name));
  return z.object(Object.fromEntries(fields));
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)` : value;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const shown = items.slice(0, MAX_ELEMENTS).map(shortened);
    return items.length > shown.length ? [...shown, `… and ${items.length - shown.length} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !REPEATED_KEYS.includes(key) && inner !== null)
      .map(([key, inner]) => [key, shortened(inner)]),
  );
}
