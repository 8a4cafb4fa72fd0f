/**
 * Why a webhook does nothing: what arrived for a repository and what became of it, what is wrong and how it is mended. Who
 * may change a repository sees its deliveries; what was refused, whosever it was, is for operators (OPERATORS).
 *
 *     GET /api/v1/doctor?repo_owner=ada&repo_name=engine
 *     {"repositories": [{"owner": "ada", "repo_name": "engine", "deliveries": […], "problems": [{"problem": …, "fix": …}]}], …}
 */
import { createRoute, z } from '@hono/zod-openapi';
import { deliveryNoteSchema, refusalSchema } from '../../documents/deliveries.ts';
import type { DeliveryNote, PlatformRefusalKind } from '../../documents/deliveries.ts';
import { refusedByPlatform } from '../../jobs/reviews/checks/note-refused.ts';
import { lastDeliveries, lastRefusals } from '../../jobs/work/delivery-notes.ts';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { accessOfUser, readableRepository, type Caller } from '../access/access.ts';
import { findUser } from '../access/users.ts';
import { visibleRepositories } from '../access/visible-repositories.ts';
import { requireWriteAccess, type WritePorts } from '../access/write-access.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { ownerSchema, repoNameSchema } from '../http/inputs.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';
import { addDoctorTest, isOwnTest, type DoctorTestPorts } from './doctor-test.ts';

export type DoctorPorts = WritePorts & DoctorTestPorts & Pick<Ports, 'identity' | 'log' | 'settings'>;

/** Of one repository that is asked for, and of each where none is. */
const MANY = 50;
const FEW = 5;
const MOST_REPOSITORIES = 20;

const problemSchema = z.object({ problem: z.string(), fix: z.string() });
type Problem = z.infer<typeof problemSchema>;

const doctorSchema = z
  .object({
    webhook_path: z.string(),
    events: z.array(z.string()),
    repositories: z.array(
      z.object({
        owner: z.string(),
        repo_name: z.string(),
        branch: z.string().nullable(),
        deliveries: z.array(deliveryNoteSchema),
        problems: z.array(problemSchema),
      }),
    ),
    refused: z.array(refusalSchema).nullable(),
  })
  .openapi('Doctor');

const filterSchema = z.object({ repo_owner: ownerSchema.optional(), repo_name: repoNameSchema.optional() });

/** Of one repository the caller may have to ask the platform for the right; otherwise those that the caller indexed are told. */
async function repositoriesFor(
  ports: DoctorPorts,
  caller: Caller,
  { repo_owner: owner, repo_name: name }: z.infer<typeof filterSchema>,
): Promise<RepositoryRecord[]> {
  const { uid } = caller;
  const access = await accessOfUser(ports, caller);
  if (owner === undefined && name === undefined) {
    const own = (await visibleRepositories(ports, access)).filter(({ record }) => record.indexed_by === uid);
    return own.slice(0, MOST_REPOSITORIES).map(({ record }) => record);
  }
  if (owner === undefined || name === undefined)
    throw new AppError('bad_request', 'repo_owner and repo_name name one repository together: give both, or none');
  const record = await readableRepository(ports, access, owner, name);
  await requireWriteAccess(ports, uid, record);
  return [record];
}

/** As each platform calls them where a webhook is made. */
const HOOKS: Record<Ports['settings']['scmKind'], { secret: string; events: readonly string[] }> = {
  github: {
    secret: 'the content type application/json, the secret that SCM_WEBHOOK_SECRET holds',
    events: ['push', 'pull_request', 'issue_comment', 'pull_request_review_comment', 'repository'],
  },
  gitea: {
    secret: 'the content type application/json, the secret that SCM_WEBHOOK_SECRET holds',
    events: ['Push', 'Pull Request', 'Issue Comment', 'Pull Request Comment'],
  },
  gitlab: {
    secret: 'the secret token that SCM_WEBHOOK_TOKEN holds (or a signing token, SCM_WEBHOOK_SECRET)',
    events: ['Push events', 'Comments', 'Merge request events', 'Project events (of a group)'],
  },
};

const PERMISSIONS: Record<PlatformRefusalKind, { what: string; fix: string }> = {
  check: {
    what: 'a check on a head commit',
    fix:
      'Give the app the permission Checks: write, or Commit statuses: write (without an app, whoever indexed the ' +
      'repository needs the right to write statuses), and accept it where the app is installed.',
  },
  'code scanning': {
    what: 'findings for code scanning',
    fix:
      'Give the app the permission Code scanning alerts: write, accept it where the app is installed, and see that code ' +
      'scanning is switched on for the repository. The next review that is a whole one uploads again.',
  },
};

async function platformProblems(ports: DoctorPorts, repoKey: string): Promise<Problem[]> {
  return (await refusedByPlatform(ports, repoKey)).map(({ kind, at, reason }) => {
    const { what, fix } = PERMISSIONS[kind];
    return { problem: `The platform did not take ${what} (${at.slice(0, 16)}Z): ${reason}.`, fix };
  });
}

async function problemsOf(
  ports: DoctorPorts,
  record: RepositoryRecord,
  deliveries: readonly DeliveryNote[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  // Where the platform is asked, nothing has to arrive.
  if (deliveries.every(isOwnTest) && !ports.settings.polling) {
    problems.push({
      problem: 'No webhook of this repository has arrived within the last 8 days.',
      fix:
        'In the repository’s settings on the platform, add a webhook with the address below, ' +
        `${HOOKS[ports.settings.scmKind].secret}, and the events listed here. Its page there says what was answered: 403 ` +
        'means that the secrets differ.',
    });
  }
  problems.push(...(await platformProblems(ports, repoKeyOf(record.owner, record.repo_name))));
  if (record.named_now != null) {
    problems.push({
      problem: `The platform calls this repository ${record.named_now} now.`,
      fix: `Index ${record.named_now}, which is followed and reviewed by that name, then delete this one: what it holds of before stays until then.`,
    });
  }
  if (record.ingestion_status === 'failed') {
    problems.push({
      problem: 'The last ingestion failed.',
      fix: 'Open the repository’s page, read the cause at its last job, and index it again.',
    });
  }
  if (!ports.settings.gatewayConfigured) {
    problems.push({
      problem: 'No model is configured: reviews hold what the linters find, and nothing else.',
      fix: 'Set GATEWAY_API_KEY and GATEWAY_BASE_URL, and deploy again.',
    });
  }
  return problems;
}

async function doctorOf(ports: DoctorPorts, caller: Caller, filter: z.infer<typeof filterSchema>) {
  const records = await repositoriesFor(ports, caller, filter);
  const limit = records.length === 1 ? MANY : FEW;
  const login = (await findUser(ports, caller.uid))?.scmUsername.toLowerCase() ?? '';
  const repositories = records.map(async (record) => {
    const { owner, repo_name, branch } = record;
    const notes = await lastDeliveries(ports, repoKeyOf(owner, repo_name), limit);
    const deliveries = notes.map((note) => deliveryNoteSchema.parse(note));
    return { owner, repo_name, branch, deliveries, problems: await problemsOf(ports, record, deliveries) };
  });
  return {
    webhook_path: '/api/v1/webhook/onComment',
    events: [...HOOKS[ports.settings.scmKind].events],
    repositories: await Promise.all(repositories),
    refused: ports.settings.operators.includes(login) ? await lastRefusals(ports) : null,
  };
}

export function createDoctorApi(ports: DoctorPorts): Api {
  const api = createApi('doctor', ports);
  const signedIn = authenticate(ports);
  addDoctorTest(api, ports, signedIn);
  const route = createRoute({
    method: 'get',
    path: '/api/v1/doctor',
    operationId: 'get_doctor',
    summary: 'What arrived by webhook, what became of it, and how to mend what is wrong',
    middleware: [signedIn],
    request: { query: filterSchema },
    responses: {
      ...jsonResponse(doctorSchema, 'Of one repository, or of those that the caller indexed; `refused` for operators'),
      ...failures(400, 401, 403, 404, 422, 502),
    },
  });
  api.openapi(route, async (c) => c.json(await doctorOf(ports, c.get('identity'), c.req.valid('query')), 200));
  return api;
}
