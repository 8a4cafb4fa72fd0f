/**
 * The repositories a caller sees: all public ones and the private ones that the caller's own token has shown. Lists,
 * overviews and dashboards are all about exactly these, so that their numbers agree.
 */
import { aggregates } from '../../documents/figures.ts';
import type { Days } from '../../documents/figures.ts';
import { repositories } from '../../documents/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { mayRead } from './access.ts';
import type { Access } from './access.ts';

/** Each costs a dashboard one read. With more public repositories, the newest ones are shown. */
const MOST_PUBLIC = 1_000;

export interface VisibleRepository {
  key: string;
  record: RepositoryRecord;
}

/** Newest first; those that were never indexed come last. */
export async function visibleRepositories(ports: Pick<Ports, 'store'>, access: Access): Promise<VisibleRepository[]> {
  const privateKeys = [...access.privateKeys];
  const keys = privateKeys.map((key) => ({ repo_key: key }));
  const [open, granted] = await Promise.all([
    repositories.query(
      ports.store,
      {},
      { where: [['private', '==', false]], orderBy: [['ingested_at', 'desc']], limit: MOST_PUBLIC },
    ),
    repositories.getAll(ports.store, keys),
  ]);
  const found = new Map<string, RepositoryRecord | undefined>([
    ...open.map(({ id, doc }) => [id, doc] as const),
    ...privateKeys.map((key, at) => [key, granted[at]] as const),
  ]);
  const visible: VisibleRepository[] = [];
  for (const [key, record] of found) {
    if (record !== undefined && mayRead(access, record, key)) visible.push({ key, record });
  }
  return visible.sort((a, b) => newestFirst(a.record, b.record));
}

function newestFirst(a: RepositoryRecord, b: RepositoryRecord): number {
  const order = (b.ingested_at ?? '').localeCompare(a.ingested_at ?? '');
  return order === 0 ? a.full_name.localeCompare(b.full_name) : order;
}

/** The repositories' day figures, in their order: one read each. */
export async function daysOf(ports: Pick<Ports, 'store'>, keys: readonly string[]): Promise<Days[]> {
  const found = await aggregates.getAll(
    ports.store,
    keys.map((key) => ({ repo_key: key })),
  );
  return found.map((aggregate) => aggregate?.days ?? {});
}
