/**
 * A commit's tree and files by the platform's REST API: what a small change costs is a few requests instead of a clone.
 *
 *     GET …/git/trees/{commit}?recursive=1   { truncated: false, tree: [{ path: "src/a.py", mode: "100644", type: "blob", sha: "5c1b…", size: 30 }] }
 *     GET …/git/blobs/{sha}                  { encoding: "base64", content: "cHJpbnQo\nMSkK\n" }
 */
import { z } from 'zod';
import { AppError } from '../model/errors.ts';
import type { ScmPort, TreeEntry } from '../ports.ts';
import { blobIdOf } from './git-objects.ts';
import type { ScmClient } from './scm-client.ts';

const oid = z.string().regex(/^[0-9a-f]{40}$/);

const treeShape = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: oid, size: z.number().nullish() }),
  ),
});

const blobShape = z.object({ encoding: z.string(), content: z.string() });

const SYMLINK = '120000';
const SUBMODULE = '160000';
const EXECUTABLE = '100755';

function entryOf(row: z.output<typeof treeShape>['tree'][number]): TreeEntry | undefined {
  const { path, sha, mode, type } = row;
  if (mode === SUBMODULE) return { path, oid: sha, kind: 'submodule' };
  if (type !== 'blob') return undefined;
  const size = row.size == null ? {} : { size: row.size };
  if (mode === SYMLINK) return { path, oid: sha, kind: 'symlink', ...size };
  return { path, oid: sha, kind: 'file', ...(mode === EXECUTABLE ? { executable: true as const } : {}), ...size };
}

export function objectsOf(client: ScmClient): Pick<ScmPort, 'tree' | 'blob'> {
  return {
    async tree(token, owner, name, commit) {
      const route = 'GET /repos/{owner}/{repo}/git/trees/{commit}';
      const found = await client.send(token, treeShape, route, { owner, repo: name, commit, recursive: '1' });
      if (found.truncated) return undefined;
      return found.tree.flatMap((row) => entryOf(row) ?? []);
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
