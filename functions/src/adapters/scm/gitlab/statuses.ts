/**
 * Statuses of commits on GitLab. One that is said again with the state that it has is refused, so what stands there is
 * looked at before that counts as a failure.
 *
 *     POST /projects/group%2Fsub%2Fengine/statuses/9ab…   {"state": "running", "name": "reviewgraph", "description": "…"}
 *
 * https://docs.gitlab.com/api/commits/#set-commit-pipeline-status
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmCheck, ScmPort } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { firstOf } from '../github/statuses.ts';
import { projectId } from './projects.ts';

/** The platform's limit. */
const LONGEST = 255;

const statusShape = z.object({ name: z.string().nullish(), status: z.string() });

/** There is no neutral one; a pipeline that was cancelled is no success. */
function stateOf({ state, blocking }: ScmCheck): string {
  switch (state) {
    case 'in_progress':
      return 'running';
    case 'success':
    case 'neutral':
      return 'success';
    case 'failure':
      return 'failed';
    case 'incomplete':
      return blocking ? 'failed' : 'canceled';
    case 'cancelled':
      return 'canceled';
  }
}

export function gitlabStatusesOf(client: ScmClient): Pick<ScmPort, 'setCheck'> {
  async function standing(token: string, id: string, { commitSha: sha, name }: ScmCheck): Promise<string | undefined> {
    const route = 'GET /projects/{id}/repository/commits/{sha}/statuses';
    const rows = await client.list(token, statusShape, route, { id, sha, name });
    return rows.find((row) => row.name === name)?.status;
  }

  return {
    async setCheck(token, owner, name, check) {
      const id = projectId(owner, name);
      const state = stateOf(check);
      const description = firstOf(check.title, LONGEST);
      const said = { state, name: check.name, description, target_url: check.detailsUrl };
      const route = 'POST /projects/{id}/statuses/{sha}';
      try {
        await client.send(token, statusShape, route, { id, sha: check.commitSha, ...said }, { invalid: 400 });
      } catch (error) {
        const isRefused = error instanceof AppError && error.code === 'invalid';
        if (!isRefused || (await standing(token, id, check)) !== state) throw error;
      }
    },
  };
}
