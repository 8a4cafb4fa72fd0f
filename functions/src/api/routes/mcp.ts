/**
 * `/mcp`: the MCP server over what the caller may read, by streamable HTTP and without sessions. A token is asked for with
 * every request, and access to a repository with every call. `/mcp?tools=all` offers the other questions too.
 *
 *     POST /mcp   Authorization: Bearer rg_pat_…   {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find", …}}
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'hono';
import { scopeOf } from '../../graph/access.ts';
import { MOST_REPOSITORIES } from '../../graph/queries/locate.ts';
import { neo4jReader } from '../../graph/reader/neo4j-reader.ts';
import { ensureSchema } from '../../graph/schema.ts';
import type { CodeBase } from '../../mcp/ask-tool.ts';
import { createServer, type ServerOptions } from '../../mcp/create-server.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { AGENT_SCOPES } from '../../documents/agents.ts';
import { resourceAt } from '../../oauth/authorization-request.ts';
import { ACCESS_PREFIX } from '../../oauth/random-secrets.ts';
import type { GraphReader, Identity, Ports } from '../../ports.ts';
import { accessOfUser, readableRepository, type Caller } from '../access/access.ts';
import type { TokenPorts } from '../access/fresh-grants.ts';
import { callerOfAgentToken } from '../access/agent-tokens.ts';
import { lastReviewOf } from '../access/last-review.ts';
import { visibleRepositories } from '../access/visible-repositories.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { createApi } from '../http/app.ts';
import { bearerOf, identityOf } from '../http/authenticate.ts';
import { ownAddress } from '../http/own-address.ts';
import { resourceMetadataUrl } from '../oauth/oauth.ts';
import { createRequestLimit } from '../http/request-limit.ts';

export type McpPorts = TokenPorts & Pick<Ports, 'gateway' | 'graph' | 'log'>;

const PATH = '/mcp';
const VERSION = '1';
/** Repositories that are named to a caller who has named none. */
const MOST_NAMED = 20;

/** What answers the requests of one caller. */
type HandlerOf = (options: ServerOptions) => (request: Request) => Promise<Response>;

const ownHandler: HandlerOf = (options) => createMcpHandler(() => createServer(options)).fetch;

/** `handlerOf`: another server on the same route, as the protocol's conformance suite needs one. */
export function createMcpApi(ports: McpPorts, handlerOf = ownHandler): Api {
  const api = createApi('mcp', ports, { pathOf: () => PATH, methods: ['POST'] });
  const limit = createRequestLimit(ports.clock, ports.settings.requestsPerMinute);
  api.use(PATH, async (c, next) => {
    await next();
    const address = ownAddress(c.req.raw, ports.settings);
    if (c.res.status === 405 && !c.res.headers.has('Allow')) c.header('Allow', 'POST');
    if (c.res.status === 401) c.header('WWW-Authenticate', challengeFor(c.req.header('Authorization'), address));
  });
  api.all(PATH, async (c) => {
    const address = ownAddress(c.req.raw, ports.settings);
    requireOrigin(c, [address, ...ports.settings.allowedOrigins]);
    const identity = await callerOf(c, ports, address);
    limit.count(identity.uid);
    const options = {
      code: codeOf(ports, identity),
      clock: ports.clock,
      version: VERSION,
      all: new URL(c.req.url).searchParams.get('tools') === 'all',
      failed: (error: unknown) => ports.log.error('A tool failed', { request: c.get('requestId'), error }),
    };
    return handlerOf(options)(c.req.raw);
  });
  return api;
}

/** By an agent's token for this resource, a personal access token, or an ID token. */
async function callerOf(c: Context<ApiEnv>, ports: McpPorts, address: string): Promise<Identity> {
  const token = bearerOf(c.req.header('Authorization'));
  if (token.startsWith(ACCESS_PREFIX)) return callerOfAgentToken(ports, token, resourceAt(address));
  return identityOf(ports, token, 'read');
}

/** What a 401 says, so that a client finds out by itself where its user signs in (RFC 9728 section 5.1). */
function challengeFor(authorization: string | undefined, address: string): string {
  const invalid = authorization === undefined ? '' : 'error="invalid_token", ';
  return `Bearer ${invalid}resource_metadata="${resourceMetadataUrl(address)}", scope="${AGENT_SCOPES.join(' ')}"`;
}

/**
 * A page on another site must not use what its reader's browser can reach, nor one whose name leads here by its own doing (DNS
 * rebinding): on the own computer, only by the names that it has. Programs send no Origin.
 */
function requireOrigin(c: Context<ApiEnv>, allowed: readonly string[]): void {
  const origin = c.req.header('Origin');
  if (origin === undefined || allowed.includes(origin)) return;
  throw new AppError('forbidden', 'This origin may not call the server: add it to ALLOWED_ORIGINS');
}

/** What the caller may read, asked anew with each call. */
function codeOf(ports: McpPorts, caller: Caller): CodeBase {
  return {
    several: true,
    async open(repository) {
      const access = await accessOfUser(ports, caller);
      const named = repository ?? (await onlyRepository(ports, access));
      const slash = named.lastIndexOf('/');
      const record = await readableRepository(ports, access, named.slice(0, slash), named.slice(slash + 1));
      await ensureSchema(ports.graph);
      return { reader: readerOf(ports, access, repoIdOf(record.owner, record.repo_name)), moved: null };
    },
    async openAll() {
      const access = await accessOfUser(ports, caller);
      const visible = await visibleRepositories(ports, access);
      const newest = visible.filter(({ record }) => record.ingested_at !== null);
      // What is private to the caller comes before what is there for all, as in `locate` of the API.
      const indexed = newest.sort((a, b) => Number(b.record.private) - Number(a.record.private));
      await ensureSchema(ports.graph);
      const some = indexed.slice(0, MOST_REPOSITORIES);
      const readers = some.map(({ record }) => readerOf(ports, access, repoIdOf(record.owner, record.repo_name)));
      return { readers, more: indexed.length > some.length };
    },
    async lastReview(repository, pullRequest) {
      const named = repository ?? (await onlyRepository(ports, await accessOfUser(ports, caller)));
      return lastReviewOf(ports, caller, named, pullRequest);
    },
  };
}

/** Of one repository, as far as its caller may read it. */
function readerOf(ports: McpPorts, access: Awaited<ReturnType<typeof accessOfUser>>, repoId: string): GraphReader {
  const visible = { privateRepoIds: access.privateRepoIds, hiddenRepoIds: access.hiddenRepoIds };
  const { gateway, settings, graph } = ports;
  const embed: Ports['gateway']['embed'] = (texts, signal) => gateway.embed(texts, signal);
  return neo4jReader(graph, scopeOf(visible, repoId), settings.gatewayConfigured ? embed : undefined);
}

async function onlyRepository(ports: McpPorts, access: Awaited<ReturnType<typeof accessOfUser>>): Promise<string> {
  const visible = await visibleRepositories(ports, access);
  const names = visible.map(({ record }) => repoIdOf(record.owner, record.repo_name));
  const [only] = names;
  if (only === undefined) throw new AppError('not_found', 'No repository is indexed that you may read');
  if (names.length === 1) return only;
  const rest = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  throw new AppError('bad_request', `Name one with repository: ${names.slice(0, MOST_NAMED).join(', ')}${rest}`);
}
