/**
 * The files that differ between two commits, with the platform's word for each difference and its patch: the part of
 * `git diff` from the first `@@` on. A binary file and a patch above the platform's limit have none.
 *
 *     :100644 100644 1111111… 2222222… M\0src/a.ts\0        from --raw -z
 *     :100644 100644 1111111… 2222222… R090\0old.ts\0new.ts\0
 */
import { git } from './git-command.ts';

export interface ChangedFile {
  path: string;
  previousPath?: string;
  /** Blob after the change; before it for a removed file. */
  sha: string;
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed';
  additions: number;
  deletions: number;
  patch?: string;
}

const STATUS: Record<string, ChangedFile['status']> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  C: 'copied',
  T: 'changed',
};

/** Longer patches are left out, as the platform does. */
const MAX_PATCH_LINES = 3000;

const MAX_KEPT = 200;
const kept = new Map<string, Promise<string>>();

/** What git prints of two commits. It never changes, and every comment of a page asks for it: it is kept. */
export async function textOfCommits(args: readonly string[], options: { gitDir: string }): Promise<string> {
  const read = async (): Promise<string> => (await git(args, options)).toString('utf8');
  if (args.filter((arg) => /^[0-9a-f]{40}$/.test(arg)).length < 2) return read();
  const key = [options.gitDir, ...args].join('\0');
  const known = kept.get(key);
  if (known !== undefined) return known;
  const text = read();
  kept.set(key, text);
  text.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return text;
}

export async function changedFiles(options: { gitDir: string }, base: string, head: string): Promise<ChangedFile[]> {
  const form = ['--no-ext-diff', '--no-textconv', '--find-renames', '--full-index', base, head, '--'];
  const raw = (await textOfCommits(['diff', '--raw', '-z', ...form], options)).split('\0');
  const patches = splitPatches(await textOfCommits(['diff', '--patch', ...form], options));
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < raw.length;) {
    const [, , before = '', after = '', code = ''] = (raw[at++] ?? '').split(' ');
    const letter = code[0] ?? '';
    const first = raw[at++] ?? '';
    const moved = letter === 'R' || letter === 'C';
    const path = moved ? (raw[at++] ?? '') : first;
    // A change of type (file to symlink) is printed as a deletion and an addition.
    const sections = letter === 'T' ? [patches.shift(), patches.shift()] : [patches.shift()];
    files.push({
      path,
      ...(moved ? { previousPath: first } : {}),
      sha: letter === 'D' ? before : after,
      status: STATUS[letter] ?? 'changed',
      ...patchOf(sections),
    });
  }
  return files;
}

function patchOf(sections: (string | undefined)[]): Pick<ChangedFile, 'additions' | 'deletions' | 'patch'> {
  const patch = sections.map(hunksOf).filter(Boolean).join('\n');
  const lines = patch === '' ? [] : patch.split('\n');
  return {
    additions: lines.filter((line) => line.startsWith('+')).length,
    deletions: lines.filter((line) => line.startsWith('-')).length,
    ...(patch === '' || lines.length > MAX_PATCH_LINES ? {} : { patch }),
  };
}

/** One text per `diff --git` section; within hunks no line starts so, since each has a one-character prefix. */
function splitPatches(text: string): string[] {
  return text === '' ? [] : text.split(/^(?=diff --git )/m);
}

function hunksOf(section: string | undefined): string {
  const start = section?.search(/^@@ /m) ?? -1;
  return start < 0 || section === undefined ? '' : section.slice(start).replace(/\n$/, '');
}
