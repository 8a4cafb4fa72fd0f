/** `/api/v1/tools/config`: the caller's linter settings; reviews read them from the next run on. */
import { createRoute } from '@hono/zod-openapi';
import { DEFAULT_TOOLS, toolsConfigPath, toolsConfigSchema } from '../../model/tools.ts';
import type { ToolsConfig } from '../../model/tools.ts';
import type { Ports } from '../../ports.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { bodyFailures, failures, jsonBody, jsonResponse } from '../http/route-parts.ts';

export type ToolsPorts = Pick<Ports, 'store' | 'identity' | 'clock' | 'log' | 'settings'>;

/** The first look writes the defaults down. In a transaction: a PUT at the same moment must not be overwritten. */
async function configOf(ports: Pick<Ports, 'store'>, uid: string): Promise<ToolsConfig> {
  const path = toolsConfigPath(uid);
  const stored = await ports.store.get(path);
  if (stored !== undefined) return toolsConfigSchema.parse(stored);
  return ports.store.transaction(async (tx) => {
    const doc = await tx.get(path);
    if (doc !== undefined) return toolsConfigSchema.parse(doc);
    tx.create(path, { ...DEFAULT_TOOLS });
    return DEFAULT_TOOLS;
  });
}

export function createToolsApi(ports: ToolsPorts): Api {
  const api = createApi('tools', ports);
  const signedIn = authenticate(ports);

  const read = createRoute({
    method: 'get',
    path: '/api/v1/tools/config',
    operationId: 'get_tools_config',
    summary: 'The linter settings of the caller; all enabled with their defaults until changed',
    middleware: [signedIn],
    responses: { ...jsonResponse(toolsConfigSchema, 'The settings'), ...failures(401) },
  });
  api.openapi(read, async (c) => c.json(await configOf(ports, c.get('identity').uid), 200));

  const replace = createRoute({
    method: 'put',
    path: '/api/v1/tools/config',
    operationId: 'set_tools_config',
    summary: 'Replace the linter settings; all six fields are required',
    middleware: [signedIn],
    request: { body: jsonBody(toolsConfigSchema) },
    responses: { ...jsonResponse(toolsConfigSchema, 'The new settings'), ...bodyFailures(400, 401, 422) },
  });
  api.openapi(replace, async (c) => {
    const config = c.req.valid('json');
    await ports.store.set(toolsConfigPath(c.get('identity').uid), { ...config });
    return c.json(config, 200);
  });

  return api;
}
