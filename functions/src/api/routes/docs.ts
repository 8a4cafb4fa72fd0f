/**
 * `/docs` (Swagger UI), `/redoc` and `/openapi.json`, and the health of the service: what anyone may read. Everything
 * comes from here: the pages may load nothing from another host, and run no script that stands in a page.
 *
 * A path is known by its last part, since these addresses reach the function in several forms: whole behind hosting
 * (`/docs/swagger-ui.css`), without the function's name behind its own URL (`/swagger-ui.css`), and doubled where a page
 * was opened with a slash at its end (`/docs/docs/swagger-ui.css`).
 */
import type { Ports } from '../../ports.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { EXPLORER_FILES, readAsset } from '../http/explorer-assets.ts';
import { addHealthRoutes, type HealthPorts } from './health.ts';
import { serversAt } from '../http/openapi-document.ts';

export type DocsPorts = HealthPorts & Pick<Ports, 'log' | 'settings'>;

const SCRIPTED = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"; // prettier-ignore

/** Both write style elements while they run; neither a style nor an image can call anybody under this policy. */
const PAGE_POLICY = `${SCRIPTED}; style-src 'self' 'unsafe-inline'`;

const CACHED = 'public, max-age=3600';

/** What a request means: `/docs`, `/redoc-start.js`, `/health/ready`, … or its own path. */
export function docsPath(request: Request): string {
  const { pathname } = new URL(request.url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? 'docs';
  if (last === 'ready' && parts.at(-2) === 'health') return '/health/ready';
  // Behind the function's own URL its name is left out: `/ready` alone means `…/docs/ready`, which does not exist.
  return last === 'health' || EXPLORER_FILES.includes(last) ? `/${last}` : pathname;
}

export function createDocsApi(ports: DocsPorts): Api {
  const api = createApi('docs', ports, { pathOf: docsPath });
  addHealthRoutes(api, ports);

  for (const name of EXPLORER_FILES) {
    api.get(`/${name}`, async (c) => {
      const { type, body, gzipped } = await readAsset(name);
      const headers = { 'Content-Type': type, 'Cache-Control': CACHED, Vary: 'Accept-Encoding' };
      if (type.startsWith('text/html')) c.header('Content-Security-Policy', PAGE_POLICY);
      if (name === 'openapi.json') {
        return c.body(serversAt(body.toString('utf8'), c.req.raw), 200, { ...headers, 'Cache-Control': 'no-cache' });
      }
      const zipped = /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '');
      if (zipped) return c.body(new Uint8Array(gzipped), 200, { ...headers, 'Content-Encoding': 'gzip' });
      return c.body(new Uint8Array(body), 200, headers);
    });
  }
  return api;
}
