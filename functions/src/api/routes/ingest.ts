/**
 * `/api/v1/ingest/…`: starts ingestions, shows their jobs, and embeds what is indexed. The platform is asked with the
 * caller's own token, so a repository that the caller cannot read does not exist here either.
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { JOB_STATUSES, jobSchema } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { platformTokenOf } from '../../jobs/snapshots/platform-token.ts';
import { startIngest } from '../../jobs/ingest/start.ts';
import type { StartPorts } from '../../jobs/ingest/start.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Ports, ScmRepository } from '../../ports.ts';
import { accessOfUser, noteGrant } from '../access/access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { createApi } from '../http/app.ts';
import { authenticate } from '../http/authenticate.ts';
import { addEmbedRoute } from './embed-route.ts';
import type { EmbedRoutePorts } from './embed-route.ts';
import { branchSchema, ownerSchema, queryInteger, repoNameSchema } from '../http/inputs.ts';
import { listVisibleJobs, readableJob } from './list-jobs.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import { bodyFailures, failures, jsonBody, jsonResponse } from '../http/route-parts.ts';

export type IngestPorts = StartPorts & EmbedRoutePorts & Pick<Ports, 'identity'>;

const ingestBodySchema = z.object({
  owner: ownerSchema,
  repo_name: repoNameSchema,
  branch: branchSchema.nullish(),
  clear_existing: z.boolean().default(false),
});

const startedSchema = z
  .object({ job_id: z.string(), status: z.enum(JOB_STATUSES), message: z.string(), poll_url: z.string() })
  .openapi('IngestionStarted');

const jobBodySchema = jobSchema
  .pick({
    job_id: true,
    kind: true,
    owner: true,
    repo_name: true,
    branch: true,
    status: true,
    created_at: true,
    updated_at: true,
    started_at: true,
    completed_at: true,
    stats: true,
    error_message: true,
    progress: true,
    commit_sha: true,
  })
  .openapi('IngestionJob');

/** What of a job's record its readers see. */
function jobBody(job: Job): z.infer<typeof jobBodySchema> {
  return jobBodySchema.parse(job);
}

/** The repository as the platform shows it to the caller's token, and that fact noted in what the caller may read. */
async function resolveRepository(
  ports: IngestPorts,
  uid: string,
  { owner, repo_name: name, branch }: z.infer<typeof ingestBodySchema>,
): Promise<ScmRepository> {
  const token = await platformTokenOf(ports, uid);
  if (token === undefined) throw new AppError('bad_request', 'No platform access token is stored: log in first');
  let repository: ScmRepository;
  try {
    repository = await ports.scm.repository(token, owner, name);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    await noteGrant(ports, uid, repoIdOf(owner, name), false);
    throw new AppError('not_found', `Repository ${owner}/${name} not found`, { cause: error });
  }
  if (repository.private) await noteGrant(ports, uid, repoIdOf(repository.owner, repository.name), true);
  if (branch != null) await requireBranch(ports, token, repository, branch);
  return repository;
}

async function requireBranch(ports: IngestPorts, token: string, { owner, name }: ScmRepository, branch: string) {
  try {
    await ports.scm.branchHead(token, owner, name, branch);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('not_found', `Branch ${branch} not found in ${owner}/${name}`, { cause: error });
  }
}

export function createIngestApi(ports: IngestPorts): Api {
  const api = createApi('ingest', ports);
  const signedIn = authenticate(ports);
  addStartRoute(api, ports, signedIn);
  addJobRoutes(api, ports, signedIn);
  addEmbedRoute(api, ports, signedIn);
  return api;
}

function addStartRoute(api: Api, ports: IngestPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const queued = oneAtATime();
  const start = createRoute({
    method: 'post',
    path: '/api/v1/ingest/scm',
    operationId: 'start_ingestion',
    summary: 'Index a repository, or find the ingestion that is under way',
    middleware: [signedIn],
    request: { body: jsonBody(ingestBodySchema) },
    responses: { ...jsonResponse(startedSchema, 'The job'), ...bodyFailures(400, 401, 403, 404, 422, 502) },
  });
  api.openapi(start, async (c) => {
    const { uid } = c.get('identity');
    const body = c.req.valid('json');
    const repository = await resolveRepository(ports, uid, body);
    const request = { uid, repository, branch: body.branch ?? null, clearExisting: body.clear_existing };
    const { job, created } = await queued(String(repository.id), () => startIngest(ports, request));
    const what = `${job.owner}/${job.repo_name}`;
    return c.json(
      {
        job_id: job.job_id,
        status: job.status,
        message: created ? `Ingestion started for ${what}` : `An ingestion is already under way for ${what}`,
        poll_url: `/api/v1/ingest/jobs/${job.job_id}`,
      },
      200,
    );
  });
}

function addJobRoutes(api: Api, ports: IngestPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const list = createRoute({
    method: 'get',
    path: '/api/v1/ingest/jobs',
    operationId: 'list_jobs',
    summary: 'Jobs of the repositories that the caller may read, newest first',
    middleware: [signedIn],
    request: { query: z.object({ limit: queryInteger({ min: 1, max: 100, default: 20 }) }) },
    responses: { ...jsonResponse(z.array(jobBodySchema), 'The newest jobs'), ...failures(401, 422) },
  });
  api.openapi(list, async (c) => {
    const jobs = await listVisibleJobs(ports, await accessOfUser(ports, c.get('identity')), c.req.valid('query').limit);
    return c.json(jobs.map(jobBody), 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/api/v1/ingest/jobs/{job_id}',
    operationId: 'get_job',
    summary: 'One job',
    middleware: [signedIn],
    request: { params: z.object({ job_id: z.string().max(200).openapi({ format: 'uuid' }) }) },
    responses: { ...jsonResponse(jobBodySchema, 'The job'), ...failures(401, 404, 422) },
  });
  api.openapi(one, async (c) => {
    const access = await accessOfUser(ports, c.get('identity'));
    return c.json(jobBody(await readableJob(ports, access, c.req.valid('param').job_id)), 200);
  });
}
