/**
 * A commit's tree and files on GitLab. Trees come by keyset in pages of 100 rows, folders among them.
 *
 *     GET …/repository/tree?ref=1f7a…&recursive=true&pagination=keyset
 *     [{"id": "5c1b…", "path": "src/a.py", "type": "blob", "mode": "100644"}]      Link: <…page_token=…>; rel="next"
 *     GET …/repository/blobs/5c1b…       {"size": 30, "encoding": "base64", "content": "cHJpbnQoMSkK"}
 *     GET …/repository/files/src%2Fa.py?ref=main       {"size": 30, "encoding": "base64", "content": "cHJpbnQoMSkK"}
 *
 * https://docs.gitlab.com/api/repositories/
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import { refuseEntries } from '../../../model/tree-entries.ts';
import type { ScmPort, TreeEntry } from '../../../ports.ts';
import { blobIdOf } from '../../git/git-objects.ts';
import type { ScmClient } from '../client.ts';
import { ifThere, projectId } from './projects.ts';

const treeRowShape = z.object({
  id: z.string().regex(/^[0-9a-f]{40}$/),
  path: z.string(),
  type: z.string(),
  mode: z.string(),
});

const blobShape = z.object({ encoding: z.literal('base64'), content: z.string() });
const fileShape = blobShape.extend({ size: z.int() });

/** As on the other platforms. */
const LARGEST_FILE = 1024 * 1024;

const branchShape = z.object({ commit: z.object({ id: z.string() }) });

const SYMLINK = '120000';
const EXECUTABLE = '100755';

/** 300 pages: a larger tree takes longer to list than to clone. */
const MOST_ROWS = 30_000;

function entryOf({ id: oid, path, type, mode }: z.output<typeof treeRowShape>): TreeEntry | undefined {
  if (type === 'commit') return { path, oid, kind: 'submodule' };
  if (type !== 'blob') return undefined;
  if (mode === SYMLINK) return { path, oid, kind: 'symlink' };
  return { path, oid, kind: 'file', ...(mode === EXECUTABLE ? { executable: true as const } : {}) };
}

export function gitlabObjectsOf(client: ScmClient): Pick<ScmPort, 'branchHead' | 'tree' | 'blob' | 'fileAt'> {
  return {
    async branchHead(token, owner, name, branch) {
      const route = 'GET /projects/{id}/repository/branches/{branch}';
      return (await client.send(token, branchShape, route, { id: projectId(owner, name), branch })).commit.id;
    },
    async fileAt(token, owner, name, ref, path) {
      const route = 'GET /projects/{id}/repository/files/{path}';
      const asked = () => client.send(token, fileShape, route, { id: projectId(owner, name), path, ref });
      const file = await ifThere(asked);
      if (file === undefined) return undefined;
      if (file.size > LARGEST_FILE) throw new AppError('invalid', `${path} is a large file`);
      return Buffer.from(file.content, 'base64');
    },
    async tree(token, owner, name, commit) {
      const route = 'GET /projects/{id}/repository/tree';
      const values = { id: projectId(owner, name), ref: commit, recursive: true, pagination: 'keyset' };
      let whole = true;
      const rows = await client.list(token, treeRowShape, route, values, (_, soFar) => {
        whole = soFar <= MOST_ROWS;
        return !whole;
      });
      if (!whole) return undefined;
      const entries = rows.map(entryOf).filter((entry) => entry !== undefined);
      refuseEntries(entries);
      return entries;
    },
    async blob(token, owner, name, oid) {
      const route = 'GET /projects/{id}/repository/blobs/{oid}';
      const { content } = await client.send(token, blobShape, route, { id: projectId(owner, name), oid });
      const bytes = Buffer.from(content, 'base64');
      if (blobIdOf(bytes) !== oid) {
        throw new AppError('platform_unavailable', 'The platform sent other bytes than a file has');
      }
      return bytes;
    },
  };
}
