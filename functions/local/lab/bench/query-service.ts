/**
 * The `query` function as clients meet it: its endpoint group behind an HTTP server, a user signed in at the auth
 * emulator, documents in Firestore's, vectors of questions from the stand-in model. What it asks of the graph is noted,
 * so that the same statements can be timed alone.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { z } from 'zod';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { firebaseIdentity } from '../../../src/adapters/identity.ts';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { firestoreStore } from '../../../src/adapters/store.ts';
import type { Api } from '../../../src/api/http/api-env.ts';
import { createQueryApi } from '../../../src/api/routes/query.ts';
import { serve } from '../../../src/api/http/serve.ts';
import { repositories } from '../../../src/documents/repositories.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import type { GatewayPort, GraphPort, StorePort } from '../../../src/ports.ts';
import { livePorts } from '../../../src/wiring.ts';
import { apiClient } from '../../stack/api-client.ts';
import { PROJECT_ID } from '../../stack/emulators.ts';
import { startLlmStandIn } from '../../demo/llm-stand-in.ts';
import { PACKAGE } from '../../stack/toolchain.ts';
import type { Asked } from './query-inputs.ts';
import { recordOf } from './repository-record.ts';
import { watchWaiting } from './waiting.ts';

type Statement = Parameters<GraphPort['read']>;

export interface AnsweredQuestion {
  status: number;
  /** Milliseconds from the request to the last byte of its answer. */
  took: number;
  /** Of these, those in which nothing but an emulator or the stand-in model was waited for. */
  emulators: number;
  /** What the graph was asked. */
  statements: Statement[];
}

export interface QueryService {
  graph: GraphPort;
  gateway: GatewayPort;
  embeddingModel: string;
  /** Asks over HTTP; of one repository when it is named and the question takes a filter. */
  ask(asked: Asked, repoId?: string): Promise<AnsweredQuestion>;
  close(): Promise<void>;
}

const EMBEDDING_MODEL = 'stand-in';

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string().optional() }))),
});

/** Path and method of each question, from what the service publishes. */
function readRoutes(): ReadonlyMap<string, { path: string; method: string }> {
  const { paths } = documentSchema.parse(JSON.parse(readFileSync(join(PACKAGE, 'openapi.json'), 'utf8')));
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId = '' }]) => [operationId, { path, method }] as const),
  );
  return new Map(routes);
}

/** FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST name the emulators. */
export async function startQueryService(uri: string, repoIds: readonly string[]): Promise<QueryService> {
  const app = initializeApp({ projectId: PROJECT_ID }, 'bench-queries');
  const model = await startLlmStandIn();
  const graph = createGraph({ uri, username: process.env['NEO4J_USERNAME'] ?? 'neo4j', password: process.env['NEO4J_PASSWORD'] ?? '' }); // prettier-ignore
  const gateway = openaiGateway({ apiKey: 'bench', baseUrl: model.url, embeddingModel: EMBEDDING_MODEL });
  const waiting = watchWaiting();
  let statements: Statement[] = [];
  const noted: GraphPort = {
    ...graph,
    read(...statement) {
      statements.push(statement);
      return graph.read(...statement);
    },
  };
  const store = firestoreStore(app);
  const api = createQueryApi({
    ...livePorts(),
    graph: noted,
    store: waiting.watch(store),
    identity: waiting.watch(firebaseIdentity(app)),
    gateway: waiting.watch(gateway),
    settings: { ...livePorts().settings, requestsPerMinute: 0, gatewayConfigured: true },
  });
  const server = await listen(api);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const records = await addRecords(store, repoIds);
  const account = { id: 1, login: 'bench', name: 'Bench', email: 'bench@example.com' };
  const authHost = process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? '';
  const client = apiClient({ baseUrl, authHost, account });
  const routes = readRoutes();

  return {
    graph,
    gateway,
    embeddingModel: EMBEDDING_MODEL,
    async ask({ question, input }, repoId) {
      const route = routes.get(question);
      if (route === undefined) throw new Error(`openapi.json has no operation ${question}`);
      const request = requestFor(baseUrl, route, input, repoId);
      const authorization = `Bearer ${await client.token()}`;
      statements = [];
      const [started, waited] = [performance.now(), waiting.total()];
      const response = await fetch(request, { headers: { authorization, 'content-type': 'application/json' } });
      const text = await response.text();
      const took = performance.now() - started;
      // That a name is unknown or a path ambiguous is an answer; anything else would be measured for nothing.
      if (!response.ok && ![400, 404].includes(response.status))
        throw new Error(`${request.url}: ${response.status} ${text}`);
      return { status: response.status, took, emulators: waiting.total() - waited, statements };
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      for (const key of records) await repositories.delete(store, key);
      await deleteApp(app);
      await graph.close();
      await model.close();
    },
  };
}

/** On loopback, at a free port. */
async function listen(api: Api): Promise<Server> {
  const handler = serve(api);
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Public repositories' records; their keys. */
async function addRecords(store: StorePort, repoIds: readonly string[]): Promise<{ repo_key: string }[]> {
  const keys: { repo_key: string }[] = [];
  for (const repoId of repoIds) {
    const [owner = '', name = ''] = repoId.split('/');
    const key = { repo_key: repoKeyOf(owner, name) };
    await repositories.set(store, key, recordOf({ owner, name, private: false, language: '', description: '' }));
    keys.push(key);
  }
  return keys;
}

function requestFor(
  baseUrl: string,
  { path, method }: { path: string; method: string },
  input: Record<string, unknown>,
  repoId: string | undefined,
): Request {
  const [owner, name] = repoId?.split('/') ?? [];
  if (method === 'post') {
    const body = JSON.stringify({ ...input, ...(repoId === undefined ? {} : { repoOwner: owner, repoName: name }) });
    return new Request(baseUrl + path, { method: 'POST', body });
  }
  const url = new URL(path, baseUrl);
  for (const [field, value] of Object.entries(input)) url.searchParams.set(field, String(value));
  if (owner !== undefined && name !== undefined) {
    url.searchParams.set('repo_owner', owner);
    url.searchParams.set('repo_name', name);
  }
  return new Request(url);
}
