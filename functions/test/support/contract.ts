/**
 * openapi.json as a test walks it: every operation with its inputs, requests made from them, and a judge that holds each
 * answer against what is published. Operations that are added later are found here without a line of their own.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './service.ts';

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  example?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  secured: boolean;
  parameters: Parameter[];
  /** Of a JSON body. */
  body: Schema | undefined;
  /** Statuses that are published. */
  statuses: number[];
}

interface Declared {
  operationId: string;
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Declared>>;
};

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, declared]) => ({
    id: declared.operationId,
    method: method.toUpperCase(),
    path,
    secured: declared.security.length > 0,
    parameters: declared.parameters ?? [],
    body: declared.requestBody?.content['application/json']?.schema,
    statuses: Object.keys(declared.responses).map(Number),
  })),
);

/** Methods that are published for a path, filled in: `/repos/dashboard/stats` is a `/repos/{owner}/{repo_name}` too. */
export function methodsOf(path: string): string[] {
  const meant = OPERATIONS.filter((operation) => {
    const pattern = operation.path
      .split('/')
      .map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/\W/g, '\\$&')));
    return new RegExp(`^${pattern.join('/')}$`).test(path);
  });
  return [...new Set(meant.map(({ method }) => method))];
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, 'openapi.json');

function pointer(...parts: (string | number)[]): string {
  const escaped = parts.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')));
  return `openapi.json#/${escaped.join('/')}`;
}

/** Fails unless the answer is one that the operation publishes: status, media type, body, and the headers of all. */
export function assertPublished(operation: Operation, { status, headers, body, text }: Answer): void {
  const what = `${operation.method} ${operation.path} ${status}`;
  assert.ok(operation.statuses.includes(status), `${what} is not published: ${text.slice(0, 300)}`);
  assert.match(headers.get('content-type') ?? '', /^application\/json/, what);
  assert.ok((headers.get('x-request-id') ?? '').length >= 8, `${what}: no request id`);
  const parts = ['paths', operation.path, operation.method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema']; // prettier-ignore
  const validate = ajv.getSchema(pointer(...parts)) ?? ajv.compile({ $ref: pointer(...parts) });
  assert.ok(validate(body), `${what}: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 600)}`);
}

export interface Request {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

function typeOf({ type }: Schema): string | undefined {
  return Array.isArray(type) ? type.find((each) => each !== 'null') : type;
}

/** A value that the schema accepts; `values` have the last word, by name. */
function valueFor(name: string, schema: Schema, values: Values): unknown {
  if (name in values) return values[name];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.example !== undefined) return schema.example;
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([property]) => schema.required?.includes(property) || property in values)
          .map(([property, inner]) => [property, valueFor(property, inner, values)]),
      );
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}

/** Every required input, and those others that `values` name. */
export function requestFor(operation: Operation, values: Values): Request {
  const request: Request = { path: {}, query: {}, headers: {}, body: undefined };
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (required !== true && !(name in values)) continue;
    const value = String(valueFor(name, schema, values));
    if (place === 'path') request.path[name] = value;
    else if (place === 'query') request.query[name] = value;
    else request.headers[name] = value;
  }
  if (operation.body !== undefined) request.body = valueFor('', operation.body, values);
  return request;
}

export function urlOf(operation: Operation, { path, query }: Pick<Request, 'path' | 'query'>): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

export interface Spoilt {
  what: string;
  request: Request;
}

/** The same request without one of its required inputs, for each of them. */
export function* withoutOne(operation: Operation, request: Request): Generator<Spoilt> {
  for (const { name, in: place, required } of operation.parameters) {
    if (required !== true || place !== 'query') continue;
    const { [name]: _, ...query } = request.query;
    yield { what: `without ${name}`, request: { ...request, query } };
  }
  for (const name of operation.body?.required ?? []) {
    const { [name]: _, ...body } = request.body as Record<string, unknown>;
    yield { what: `without ${name}`, request: { ...request, body } };
  }
}

function wrongTexts({ in: place, schema }: Parameter): string[] {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return ['x', '1.5', '1e3', ' 1', '0x10', '--1', '99999999999999999999'];
    case 'boolean':
      return ['maybe', '2', 'TRUE '];
    default:
      if (schema.pattern === undefined) return [];
      // In a path, a client would take the two dots for the folder above.
      return ['a b', 'a\u0000b', '%', ...(place === 'query' ? ['..'] : [])];
  }
}

const NOT_AN_OBJECT = ['[]', 'null', '"text"', '7', '{', ''];

function wrongValues(schema: Schema): unknown[] {
  const type = typeOf(schema);
  const values: unknown[] = [{}, [], 7, true, 'text', null].filter((value) => {
    if (value === null) return !(Array.isArray(schema.type) && schema.type.includes('null'));
    if (Array.isArray(value)) return type !== 'array';
    if (typeof value === 'number') return type !== 'integer' && type !== 'number';
    return typeof value !== type;
  });
  return type === undefined ? [] : values;
}

/** One input of another type or form at a time. */
export function* malformed(operation: Operation, request: Request): Generator<Spoilt> {
  for (const parameter of operation.parameters) {
    const { name, in: place } = parameter;
    if (place === 'header') continue;
    for (const text of wrongTexts(parameter)) {
      yield {
        what: `${name}=${JSON.stringify(text)}`,
        request: { ...request, [place]: { ...request[place], [name]: text } },
      };
    }
    if (place === 'query' && parameter.schema.minimum === undefined) {
      yield { what: `${name} of 7,000 characters`, request: { ...request, query: { ...request.query, [name]: 'x'.repeat(7_000) } } }; // prettier-ignore
    }
  }
  if (operation.body?.required === undefined) return;
  for (const text of NOT_AN_OBJECT) yield { what: `body ${JSON.stringify(text)}`, request: { ...request, body: text } };
  for (const [name, schema] of Object.entries(operation.body.properties ?? {})) {
    for (const value of wrongValues(schema)) {
      const body = { ...(request.body as object), [name]: value };
      yield { what: `${name}: ${JSON.stringify(value)}`, request: { ...request, body } };
    }
  }
}

/** One input just beyond a published bound at a time. */
export function* outOfRange(operation: Operation, request: Request): Generator<Spoilt> {
  for (const { name, in: place, schema } of operation.parameters) {
    if (place === 'header') continue;
    const beyond: string[] = [];
    if (schema.minimum !== undefined) beyond.push(String(schema.minimum - 1));
    if (schema.maximum !== undefined) beyond.push(String(schema.maximum + 1));
    if (schema.maxLength !== undefined) beyond.push('x'.repeat(schema.maxLength + 1));
    for (const text of beyond) {
      const what = `${name}=${text.slice(0, 20)} (${text.length} characters)`;
      yield { what, request: { ...request, [place]: { ...request[place], [name]: text } } };
    }
  }
  for (const [name, { maxLength }] of Object.entries(operation.body?.properties ?? {})) {
    if (maxLength === undefined) continue;
    const body = { ...(request.body as object), [name]: 'x'.repeat(maxLength + 1) };
    yield { what: `${name} of ${maxLength + 1} characters`, request: { ...request, body } };
  }
}
