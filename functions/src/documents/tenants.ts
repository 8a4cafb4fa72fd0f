/**
 * Every collection there is, and what the deletion of a repository or a user takes of them. A new collection is added to
 * the list, and says with its declaration whose its documents are.
 */
import type { StorePort } from '../ports.ts';
import { agentClients, agentCodes, agentGrants, agentRegistrations, agentTokens } from './agents.ts';
import { openChecks, pendingReviews, tokenBudgets } from './automatic.ts';
import type { AnyCollection, Retention } from './collection.ts';
import { auditEntries, removals } from './audit.ts';
import { answers, dismissals } from './dismissals.ts';
import { deliveries, deliveryNotes, platformRefusals, refusedDeliveries } from './deliveries.ts';
import { aggregates, events, subjects } from './figures.ts';
import { jobs, shards } from './jobs.ts';
import { answerLimits, ingestionLimits, replyLimits, reviewLimits, supportLimits, testLimits } from './limits.ts';
import { polls } from './polls.ts';
import { hidden, repositories } from './repositories.ts';
import { activeRuns, issues, pullRequests, reviewRuns, runSteps, untoldRuns } from './reviews.ts';
import { personalTokens } from './personal-tokens.ts';
import { grants, pendingInstallations, supportQueries, toolsConfigs, users } from './users.ts';

/**
 * In the order in which a deletion goes through them: an event's trigger reads the event before it writes figures, so
 * events go first.
 */
export const COLLECTIONS: readonly AnyCollection[] = [
  events,
  aggregates,
  subjects,
  pullRequests,
  reviewRuns,
  runSteps,
  issues,
  answers,
  dismissals,
  auditEntries,
  activeRuns,
  untoldRuns,
  pendingReviews,
  openChecks,
  tokenBudgets,
  deliveryNotes,
  platformRefusals,
  reviewLimits,
  replyLimits,
  answerLimits,
  polls,
  jobs,
  shards,
  repositories,
  personalTokens,
  agentCodes,
  agentTokens,
  agentGrants,
  grants,
  toolsConfigs,
  ingestionLimits,
  supportLimits,
  testLimits,
  supportQueries,
  users,
  hidden,
  deliveries,
  refusedDeliveries,
  pendingInstallations,
  agentClients,
  agentRegistrations,
  removals,
];

type Deletes = Pick<StorePort, 'deleteTree' | 'query' | 'transaction'>;

/** Documents deleted in one transaction. */
const PAGE = 500;

/** `pull requests of repository 4f…`: the part of the path up to the tenant's own key, or the collection below it. */
function treeOf({ template }: AnyCollection, tenant: string): string {
  const parts = template.split('/');
  const at = parts.findIndex((part) => part.startsWith('{'));
  const own = [...parts.slice(0, at), tenant];
  // Of a collection below the tenant's own document all documents are meant.
  return (at === parts.length - 1 ? own : [...own, ...parts.slice(at + 1, -1)]).join('/');
}

async function deleteByField(store: Deletes, collection: string, field: string, tenant: string): Promise<void> {
  for (;;) {
    const found = await store.query({ collection, where: [[field, '==', tenant]], limit: PAGE });
    if (found.length > 0) {
      await store.transaction(async (tx) => {
        for (const { id } of found) tx.delete(`${collection}/${id}`);
      });
    }
    if (found.length < PAGE) return;
  }
}

/**
 * Deletes what the collections say is the tenant's; `tenant` is the repository's key or the user's id. What a collection
 * deletes by its own rules (jobs, the repository's record) is left to the caller. Repeat it until it resolves.
 */
export async function deleteDocumentsOf(store: Deletes, of: 'repository' | 'user', tenant: string): Promise<void> {
  for (const each of COLLECTIONS) {
    const { tenant: whose }: Retention = each.retention;
    if (whose.of !== of) continue;
    if (whose.by === 'path') await store.deleteTree(treeOf(each, tenant));
    if (whose.by === 'field') await deleteByField(store, each.template.split('/')[0] ?? '', whose.field, tenant);
  }
}
