/**
 * Repositories that the platform calls by another name than they were indexed by: renamed, or transferred to another owner. What
 * is stored of one is stored by its name, so it stays as it is, and its doctor says what to do. The platform's id, which
 * survives both, tells that the two are one.
 *
 *     ada/engine (id 7) was indexed; a push of ada/motor (id 7)   ─▶   named_now: "ada/motor" on the record of ada/engine
 */
import { isStanding, repositories } from '../../documents/repositories.ts';
import type { Job } from '../../documents/jobs.ts';
import { followedRepository, startUpdate, type UpdatePorts } from '../../jobs/ingest/update.ts';
import type { Answered } from '../../jobs/work/deliveries.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import type { RepositoryEvent } from './payloads.ts';

type Named = NonNullable<RepositoryEvent['repository']>;

/** Records of one repository: each name that it had when somebody indexed it. */
const MOST_NAMES = 10;

export async function noteName({ store }: Pick<Ports, 'store'>, repoKey: string, name: string | null): Promise<void> {
  await store.transaction(async (tx) => {
    const record = await repositories.get(tx, { repo_key: repoKey });
    if (!isStanding(record) || (record.named_now ?? null) === name) return;
    repositories.update(tx, { repo_key: repoKey }, { named_now: name });
  });
}

/** The answer to an event of a name that is not indexed, when the repository is by another one; undefined when it is not. */
export async function answerMoved(
  ports: UpdatePorts,
  { owner, name, id, private: isPrivate }: Named,
  delivery: string,
): Promise<(Answered & { job?: Job | undefined }) | undefined> {
  if (id === undefined) return undefined;
  const found = await repositories.query(ports.store, {}, { where: [['platform_id', '==', id]], limit: MOST_NAMES });
  const own = repoKeyOf(owner, name);
  const former = found.find(({ id: key, doc }) => key !== own && isStanding(doc));
  if (former === undefined) return undefined;
  const now = repoIdOf(owner, name);
  await noteName(ports, former.id, now);
  const reason = `The repository is indexed as ${former.doc.full_name}: index it as ${now}, its name by now`;
  const outcome = { answer: { status: 'ignored', reason }, work: null };
  if (isPrivate !== true || former.doc.private) return outcome;
  // Hidden at once, as by an event of its own name.
  const followed = await followedRepository(ports, former.id);
  const request = { kind: 'push', repoKey: former.id, delivery, private: true, answer: () => outcome.answer } as const;
  const started = followed === undefined ? undefined : await startUpdate(ports, request, followed);
  return { ...outcome, job: started?.job };
}
