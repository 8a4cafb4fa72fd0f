/**
 * The ends of a session and of an account.
 *
 *     POST   /api/v1/auth/sign-out    {"message": "…"}: every session of the caller has ended, in every browser
 *     DELETE /api/v1/auth/me          {"message": "…"}: all that is the caller's is gone, and the account with it
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { deleteDocumentsOf } from '../../documents/tenants.ts';
import type { Ports } from '../../ports.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';

const doneSchema = z.object({ message: z.string() }).openapi('Done');

export function addAccountRoutes(
  api: Api,
  { identity, store }: Pick<Ports, 'identity' | 'store'>,
  signedIn: MiddlewareHandler<ApiEnv>,
): void {
  const signOut = createRoute({
    method: 'post',
    path: '/api/v1/auth/sign-out',
    operationId: 'sign_out_everywhere',
    summary: 'End every session of the caller, in every browser',
    middleware: [signedIn],
    responses: { ...jsonResponse(doneSchema, 'ID tokens from before are refused'), ...failures(401, 413) },
  });
  api.openapi(signOut, async (c) => {
    await identity.revoke(c.get('identity').uid);
    return c.json({ message: 'Every session has ended' }, 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/v1/auth/me',
    operationId: 'delete_account',
    summary: 'Delete the caller’s account with all that is the caller’s; indexed repositories stay',
    middleware: [signedIn],
    responses: { ...jsonResponse(doneSchema, 'Gone'), ...failures(401, 413) },
  });
  api.openapi(remove, async (c) => {
    const { uid } = c.get('identity');
    // The account last: until then the caller can ask again for what failed.
    await deleteDocumentsOf(store, 'user', uid);
    await identity.remove(uid);
    return c.json({ message: 'The account is deleted' }, 200);
  });
}
