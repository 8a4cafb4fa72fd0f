/** The user behind an agent's access token, asked anew with every call: whether they are still there, and what they may read. */
import { grantOf } from '../../oauth/connected-agents.ts';
import type { Identity } from '../../ports.ts';
import { withFreshGrants, type TokenPorts } from './fresh-grants.ts';

/**
 * `resource`: what is being called. `unauthenticated` for a token that is not good, or is for another resource, and of a user
 * who is gone, disabled, or signed out everywhere since.
 */
export async function callerOfAgentToken(ports: TokenPorts, token: string, resource: string): Promise<Identity> {
  const grant = await grantOf(ports, token, resource);
  const identity = await ports.identity.known(grant.uid, new Date(grant.created_at));
  return withFreshGrants(ports, identity, ports.clock.now());
}
