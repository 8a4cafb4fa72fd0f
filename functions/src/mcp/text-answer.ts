/**
 * An answer as text for a model, within a budget of tokens: a line about what was asked of, sections, and what is uncertain.
 *
 *     ada/engine @ 1a2b3c4 main, indexed 3 minutes ago
 *     ## mergeBranch  src/merge.ts:12-30
 *     called by run  src/main.ts:8
 *     … 12 more lines: raise budget_tokens, or ask for fewer targets
 *     Unresolved: 4 of 57 call sites in src/merge.ts, src/main.ts may lead here too.
 */
import { tokensOf } from '../model/tokens.ts';
import type { FileRecord, GraphReader, IndexedCommit } from '../ports.ts';
import type { Section, ToolAnswer } from './tool.ts';

export interface Freshness {
  /** What changed since, as far as that is known: '3 files edited since'; null when nothing did or nobody can tell. */
  moved: string | null;
}

/** Kept back for the line above and the lines below the sections. */
export const FRAME_TOKENS = 120;
const MOST_FILES = 20;
const SHOWN_FILES = 3;

export async function textAnswer(
  reader: GraphReader,
  { sections, paths }: ToolAnswer,
  { budget, now, moved }: Freshness & { budget: number; now: Date },
): Promise<string> {
  const [indexed, unresolved] = await Promise.all([reader.repository(), unresolvedAround(reader, paths)]);
  return [indexedLine(indexed, moved, now), ...sectionLines(sections, Math.max(0, budget - FRAME_TOKENS)), ...unresolved].join('\n'); // prettier-ignore
}

export function indexedLine(indexed: IndexedCommit | undefined, moved: string | null, now: Date): string {
  if (indexed === undefined) return 'Nothing is indexed.';
  const { repoId, commit, branch, indexedAt } = indexed;
  const at = commit === '' ? '' : ` @ ${commit.slice(0, 10)}`;
  const age = indexedAt === null ? '' : `, indexed ${ageOf(now.getTime() - Date.parse(indexedAt))} ago`;
  return `${repoId}${at}${branch === null ? '' : ` ${branch}`}${age}${moved === null ? '' : `; ${moved}`}`;
}

function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  for (const [unit, size] of [['days', 86_400], ['hours', 3_600], ['minutes', 60]] as const) {
    if (seconds >= 2 * size) return `${Math.round(seconds / size)} ${unit}`;
  } // prettier-ignore
  return `${seconds} s`;
}

/** Each section has an equal share of what is left; what one does not need goes to those behind it. */
export function sectionLines(sections: readonly Section[], budget: number): string[] {
  let room = budget;
  return sections.flatMap(({ heading, lines, more }, at) => {
    const share = room / (sections.length - at);
    let used = tokensOf(heading) + 1;
    const shown: string[] = [];
    for (const line of lines) {
      const cost = tokensOf(line) + 1;
      if (used + cost > share && shown.length > 0) break;
      used += cost;
      shown.push(line);
    }
    room -= used;
    const left = lines.length - shown.length;
    const cut = left === 0 ? [] : [`… ${left} more lines: raise budget_tokens, or ask for fewer targets`];
    return [heading, ...shown, ...cut, ...(more === undefined ? [] : [`… ${more}`])];
  });
}

async function unresolvedAround(reader: GraphReader, paths: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(paths)].slice(0, MOST_FILES);
  const files = (await Promise.all(distinct.map((path) => reader.filesAt(path)))).flat();
  const sites = sum(files, ({ calls }) => calls?.sites ?? 0);
  const unresolved = sum(files, ({ calls }) => (calls?.unresolved ?? 0) + (calls?.ambiguous ?? 0));
  if (unresolved === 0) return [];
  const named = distinct.slice(0, SHOWN_FILES).join(', ') + (distinct.length > SHOWN_FILES ? ` and ${distinct.length - SHOWN_FILES} more files` : ''); // prettier-ignore
  return [`Unresolved: ${unresolved} of ${sites} call sites in ${named}; what they call is not known.`];
}

function sum(files: readonly FileRecord[], of: (file: FileRecord) => number): number {
  return files.reduce((total, file) => total + of(file), 0);
}
