/**
 * A commit's tree and files by the platform's REST API: what a small change costs is a few requests instead of a clone.
 *
 *     GET …/git/trees/{commit}?recursive=1   { truncated: false, tree: [{ path: "src/a.py", mode: "100644", type: "blob", sha: "5c1b…", size: 30 }] }
 *     GET …/git/blobs/{sha}                  { encoding: "base64", content: "cHJpbnQo\nMSkK\n" }
 *
 * GitHub cuts a listing after 100,000 rows or 7 MB; its folders are then listed one by one, each with all below it where
 * that is few enough. Gitea gives pages of 1,000 rows and says how many there are (`total_count`); its `truncated` only
 * says that there are several.
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import { refuseEntries } from '../../../model/tree-entries.ts';
import type { ScmPort, TreeEntry } from '../../../ports.ts';
import { blobIdOf } from '../../git/git-objects.ts';
import type { ScmClient } from '../client.ts';

const oid = z.string().regex(/^[0-9a-f]{40}$/);

const treeShape = z.object({
  truncated: z.boolean(),
  total_count: z.int().optional(),
  tree: z.array(
    z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: oid, size: z.number().nullish() }),
  ),
});
type TreeRow = z.output<typeof treeShape>['tree'][number];

const blobShape = z.object({ encoding: z.string(), content: z.string() });

const SYMLINK = '120000';
const SUBMODULE = '160000';
const EXECUTABLE = '100755';

/** Of one commit's tree, and the rows that they may bring: a folder may stand in many places. */
const MOST_REQUESTS = 500;
const MOST_ENTRIES = 1_000_000;

function entryOf({ path: name, sha, mode, type, ...row }: TreeRow, folder: string): TreeEntry | undefined {
  const path = folder + name;
  if (mode === SUBMODULE) return { path, oid: sha, kind: 'submodule' };
  if (type !== 'blob') return undefined;
  const size = row.size == null ? {} : { size: row.size };
  if (mode === SYMLINK) return { path, oid: sha, kind: 'symlink', ...size };
  return { path, oid: sha, kind: 'file', ...(mode === EXECUTABLE ? { executable: true as const } : {}), ...size };
}

/** One page of a listing; undefined when there were enough requests. */
type ListTree = (sha: string, recursive: boolean, page: number) => Promise<z.output<typeof treeShape> | undefined>;

/** Rows of a folder; undefined when the platform cuts them. */
async function rowsOf(list: ListTree, sha: string, recursive: boolean): Promise<TreeRow[] | undefined> {
  const rows: TreeRow[] = [];
  for (let page = 1; ; page++) {
    const found = await list(sha, recursive, page);
    if (found === undefined) return undefined;
    if (found.total_count === undefined) return found.truncated ? undefined : found.tree;
    for (const row of found.tree) rows.push(row);
    if (rows.length >= found.total_count) return rows;
    if (found.tree.length === 0) return undefined;
  }
}

/** undefined for a tree that is too much for the limits, or has a folder that the platform does not list. */
async function listedTree(list: ListTree, root: string): Promise<TreeEntry[] | undefined> {
  const entries: TreeEntry[] = [];
  const todo = [{ sha: root, folder: '' }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { sha, folder } = next;
    const all = await rowsOf(list, sha, true);
    const rows = all ?? (await rowsOf(list, sha, false));
    if (rows === undefined) return undefined;
    for (const row of rows) {
      const entry = entryOf(row, folder);
      if (entry !== undefined) entries.push(entry);
      else if (all === undefined && row.type === 'tree') todo.push({ sha: row.sha, folder: `${folder}${row.path}/` });
    }
    if (entries.length + todo.length > MOST_ENTRIES) return undefined;
  }
  refuseEntries(entries);
  return entries;
}

export function objectsOf(client: ScmClient): Pick<ScmPort, 'tree' | 'blob'> {
  return {
    async tree(token, owner, name, commit) {
      let left = MOST_REQUESTS;
      return listedTree(async (sha, recursive, page) => {
        if (left-- <= 0) return undefined;
        const route = 'GET /repos/{owner}/{repo}/git/trees/{sha}';
        const what = { ...(recursive ? { recursive: '1' } : {}), ...(page === 1 ? {} : { page }) };
        return client.send(token, treeShape, route, { owner, repo: name, sha, ...what });
      }, commit);
    },
    async blob(token, owner, name, wanted) {
      const route = 'GET /repos/{owner}/{repo}/git/blobs/{oid}';
      const { encoding, content } = await client.send(token, blobShape, route, { owner, repo: name, oid: wanted });
      const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
      if (blobIdOf(bytes) !== wanted) {
        throw new AppError('platform_unavailable', 'The platform sent other bytes than a file has');
      }
      return bytes;
    },
  };
}
