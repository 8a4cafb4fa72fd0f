/**
 * Runs a tool for a caller: checks what is asked, bounds what is answered, and tells failures in words that a model can act
 * on. The same for stdio, HTTP and the tests; knows nothing of the protocol's library.
 */
import { z } from 'zod';
import { AppError } from '../model/errors.ts';
import type { GraphReader } from '../ports.ts';
import { budgetSchema } from './inputs.ts';
import type { LastReview } from './review-text.ts';
import { FRAME_TOKENS, sectionLines, textAnswer } from './text-answer.ts';
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
  /**
   * All that its caller may read, for tools that can be asked of several at once: the newest ones, and whether there are more.
   * Empty where there is nothing.
   */
  openAll?(): Promise<{ readers: GraphReader[]; more: boolean }>;
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
    const all = repository === undefined && asked.over !== undefined ? await code.openAll?.() : undefined;
    if (all !== undefined && all.readers.length > 1) return await askAll(asked, all, input, budget);
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
    return { text, data: { ...about, ...bounded(answer.data) }, failed: false };
  } catch (error) {
    if (error instanceof AppError) return { text: error.message, data: {}, failed: true };
    if (error instanceof z.ZodError) return { text: z.prettifyError(error), data: {}, failed: true };
    throw error;
  }
}

/** Each answer stands for several repositories, so it says of which, and how to ask about one. */
async function askAll(
  { over, name }: Tool,
  { readers, more }: { readers: GraphReader[]; more: boolean },
  input: Record<string, unknown>,
  budget: number,
): Promise<Answered> {
  if (over === undefined) throw new Error(`${name} cannot be asked of several repositories`);
  const answer = await over(readers, input);
  const indexed = (await Promise.all(readers.map((reader) => reader.repository()))).filter((one) => one !== undefined);
  const about = indexed.map(({ repoId, commit, indexedAt }) => ({ repository: repoId, commit, indexed_at: indexedAt }));
  const those = more ? `the ${readers.length} newest repositories; name others with repository` : `${readers.length} repositories; name one with repository`; // prettier-ignore
  const text = [`Looked through ${those}.`, ...sectionLines(answer.sections, Math.max(0, budget - FRAME_TOKENS))];
  const data = { repositories: about, ...(more ? { more_repositories: true } : {}), ...bounded(answer.data) };
  return { text: text.join('\n'), data, failed: false };
}

function bounded(data: Record<string, unknown>): Record<string, unknown> {
  return JSON.stringify(data).length > MOST_DATA ? { truncated: true } : data;
}
