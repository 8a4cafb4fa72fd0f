/**
 * Every endpoint group by the name of its function. For those who need all of them at once, the published description
 * and the tests; a deployed function imports its own group alone.
 */
import type { Ports } from '../ports.ts';
import type { Api } from './app.ts';
import { createAuthApi } from './auth.ts';
import { createDocsApi } from './docs.ts';
import { createIngestApi } from './ingest.ts';
import { createQueryApi } from './query.ts';
import { createReposApi } from './repos.ts';
import { createSupportApi } from './support.ts';
import { createToolsApi } from './tools.ts';
import { createWebhookApi } from './webhook.ts';

export const GROUPS: Readonly<Record<string, (ports: Ports) => Api>> = {
  auth: createAuthApi,
  ingest: createIngestApi,
  query: createQueryApi,
  repos: createReposApi,
  tools: createToolsApi,
  support: createSupportApi,
  webhook: createWebhookApi,
  docs: createDocsApi,
};
