/**
 * Merge requests and the versions of their difference: each push makes one, and a position on a line names the three
 * commits of a version.
 *
 *     GET /projects/4/merge_requests/7   {"iid": 7, "state": "opened", "sha": "9ab…",
 *                                         "diff_refs": {"base_sha": "77c…", "start_sha": "4f1…", "head_sha": "9ab…"}}
 *
 * `base_sha` is the merge base, `start_sha` the target branch's head. Lists have no `diff_refs`.
 *
 * https://docs.gitlab.com/api/merge_requests/
 */
import { changedFiles } from '../git-diff.ts';
import { fullNameOf } from '../representations.ts';
import { mergeBaseOf, pullByNumber, pullsOf } from '../pulls.ts';
import { type Call, type Host, RestError, route, type Route } from '../routing.ts';
import type { DiffVersion, Pull, Repository } from '../state.ts';
import { byNumber } from './paging.ts';
import { missing, projectOf, userJson } from './projects.ts';
import { diffJson } from './repository.ts';

const STATES = ['opened', 'closed', 'merged', 'locked', 'all'];

export async function mergeRequestOf(call: Call): Promise<{ project: Repository; pull: Pull }> {
  const project = await projectOf(call);
  const found = pullsOf(call.host, project).find(({ number }) => String(number) === call.params['iid']);
  if (found === undefined) throw missing('Merge Request');
  return { project, pull: await pullByNumber(call.host, project, found.number) };
}

/** Newest last; what was pushed since the last look is one more. */
export async function versionsOf(host: Host, project: Repository, pull: Pull): Promise<DiffVersion[]> {
  const versions = (pull.versions ??= []);
  if (versions.at(-1)?.headSha !== pull.headSha) {
    const base = await mergeBaseOf(host, project, pull.baseSha, pull.headSha);
    const version = {
      id: host.file.takeId(),
      headSha: pull.headSha,
      startSha: pull.baseSha,
      createdAt: pull.updatedAt,
    };
    versions.push({ ...version, baseSha: base ?? pull.baseSha });
    host.file.save();
  }
  return versions;
}

export async function latestVersion(host: Host, project: Repository, pull: Pull): Promise<DiffVersion> {
  const version = (await versionsOf(host, project, pull)).at(-1);
  if (version === undefined) throw new Error('a merge request has a version');
  return version;
}

export function stateOf(pull: Pull): 'opened' | 'closed' | 'merged' {
  if (pull.mergedAt !== null) return 'merged';
  return pull.state === 'open' ? 'opened' : 'closed';
}

/** A fork has another id; one that was deleted has none. */
export function sourceProjectId(project: Repository, pull: Pull): number | null {
  if (pull.fork === undefined) return project.id;
  return pull.fork === null ? null : project.id + 1_000_000;
}

export function webUrl(host: Host, project: Repository, pull: Pull): string {
  return `${host.url}/${fullNameOf(host, project)}/-/merge_requests/${pull.number}`;
}

/** Its title says so as well. */
export function isDraft({ draft, title }: Pull): boolean {
  return draft === true || /^\s*(?:draft:|\[draft\]|\(draft\))/i.test(title);
}

function mergeRequestJson(host: Host, project: Repository, pull: Pull): Record<string, unknown> {
  return {
    id: pull.id,
    iid: pull.number,
    project_id: project.id,
    title: pull.title,
    description: pull.body === '' ? null : pull.body,
    state: stateOf(pull),
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    // GitLab keeps `closed_at` for those that were closed without a merge.
    closed_at: pull.mergedAt === null ? pull.closedAt : null,
    merged_at: pull.mergedAt,
    source_branch: pull.headRef,
    target_branch: pull.baseRef,
    source_project_id: sourceProjectId(project, pull),
    target_project_id: project.id,
    author: userJson(host, pull.authorId),
    draft: isDraft(pull),
    labels: pull.labels ?? [],
    sha: pull.headSha,
    merge_commit_sha: pull.mergeSha,
    web_url: webUrl(host, project, pull),
  };
}

async function list(call: Call) {
  const project = await projectOf(call);
  const { host, query } = call;
  const state = query.get('state') ?? 'all';
  if (!STATES.includes(state)) throw new RestError(400, '', { error: 'state does not have a valid value' });
  for (const pull of pullsOf(host, project)) await pullByNumber(host, project, pull.number);
  const after = query.get('updated_after');
  const key = (pull: Pull) => (query.get('order_by') === 'updated_at' ? pull.updatedAt : pull.createdAt);
  const wanted = pullsOf(host, project)
    .filter((pull) => state === 'all' || stateOf(pull) === state)
    .filter((pull) => after === null || Date.parse(pull.updatedAt) >= Date.parse(after))
    .sort((a, b) => key(a).localeCompare(key(b)) || a.number - b.number);
  if (query.get('sort') !== 'asc') wanted.reverse();
  const { items, headers } = byNumber(call, `/projects/${project.id}/merge_requests`, wanted);
  return { status: 200, headers, json: items.map((pull) => mergeRequestJson(host, project, pull)) };
}

async function one(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const { baseSha, startSha, headSha } = await latestVersion(call.host, project, pull);
  const refs = { base_sha: baseSha, start_sha: startSha, head_sha: headSha };
  return { status: 200, json: { ...mergeRequestJson(call.host, project, pull), diff_refs: refs } };
}

function versionJson({ id, headSha, baseSha, startSha, createdAt }: DiffVersion) {
  return {
    id,
    head_commit_sha: headSha,
    base_commit_sha: baseSha,
    start_commit_sha: startSha,
    created_at: createdAt,
    state: 'collected',
  };
}

async function listVersions(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const newestFirst = [...(await versionsOf(call.host, project, pull))].reverse();
  const path = `/projects/${project.id}/merge_requests/${pull.number}/versions`;
  const { items, headers } = byNumber(call, path, newestFirst);
  return { status: 200, headers, json: items.map(versionJson) };
}

async function oneVersion(call: Call) {
  const { project, pull } = await mergeRequestOf(call);
  const found = (await versionsOf(call.host, project, pull)).find(({ id }) => String(id) === call.params['version']);
  if (found === undefined) throw missing('Merge Request Diff');
  const files = await changedFiles(call.host.repositories.gitOptions(project), found.baseSha, found.headSha);
  return { status: 200, json: { ...versionJson(found), diffs: files.map(diffJson) } };
}

export const mergeRequestRoutes: Route[] = [
  route('GET', '/projects/{id}/merge_requests', list),
  route('GET', '/projects/{id}/merge_requests/{iid}', one),
  route('GET', '/projects/{id}/merge_requests/{iid}/versions', listVersions),
  route('GET', '/projects/{id}/merge_requests/{iid}/versions/{version}', oneVersion),
];
