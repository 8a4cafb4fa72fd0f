/**
 * Follows repositories by asking the platform, where its webhooks do not reach the service (POLLING). Those asked longest ago
 * come first; a tick ends with its time, and with the first word of the platform that it is asked too much, which is kept
 * for as long as it says.
 */
import { polls } from '../../documents/polls.ts';
import { isStanding, repositories, repositoryStands } from '../../documents/repositories.ts';
import { AppError } from '../../model/errors.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import { later } from '../../jobs/work/lease.ts';
import type { WebhookPorts } from '../webhook/events.ts';
import { pollRepository } from './poll-repository.ts';

type Poll = NonNullable<Awaited<ReturnType<typeof polls.get>>>;

interface Candidate {
  key: string;
  record: RepositoryRecord;
  poll: Poll | undefined;
}

export interface PolledAll {
  repositories: number;
  events: number;
  failed: number;
  /** Not asked about, for want of time or because the platform asked for a pause. */
  left: number;
}

/** When the platform does not say how long. */
const USUAL_WAIT_SECONDS = 300;

async function longestAgoFirst({ store, clock }: WebhookPorts): Promise<Candidate[]> {
  const now = clock.now().toISOString();
  const candidates: Candidate[] = [];
  for await (const page of repositories.readablePages(store, {})) {
    const found = page.flatMap(({ id, doc: record }) =>
      record !== undefined && isStanding(record) && record.ingested_at !== null ? [{ key: id, record }] : [],
    );
    const known = await polls.getAll(
      store,
      found.map(({ key }) => ({ repo_key: key })),
    );
    found.forEach((each, at) => candidates.push({ ...each, poll: known[at] }));
  }
  return candidates
    .filter(({ poll }) => poll?.not_before == null || poll.not_before <= now)
    .sort((a, b) => (a.poll?.polled_at ?? '').localeCompare(b.poll?.polled_at ?? ''));
}

/** Nothing unless POLLING is on, and while automatic work is paused. */
export async function pollPlatform(ports: WebhookPorts, budgetMs: number): Promise<PolledAll> {
  const done: PolledAll = { repositories: 0, events: 0, failed: 0, left: 0 };
  if (!ports.settings.polling || ports.settings.automatic.paused) return done;
  const started = performance.now();
  const candidates = await longestAgoFirst(ports);
  done.left = candidates.length;
  for (const candidate of candidates) {
    if (performance.now() - started > budgetMs) break;
    try {
      done.events += (await pollRepository(ports, candidate.key, candidate.record, candidate.poll)).events;
      done.repositories += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await noteFailure(ports, candidate, error);
      if (error.code === 'rate_limited') break;
      ports.log.warn('A repository could not be polled', { repoKey: candidate.key, error });
      done.failed += 1;
    }
    done.left -= 1;
  }
  return done;
}

/** What was looked at before stays; its turn comes again behind the others. */
async function noteFailure({ store, clock }: WebhookPorts, { key, poll }: Candidate, error: AppError): Promise<void> {
  const now = clock.now();
  const wait = error.code === 'rate_limited' ? (error.retryAfter ?? USUAL_WAIT_SECONDS) : 0;
  const failed = {
    polled_at: now.toISOString(),
    not_before: wait === 0 ? null : later(now, wait * 1000),
    error: error.message,
  };
  const nothing = { head: null, drafts: [], since: now.toISOString() };
  await store.transaction(async (tx) => {
    if (await repositoryStands(tx, key)) polls.set(tx, { repo_key: key }, { ...nothing, ...poll, ...failed });
  });
}
