/**
 * Users and what is theirs.
 *
 *     users/u1                       { scmUsername: "ada", sealed_token: "v1:…", scmInstallationId: null, … }
 *     users/u1/grants/private        { repo_ids: ["ada/engine", "ada/notes"], refreshed_at: "2026-11-27T10:00:00.000Z" }
 *     tools_config/u1                { python_linter: { enabled: true, configFile: "tools/ruff.toml" }, … }
 *     pending_installations/linus    { id: 4711, accountLogin: "linus", … }        of a login that nobody has linked yet
 *     support_queries/0c…            { uid: "u1", subject: "…", message: "…", … }
 *
 * No response and no log line ever carries `sealed_token` and `sealed_refresh_token`: the user's platform tokens, sealed.
 */
import { z } from 'zod';
import type { StorePort } from '../ports.ts';
import { DEFAULT_TOOLS, toolsConfigSchema } from '../model/tools.ts';
import { collection, NOBODYS, WITH_PARENT } from './collection.ts';

const ACCOUNT_TYPES = ['User', 'Organization'] as const;
const SELECTIONS = ['all', 'selected'] as const;

const userSchema = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  scmUsername: z.string(),
  photoURL: z.string(),
  createdAt: z.string(),
  scmInstallationId: z.number().nullable(),
  accountType: z.enum(ACCOUNT_TYPES),
  repositorySelection: z.enum(SELECTIONS),
  scmAccountId: z.string(),
  settingsUrl: z.string().nullable(),
  updatedAt: z.string(),
  sealed_token: z.string(),
  /** null where the platform's tokens do not expire. */
  sealed_refresh_token: z.string().nullable().default(null),
  token_expires_at: z.string().nullable().default(null),
});
export type UserRecord = z.infer<typeof userSchema>;

export const users = collection('users/{uid}', userSchema, {
  kept: 'until the user is deleted',
  tenant: { of: 'user', by: 'path' },
});

/** The platform's name of a user, for what people read. */
export async function loginOf(from: Pick<StorePort, 'get'>, uid: string): Promise<string> {
  return (await users.get(from, { uid }))?.scmUsername ?? uid;
}

/** One document and not one per repository: every query reads it, and it holds some 20,000 ids. */
export const grants = collection(
  'users/{uid}/grants/{which}',
  z.object({ repo_ids: z.array(z.string()), refreshed_at: z.string().optional() }),
  { kept: 'until the user is deleted', tenant: WITH_PARENT },
);

export function privateGrants(uid: string): { uid: string; which: string } {
  return { uid, which: 'private' };
}

const { python_linter: python, javascript_linter: javascript, go_linter: go } = toolsConfigSchema.shape;

/** As the interface takes it. A tool that was stored by nobody yet has its default. */
const storedTools = z.object({
  python_linter: python.strip().default(DEFAULT_TOOLS.python_linter),
  javascript_linter: javascript.strip().default(DEFAULT_TOOLS.javascript_linter),
  go_linter: go.strip().default(DEFAULT_TOOLS.go_linter),
});

export const toolsConfigs = collection('tools_config/{uid}', storedTools, {
  kept: 'until the user is deleted',
  tenant: { of: 'user', by: 'path' },
});

export const pendingInstallations = collection(
  'pending_installations/{login}',
  z.object({
    id: z.number(),
    accountLogin: z.string(),
    accountType: z.enum(ACCOUNT_TYPES),
    repositorySelection: z.enum(SELECTIONS),
    settingsUrl: z.string(),
  }),
  { kept: 'until a user links it, or it is uninstalled', tenant: NOBODYS },
);

export const supportQueries = collection(
  'support_queries/{query_id}',
  z.object({
    uid: z.string(),
    email: z.string().nullable(),
    subject: z.string(),
    message: z.string(),
    created_at: z.string(),
  }),
  { kept: 'until the operator removes it', tenant: { of: 'user', by: 'field', field: 'uid' } },
);
