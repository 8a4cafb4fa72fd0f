/**
 * The trees of a run's commits (pin-commits.ts), and what differs between them. They are fetched anew by each worker; the
 * pins make that give the same.
 */
import type { ReviewRun } from '../../documents/reviews.ts';
import { coverageSchema } from '../../model/coverage.ts';
import { AppError } from '../../model/errors.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, Settings, Snapshot } from '../../ports.ts';
import { seenLines, type SeenLines } from '../../review/coverage/seen-lines.ts';
import { changeBetween, type Change, type Earlier, type ReviewedPaths } from './change/change.ts';
import { configurationOf, type Configuration } from './configuration.ts';
import type { Pins } from './pin-commits.ts';
import { runSteps } from './run-steps.ts';
import { withoutSecrets } from './change/without-secrets.ts';
import { repositoryToken } from '../snapshots/repository-token.ts';

export type GatherPorts = Pick<
  Ports,
  'clock' | 'git' | 'linters' | 'log' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'
>;

/** Of the head that is posted on. */
export interface Gathered extends Change {
  pins: Pins;
  /** Absent for a folder of this machine: the defaults hold. */
  configuration?: Configuration;
  /** Of the head that is looked at: the same change unless that moved; undefined when its commits are gone by now. */
  looked: Change | undefined;
  close(): Promise<void>;
}

/** `bad_request` when the changed repository is larger than MAX_CLONE_MB. */
export async function gatherChange(
  ports: GatherPorts,
  run: ReviewRun,
  repository: RepositoryRecord,
  pinned: Pins,
  signal: AbortSignal,
): Promise<Gathered> {
  const token = await repositoryToken(ports, repository);
  const url = ports.scm.cloneUrl(run.owner, run.repo_name);
  const known = await withCoverage(ports, run, pinned);
  const { pins, snapshotOf, close } = await fetchPinned(ports, { url, token, signal }, known.pins);
  const [head, base] = [snapshotOf(pins.head), snapshotOf(pins.base)];
  if (head === undefined || base === undefined) throw new Error('two commits were asked for');
  const { config_commit: commit = null } = pins;
  const settled = commit === null ? undefined : snapshotOf(commit);
  const configuration = await configurationOf(ports.settings, runSteps(ports, run), commit, settled);
  const earlier = earlierOf(pins, snapshotOf, known.seen);
  const others = [pins.title, pins.body];
  const found = await changeBetween(base, head, earlier, configuration.config);
  const whole = asksModel(ports.settings, run, configuration);
  const { change, others: words } = await withoutSecrets(ports.linters, found, { others, whole, signal });
  const looked = await lookedAt(ports, {
    pins,
    snapshotOf,
    posted: change,
    earlier,
    config: configuration.config,
    whole,
    signal,
  });
  const [title = '', body = ''] = words;
  return { ...change, pins: { ...pins, title, body }, configuration, looked, close };
}

/** Whether a model will read more of the files than the diff shows. */
export function asksModel(
  { gatewayConfigured }: Pick<Settings, 'gatewayConfigured'>,
  { command }: Pick<ReviewRun, 'command'>,
  configuration: Configuration | undefined,
): boolean {
  return gatewayConfigured && command !== 'lint' && configuration?.config.mode !== 'facts';
}

type SnapshotOf = (commit: string) => Snapshot | undefined;

function earlierOf({ previous }: Pins, snapshotOf: SnapshotOf, seen: SeenLines | undefined): Earlier | undefined {
  if (previous === null) return undefined;
  const [head, base] = [snapshotOf(previous.head), snapshotOf(previous.base)];
  return head === undefined || base === undefined ? undefined : { base, head, seen };
}

interface LookedAt {
  pins: Pins;
  snapshotOf: SnapshotOf;
  posted: Change;
  earlier: Earlier | undefined;
  config: ReviewedPaths;
  whole: boolean;
  signal: AbortSignal;
}

async function lookedAt(
  { linters }: Pick<Ports, 'linters'>,
  { pins: { looked }, snapshotOf, posted, earlier, config, whole, signal }: LookedAt,
): Promise<Change | undefined> {
  if (looked === null) return posted;
  const [head, base] = [snapshotOf(looked.head), snapshotOf(looked.base)];
  if (head === undefined || base === undefined) return undefined;
  const found = await changeBetween(base, head, earlier, config);
  return (await withoutSecrets(linters, found, { whole, signal })).change;
}

/** A run that has not seen everything says what it has seen. Without that nothing counts as reviewed. */
async function withCoverage(
  ports: GatherPorts,
  run: ReviewRun,
  pins: Pins,
): Promise<{ pins: Pins; seen?: SeenLines | undefined }> {
  if (pins.previous === null || pins.previous.run === null) return { pins };
  const earlier = runSteps(ports, { ...run, run_number: pins.previous.run });
  const coverage = await earlier.read('coverage', coverageSchema);
  return coverage === undefined
    ? { pins: { ...pins, previous: null, carried: null } }
    : { pins, seen: seenLines(coverage.seen) };
}

/**
 * Without commits that the host has no longer: without those of the last review all of it is reviewed, and that is said;
 * without those that were looked at nothing of the new head counts as reviewed.
 */
async function fetchPinned(
  ports: GatherPorts,
  options: { url: string; token: string; signal: AbortSignal },
  pins: Pins,
): Promise<{ pins: Pins; snapshotOf: SnapshotOf; close(): Promise<void> }> {
  const needed = [pins.head, pins.base];
  const config = pins.config_commit == null ? [] : [pins.config_commit];
  const looked = pins.looked === null ? [] : [pins.looked.head, pins.looked.base];
  const previous = pins.previous === null ? [] : [pins.previous.head, pins.previous.base];
  const gone = 'The commits of the last review are gone from the platform, so everything was reviewed.';
  const alone: Pins = {
    ...pins,
    previous: null,
    carried: null,
    notes: [...pins.notes, ...(previous.length > 0 ? [gone] : [])],
  };
  const ways: [commits: string[], pins: Pins][] = [[[...needed, ...config, ...looked, ...previous], pins]];
  if (previous.length > 0) ways.push([[...needed, ...config, ...looked], alone]);
  if (looked.length > 0) ways.push([[...needed, ...config], alone]);
  if (config.length > 0) ways.push([needed, alone]);
  for (const [at, [asked, granted]] of ways.entries()) {
    const commits = [...new Set(asked)];
    try {
      const snapshots = await ports.git.fetchCommits({ ...options, commits });
      const close = async (): Promise<void> => {
        for (const snapshot of snapshots) await snapshot.close();
      };
      return { pins: granted, snapshotOf: (commit) => snapshots[commits.indexOf(commit)], close };
    } catch (error) {
      if (at === ways.length - 1 || !(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
  throw new Error('there is at least one way');
}
