/**
 * Statuses of commits, the form that checks have where no app is installed. Gitea's have the same route and fields, and one
 * state more.
 *
 *     POST /repos/ada/engine/statuses/9ab…   {"state": "pending", "context": "reviewgraph", "description": "Review run 3 …"}
 *
 * https://docs.github.com/rest/commits/statuses
 */
import { z } from 'zod';
import type { ScmCheck } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';

/** The platform's limit on what it shows. */
const LONGEST = 140;

/** There is nothing between success and failure; what was not finished is no success. */
const STATES = {
  in_progress: 'pending',
  success: 'success',
  neutral: 'success',
  failure: 'failure',
  incomplete: 'error',
  cancelled: 'error',
} as const;

const createdShape = z.object({ id: z.int() });

export function statusOf(
  client: ScmClient,
  states: Record<ScmCheck['state'], string> = STATES,
): (token: string, owner: string, name: string, check: ScmCheck) => Promise<void> {
  return async (token, owner, name, { commitSha: sha, name: context, state, title, detailsUrl }) => {
    const said = { state: states[state], context, description: firstOf(title, LONGEST), target_url: detailsUrl };
    const route = 'POST /repos/{owner}/{repo}/statuses/{sha}';
    await client.send(token, createdShape, route, { owner, repo: name, sha, ...said });
  };
}

/** As many characters as fit, counted as the platforms count them. */
export function firstOf(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
