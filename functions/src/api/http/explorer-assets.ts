/**
 * The files that the two explorers consist of: our pages, which name no script of another host and hold none themselves,
 * and the bundles of Swagger UI and Redoc as their packages ship them. What is deployed has copies of the bundles in
 * `explorers/` (the build makes them); in development they are read from the packages.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const FUNCTIONS = new URL('../../../', import.meta.url);

/** Name → file in its package. */
export const EXPLORER_BUNDLES = {
  'swagger-ui.css': 'swagger-ui-dist/swagger-ui.css',
  'swagger-ui-bundle.js': 'swagger-ui-dist/swagger-ui-bundle.js',
  'redoc.standalone.js': 'redoc/bundles/redoc.standalone.js',
} as const;

// Addresses are relative and begin with the page's own name: `docs/x` is `/docs/x` behind `/docs`, and behind a
// function's own URL, `…/docs`, it is the function's `/x`. The server goes by a path's last part (docs.ts).
const SWAGGER_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Reviewgraph API: Swagger UI</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="explorer"></div>
    <noscript>This page needs JavaScript. The API's description is <a href="docs/openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/swagger-start.js"></script>
  </body>
</html>
`;

const SWAGGER_START = `SwaggerUIBundle({
  url: new URL('docs/openapi.json', document.baseURI).href,
  dom_id: '#explorer',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const REDOC_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Reviewgraph API: Redoc</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="explorer"></div>
    <noscript>This page needs JavaScript. The API's description is <a href="redoc/openapi.json">openapi.json</a>.</noscript>
    <script src="redoc/redoc.standalone.js"></script>
    <script src="redoc/redoc-start.js"></script>
  </body>
</html>
`;

// The search would run in a worker made from a blob.
const REDOC_START = `Redoc.init(
  new URL('redoc/openapi.json', document.baseURI).href,
  { disableSearch: true, hideDownloadButton: false, nativeScrollbars: true },
  document.getElementById('explorer'),
);
`;

const OWN_FILES: Record<string, string> = {
  docs: SWAGGER_PAGE,
  'swagger-start.js': SWAGGER_START,
  redoc: REDOC_PAGE,
  'redoc-start.js': REDOC_START,
};

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
};

export interface Asset {
  type: string;
  body: Buffer;
  gzipped: Buffer;
}

function isBundle(name: string): name is keyof typeof EXPLORER_BUNDLES {
  return Object.hasOwn(EXPLORER_BUNDLES, name);
}

function fileOf(name: string): URL | undefined {
  if (name === 'openapi.json') return new URL(name, FUNCTIONS);
  if (!isBundle(name)) return undefined;
  const built = new URL(`explorers/${name}`, FUNCTIONS);
  return existsSync(built) ? built : new URL(`node_modules/${EXPLORER_BUNDLES[name]}`, FUNCTIONS);
}

/** Every name that `readAsset` knows. */
export const EXPLORER_FILES: readonly string[] = [
  ...Object.keys(OWN_FILES),
  ...Object.keys(EXPLORER_BUNDLES),
  'openapi.json',
];

const loaded = new Map<string, Promise<Asset>>();

async function load(name: string): Promise<Asset> {
  const file = fileOf(name);
  const body = file === undefined ? Buffer.from(OWN_FILES[name] ?? '') : await readFile(file);
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  return { type: TYPES[extension] ?? 'text/html; charset=utf-8', body, gzipped: gzipSync(body) };
}

/** Read and compressed once per process. `name` is one of EXPLORER_FILES. */
export function readAsset(name: string): Promise<Asset> {
  const before = loaded.get(name);
  if (before !== undefined) return before;
  const now = load(name);
  loaded.set(name, now);
  now.catch(() => loaded.delete(name));
  return now;
}
