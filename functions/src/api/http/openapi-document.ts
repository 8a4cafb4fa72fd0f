/**
 * The published description of the whole API, put together from what every group declared: paths and schemas are the
 * routes' own, so nothing is described twice. It is made once, by `npm run openapi`, and committed as `openapi.json`: the
 * function that serves it need not load every group.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Api } from './api-env.ts';

type Json = Record<string, unknown>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** One tag a group. */
const TAGS: Record<string, string> = {
  auth: 'Signing in, the profile, and what the platform shows',
  ingest: 'Indexing repositories: jobs and embeddings',
  query: 'Questions about the code',
  repos: 'Indexed repositories, their reviews and analytics',
  tools: 'Settings of the linters',
  doctor: 'What arrived by webhook, and how to mend what is wrong',
  support: 'Questions to the operator',
  webhook: 'What the platform calls',
  health: 'Whether the service is up',
};

const INFO = {
  openapi: '3.1.0',
  info: {
    title: 'Reviewgraph',
    version: '1',
    description:
      'A code knowledge graph and pull-request review service. Every call but those without a lock needs an ID token of ' +
      'the identity provider: `Authorization: Bearer <ID token>`. Failures are `{"detail": …}`; every response carries ' +
      '`X-Request-Id`.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
};

const TOKEN = 'idToken';

/** Examples of inputs by name, for declarations without one of their own. */
const EXAMPLES: Json = {
  name: 'parse_config',
  query: 'parse config',
  path: 'src/app.py',
  function_name: 'parse_config',
  method_name: 'parse_config',
  symbol_name: 'parse_config',
  class_name: 'Config',
  question: 'Where is the configuration read?',
  from: '2026-11-01',
  to: '2026-11-30',
  job_id: '3f2b8c1e-6a4d-4f7b-9c0a-5d8e7f6a1b2c',
  pr_number: 7,
  run_number: 1,
  scm_access_token: 'gho_…',
  branch: 'main',
  subject: 'A question about indexing',
  message: 'Our repository is not listed. What can we do?',
  enabled: true,
  configFile: 'pyproject.toml',
  limit: 20,
};

/** Documented paths' third part, or the first of those outside the prefix: `/api/v1/auth/me` → `auth`. */
export function groupOfPath(path: string): string {
  const parts = path.split('/');
  return (path.startsWith('/api/v1/') ? parts[3] : parts[1]) ?? '';
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** A route that can answer 401 needs a token; the others say that they need none. Each route names its operation. */
function completed(method: string, path: string, operation: Json): Json {
  const responses = objectOf(operation['responses']);
  const { tags = [groupOfPath(path)], operationId, ...rest } = operation;
  if (typeof operationId !== 'string') throw new TypeError(`${method} ${path} names no operation`);
  const security = '401' in responses ? [{ [TOKEN]: [] }] : [];
  return { tags, operationId, security, ...withExamples(rest) };
}

/** The schema with an example for it, or for its properties. */
function exemplified(name: string, schema: Json): Json {
  const properties = Object.entries(objectOf(schema['properties']));
  if (properties.length > 0) {
    const shown = properties.map(([property, inner]) => [property, exemplified(property, objectOf(inner))]);
    return { ...schema, properties: Object.fromEntries(shown) as Json };
  }
  const known = 'example' in schema || 'default' in schema || !(name in EXAMPLES);
  return known ? schema : { ...schema, example: EXAMPLES[name] };
}

/** Examples for what a caller fills in: parameters, and the fields of a JSON body. */
function withExamples(operation: Json): Json {
  const shown: Json = { ...operation };
  if (Array.isArray(operation['parameters'])) {
    shown['parameters'] = operation['parameters'].map((each) => {
      const parameter = objectOf(each);
      return { ...parameter, schema: exemplified(String(parameter['name']), objectOf(parameter['schema'])) };
    });
  }
  const body = objectOf(operation['requestBody']);
  const media = objectOf(objectOf(body['content'])['application/json']);
  if ('schema' in media) {
    const schema = exemplified('', objectOf(media['schema']));
    shown['requestBody'] = {
      ...body,
      content: { ...objectOf(body['content']), 'application/json': { ...media, schema } },
    };
  }
  return shown;
}

function addAll(into: Json, from: Json, what: string): void {
  for (const [name, value] of Object.entries(from)) {
    if (name in into && !isDeepStrictEqual(into[name], value)) throw new Error(`Two groups declare ${what} ${name}`);
    into[name] = value;
  }
}

/** The whole document as plain JSON. Throws when two groups declare different things under one name. */
export function describeApis(apis: readonly Api[]): Json {
  const paths: Json = {};
  const schemas: Json = {};
  for (const api of apis) {
    const document = JSON.parse(JSON.stringify(api.getOpenAPI31Document(INFO))) as Json;
    addAll(schemas, objectOf(objectOf(document['components'])['schemas']), 'the schema');
    for (const [path, declared] of Object.entries(objectOf(document['paths']))) {
      const item = objectOf(declared);
      for (const method of METHODS) {
        if (method in item) item[method] = completed(method, path, objectOf(item[method]));
      }
      addAll(paths, { [path]: item }, 'the path');
    }
  }
  const used = new Set(Object.keys(paths).map(groupOfPath));
  return {
    ...INFO,
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).filter(([name]) => used.has(name)).map(([name, description]) => ({ name, description })), // prettier-ignore
    paths,
    components: {
      schemas,
      securitySchemes: {
        [TOKEN]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'ID token of the identity provider',
        },
      },
    },
  };
}

/** The function that serves what is outside the prefix. */
const DOCS = 'docs';

/**
 * The document for whoever asked: behind hosting the addresses are its own; a caller of the function's own URL reaches
 * the groups as functions beside it, so each path names its function, relative to the document.
 *
 *     https://us-central1-project.cloudfunctions.net/docs/openapi.json   '/api/v1/auth/me' → servers: [{ url: '../auth' }]
 */
export function serversAt(text: string, request: Request): string {
  // Hosting, and only it, says which host it was asked for.
  if (request.headers.has('x-forwarded-host')) return text;
  const { pathname } = new URL(request.url);
  const up = '../'.repeat(pathname.split('/').length - 1);
  const document = objectOf(JSON.parse(text));
  const paths = Object.entries(objectOf(document['paths'])).map(([path, item]) => {
    const name = path.startsWith('/api/v1/') ? groupOfPath(path) : DOCS;
    return [path, { ...objectOf(item), servers: [{ url: `${up}${name}` }] }];
  });
  return JSON.stringify({ ...document, paths: Object.fromEntries(paths) as Json });
}
