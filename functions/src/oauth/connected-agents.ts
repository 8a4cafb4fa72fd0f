/** The agents of a user: found by an access token, listed, and ended. */
import { agentGrants, agentTokens, type AgentGrant } from '../documents/agents.ts';
import { AppError } from '../model/errors.ts';
import type { Ports } from '../ports.ts';
import { ACCESS_PREFIX, secretHash } from './random-secrets.ts';

type StoredPorts = Pick<Ports, 'clock' | 'store'>;

/** The last use is noted no more often. */
const NOTED_EVERY_MS = 60_000;

export interface AgentEntry {
  agent_id: string;
  /** As the client calls itself. */
  name: string;
  client_id: string;
  redirect_host: string;
  scopes: AgentGrant['scopes'];
  created_at: string;
  /** To within a minute; null before the first use. */
  last_used_at: string | null;
  expires_at: string;
}

function entryOf(id: string, grant: AgentGrant): AgentEntry {
  const { client_name: name, client_id, redirect_host, scopes, created_at, last_used_at, expires_at } = grant;
  return { agent_id: id, name, client_id, redirect_host, scopes, created_at, last_used_at, expires_at };
}

/** `unauthenticated` for a token that is unknown, expired or revoked, and for one that is for another resource. */
export async function grantOf({ clock, store }: StoredPorts, token: string, resource: string): Promise<AgentGrant> {
  const hash = secretHash(ACCESS_PREFIX, token);
  const found = hash === undefined ? undefined : await agentTokens.get(store, { hash });
  const grant = found && (await agentGrants.get(store, found));
  const now = clock.now();
  const isOver = (time: string): boolean => Date.parse(time) <= now.getTime();
  if (found?.kind !== 'access' || grant === undefined || isOver(found.expires_at) || isOver(grant.expires_at)) {
    throw new AppError('unauthenticated', 'Access token is invalid, expired or revoked: refresh it, or connect again');
  }
  if (grant.resource !== resource) throw new AppError('unauthenticated', `This access token is for ${grant.resource}`);
  if (grant.last_used_at === null || now.getTime() - Date.parse(grant.last_used_at) >= NOTED_EVERY_MS) {
    await noteUse(store, found.grant_id, now);
  }
  return grant;
}

/** One that was revoked meanwhile must not come back. */
async function noteUse(store: StoredPorts['store'], grantId: string, now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    if ((await agentGrants.get(tx, { grant_id: grantId })) === undefined) return;
    agentGrants.update(tx, { grant_id: grantId }, { last_used_at: now.toISOString() });
  });
}

/** Those that have not expired, the newest first. */
export async function listAgents({ clock, store }: StoredPorts, uid: string): Promise<AgentEntry[]> {
  const all = await agentGrants.query(store, {}, { where: [['uid', '==', uid]] });
  const now = clock.now().getTime();
  const valid = all.filter(({ doc }) => Date.parse(doc.expires_at) > now);
  return valid.map(({ id, doc }) => entryOf(id, doc)).sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/** `not_found` alike for what is not there and what is another user's. */
export async function revokeAgent({ store }: Pick<StoredPorts, 'store'>, uid: string, agentId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const grant = await agentGrants.get(tx, { grant_id: agentId });
    if (grant?.uid !== uid) throw new AppError('not_found', 'There is no such agent');
    agentGrants.delete(tx, { grant_id: agentId });
  });
}
