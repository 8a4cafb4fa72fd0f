/**
 * What the platform did not take of what a run says of its head: among the deliveries of the repository, and as what is wrong
 * there for as long as it stays so. The doctor shows both, with what helps.
 */
import { PLATFORM_REFUSALS, platformRefusals } from '../../../documents/deliveries.ts';
import type { PlatformRefusalKind } from '../../../documents/deliveries.ts';
import { repositoryStands } from '../../../documents/repositories.ts';
import type { ReviewRun } from '../../../documents/reviews.ts';
import type { AppError } from '../../../model/errors.ts';
import type { Ports } from '../../../ports.ts';
import { noteDelivery } from '../../work/delivery-notes.ts';
import { later } from '../../work/lease.ts';

type Run = Pick<ReviewRun, 'repo_key' | 'owner' | 'repo_name' | 'pr_number'>;
type NotePorts = Pick<Ports, 'clock' | 'log' | 'store'>;

const KEPT_MS = 8 * 24 * 3_600_000;

export async function noteRefused(
  ports: NotePorts,
  { repo_key, owner, repo_name: name, pr_number: number }: Run,
  kind: PlatformRefusalKind,
  { message: reason }: AppError,
): Promise<void> {
  const pr = `${owner}/${name}#${number}`;
  const about = { event: kind, action: null, delivery: null, job_id: null, pr };
  await noteDelivery(ports, repo_key, { ...about, status: 'failed', reason });
  const now = ports.clock.now();
  const refusal = { at: now.toISOString(), pr, reason, expires_at: later(now, KEPT_MS) };
  await quietly(ports, () =>
    ports.store.transaction(async (tx) => {
      if (await repositoryStands(tx, repo_key)) platformRefusals.set(tx, { repo_key, kind }, refusal);
    }),
  );
}

/** The platform took one of the kind: what was wrong is mended. */
export async function noteTaken(
  ports: NotePorts,
  { repo_key }: Pick<Run, 'repo_key'>,
  kind: PlatformRefusalKind,
): Promise<void> {
  await quietly(ports, async () => {
    const key = { repo_key, kind };
    if ((await platformRefusals.get(ports.store, key)) !== undefined) await platformRefusals.delete(ports.store, key);
  });
}

/** No run fails for what is noted of it. */
async function quietly({ log }: Pick<Ports, 'log'>, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    log.warn('What the platform did not take could not be noted', { error });
  }
}

/** What it has not taken yet, the newest of each kind. */
export async function refusedByPlatform(
  { clock, store }: Pick<Ports, 'clock' | 'store'>,
  repoKey: string,
): Promise<{ kind: PlatformRefusalKind; at: string; reason: string }[]> {
  const now = clock.now().toISOString();
  const found = await platformRefusals.getAll(
    store,
    PLATFORM_REFUSALS.map((kind) => ({ repo_key: repoKey, kind })),
  );
  return PLATFORM_REFUSALS.flatMap((kind, at) => {
    const refusal = found[at];
    return refusal === undefined || refusal.expires_at <= now ? [] : [{ kind, at: refusal.at, reason: refusal.reason }];
  });
}
