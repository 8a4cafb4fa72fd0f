/**
 * Which changed files are reviewed, which are not and why, and how much of each a model is shown. Nothing is left out
 * unsaid: a file that is not reviewed has a reason, and a hunk that found no room stands in the ledger.
 *
 * A long pull request must not lose the files at the end of the alphabet, so room is given by risk: every file has a
 * first share, what small files leave over goes to the riskiest, and files are cut between hunks only.
 */
import { generatedMark } from '../../model/generated.ts';
import type { FileDiff } from './diff-trees.ts';
import { patchText, type Hunk } from './hunks.ts';

export interface ReviewedFile {
  diff: FileDiff;
  /** The hunks to look at: all of the diff's, or in an incremental review those with something new. */
  hunks: Hunk[];
  /** Higher is more worth a look; only the order means something. */
  risk: number;
}

export interface SkippedFile {
  path: string;
  reason: string;
}

export interface SelectedFiles {
  /** The riskiest first. */
  reviewed: ReviewedFile[];
  /** In the order of the paths. */
  skipped: SkippedFile[];
}

export const SKIPPED = {
  output: 'generated (by its name)',
  lockfile: 'lockfile',
  configured: 'left out by .reviewgraph.yml',
  unchanged: 'its content did not change',
  typeChanged: 'a file, link or submodule became another of these',
  many: 'more changed files than one review reads',
} as const;

const MAX_REVIEWED = 300;

/** `hunks` narrows what is looked at, by path; files without an entry there are left out unsaid (nothing new in them). */
export function selectFiles(
  diffs: readonly FileDiff[],
  hunks?: ReadonlyMap<string, Hunk[]>,
  includes: (path: string) => boolean = () => true,
): SelectedFiles {
  const reviewed: ReviewedFile[] = [];
  const skipped: SkippedFile[] = [];
  for (const diff of diffs) {
    const reason = reasonNotReviewed(diff) ?? (includes(diff.path) ? undefined : SKIPPED.configured);
    const shown = hunks === undefined ? diff.hunks : hunks.get(diff.path);
    if (shown === undefined) continue;
    if (reason !== undefined) skipped.push({ path: diff.path, reason });
    else reviewed.push({ diff, hunks: shown, risk: riskOf(diff) });
  }
  reviewed.sort((a, b) => b.risk - a.risk || compare(a.diff.path, b.diff.path));
  for (const { diff } of reviewed.splice(MAX_REVIEWED)) skipped.push({ path: diff.path, reason: SKIPPED.many });
  return { reviewed, skipped: skipped.sort((a, b) => compare(a.path, b.path)) };
}

const LOCKFILE =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|Gemfile\.lock|composer\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Podfile\.lock|mix\.lock|gradle\.lockfile|packages\.lock\.json|Package\.resolved|deno\.lock|pdm\.lock|flake\.lock|pubspec\.lock|Chart\.lock|stack\.yaml\.lock|conda-lock\.yml|\.terraform\.lock\.hcl|gems\.locked|rebar\.lock|paket\.lock|Cartfile\.resolved)$/;
const OUTPUT =
  /(\.min\.(js|css|mjs)|[._-]bundle\.js|\.pb\.(go|cc|h)|\.pb\.gw\.go|_pb2(_grpc)?\.pyi?|_pb\.(js|d\.ts|rb)|\.g\.dart|\.designer\.cs|\.g\.cs|\.generated\.\w+|_generated\.\w+|\.snap|\.(js|mjs|cjs|css)\.map)$/i;

/** Whether a file is a part of reviews at all; how many of them one review reads is another matter. */
export function isReviewable(diff: FileDiff): boolean {
  return reasonNotReviewed(diff) === undefined;
}

/** Why it is no part of reviews; undefined for one that is. */
export function reasonNotReviewed(diff: FileDiff): string | undefined {
  if (LOCKFILE.test(diff.path)) return SKIPPED.lockfile;
  if (diff.unread !== null) return diff.unread;
  if (diff.kind === 'submodule') return 'submodule';
  if (diff.kind === 'refused') return 'path that git refuses';
  if (diff.kind === 'symlink') return 'symbolic link';
  if (diff.typeChanged) return SKIPPED.typeChanged;
  if (diff.hunks.length === 0) return SKIPPED.unchanged;
  return OUTPUT.test(diff.path) ? SKIPPED.output : undefined;
}

/** Tests, and what else does not run in production: examples, fixtures, documents. */
export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}

const TEST_PATH = /(^|[/_.-])(tests?|specs?|__tests__|testdata|fixtures?|mocks?|examples?|docs?)([/_.-]|$)/i;
const SENSITIVE_PATH =
  /(auth|login|session|token|secret|crypt|password|permission|access|admin|payment|billing|sql|query|migrat|upload|deserial|webhook|exec|shell|sanitiz|valid)/i;
const SENSITIVE_CODE =
  /\b(eval|exec|system|popen|spawn|subprocess|innerHTML|dangerouslySetInnerHTML|pickle|yaml\.load|unsafe|SELECT|INSERT|DELETE FROM|password|secret|token|lock|mutex|atomic|free|malloc|memcpy|strcpy)\b/;

/** Larger edits of code that runs weigh more, of what is known to go wrong badly still more, tests less. */
export function riskOf(diff: FileDiff): number {
  const changed = diff.additions + diff.deletions;
  let risk = Math.log2(1 + changed);
  // Edits of what others rely on go wrong more often than new files do.
  if (diff.status === 'modified' || diff.status === 'renamed') risk += 1;
  if (diff.deletions > 0) risk += 0.5;
  if (SENSITIVE_PATH.test(diff.path)) risk += 2;
  if (diff.hunks.some(({ lines }) => lines.some(({ kind, text }) => kind === 'added' && SENSITIVE_CODE.test(text))))
    risk += 1.5;
  // What says that a program wrote it is shown all the same, after the others.
  if (generatedMark(diff.newText ?? diff.oldText ?? '') !== undefined) risk /= 4;
  return isTestPath(diff.path) ? risk / 2 : risk;
}

/** A file as a model is shown it (prompts-material.ts). */
export interface BudgetedPatch {
  path: string;
  patch: string;
  hunks: number;
  shownHunks: number;
}

/**
 * Patches within a number of characters, in the order of the files. Of a file that has more than its share the hunks are
 * taken in order as long as they fit; a line says how many are missing, and it counts as well.
 */
export function budgetPatches(files: readonly ReviewedFile[], characters: number): BudgetedPatch[] {
  const sizes = files.map(({ hunks }) => patchText(hunks).length);
  const riskiest = Math.max(...files.map(({ risk }) => risk), 1);
  const shares = shareOut(
    sizes,
    files.map(({ risk }) => 1 + risk / riskiest),
    characters,
  );
  return files.map(({ diff, hunks }, at) => {
    const { patch, shown } = hunksWithin(hunks, shares[at] ?? 0);
    return { path: diff.path, patch, hunks: hunks.length, shownHunks: shown };
  });
}

/** Each wants `sizes[i]` and has a claim of `weights[i]`; what one does not need goes to the others. */
function shareOut(sizes: readonly number[], weights: readonly number[], total: number): number[] {
  const shares = sizes.map(() => 0);
  let left = total;
  let open = sizes.map((_, at) => at);
  while (open.length > 0) {
    const claims = open.reduce((sum, at) => sum + (weights[at] ?? 0), 0);
    for (const at of open) shares[at] = (left * (weights[at] ?? 0)) / claims;
    const content = open.filter((at) => (sizes[at] ?? 0) <= (shares[at] ?? 0));
    if (content.length === 0) return shares;
    for (const at of content) {
      shares[at] = sizes[at] ?? 0;
      left -= sizes[at] ?? 0;
    }
    open = open.filter((at) => (sizes[at] ?? 0) > (shares[at] ?? 0));
  }
  return shares;
}

function hunksWithin(hunks: readonly Hunk[], room: number): { patch: string; shown: number } {
  const texts = hunks.map((hunk) => patchText([hunk]));
  const whole = texts.join('');
  if (whole.length <= room) return { patch: whole, shown: hunks.length };
  for (let shown = texts.length - 1; shown > 0; shown--) {
    const patch = `${texts.slice(0, shown).join('')}${missingNote(texts.length - shown)}`;
    if (patch.length <= room) return { patch, shown };
  }
  return { patch: '', shown: 0 };
}

function missingNote(count: number): string {
  return `… ${count} more ${count === 1 ? 'hunk' : 'hunks'} of this file not shown here\n`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
