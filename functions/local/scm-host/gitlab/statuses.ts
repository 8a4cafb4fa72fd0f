/**
 * Statuses of commits. A status that is said again with the state that it has is refused, as a transition that there is
 * not.
 *
 *     POST /projects/4/statuses/9ab… {"state": "running", "name": "reviewgraph"}
 *     400 {"message": "Cannot transition status via :run from :running (Reason(s): Status cannot transition via \"run\")"}
 *
 * https://docs.gitlab.com/api/commits/#set-commit-pipeline-status
 */
import { z } from 'zod';
import { permissionOn } from '../access.ts';
import { type Call, RestError, route, type Route } from '../routing.ts';
import type { CommitStatus, Repository } from '../state.ts';
import { byNumber } from './paging.ts';
import { parameters } from './parameters.ts';
import { callerOf, missing, projectOf, userJson } from './projects.ts';

const EVENTS = { pending: 'enqueue', running: 'run', success: 'success', failed: 'drop', canceled: 'cancel' } as const;

const shape = z.object({
  state: z.enum(['pending', 'running', 'success', 'failed', 'canceled']),
  name: z.string().max(255).optional(),
  context: z.string().max(255).optional(),
  description: z.string().max(255).nullish(),
  target_url: z
    .url({ protocol: /^https?$/ })
    .max(255)
    .nullish(),
});

function statusJson(call: Call, { id, sha, state, name, description, targetUrl, authorId, createdAt }: CommitStatus) {
  const author = userJson(call.host, authorId);
  return { id, sha, status: state, name, description, target_url: targetUrl, author, created_at: createdAt };
}

function statusesOf(call: Call, project: Repository, sha: string): CommitStatus[] {
  return call.host.file.state.statuses.filter((each) => each.repositoryId === project.id && each.sha === sha);
}

async function create(call: Call) {
  const me = callerOf(call);
  const project = await projectOf(call);
  const permission = permissionOn(call.principal, project);
  if (permission !== 'push' && permission !== 'admin') throw new RestError(403, '403 Forbidden');
  const sha = call.params['sha'] ?? '';
  if ((await call.host.repositories.commitOf(project, sha)) === undefined) throw missing('Commit');
  const { state, name, context, description, target_url: targetUrl } = parameters(call, shape);
  const called = name ?? context ?? 'default';
  const before = statusesOf(call, project, sha).findLast((each) => each.name === called);
  if (before?.state === state) {
    const why = `(Reason(s): Status cannot transition via "${EVENTS[state]}")`;
    throw new RestError(400, `Cannot transition status via :${EVENTS[state]} from :${state} ${why}`);
  }
  const status: CommitStatus = {
    id: call.host.file.takeId(),
    repositoryId: project.id,
    sha,
    name: called,
    state,
    description: description ?? null,
    targetUrl: targetUrl ?? null,
    authorId: me.id,
    createdAt: new Date().toISOString(),
  };
  call.host.file.state.statuses.push(status);
  call.host.file.save();
  return { status: 201, json: statusJson(call, status) };
}

async function list(call: Call) {
  const project = await projectOf(call);
  const all = statusesOf(call, project, call.params['sha'] ?? '');
  const newest = all.filter((each) => all.findLast(({ name }) => name === each.name) === each);
  const path = `/projects/${project.id}/repository/commits/${call.params['sha'] ?? ''}/statuses`;
  const { items, headers } = byNumber(call, path, newest);
  return { status: 200, headers, json: items.map((each) => statusJson(call, each)) };
}

export const statusRoutes: Route[] = [
  route('POST', '/projects/{id}/statuses/{sha}', create),
  route('GET', '/projects/{id}/repository/commits/{sha}/statuses', list),
];
