/** Requests find their endpoint group as by hosting's rewrites (firebase.json). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from '../../src/api/http/api-env.ts';
import { serve } from '../../src/api/http/serve.ts';

/** Groups are found by the path's third part, as hosting's rewrites do; whatever else is asked for is `docs`. */
export function answerByGroup(groups: Record<string, Api>) {
  const handlers = new Map(Object.entries(groups).map(([name, api]) => [name, serve(api)]));
  return (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'test'}`);
    const direct = /^\/direct\/([^/]+)(\/.*)?$/.exec(url.pathname);
    if (direct) request.url = `${direct[2] ?? '/'}${url.search}`;
    // The adapter reads single headers of the one, and all of them of the other.
    else {
      request.headers['x-forwarded-host'] = url.host;
      request.rawHeaders.push('X-Forwarded-Host', url.host);
    }
    const handler = handlers.get(direct?.[1] ?? groupOf(url.pathname)) ?? handlers.get('docs');
    if (handler === undefined) return void response.writeHead(404).end();
    void handler(request, response);
  };
}

function groupOf(pathname: string): string {
  const [, first = '', , third = ''] = pathname.split('/');
  if (first === 'api') return third;
  return pathname.startsWith('/.well-known/oauth-') ? 'oauth' : first;
}
