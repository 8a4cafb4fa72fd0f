/**
 * A review that is started without a comment: the same run, the same limits, and the right to write as in all that
 * changes something of a repository.
 *
 *     POST /api/v1/repos/ada/engine/prs/7/reviews  {"command": "full_review", "mode": "deep"}
 *     202 {"run_number": 3, "status": "queued"}
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { existingPull } from '../../documents/reviews.ts';
import { enqueueWork } from '../../jobs/ingest/enqueue-job.ts';
import { startReview } from '../../jobs/reviews/start.ts';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import { RUN_COMMANDS, RUN_MODES } from '../../model/reviews.ts';
import type { PullRequestRecord, RunRecord } from '../../model/reviews.ts';
import type { Ports } from '../../ports.ts';
import { accessOfUser, readableRepository } from '../access/access.ts';
import { existingUser } from '../access/users.ts';
import { requireWriteAccess, type WritePorts } from '../access/write-access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { pathNumber, repositoryParams } from '../http/inputs.ts';
import { acceptedResponse, bodyFailures, jsonBody } from '../http/route-parts.ts';

export type StartReviewPorts = WritePorts & Pick<Ports, 'log' | 'queue' | 'settings'>;

const startSchema = z.strictObject({
  command: z.enum(RUN_COMMANDS),
  mode: z.enum(RUN_MODES).optional(),
});

const startedSchema = z.object({ run_number: z.int(), status: z.literal('queued') }).openapi('ReviewStarted');

const ANSWERS = {
  started: { status: 'started' },
  running: { status: 'running' },
  limited: { status: 'limited' },
  spent: { status: 'spent' },
};

interface Asked {
  uid: string;
  number: number;
  command: RunRecord['command'];
  /** undefined: the repository's configuration decides, or the deployment. */
  mode: RunRecord['mode'] | undefined;
}

async function start(ports: StartReviewPorts, repository: RepositoryRecord, asked: Asked): Promise<number> {
  const { owner, repo_name: name } = repository;
  const key = { repo_key: repoKeyOf(owner, name), pr_number: asked.number };
  const [user, pull] = await Promise.all([existingUser(ports, asked.uid), existingPull(ports.store, key)]);
  if (pull.state !== 'open')
    throw new AppError('conflict', `Pull request #${asked.number} is ${pull.state}: there is nothing to review`);
  const started = await startReview(
    ports,
    {
      repoKey: key.repo_key,
      owner,
      repoName: name,
      pull: factsOf(pull),
      command: asked.command,
      mode: asked.mode ?? ports.settings.reviewMode,
      modeGiven: asked.mode !== undefined,
      automatic: false,
      login: user.scmUsername,
      commentId: 0,
      deliveries: [],
    },
    ANSWERS,
  );
  if (started === undefined)
    throw new AppError('conflict', `Repository ${owner}/${name} is not indexed yet: index it first`);
  await enqueueWork(ports, started.work);
  const { status } = started.answer;
  if (status === 'limited') {
    const most = ports.settings.reviewsPerHour;
    throw new AppError('rate_limited', `At most ${most} reviews an hour are started in a repository: try again later`);
  }
  if (status === 'spent') {
    const most = ports.settings.tokensPerDay;
    throw new AppError('rate_limited', `This repository has used its ${most} tokens of today (UTC)`);
  }
  if (status === 'running') throw new AppError('conflict', 'A review is already running for this pull request');
  const run = started.work?.kind === 'task' ? started.work.payload['run_number'] : undefined;
  if (typeof run !== 'number') throw new Error('A review was started without a task');
  return run;
}

function factsOf(pull: PullRequestRecord) {
  return {
    number: pull.number,
    title: pull.title,
    state: pull.state,
    author: pull.author,
    url: pull.url,
    headSha: pull.head_sha,
    headRef: pull.head_ref,
    baseRef: pull.base_ref,
    createdAt: pull.opened_at,
    updatedAt: pull.platform_updated_at,
    closedAt: pull.closed_at,
    mergedAt: pull.merged_at,
    fromFork: pull.from_fork,
  };
}

export function addStartReview(api: Api, ports: StartReviewPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'post',
    path: '/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews',
    operationId: 'start_review',
    summary: 'Start a review run; needs push permission, or to have indexed the repository',
    middleware: [signedIn],
    request: { params: repositoryParams.extend({ pr_number: pathNumber() }), body: jsonBody(startSchema) },
    responses: {
      ...acceptedResponse(startedSchema, 'The run that will begin'),
      ...bodyFailures(400, 401, 403, 404, 409, 422, 429, 502),
    },
  });
  api.openapi(route, async (c) => {
    const { uid } = c.get('identity');
    const { owner, repo, pr_number: number } = c.req.valid('param');
    const record = await readableRepository(ports, await accessOfUser(ports, c.get('identity')), owner, repo);
    await requireWriteAccess(ports, uid, record);
    const { command, mode } = c.req.valid('json');
    return c.json(
      { run_number: await start(ports, record, { uid, number, command, mode }), status: 'queued' as const },
      202,
    );
  });
}
