/**
 * One file or folder of a commit, by its path. Above 1 MB a file comes without its content.
 *
 *     GET …/contents/src/a.py?ref=main   {"type": "file", "encoding": "base64", "content": "cHJpbnQoMSkK", …}
 */
import { git, GitFailure } from '../git-command.ts';
import { type Call, notFound, route, type Route } from '../routing.ts';
import type { Repository } from '../state.ts';
import { repositoryOf } from './repository-of.ts';

const LARGEST = 1024 * 1024;

interface Entry {
  mode: string;
  type: string;
  sha: string;
  path: string;
}

/** What stands at a path of a commit; undefined when nothing does. */
export async function entryAt(call: Call, repository: Repository, ref: string | null, path: string) {
  const { repositories } = call.host;
  const commit = await repositories.commitOf(repository, ref ?? (await repositories.defaultBranch(repository)));
  if (commit === undefined) return undefined;
  const options = repositories.gitOptions(repository);
  const entry = (await listedAt(options, commit, path)).find((row) => row.path === path);
  if (entry === undefined) return undefined;
  return { entry, bytes: entry.type === 'blob' ? await git(['cat-file', 'blob', entry.sha], options) : undefined };
}

async function listedAt(options: { gitDir: string }, commit: string, path: string): Promise<Entry[]> {
  try {
    const listed = await git(['ls-tree', '-z', commit, '--', path], options);
    return listed.toString('utf8').split('\0').filter(Boolean).map(rowOf);
  } catch (error) {
    // A path that leads out of the repository.
    if (error instanceof GitFailure) return [];
    throw error;
  }
}

/** `100644 blob 5c1b…\tsrc/a.py` */
function rowOf(row: string): Entry {
  const tab = row.indexOf('\t');
  const [mode = '', type = '', sha = ''] = row.slice(0, tab).split(' ');
  return { mode, type, sha, path: row.slice(tab + 1) };
}

const SYMLINK = '120000';

async function contents(call: Call) {
  const repository = await repositoryOf(call);
  const path = call.params['path'] ?? '';
  const found = await entryAt(call, repository, call.query.get('ref'), path);
  if (found === undefined) throw notFound();
  const { entry, bytes } = found;
  const common = { name: path.replace(/^.*\//s, ''), path, sha: entry.sha, size: bytes?.length ?? 0 };
  if (entry.type === 'tree') return { status: 200, json: [] };
  if (bytes === undefined) return { status: 200, json: { ...common, type: 'submodule' } };
  if (entry.mode === SYMLINK) return { status: 200, json: { ...common, type: 'symlink', target: bytes.toString() } };
  const content =
    bytes.length > LARGEST
      ? { encoding: 'none', content: '' }
      : { encoding: 'base64', content: bytes.toString('base64').replace(/.{1,60}/g, '$&\n') };
  return { status: 200, json: { ...common, ...content, type: 'file' } };
}

export const contentsRoutes: Route[] = [route('GET', '/repos/{owner}/{repo}/contents/{path...}', contents)];
