/**
 * The texts in which secrets of a change are looked for, each once: both sides of its files, their paths, and what else is
 * shown of it. What is found is told by side.
 */
import { redact } from '../../model/redact.ts';
import type { FoundSecret, ScannedText, SecretReport } from '../../model/secrets.ts';
import type { FileDiff } from '../diff/diff-trees.ts';

export interface FoundInFile {
  found: FoundSecret[];
  /** Why it could not be looked through. */
  unread: string | undefined;
}

export interface FoundInTexts {
  inFile(diff: FileDiff, side: TextSide): FoundInFile;
  inOther(at: number): FoundInFile;
  /** Paths at head of files whose path, on either side, holds a secret: by its form alone when the paths could not be read. */
  secretPaths: ReadonlySet<string>;
}

const SIDES = { old: 'oldText', new: 'newText' } as const;
export type TextSide = keyof typeof SIDES;

/** Their names: rules and allowances that go by a path have nothing to say of them. */
const PATHS = 'paths.md';
const OTHERS = 'other.md';

export class ScannedTexts {
  readonly all: ScannedText[] = [];
  private readonly known = new Map<string, number>();
  private readonly diffs: readonly FileDiff[];
  private readonly others: readonly string[];

  /** `whole`: of the files all lines are asked about, not only those that the diff shows. */
  constructor(diffs: readonly FileDiff[], others: readonly string[], whole: boolean) {
    this.diffs = diffs;
    this.others = others;
    for (const diff of diffs) {
      for (const side of ['old', 'new'] as const)
        this.add(pathAt(diff, side), diff[SIDES[side]], whole ? undefined : shownLines(diff, side));
    }
    this.add(PATHS, this.paths());
    for (const other of others) this.add(OTHERS, other);
  }

  /** What was found, by text. */
  told({ found, unread }: SecretReport): FoundInTexts {
    const byText = Map.groupBy(found, ({ text }) => text);
    const reasons = new Map(unread.map(({ text, reason }) => [text, reason]));
    const inText = (path: string, text: string | null): FoundInFile => {
      const at = this.known.get(keyOf(path, text)) ?? -1;
      return { found: byText.get(at) ?? [], unread: reasons.get(at) };
    };
    return {
      inFile: (diff, side) => inText(pathAt(diff, side), diff[SIDES[side]]),
      inOther: (at) => inText(OTHERS, this.others[at] ?? ''),
      secretPaths: this.secretPaths(inText(PATHS, this.paths())),
    };
  }

  private secretPaths({ found, unread }: FoundInFile): Set<string> {
    const text = this.paths();
    const lines = new Set(found.map(({ start }) => text.slice(0, start).split('\n').length - 1));
    // Two lines for each file.
    return new Set(
      this.diffs.flatMap(({ path }, at) =>
        lines.has(2 * at) || lines.has(2 * at + 1) || (unread !== undefined && redact(path) !== path) ? [path] : [],
      ),
    );
  }

  private paths(): string {
    return this.diffs.map(({ path, oldPath }) => `${oldPath ?? ''}\n${path}\n`).join('');
  }

  private add(path: string, text: string | null, lines?: ScannedText['lines']): void {
    const key = keyOf(path, text);
    if (text === null || text === '' || this.known.has(key)) return;
    this.known.set(key, this.all.length);
    this.all.push({ path, text, ...(lines === undefined ? {} : { lines }) });
  }
}

function shownLines({ hunks }: FileDiff, side: TextSide): NonNullable<ScannedText['lines']> {
  return hunks.map(({ oldStart, oldLines, newStart, newLines }) =>
    side === 'old' ? [oldStart, oldStart + oldLines - 1] : [newStart, newStart + newLines - 1],
  );
}

function keyOf(path: string, text: string | null): string {
  return `${path}\0${text ?? ''}`;
}

function pathAt({ path, oldPath }: FileDiff, side: TextSide): string {
  return side === 'old' ? (oldPath ?? path) : path;
}
