/**
 * Files at the head of a pull request, for the agent. They are read as git objects by a path of the commit's tree, never
 * from a disk: there is no path to leave the checkout by, and a symbolic link is shown, not followed.
 */
import { z } from 'zod';
import { entriesByPath } from '../../model/tree-entries.ts';
import type { Snapshot, TreeEntry } from '../../ports.ts';
import type { AgentTool } from './tools.ts';

export type HeadFiles = Pick<Snapshot, 'entries' | 'read'>;

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_LINES = 400;
/** Bytes that one search reads. */
const MAX_SEARCH_BYTES = 48 * 1024 * 1024;
const MAX_HITS = 60;
const MAX_LINE = 300;

const readInput = z.object({
  path: z.string().min(1).max(4096).describe('Path in the repository'),
  line_start: z.int().min(1).default(1),
  line_end: z.int().min(1).optional().describe(`At most ${MAX_LINES} lines are shown`),
});

const searchInput = z.object({
  text: z.string().min(2).max(200).describe('Literal text, no pattern'),
  path_prefix: z.string().max(4096).default('').describe('Only paths that begin so'),
  case_sensitive: z.boolean().default(true),
});

/** Text of a plain file at head; undefined for what is not there, a link, binary or too large. */
export function headReader(head: HeadFiles): (path: string) => Promise<string | undefined> {
  const byPath = entriesByPath(head.entries);
  return async (path) => {
    const entry = byPath.get(path);
    return entry?.kind === 'file' ? textAt(head, entry) : undefined;
  };
}

export function fileTools(head: HeadFiles): AgentTool[] {
  const byPath = entriesByPath(head.entries);
  return [
    {
      name: 'read_file',
      description: 'Lines of a file as the pull request leaves it',
      input: readInput,
      run: (input) => readLines(head, byPath, readInput.parse(input)),
    },
    {
      name: 'search_files',
      description: 'Lines of all files, as the pull request leaves them, that contain a text',
      input: searchInput,
      run: (input) => searchFiles(head, searchInput.parse(input)),
    },
  ];
}

async function readLines(
  head: HeadFiles,
  byPath: ReadonlyMap<string, TreeEntry>,
  { path, line_start: first, line_end: end }: z.infer<typeof readInput>,
): Promise<string> {
  const entry = byPath.get(path.replace(/^\.?\//, ''));
  if (entry === undefined || entry.kind === 'refused') return notThere(byPath, path);
  if (entry.kind === 'submodule') return `${path} is another repository (a submodule)`;
  const text = await textAt(head, entry);
  if (text === undefined) return `${path} is binary or larger than ${MAX_FILE_BYTES} bytes`;
  if (entry.kind === 'symlink') return `${path} is a symbolic link to ${JSON.stringify(text.slice(0, 500))}`;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const last = Math.min(end ?? first + MAX_LINES - 1, first + MAX_LINES - 1, lines.length);
  const shown = lines.slice(first - 1, last).map((line, at) => `${first + at}: ${line.replace(/\r$/, '')}`);
  return [`${path}, lines ${first} to ${last} of ${lines.length}`, ...shown].join('\n');
}

function notThere(byPath: ReadonlyMap<string, TreeEntry>, path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const near = [...byPath.keys()].filter((known) => known.endsWith(`/${name}`) || known === name).slice(0, 5);
  return `There is no file ${JSON.stringify(path)} in this commit${near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`}`;
}

async function searchFiles(
  head: HeadFiles,
  { text, path_prefix: prefix, case_sensitive: exact }: z.infer<typeof searchInput>,
): Promise<string> {
  const wanted = exact ? text : text.toLowerCase();
  const hits: string[] = [];
  let bytes = 0;
  let unread = 0;
  for (const entry of head.entries) {
    if (entry.kind !== 'file' || !entry.path.startsWith(prefix)) continue;
    if (hits.length >= MAX_HITS || bytes > MAX_SEARCH_BYTES) {
      unread++;
      continue;
    }
    const content = await textAt(head, entry);
    bytes += content?.length ?? 0;
    if (content === undefined || !(exact ? content : content.toLowerCase()).includes(wanted)) continue;
    content.split('\n').forEach((line, at) => {
      if (hits.length < MAX_HITS && (exact ? line : line.toLowerCase()).includes(wanted))
        hits.push(`${entry.path}:${at + 1}: ${line.trim().slice(0, MAX_LINE)}`);
    });
  }
  if (unread > 0) hits.push(`… ${unread} files were not searched. Use a longer text or a path_prefix.`);
  return hits.length === 0 ? 'No line contains it' : hits.join('\n');
}

/** undefined for a file that is binary or too large; sizes that the tree does not know are known once it is read. */
async function textAt(head: HeadFiles, entry: TreeEntry): Promise<string | undefined> {
  if (entry.size !== undefined && entry.size > MAX_FILE_BYTES) return undefined;
  const bytes = await head.read(entry.oid);
  if (bytes.length > MAX_FILE_BYTES || bytes.subarray(0, 8000).includes(0)) return undefined;
  return new TextDecoder().decode(bytes);
}
