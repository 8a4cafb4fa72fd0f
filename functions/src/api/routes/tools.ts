/** `/api/v1/tools/config`: the caller's linter settings; reviews read them from the next run on. */
import { createRoute } from '@hono/zod-openapi';
import { toolsConfigs } from '../../documents/users.ts';
import { DEFAULT_TOOLS, toolsConfigSchema } from '../../model/tools.ts';
import type { ToolsConfig } from '../../model/tools.ts';
import type { Ports } from '../../ports.ts';
import type { TokenPorts } from '../access/fresh-grants.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { addCheckConfig } from './check-config.ts';
import { bodyFailures, failures, jsonBody, jsonResponse } from '../http/route-parts.ts';

export type ToolsPorts = TokenPorts & Pick<Ports, 'log' | 'settings'>;

/** The first look writes the defaults down. In a transaction: a PUT at the same moment must not be overwritten. */
async function configOf({ store }: Pick<Ports, 'store'>, uid: string): Promise<ToolsConfig> {
  const config =
    (await toolsConfigs.get(store, { uid })) ??
    (await store.transaction(async (tx) => {
      const stored = await toolsConfigs.get(tx, { uid });
      if (stored === undefined) toolsConfigs.create(tx, { uid }, DEFAULT_TOOLS);
      return stored ?? DEFAULT_TOOLS;
    }));
  const { python_linter, javascript_linter, go_linter } = config;
  return { python_linter, javascript_linter, go_linter };
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
    await toolsConfigs.set(ports.store, c.get('identity'), config);
    return c.json(config, 200);
  });

  addCheckConfig(api, ports.settings, authenticate(ports, 'read'));
  return api;
}
