/**
 * Figures about reviews: the dashboard's over all repositories that the caller may read, and one repository's. They are
 * sums of day figures that triggers keep (analytics/day-figures.ts): a request reads one document a repository and
 * scans nothing.
 *
 *     GET /api/v1/repos/ada/engine/analytics?from=2026-11-01&to=2026-11-28
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { sumDays } from '../../analytics/day-figures.ts';
import { activeDays, addToDate, dailyActivity, dateOf, figuresFrom } from '../../analytics/figures.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Ports } from '../../ports.ts';
import { accessOfUser, readableKey, type Caller } from '../access/access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { ownerSchema, repoNameSchema } from '../http/inputs.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';
import { daysOf, visibleRepositories } from '../access/visible-repositories.ts';

type AnalyticsPorts = Pick<Ports, 'store' | 'clock'>;

const DEFAULT_DAYS = 30;
/** A leap year. */
const MOST_DAYS = 366;

const figures = {
  issues_raised: z.int(),
  issues_resolved: z.int(),
  addressed_rate: z.number().min(0).max(1),
  prs_per_week: z.number(),
  avg_merge_hours: z.number().nullable(),
};
const fiveFiguresSchema = z.object(figures);

const dashboardSchema = z
  .object({
    connected_repositories: z.int(),
    reviewed_prs: z.int(),
    review_runs: z.int(),
    issues_raised: z.int(),
    addressed_rate: z.number().min(0).max(1),
    prs_per_week: z.number(),
    avg_merge_hours: z.number().nullable(),
  })
  .openapi('DashboardStats');

const globalSchema = z
  .object({
    ...figures,
    daily: z.array(z.object({ repo_id: z.string(), date: z.string(), bugs_caught: z.int(), issues_resolved: z.int() })),
  })
  .openapi('GlobalAnalytics');

const repositorySchema = z
  .object({
    ...figures,
    daily_activity: z.array(
      z.object({ date: z.string(), bugs_caught: z.int(), issues_resolved: z.int(), review_runs: z.int() }),
    ),
  })
  .openapi('RepositoryAnalytics');

/**
 * A date that exists: 2026-02-30 does not. What is none ends the validation: ranges are only made of dates. Dates are
 * compared as text, so they and those around them have four digits of a year.
 */
const dateSchema = z
  .string()
  .regex(/^(19[7-9]|2\d\d)\d-\d{2}-\d{2}$/, { error: 'Expected a date such as 2026-11-28', abort: true })
  .refine(
    (text) => {
      const time = new Date(`${text}T00:00:00Z`);
      return !Number.isNaN(time.getTime()) && dateOf(time) === text;
    },
    { error: 'Not a date of the calendar', abort: true },
  )
  .openapi({ format: 'date' });

interface Range {
  from: string;
  to: string;
}

/** Both days are included. Without a range: the 30 days that end today. */
function rangeOf(asked: { from?: string | undefined; to?: string | undefined }, now: Date): Range {
  const to = asked.to ?? dateOf(now);
  return { from: asked.from ?? addToDate(to, 1 - DEFAULT_DAYS), to };
}

function rangeQuery(ports: Pick<Ports, 'clock'>) {
  return z.object({ from: dateSchema.optional(), to: dateSchema.optional() }).superRefine((asked, context) => {
    const { from, to } = rangeOf(asked, ports.clock.now());
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['from'], message });
    if (from > to) refuse('The range ends before it begins');
    else if (addToDate(from, MOST_DAYS) <= to) refuse(`At most ${MOST_DAYS} days`);
  });
}

async function dashboardStats(ports: AnalyticsPorts, caller: Caller) {
  const visible = await visibleRepositories(ports, await accessOfUser(ports, caller));
  const keys = visible.map(({ key }) => key);
  const all = figuresFrom(sumDays(await daysOf(ports, keys)), ports.clock.now());
  return dashboardSchema.parse({ connected_repositories: visible.length, ...all });
}

async function globalAnalytics(ports: AnalyticsPorts, caller: Caller, { from, to }: Range) {
  const visible = await visibleRepositories(ports, await accessOfUser(ports, caller));
  const keys = visible.map(({ key }) => key);
  const days = await daysOf(ports, keys);
  const daily = visible.flatMap(({ record }, at) =>
    activeDays(days[at] ?? {}, from, to).map(({ date, bugs_caught, issues_resolved }) => ({
      repo_id: repoIdOf(record.owner, record.repo_name),
      date,
      bugs_caught,
      issues_resolved,
    })),
  );
  daily.sort((a, b) => a.date.localeCompare(b.date) || a.repo_id.localeCompare(b.repo_id));
  return { ...fiveFiguresSchema.parse(figuresFrom(sumDays(days), ports.clock.now())), daily };
}

export function addAnalyticsRoutes(api: Api, ports: AnalyticsPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const stats = createRoute({
    method: 'get',
    path: '/api/v1/repos/dashboard/stats',
    operationId: 'get_dashboard_stats',
    summary: 'Figures over all repositories that the caller may read',
    middleware: [signedIn],
    responses: { ...jsonResponse(dashboardSchema, 'As of now'), ...failures(401) },
  });
  api.openapi(stats, async (c) => c.json(await dashboardStats(ports, c.get('identity')), 200));

  const everywhere = createRoute({
    method: 'get',
    path: '/api/v1/repos/dashboard/analytics',
    operationId: 'get_dashboard_analytics',
    summary: 'The same with each repository’s active days; the figures are of all time, the days of the range',
    middleware: [signedIn],
    request: { query: rangeQuery(ports) },
    responses: { ...jsonResponse(globalSchema, 'Days without findings are left out'), ...failures(401, 422) },
  });
  api.openapi(everywhere, async (c) => {
    const range = rangeOf(c.req.valid('query'), ports.clock.now());
    return c.json(await globalAnalytics(ports, c.get('identity'), range), 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/analytics',
    operationId: 'get_repository_analytics',
    summary: 'One repository’s figures of all time, and every day of the range',
    middleware: [signedIn],
    request: { params: z.object({ owner: ownerSchema, repo: repoNameSchema }), query: rangeQuery(ports) },
    responses: { ...jsonResponse(repositorySchema, 'Days in UTC, the quiet ones too'), ...failures(401, 404, 422) },
  });
  api.openapi(one, async (c) => {
    const { owner, repo } = c.req.valid('param');
    const key = await readableKey(ports, c.get('identity'), owner, repo);
    const now = ports.clock.now();
    const { from, to } = rangeOf(c.req.valid('query'), now);
    const [days = {}] = await daysOf(ports, [key]);
    const body = { ...fiveFiguresSchema.parse(figuresFrom(days, now)), daily_activity: dailyActivity(days, from, to) };
    return c.json(body, 200);
  });
}
