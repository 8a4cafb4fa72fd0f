/**
 * Runs a tool for a caller: checks what is asked, bounds what is answered, and tells failures in words that a model can act
 * on. The same for stdio, HTTP and the tests; knows nothing of the protocol's library.
 */
import { z } from 'zod';
import { AppError } from '../model/errors.ts';
import type { GraphReader } from '../ports.ts';
import { budgetSchema } from './inputs.ts';
import type { LastReview } from './review-text.ts';
import { textAnswer } from './text-answer.ts';
import type { Tool } from './tool.ts';

/** A repository that an agent asks about, as of now. */
export interface OpenedCode {
  reader: GraphReader;
  /** What changed since it was indexed, as far as that is known. */
  moved: string | null;
}

/** Where tools read: the folder that the server stands in, or one of the repositories that its caller may read. */
export interface CodeBase {
  /** `owner/name`; undefined for the only one there is. Failures: `not_found`, `bad_request` with what to name. */
  open(repository: string | undefined): Promise<OpenedCode>;
  /** Whether there can be several, so that tools take `repository`. */
  several: boolean;
  /** Of a pull request, where there are reviews. Failures as those of `open`. */
  lastReview?(repository: string | undefined, pullRequest: number): Promise<LastReview>;
}

export interface Answered {
  text: string;
  data: Record<string, unknown>;
  failed: boolean;
}

const repositorySchema = z.string().max(500).regex(/^[^/\s]+(?:\/[^/\s]+)+$/).describe('owner/name'); // prettier-ignore

/** Input of a tool as it is offered. */
export function inputOf({ input }: Tool, { several }: Pick<CodeBase, 'several'>): z.ZodObject {
  return several ? input.extend({ repository: repositorySchema.optional() }) : input;
}

const commonSchema = z.object({ repository: z.string().optional(), budget_tokens: budgetSchema });

/** UTF-16 units of the data beside the text; what is cut from it stands in no other place, so it says so. */
const MOST_DATA = 60_000;

export async function askTool(asked: Tool, code: CodeBase, given: unknown, now: Date): Promise<Answered> {
  try {
    const input = asked.input.parse(given);
    const { repository, budget_tokens: budget } = commonSchema.parse(given);
    const { reader, moved } = await code.open(repository);
    const answer = await asked.run(reader, input);
    const [text, indexed] = await Promise.all([
      textAnswer(reader, answer, { budget, now, moved }),
      reader.repository(),
    ]);
    const about = {
      repository: indexed?.repoId ?? null,
      commit: indexed?.commit ?? null,
      indexed_at: indexed?.indexedAt ?? null,
      moved_since: moved,
    };
    const isLong = JSON.stringify(answer.data).length > MOST_DATA;
    return { text, data: { ...about, ...(isLong ? { truncated: true } : answer.data) }, failed: false };
  } catch (error) {
    if (error instanceof AppError) return { text: error.message, data: {}, failed: true };
    if (error instanceof z.ZodError) return { text: z.prettifyError(error), data: {}, failed: true };
    throw error;
  }
}
