/**
 * A tool for agents: what it is asked, and its answer as short lines for a model with the same in a structure beside it.
 * Tools only read, and take several targets in one call; what they answer comes from declared questions (graph/queries).
 *
 *     symbols {"targets": ["mergeBranch"]}
 *     → mergeBranch  src/merge.ts:12-30 function (a: string): Branch
 *         called by
 *           run  src/main.ts:8
 */
import type { z } from 'zod';
import type { GraphReader } from '../ports.ts';

/** What is said of one target. The heading is always shown, lines as far as the budget goes. */
export interface Section {
  heading: string;
  lines: string[];
  /** What there is beyond `lines`, and how to ask for it. */
  more?: string;
}

export interface ToolAnswer {
  sections: Section[];
  /** The same as data, in the words of the API. */
  data: Record<string, unknown>;
  /** Files whose unresolved calls make the answer less sure. */
  paths: string[];
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  /** For the model: what it answers, and when to choose it. */
  description: string;
  input: Input;
  /** `input` is already parsed. Failures are AppErrors. */
  run(reader: GraphReader, input: z.output<Input>): Promise<ToolAnswer>;
  /** Over several repositories, where the tool can be asked without naming one. */
  over?(readers: readonly GraphReader[], input: z.output<Input>): Promise<ToolAnswer>;
}

/** Only for its types. */
export function tool<Input extends z.ZodObject>(declared: Tool<Input>): Tool<Input> {
  return declared;
}
