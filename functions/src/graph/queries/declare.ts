/**
 * A question that the graph answers, declared once: the HTTP endpoint and the review agent's tool are both made from it
 * (name, summary, schemas), and neither can ask it outside a scope.
 */
import type { z } from 'zod';
import type { GraphPort, GraphReader } from '../../ports.ts';
import type { Scope } from '../access.ts';
import { againWhereGone } from '../reader/again-where-gone.ts';
import { neo4jReader } from '../reader/neo4j-reader.ts';
import { ensureSchema } from '../schema.ts';

export interface Question<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** snake_case; also the agent's name for it. */
  name: string;
  /** One sentence, for the API's reader and the agent alike. */
  summary: string;
  input: Input;
  output: Output;
  /** `input` is already parsed. Failures: `graph_unavailable`, and `not_found` where the question says so. */
  run(graph: GraphPort, scope: Scope, input: z.output<Input>): Promise<z.output<Output>>;
}

/** The types follow from the two schemas. It is asked again where a node went while it was read. */
export function question<Input extends z.ZodType, Output extends z.ZodType>(
  declared: Question<Input, Output>,
): Question<Input, Output> {
  return { ...declared, run: (...asked) => againWhereGone(() => declared.run(...asked)) };
}

/** A question that needs nothing but reads of the port, so it can be asked of a folder in memory too. */
export interface ReaderQuestion<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> extends Question<Input, Output> {
  /** `input` is already parsed. Failures as those of `run`. */
  answer(reader: GraphReader, input: z.output<Input>): Promise<z.output<Output>>;
}

export function readerQuestion<Input extends z.ZodType, Output extends z.ZodType>(
  declared: Omit<ReaderQuestion<Input, Output>, 'run'>,
): ReaderQuestion<Input, Output> {
  const answer: typeof declared.answer = (...asked) => againWhereGone(() => declared.answer(...asked));
  return { ...declared, answer, run: (graph, scope, input) => answer(neo4jReader(graph, scope), input) };
}

/**
 * Asks a question whatever the state of the database: on an empty one the indexes that it starts from are made first.
 * `input` is parsed here.
 */
export async function ask(graph: GraphPort, asked: Question, scope: Scope, input: unknown): Promise<unknown> {
  const parsed = asked.input.parse(input);
  await ensureSchema(graph);
  return asked.run(graph, scope, parsed);
}

/** Elements of a list for which the caller can give no limit. One more is asked for, to know whether there are more. */
export const LIST_LIMIT = 100;

/** `truncated` is only there when something is missing. */
export function limited<T>(items: T[], limit = LIST_LIMIT): { items: T[]; truncated?: true } {
  return items.length > limit ? { items: items.slice(0, limit), truncated: true } : { items };
}
