/**
 * Writes who did what (documents/audit.ts), in the transaction that does it where there is one. What is done twice with one
 * subject is one entry.
 */
import { randomUUID } from 'node:crypto';
import { auditEntries, removals } from '../../documents/audit.ts';
import type { AuditEntry } from '../../documents/audit.ts';
import { keyOf } from '../../model/ids.ts';
import type { Ports, StoreTransaction } from '../../ports.ts';
import { later } from './lease.ts';

const KEPT_MS = 180 * 24 * 3_600_000;

type Written = Omit<AuditEntry, 'at' | 'pr_number' | 'subject'> & Partial<Pick<AuditEntry, 'pr_number' | 'subject'>>;

/** `occasion`: what it was done by, such as a comment, so that a task that comes again writes it once. */
export function writeAudit(
  tx: Pick<StoreTransaction, 'set'>,
  repoKey: string,
  { actor, action, pr_number = null, subject = null }: Written,
  now: Date,
  occasion: string = randomUUID(),
): void {
  const key = { repo_key: repoKey, entry: keyOf([action, actor, pr_number ?? '', subject ?? '', occasion].join(' ')) };
  const entry = { at: now.toISOString(), actor, action, pr_number, subject };
  auditEntries.set(tx, key, { ...entry, expires_at: later(now, KEPT_MS) });
}

export function writeRemoval(tx: Pick<StoreTransaction, 'set'>, repoKey: string, actor: string, now: Date): void {
  removals.set(tx, { repo_key: repoKey }, { at: now.toISOString(), actor, expires_at: later(now, KEPT_MS) });
}

/** Newest first. A removal stands behind what the repository's own list holds. */
export async function auditOf(
  { store }: Pick<Ports, 'store'>,
  repoKey: string,
  limit: number,
): Promise<{ entries: AuditEntry[]; truncated: boolean }> {
  const [found, removal] = await Promise.all([
    auditEntries.query(store, { repo_key: repoKey }, { orderBy: [['at', 'desc']], limit: limit + 1 }),
    removals.get(store, { repo_key: repoKey }),
  ]);
  const entries: AuditEntry[] = found.map(({ doc }) => doc);
  if (removal !== undefined) {
    const { at, actor } = removal;
    entries.push({ at, actor, action: 'repository_removed', pr_number: null, subject: null });
  }
  const sorted = entries.sort((a, b) => b.at.localeCompare(a.at));
  return { entries: sorted.slice(0, limit), truncated: sorted.length > limit };
}
