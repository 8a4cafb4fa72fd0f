/**
 * A Hono app as a Cloud Functions handler. The body is still unread (unread-bodies.ts), so what is validated (and, for
 * webhooks, signed) is what was sent.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Api } from './api-env.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function serve(api: Api): RequestHandler {
  return getRequestListener((request) => api.fetch(request), { overrideGlobalObjects: false });
}
