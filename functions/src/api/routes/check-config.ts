/**
 * Checks a text as `.reviewgraph.yml` before anybody commits it: the same parser and the same ceilings as a review run's.
 *
 *     POST /api/v1/tools/config/check   { "text": "mode: depp\n" }
 *     { "problems": [{ "line": 1, "message": "mode: Expected normal, deep or facts" }], "more": 0, "set": [] }
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { ceilingsOf, type ConfigSettings } from '../../jobs/reviews/configuration.ts';
import { parseConfig } from '../../review/config/parse-config.ts';
import { LONGEST_CONFIG } from '../../review/config/read-yaml.ts';
import { reviewConfig } from '../../review/config/review-config.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { bodyFailures, jsonBody, jsonResponse } from '../http/route-parts.ts';

const textSchema = z.object({
  text: z.string().max(LONGEST_CONFIG).describe('Of the file').meta({ example: 'mode: normal\n' }),
});

const checkedSchema = z
  .object({
    problems: z
      .array(z.object({ line: z.int().nullable().describe('null: the file as a whole'), message: z.string() }))
      .describe('In the order of their lines, at most 20, and behind them what this deployment does not allow'),
    more: z.int().describe('Problems beyond those listed'),
    set: z.array(z.string()).describe('The keys that hold'),
  })
  .openapi('CheckedConfig');

/** Reads nothing and stores nothing: what is checked is the text alone. */
export function addCheckConfig(api: Api, settings: ConfigSettings, signedIn: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'post',
    path: '/api/v1/tools/config/check',
    operationId: 'check_repository_config',
    summary: 'Check a .reviewgraph.yml: what is wrong in which line, and what this deployment does not allow',
    middleware: [signedIn],
    request: { body: jsonBody(textSchema) },
    responses: { ...jsonResponse(checkedSchema, 'What a review would say of it'), ...bodyFailures(400, 401, 403, 422) },
  });
  api.openapi(route, (c) => {
    const { config, problems, more } = parseConfig(c.req.valid('json').text);
    const kept = reviewConfig(config, ceilingsOf(settings)).problems;
    return c.json({ problems: [...problems, ...kept], more, set: Object.keys(config) }, 200);
  });
}
