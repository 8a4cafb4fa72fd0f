/**
 * A declared question (graph/queries) as an HTTP endpoint: its schemas are the route's, its scope is the caller's. Query
 * strings carry text, questions speak of numbers and booleans: `fromText` puts the reading of the one spelling that is
 * accepted before each such field, and leaves its bounds and defaults to the declaration.
 *
 *     GET /api/v1/query/code-finder/function?name=open&fuzzy=true&repo_owner=ada&repo_name=engine
 *
 * A question that is asked by a JSON body carries its repository in camelCase, as the interface has it:
 *
 *     POST /api/v1/query/semantic   {"question": "where is the signature verified", "repoOwner": "ada", "repoName": "engine"}
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { scopeOf } from '../../graph/access.ts';
import type { Scope } from '../../graph/access.ts';
import { ask } from '../../graph/queries/declare.ts';
import type { Question } from '../../graph/queries/declare.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Ports } from '../../ports.ts';
import { accessOfUser, readableRepository, type Caller } from '../access/access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { ownerSchema, repoNameSchema } from '../http/inputs.ts';
import { bodyFailures, failures, jsonBody, jsonResponse } from '../http/route-parts.ts';

export type QueryPorts = Pick<
  Ports,
  'clock' | 'gateway' | 'graph' | 'identity' | 'log' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'
>;

const INTEGER = /^-?\d{1,16}$/;

/** `schema` for a value that arrives as text. */
function fromText(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault) {
    const { defaultValue } = schema.def;
    return fromText(schema.unwrap()).default(defaultValue).openapi({ default: defaultValue });
  }
  if (schema instanceof z.ZodOptional) return fromText(schema.unwrap()).optional();
  if (schema instanceof z.ZodNumber) {
    const number = z.string().regex(INTEGER, 'Expected a whole number').transform(Number).pipe(schema);
    const { minValue: minimum, maxValue: maximum } = schema;
    return number.openapi({
      type: 'integer',
      ...(minimum === null ? {} : { minimum }),
      ...(maximum === null ? {} : { maximum }),
    });
  }
  if (schema instanceof z.ZodBoolean) {
    // Clients write booleans as their language does: Python's `True`.
    const words = z
      .string()
      .toLowerCase()
      .pipe(z.enum(['true', 'false', '1', '0']))
      .transform((word) => word === 'true' || word === '1');
    return words.openapi({ type: 'boolean' });
  }
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('A question declares a field that a query string cannot carry');
}

const TOGETHER = 'Narrows to one repository; owner and name are given together or not at all';
const repositoryFilter = {
  repo_owner: ownerSchema.optional().describe(TOGETHER),
  repo_name: repoNameSchema.optional().describe(TOGETHER),
};
const ONE = 'The repository that is asked about';
const repositoryRequired = { repo_owner: ownerSchema.describe(ONE), repo_name: repoNameSchema.describe(ONE) };
const repositoryInBody = {
  repoOwner: ownerSchema.optional().describe(TOGETHER),
  repoName: repoNameSchema.optional().describe(TOGETHER),
};

/** What a caller's question covers: one readable repository, or all of them. `not_found` for any other repository. */
async function scopeFor(
  ports: Pick<Ports, 'clock' | 'store'>,
  caller: Caller,
  owner: string | undefined,
  name: string | undefined,
): Promise<Scope> {
  if ((owner === undefined) !== (name === undefined)) {
    throw new AppError('bad_request', 'Owner and name of a repository are given together or not at all');
  }
  const access = await accessOfUser(ports, caller);
  const visible = { privateRepoIds: access.privateRepoIds, hiddenRepoIds: access.hiddenRepoIds };
  if (owner === undefined || name === undefined) return scopeOf(visible);
  const record = await readableRepository(ports, access, owner, name);
  return scopeOf(visible, repoIdOf(record.owner, record.repo_name));
}

export interface QuestionRoute {
  path: string;
  question: Question;
  /** Whether one repository can be named, or has to be. */
  filter: boolean | 'required';
  /** Asked with POST and a JSON body. */
  body?: true;
}

export function addQuestion(
  api: Api,
  ports: QueryPorts,
  signedIn: MiddlewareHandler<ApiEnv>,
  { path, question, filter, body }: QuestionRoute,
): void {
  const { input, output } = question;
  if (!(input instanceof z.ZodObject)) throw new TypeError(`${question.name}: its input is no object`);
  const shape: Record<string, z.core.$ZodType> = input.shape;
  const shared = {
    path,
    summary: question.summary,
    operationId: question.name,
    middleware: [signedIn],
  };
  const responses = jsonResponse(output, 'The answer');

  if (body) {
    const asked = z.object({ ...input.shape, ...(filter ? repositoryInBody : {}) });
    const route = createRoute({
      ...shared,
      method: 'post',
      request: { body: jsonBody(asked) },
      responses: { ...responses, ...bodyFailures(400, 401, 404, 422, 502) },
    });
    api.openapi(route, async (c) => {
      const given: unknown = c.req.valid('json');
      const { repoOwner, repoName } = z.object(repositoryInBody).parse(given);
      const scope = await scopeFor(ports, c.get('identity'), repoOwner, repoName);
      return c.json(await ask(ports.graph, question, scope, given), 200);
    });
    return;
  }

  const fields = Object.entries(shape).map(([name, field]) => [name, fromText(field)]);
  const named = filter === 'required' ? repositoryRequired : filter ? repositoryFilter : {};
  const query = z.object({ ...Object.fromEntries(fields), ...named });
  const route = createRoute({
    ...shared,
    method: 'get',
    request: { query },
    responses: { ...responses, ...(filter ? failures(400, 401, 404, 422) : failures(401, 422)) },
  });
  api.openapi(route, async (c) => {
    const asked: Record<string, unknown> = c.req.valid('query');
    const { repo_owner: owner, repo_name: name } = z.object(repositoryFilter).parse(filter ? asked : {});
    const scope = await scopeFor(ports, c.get('identity'), owner, name);
    // The fields hold parsed values by now, so the declaration's own schema accepts them.
    return c.json(await ask(ports.graph, question, scope, asked), 200);
  });
}
