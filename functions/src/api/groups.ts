/**
 * Every endpoint group by the name of its function. The published description and the tests need all of them; a deployed
 * function imports its own group alone.
 */
import type { Ports } from '../ports.ts';
import type { Api } from './http/api-env.ts';
import { createOauthApi } from './oauth/oauth.ts';
import { createAuthApi } from './routes/auth.ts';
import { createDoctorApi } from './routes/doctor.ts';
import { createDocsApi } from './routes/docs.ts';
import { createIngestApi } from './routes/ingest.ts';
import { createMcpApi } from './routes/mcp.ts';
import { createQueryApi } from './routes/query.ts';
import { createReposApi } from './routes/repos.ts';
import { createSupportApi } from './routes/support.ts';
import { createToolsApi } from './routes/tools.ts';
import { createWebhookApi } from './webhook/webhook.ts';

export const GROUPS: Readonly<Record<string, (ports: Ports) => Api>> = {
  auth: createAuthApi,
  ingest: createIngestApi,
  query: createQueryApi,
  repos: createReposApi,
  tools: createToolsApi,
  support: createSupportApi,
  webhook: createWebhookApi,
  doctor: createDoctorApi,
  mcp: createMcpApi,
  oauth: createOauthApi,
  docs: createDocsApi,
};
