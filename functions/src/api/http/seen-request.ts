/**
 * A request as a span of its caller's trace, named by its route: paths, queries and bodies are not shown, since they hold
 * names and what somebody wrote.
 *
 *     traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01     →     GET /api/v1/repos/:owner/:repo_name
 */
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { TelemetryPort } from '../../ports.ts';
import { FIGURES } from '../../telemetry/figures.ts';
import type { ApiEnv } from './api-env.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

export function seenRequest(telemetry: TelemetryPort): MiddlewareHandler<ApiEnv> {
  return (c, next) => {
    const method = METHODS.has(c.req.method) ? c.req.method : '_OTHER';
    const parent = c.req.header('traceparent');
    const since = performance.now();
    return telemetry.span(method, { kind: 'server', parent }, async (span) => {
      await next();
      const { status } = c.res;
      // What no handler was declared for has the middleware's own pattern.
      const route = routePath(c, -1);
      const seen = {
        ...{ 'http.request.method': method, 'http.response.status_code': status },
        ...(route.includes('*') ? {} : { 'http.route': route }),
      };
      if (!route.includes('*')) span.rename(`${method} ${route}`);
      span.set(seen);
      if (status >= 500) span.failed(String(status));
      telemetry.record(FIGURES.requestDuration, (performance.now() - since) / 1000, seen);
    });
  };
}
