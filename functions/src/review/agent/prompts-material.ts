/**
 * A pull request as text for a model, within a number of characters. What does not fit is named, so that nothing is
 * missing unseen: every changed file stands in the list, and those whose diff was left out are given back.
 *
 * All of it was written by strangers. Each part stands between marks that hold a random word, which nobody can have put
 * into a diff, and the instructions say that nothing between them is an instruction.
 *
 *     <data-x7Kd09Qm kind="diff">
 *     src/cart.ts (modified)
 *     @@ -11,3 +11,3 @@ total
 *          11   let total = 0;
 *     L    12 - for (const item of items) total += item.price;
 *          12 + for (const item of items) total += item.price * item.quantity;
 *     </data-x7Kd09Qm>
 */
import { randomBytes } from 'node:crypto';
import { rangesOf, type ShownFile } from '../../model/coverage.ts';

export interface ReviewMaterial {
  repoId: string;
  number: number;
  title: string;
  body: string;
  /** Login. */
  author: string;
  /** Every changed file, the most important first. */
  files: MaterialFile[];
  /** From the graph, best first. */
  context: ContextItem[];
  /** What the repository asks of its reviewers; `paths`: the files that it is about, null for all. */
  instructions: readonly { text: string; paths: readonly string[] | null }[];
  /** Files of the repository that say how its code should be. */
  guidelines: readonly { path: string; text: string }[];
  /** BCP 47 tag of the language to write in; null for the model's own choice. */
  language: string | null;
  /** What has been said already and need not be said again: linters' and earlier reviews' findings, a line each. */
  known: string[];
  /** What the reviewer should know about the material: that the graph is of another commit, for example. */
  remarks: string[];
}

export interface MaterialFile {
  path: string;
  previousPath?: string;
  status: string;
  /** From the first `@@` on, as `git diff` writes it; '' for a file that is not reviewed. */
  patch: string;
  /** Why it is not reviewed. */
  skipped?: string;
}

export interface ContextItem {
  title: string;
  /** Why it was chosen. */
  reason: string;
  text: string;
}

export interface WrittenMaterial {
  text: string;
  /** Files whose diff found no room, or not all of it. */
  unseenFiles: string[];
  /** The lines of diffs that stand in the text. */
  shown: ShownFile[];
}

/** A word for the marks, new for each review. */
export function createMark(): string {
  return `data-${randomBytes(12).toString('base64url')}`;
}

export function fenced(mark: string, kind: string, text: string): string {
  return `<${mark} kind="${kind}">\n${text}\n</${mark}>`;
}

const MAX_TITLE = 300;
const MAX_BODY = 6_000;
/** Characters of the list of changed files. */
const MAX_FILE_LIST = 60_000;
const LIST_SHARE = 0.25;
const MAX_KNOWN = 100;
/** Parts of the budget: diffs come first, and context has what they leave. */
const DIFF_SHARE = 0.7;
/** Kept for the names of files that are not shown. */
const NAMES_SHARE = 0.15;
/** Room for a part's marks and its heading. */
const MARKS = 200;
/** The repository's own rules have at most this part of the budget. */
const RULES_SHARE = 0.25;
/** A shorter part of a diff tells nothing. */
const LEAST_PART = 500;

function knownFindings({ known }: ReviewMaterial, mark: string): string[] {
  if (known.length === 0) return [];
  const lines = known.slice(0, MAX_KNOWN).map((line) => cut(line, 300));
  return ['Already reported; do not report these again:', fenced(mark, 'known', lines.join('\n'))];
}

/** The repository's instructions and guidelines, as far as they fit. */
function teamRules({ instructions, guidelines }: ReviewMaterial, mark: string, budget: number): string[] {
  const rules = instructions.map(({ text, paths }) => (paths === null ? text : `For ${paths.join(', ')}: ${text}`));
  const parts = [
    ...(rules.length === 0 ? [] : [{ kind: 'team-instructions', text: rules.join('\n\n') }]),
    ...guidelines.map(({ path, text }) => ({ kind: 'team-guideline', text: `${path}\n\n${text}` })),
  ];
  let left = budget;
  return parts.flatMap(({ kind, text }) => {
    if (left < MARKS + LEAST_PART) return [`(A part of kind ${kind} did not fit.)`];
    const shown = cut(text, Math.floor(left - MARKS));
    left -= shown.length + MARKS;
    return [fenced(mark, kind, shown)];
  });
}

export function writeMaterial(material: ReviewMaterial, mark: string, budget: number): WrittenMaterial {
  const { files, repoId, number, author } = material;
  const head = [
    `Pull request #${number}.`,
    fenced(mark, 'origin', `${repoId}\n${author}`),
    fenced(mark, 'title', cut(material.title, MAX_TITLE)),
    fenced(mark, 'description', cut(material.body, MAX_BODY)),
    `Changed files (${files.length}):`,
    fenced(mark, 'files', fileList(files, Math.min(MAX_FILE_LIST, budget * LIST_SHARE))),
    ...(material.remarks.length === 0 ? [] : [fenced(mark, 'remarks', material.remarks.join('\n'))]),
  ];
  head.push(...teamRules(material, mark, budget * RULES_SHARE));
  head.push(...knownFindings(material, mark));
  let left = budget - lengthOf(head);
  const diffs: string[] = [];
  const unseenFiles: string[] = [];
  const shown: ShownFile[] = [];
  const patched = files.filter(({ patch }) => patch !== '').map(({ path }) => path);
  const forNames = Math.min(lengthOf(patched) + MARKS, left * NAMES_SHARE);
  let forDiffs = (left - forNames) * DIFF_SHARE;
  for (const file of files) {
    if (file.patch === '') continue;
    const { hunks, all } = hunksWithin(numberPatch(file.patch), forDiffs - MARKS);
    if (!all) unseenFiles.push(file.path);
    if (hunks === '') continue;
    shown.push({ path: file.path, ...linesIn(hunks) });
    const text = fenced(mark, 'diff', `${file.path} (${file.status})\n${hunks}`);
    diffs.push(text);
    forDiffs -= text.length;
  }
  left -= lengthOf(diffs);
  const unseen =
    unseenFiles.length === 0
      ? []
      : [
          'Too long to show in full; read what matters of them with read_file:',
          fenced(mark, 'files', cut(unseenFiles.join('\n'), Math.max(forNames - MARKS, MARKS))),
        ];
  left -= lengthOf(unseen);
  const context: string[] = [];
  for (const { title, reason, text } of material.context) {
    const item = fenced(mark, 'context', `${title} (${reason})\n${text}`);
    if (item.length + 2 > left) continue;
    context.push(item);
    left -= item.length + 2;
  }
  const around = context.length === 0 ? [] : ['Code around the change, from the graph of the repository:', ...context];
  return { text: [...head, ...diffs, ...unseen, ...around].join('\n\n'), unseenFiles, shown };
}

/** Whole hunks from the first on, as many as there is room for; of a first one that is too long its beginning. */
function hunksWithin(patch: string, room: number): { hunks: string; all: boolean } {
  let shown = '';
  for (const hunk of patch.split(/^(?=@@ )/m)) {
    if (shown.length + hunk.length > room) {
      const start = shown === '' && room > LEAST_PART ? hunk.slice(0, hunk.lastIndexOf('\n', room)) : shown;
      return { hunks: start, all: false };
    }
    shown += hunk;
  }
  return { hunks: shown.replace(/\n$/, ''), all: true };
}

/** A line for each file, as many as there is room for, and how many more there are. */
function fileList(files: readonly MaterialFile[], room: number): string {
  const lines: string[] = [];
  let length = 0;
  for (const { path, previousPath, status, skipped } of files) {
    const from = previousPath === undefined ? '' : ` (was ${previousPath})`;
    const line = `${status} ${path}${from}${skipped === undefined ? '' : `: not reviewed, ${skipped}`}`;
    length += line.length + 1;
    if (length > room) {
      lines.push(`… and ${files.length - lines.length} more`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** A patch whose lines carry their numbers: those at head, and behind an `L` those at the base. */
export function numberPatch(patch: string): string {
  let oldLine = 0;
  let newLine = 0;
  const numbered = patch.split('\n').map((line) => {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      return line;
    }
    const text = line.slice(1);
    if (line.startsWith('-')) return `L ${String(oldLine++).padStart(6)} - ${text}`;
    if (line.startsWith('+')) return `  ${String(newLine++).padStart(6)} + ${text}`;
    if (!line.startsWith(' ')) return line;
    oldLine++;
    return `  ${String(newLine++).padStart(6)}   ${text}`;
  });
  return numbered.join('\n');
}

const NUMBERED = /^([L ]) +(\d+) [-+ ] /;

/** The numbers that stand before the lines of a numbered patch. */
function linesIn(hunks: string): Pick<ShownFile, 'right' | 'left'> {
  const sides: Record<string, number[]> = { L: [], ' ': [] };
  for (const line of hunks.split('\n')) {
    const [, side = '', number] = NUMBERED.exec(line) ?? [];
    if (number !== undefined) sides[side]?.push(Number(number));
  }
  return { right: rangesOf(sides[' '] ?? []), left: rangesOf(sides['L'] ?? []) };
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length + 2, 0);
}

function cut(text: string, length: number): string {
  const marker = ' … (cut)';
  return text.length > length ? text.slice(0, length - marker.length) + marker : text;
}
