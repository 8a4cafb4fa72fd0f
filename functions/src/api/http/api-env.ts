/** What middleware leaves for the handlers of a request. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Identity } from '../../ports.ts';

export interface ApiEnv {
  Variables: { requestId: string; identity: Identity };
}

/** The app of one endpoint group. */
export type Api = OpenAPIHono<ApiEnv>;
