/**
 * `/api/v1/repos/…`: what a team reads of its repositories. The routes of pull requests (repos-reviews.ts) and of
 * figures (repos-analytics.ts) are declared on the same app; `dashboard` is looked for before `{owner}`.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { figuresFrom } from '../../analytics/figures.ts';
import { deleteIndexedRepository } from '../../jobs/ingest/delete-repository.ts';
import type { DeletePorts } from '../../jobs/ingest/delete-repository.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf, repositorySchema } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { accessOfUser, readableRepository, type Caller } from '../access/access.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { ownerSchema, repoNameSchema } from '../http/inputs.ts';
import { addAnalyticsRoutes } from './repos-analytics.ts';
import { addDismissals } from './dismissals.ts';
import { addReviewRoutes } from './repos-reviews.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';
import { daysOf, visibleRepositories } from '../access/visible-repositories.ts';
import { requireWriteAccess, type WritePorts } from '../access/write-access.ts';

export type ReposPorts = DeletePorts & WritePorts & Pick<Ports, 'identity' | 'settings'>;

/** Lists without a limit of their own (docs/limits.md). */
const LIST_LIMIT = 100;

const metadataSchema = repositorySchema
  .pick({
    owner: true,
    repo_name: true,
    full_name: true,
    description: true,
    language: true,
    languages: true,
    stars: true,
    forks: true,
    private: true,
    default_branch: true,
    branch: true,
    commit_sha: true,
    ingestion_status: true,
    ingested_at: true,
    files: true,
    functions: true,
    classes: true,
    total_lines: true,
  })
  .strip()
  .openapi('IndexedRepository');

const listSchema = z
  .object({ repositories: z.array(metadataSchema), total: z.int(), truncated: z.literal(true).optional() })
  .openapi('IndexedRepositories');

const overviewSchema = z
  .object({
    owner: z.string(),
    repo_name: z.string(),
    issues_raised: z.int(),
    issues_resolved: z.int(),
    reviewed_pr_count: z.int(),
    review_run_count: z.int(),
  })
  .openapi('RepositoryOverview');

const deletedSchema = z.object({ message: z.string(), deleted_repository_id: z.string() }).openapi('RepositoryDeleted');

async function listOf(ports: ReposPorts, caller: Caller): Promise<z.infer<typeof listSchema>> {
  const visible = await visibleRepositories(ports, await accessOfUser(ports, caller));
  return {
    repositories: visible.slice(0, LIST_LIMIT).map(({ record }) => metadataSchema.parse(record)),
    total: visible.length,
    ...(visible.length > LIST_LIMIT ? { truncated: true as const } : {}),
  };
}

async function overviewOf(ports: ReposPorts, caller: Caller): Promise<z.infer<typeof overviewSchema>[]> {
  const visible = await visibleRepositories(ports, await accessOfUser(ports, caller));
  const shown = visible.slice(0, LIST_LIMIT);
  const now = ports.clock.now();
  const days = await daysOf(
    ports,
    shown.map(({ key }) => key),
  );
  return shown.map(({ record: { owner, repo_name } }, at) => {
    const { issues_raised, issues_resolved, reviewed_prs, review_runs } = figuresFrom(days[at] ?? {}, now);
    return {
      owner,
      repo_name,
      issues_raised,
      issues_resolved,
      reviewed_pr_count: reviewed_prs,
      review_run_count: review_runs,
    };
  });
}

export function createReposApi(ports: ReposPorts): Api {
  const api = createApi('repos', ports);
  const signedIn = authenticate(ports);

  const list = createRoute({
    method: 'get',
    path: '/api/v1/repos/',
    operationId: 'list_repositories',
    summary: 'Repositories that the caller may read, newest first',
    middleware: [signedIn],
    responses: { ...jsonResponse(listSchema, 'At most 100, and how many there are'), ...failures(401) },
  });
  api.openapi(list, async (c) => c.json(await listOf(ports, c.get('identity')), 200));
  api.get('/api/v1/repos', signedIn, async (c) => c.json(await listOf(ports, c.get('identity')), 200));

  const overview = createRoute({
    method: 'get',
    path: '/api/v1/repos/overview',
    operationId: 'list_overviews',
    summary: 'What reviews found in each repository that the caller may read',
    middleware: [signedIn],
    responses: { ...jsonResponse(z.array(overviewSchema), 'At most 100, newest first'), ...failures(401) },
  });
  api.openapi(overview, async (c) => c.json(await overviewOf(ports, c.get('identity')), 200));

  addAnalyticsRoutes(api, ports, signedIn);
  addReviewRoutes(api, ports, signedIn);
  addDismissals(api, ports, signedIn);

  const remove = createRoute({
    method: 'delete',
    path: '/api/v1/repos/{owner}/{repo_name}',
    operationId: 'delete_repository',
    summary: 'Remove a repository, its graph and all that was stored about it; for good',
    middleware: [signedIn],
    request: { params: z.object({ owner: ownerSchema, repo_name: repoNameSchema }) },
    responses: {
      ...jsonResponse(deletedSchema, 'Gone for every reader; the rest is removed in the background'),
      ...failures(401, 403, 404, 422, 502),
    },
  });
  api.openapi(remove, async (c) => {
    const { uid } = c.get('identity');
    const { owner, repo_name: name } = c.req.valid('param');
    const record = await readableRepository(ports, await accessOfUser(ports, c.get('identity')), owner, name);
    await requireWriteAccess(ports, uid, record);
    await deleteIndexedRepository(ports, repoKeyOf(owner, name), uid);
    const repoId = repoIdOf(record.owner, record.repo_name);
    return c.json({ message: `Repository ${repoId} is deleted`, deleted_repository_id: repoId }, 200);
  });

  return api;
}
