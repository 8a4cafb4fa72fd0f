/**
 * Makes a project's dashboard and alert policies what the files of `monitoring/` say: what is missing is created, what
 * differs is changed, what is the same is left alone. The dashboard is known by its name, a policy by its label
 * `reviewgraph_alert`, which is its file's name. Who is told (notification channels) and whether a policy is switched on stay
 * as they were set in the project, unless channels are given here. Nothing is ever deleted.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { change, create, listAll } from './monitoring-api.ts';
import type { MonitoringApi, Resource } from './monitoring-api.ts';

export interface MonitoringFiles {
  dashboard: Resource;
  /** By their label. */
  alerts: Map<string, Resource>;
}

export interface Applied {
  what: 'dashboard' | 'alert policy';
  name: string;
  done: 'created' | 'changed' | 'unchanged';
}

export interface ApplyOptions {
  project: string;
  /** Whom all policies tell: `projects/p/notificationChannels/123`; none given leaves what there is. */
  channels: string[];
  /** Says what would be done, and does nothing. */
  dryRun: boolean;
}

const LABEL = 'reviewgraph_alert';
const fileSchema = z.record(z.string(), z.unknown());
const labelled = z.object({ userLabels: z.object({ [LABEL]: z.string() }) });

function readJson(path: string): Resource {
  return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** The files below `folder`: `dashboard.json`, `alerts/<label>.json`. */
export function readMonitoring(folder: string): MonitoringFiles {
  const names = readdirSync(join(folder, 'alerts')).sort();
  const alerts = names.map((file) => {
    const alert = readJson(join(folder, 'alerts', file));
    const label = labelled.parse(alert).userLabels[LABEL] ?? '';
    if (`${label}.json` !== file) throw new Error(`alerts/${file} has the label ${label}, not its file's name`);
    return [label, alert] as const;
  });
  return { dashboard: readJson(join(folder, 'dashboard.json')), alerts: new Map(alerts) };
}

/** Whether all that `wanted` says stands in `found`, which the service has filled up with defaults. */
export function covers(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return false;
    return wanted.every((item, at) => covers(found[at], item));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof found !== 'object' || found === null) return false;
    return Object.entries(wanted).every(([key, item]) => covers((found as Resource)[key], item));
  }
  return found === wanted;
}

function only(found: Resource[], what: string): Resource | undefined {
  if (found.length < 2) return found[0];
  const names = found.map(({ name }) => String(name)).join(', ');
  throw new Error(`There are several of ${what}: ${names}. Delete or rename those that are not meant.`);
}

async function applyDashboard(
  api: MonitoringApi,
  { project, dryRun }: ApplyOptions,
  wanted: Resource,
): Promise<Applied> {
  const collection = `v1/projects/${project}/dashboards`;
  const name = z.string().parse(wanted['displayName']);
  const found = only(
    (await listAll(api, collection)).filter(({ displayName }) => displayName === name),
    `the dashboard ${name}`,
  );
  const said = (done: Applied['done']): Applied => ({ what: 'dashboard', name, done });
  if (found === undefined) {
    if (!dryRun) await create(api, collection, wanted);
    return said('created');
  }
  if (covers(found, wanted)) return said('unchanged');
  // The version that was read: somebody else's change in between is refused, not overwritten.
  const { name: path, etag } = z.object({ name: z.string(), etag: z.string() }).parse(found);
  if (!dryRun) await change(api, `v1/${path}`, { ...wanted, name: path, etag });
  return said('changed');
}

/** Fields of a policy that the files say. */
const SAID = ['displayName', 'documentation', 'userLabels', 'severity', 'combiner', 'conditions', 'alertStrategy'];

async function applyAlert(
  api: MonitoringApi,
  { project, channels, dryRun }: ApplyOptions,
  existing: Resource[],
  [label, said]: [string, Resource],
): Promise<Applied> {
  const wanted = channels.length === 0 ? said : { ...said, notificationChannels: channels };
  const has = (policy: Resource) => labelled.safeParse(policy).data?.userLabels[LABEL] === label;
  const found = only(existing.filter(has), `the alert policy ${label}`);
  const outcome = (done: Applied['done']): Applied => ({ what: 'alert policy', name: label, done });
  if (found === undefined) {
    if (!dryRun) await create(api, `v3/projects/${project}/alertPolicies`, wanted);
    return outcome('created');
  }
  if (covers(found, wanted)) return outcome('unchanged');
  const fields = channels.length === 0 ? SAID : [...SAID, 'notificationChannels'];
  if (!dryRun) await change(api, `v3/${z.string().parse(found['name'])}`, wanted, fields);
  return outcome('changed');
}

export async function applyMonitoring(
  api: MonitoringApi,
  files: MonitoringFiles,
  options: ApplyOptions,
): Promise<Applied[]> {
  const applied = [await applyDashboard(api, options, files.dashboard)];
  const existing = await listAll(api, `v3/projects/${options.project}/alertPolicies`);
  for (const alert of files.alerts) applied.push(await applyAlert(api, options, existing, alert));
  return applied;
}
