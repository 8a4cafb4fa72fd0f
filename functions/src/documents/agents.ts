/**
 * Agents that users have connected by OAuth (oauth/). Keys of codes and tokens are SHA-256 of what was given out, which is
 * stored nowhere: 256 random bits need no salt and no slow hash.
 *
 *     agent_clients/rg_client_5f…   { name: "Claude Code", redirect_uris: ["http://localhost/callback"], … }  who registered itself
 *     agent_codes/9f8e…             { uid: "u1", client_id: …, challenge: …, used_at: null, grant_id: null, … }
 *     agent_grants/4c1f…            { uid: "u1", client_id: …, resource: "https://graph.example.com/mcp", … }  one connected agent
 *     agent_tokens/77ab…            { uid: "u1", grant_id: "4c1f…", kind: "refresh", used_at: null, … }
 *     agent_registrations/all       { started: ["2026-11-29T10:00:00.000Z", …] }
 */
import { z } from 'zod';
import { collection, NOBODYS, type Tenant } from './collection.ts';

/** What agents may do: they read. */
export const AGENT_SCOPES = ['read'] as const;
export type AgentScope = (typeof AGENT_SCOPES)[number];

const OF_USER: Tenant = { of: 'user', by: 'field', field: 'uid' };
const scopes = z.array(z.enum(AGENT_SCOPES));

export const agentClients = collection(
  'agent_clients/{client_id}',
  z.object({
    name: z.string(),
    redirect_uris: z.array(z.string()),
    created_at: z.string(),
    expires_at: z.string(),
  }),
  { kept: 'a day, or half a year after a user connected it last', expires: true, tenant: NOBODYS },
);

export const agentCodes = collection(
  'agent_codes/{hash}',
  z.object({
    uid: z.string(),
    client_id: z.string(),
    client_name: z.string(),
    redirect_uri: z.string(),
    /** S256 of the client's secret for this sign-in (RFC 7636). */
    challenge: z.string(),
    resource: z.string(),
    scopes,
    created_at: z.string(),
    /** A minute later; the document stays longer, so that a second use is noticed. */
    valid_until: z.string(),
    used_at: z.string().nullable(),
    /** What its first use gave. */
    grant_id: z.string().nullable(),
    expires_at: z.string(),
  }),
  { kept: 'a day', expires: true, tenant: OF_USER },
);

const grantSchema = z.object({
  uid: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  /** Where its sign-in led: a host, or a name of what it is. */
  redirect_host: z.string(),
  /** What its tokens are for, and nothing else (RFC 8707). */
  resource: z.string(),
  scopes,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string(),
});
export type AgentGrant = z.infer<typeof grantSchema>;

export const agentGrants = collection('agent_grants/{grant_id}', grantSchema, {
  kept: 'until it is revoked, or a year after it was given',
  expires: true,
  tenant: OF_USER,
});

export const agentTokens = collection(
  'agent_tokens/{hash}',
  z.object({
    uid: z.string(),
    grant_id: z.string(),
    kind: z.enum(['access', 'refresh']),
    /** Of a refresh token; it stays until it expires, so that a second use is noticed. */
    used_at: z.string().nullable(),
    expires_at: z.string(),
  }),
  { kept: 'an hour; refresh tokens 30 days', expires: true, tenant: OF_USER },
);

/** `who`: `all`, or the hash of an address. */
export const agentRegistrations = collection(
  'agent_registrations/{who}',
  z.object({ started: z.array(z.string()).default([]), expires_at: z.string() }),
  { kept: 'two hours after the last one', expires: true, tenant: NOBODYS },
);
