/**
 * One file of a branch without its tree. Gitea's route and fields are the same.
 *
 *     GET /repos/ada/engine/contents/.reviewgraph.yml?ref=main   {"type": "file", "encoding": "base64", "content": "bW9k…"}
 *
 * https://docs.github.com/rest/repos/contents
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmPort } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';

/** A folder is a list; a file above 1 MB has no content. */
const contentsShape = z.union([
  z.object({ type: z.string(), encoding: z.string().nullish(), content: z.string().nullish() }),
  z.array(z.unknown()).transform(() => undefined),
]);

export function contentsOf(client: ScmClient): Pick<ScmPort, 'fileAt'> {
  return {
    async fileAt(token, owner, name, ref, path) {
      const route = 'GET /repos/{owner}/{repo}/contents/{+path}';
      const values = { owner, repo: name, path: path.split('/').map(encodeURIComponent).join('/'), ref };
      try {
        const file = await client.send(token, contentsShape, route, values);
        if (file?.type === 'file' && file.encoding === 'base64') return Buffer.from(file.content ?? '', 'base64');
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return undefined;
        throw error;
      }
      throw new AppError('invalid', `${path} is no file, or a large one`);
    },
  };
}
