/**
 * Checks, which an installation alone may write, and statuses of commits, which whoever may push writes.
 *
 *     POST  …/check-runs            {"name": "reviewgraph", "head_sha": "9ab…", "status": "in_progress"}
 *     PATCH …/check-runs/{id}       {"status": "completed", "conclusion": "neutral", "output": {…}}      annotations are added
 *     POST  …/statuses/{sha}        {"state": "pending", "context": "reviewgraph"}
 *
 * https://docs.github.com/rest/checks/runs  https://docs.github.com/rest/commits/statuses
 */
import { z } from 'zod';
import { permissionOn } from '../access.ts';
import { type Call, notFound, page, RestError, route, type Route } from '../routing.ts';
import type { CheckRun, CommitStatus, Repository } from '../state.ts';
import { authorJson, writerOf } from './authors.ts';
import { bodyAs } from './bodies.ts';
import { commitIdOf, repositoryOf } from './repository-of.ts';

const MOST_ANNOTATIONS = 50;
const MOST_CHARACTERS = 65_535;

const annotation = z
  .object({
    path: z.string().min(1),
    start_line: z.int().min(1),
    end_line: z.int().min(1),
    annotation_level: z.enum(['notice', 'warning', 'failure']),
    message: z.string().min(1).max(65_536),
    title: z.string().max(255).optional(),
  })
  .refine(({ start_line: start, end_line: end }) => start <= end, 'end_line is before start_line');

const output = z.object({
  title: z.string().min(1),
  summary: z.string().min(1).max(MOST_CHARACTERS),
  annotations: z.array(annotation).max(MOST_ANNOTATIONS).default([]),
});

const state = {
  status: z.enum(['queued', 'in_progress', 'completed']).optional(),
  conclusion: z
    .enum(['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out'])
    .optional(),
  output: output.optional(),
  details_url: z.url().optional(),
};
const newCheck = z.object({
  name: z.string().min(1),
  head_sha: z.string(),
  external_id: z.string().optional(),
  ...state,
});
const change = z.object({ name: z.string().min(1).optional(), ...state });

/** The repository, for an app that reaches it. */
async function ofApp(call: Call): Promise<Repository> {
  const repository = await repositoryOf(call);
  if (call.principal.kind === 'anonymous') throw new RestError(401, 'Requires authentication');
  if (call.principal.kind === 'user') throw new RestError(403, 'You must authenticate via a GitHub App.');
  writerOf(call, repository);
  return repository;
}

function checkJson(call: Call, check: CheckRun) {
  return {
    id: check.id,
    name: check.name,
    head_sha: check.sha,
    external_id: check.externalId,
    status: check.status,
    conclusion: check.conclusion,
    output: { title: check.title, summary: check.summary, annotations_count: check.annotations.length },
    details_url: check.detailsUrl,
    app: { slug: call.host.settings.appSlug },
  };
}

function apply(check: CheckRun, said: z.output<typeof change>): void {
  const { status, conclusion, output: told } = said;
  if (status === 'completed' && conclusion === undefined) {
    throw new RestError(422, 'Invalid request.\n\n"conclusion" wasn\'t supplied.');
  }
  check.status = conclusion === undefined ? (status ?? check.status) : 'completed';
  check.conclusion = check.status === 'completed' ? (conclusion ?? check.conclusion) : null;
  check.detailsUrl = said.details_url ?? check.detailsUrl;
  if (told === undefined) return;
  check.title = told.title;
  check.summary = told.summary;
  check.annotations.push(...told.annotations);
}

async function createCheck(call: Call) {
  const repository = await ofApp(call);
  const { name, head_sha: wanted, external_id: externalId, ...said } = bodyAs(call, newCheck);
  const sha = await commitIdOf(call, repository, wanted);
  const fresh = { id: call.host.file.takeId(), repositoryId: repository.id, sha, name, externalId: externalId ?? '' };
  const none = { conclusion: null, title: null, summary: null, detailsUrl: null };
  const check: CheckRun = { ...fresh, ...none, status: 'queued', annotations: [] };
  apply(check, said);
  call.host.file.state.checkRuns.push(check);
  call.host.file.save();
  return { status: 201, json: checkJson(call, check) };
}

async function changeCheck(call: Call) {
  const repository = await ofApp(call);
  const check = call.host.file.state.checkRuns.find(
    ({ id, repositoryId }) => String(id) === call.params['id'] && repositoryId === repository.id,
  );
  if (check === undefined) throw notFound();
  apply(check, bodyAs(call, change));
  call.host.file.save();
  return { status: 200, json: checkJson(call, check) };
}

async function listChecks(call: Call) {
  const repository = await repositoryOf(call);
  const sha = await commitIdOf(call, repository, call.params['ref'] ?? '');
  const name = call.query.get('check_name');
  const all = call.host.file.state.checkRuns.filter(
    (each) => each.repositoryId === repository.id && each.sha === sha && (name === null || each.name === name),
  );
  // Only the newest of a name unless all are asked for.
  const wanted =
    call.query.get('filter') === 'all'
      ? all
      : all.filter((each) => all.findLast((other) => other.name === each.name) === each);
  const { items, headers } = page(call, `/repositories/${repository.id}/commits/${sha}/check-runs`, wanted);
  return {
    status: 200,
    headers,
    json: { total_count: wanted.length, check_runs: items.map((each) => checkJson(call, each)) },
  };
}

/** `states`: Gitea has a warning besides. */
export function statusRoutesFor(states: readonly [CommitStatus['state'], ...CommitStatus['state'][]]): Route[] {
  const newStatus = z.object({
    state: z.enum(states),
    context: z.string().default('default'),
    description: z.string().max(140, 'description is too long (maximum is 140 characters)').nullish(),
    target_url: z.url({ protocol: /^https?$/ }).nullish(),
  });

  async function createStatus(call: Call) {
    const repository = await repositoryOf(call);
    const permission = permissionOn(call.principal, repository);
    if (permission !== 'push' && permission !== 'admin') throw notFound();
    const authorId = writerOf(call, repository);
    const { context, description, target_url: targetUrl, ...said } = bodyAs(call, newStatus);
    const sha = await commitIdOf(call, repository, call.params['sha'] ?? '');
    const id = call.host.file.takeId();
    const status: CommitStatus = {
      ...{ id, repositoryId: repository.id, sha, name: context, state: said.state, authorId },
      ...{ description: description ?? null, targetUrl: targetUrl ?? null, createdAt: new Date().toISOString() },
    };
    call.host.file.state.statuses.push(status);
    call.host.file.save();
    const creator = authorJson(call.host, authorId);
    return { status: 201, json: { id, state: status.state, context, description: status.description, creator } };
  }
  return [route('POST', '/repos/{owner}/{repo}/statuses/{sha}', createStatus)];
}

export const checkRoutes: Route[] = [
  route('POST', '/repos/{owner}/{repo}/check-runs', createCheck),
  route('PATCH', '/repos/{owner}/{repo}/check-runs/{id}', changeCheck),
  route('GET', '/repos/{owner}/{repo}/commits/{ref}/check-runs', listChecks),
  ...statusRoutesFor(['pending', 'success', 'failure', 'error']),
];
