/**
 * What questions cost beside everybody else's code: the repositories that are given alone in a store, and again among copies
 * of them that make up as many symbols as are asked for. One copy in five is public, the others are strangers' private ones.
 * The questions are the same in both, about the repositories themselves, half of them in one repository and half in all
 * that a caller may read.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { awaitFullText, ensureSchema } from '../../../src/graph/schema.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { startNeo4j } from '../../stack/neo4j.ts';
import { runIndex, type Server } from '../bench/ingestion.ts';
import { measureQuestions, type QuestionFigures } from '../bench/queries.ts';
import { startQueryService } from '../bench/query-service.ts';
import { importStore, writeImport } from './import-rows.ts';
import { readStore } from './store-rows.ts';
import type { Copy, StoreRows } from './store-rows.ts';

export interface StoreFigures {
  /** Symbols of the store with the repositories alone, and of the filled one. */
  symbols: [alone: number, filled: number];
  copies: number;
  /** Seconds: files of the importer, the import, all indexes. */
  seconds: { writing: number; importing: number; indexing: number };
  questions: { alone: QuestionFigures; filled: QuestionFigures }[];
}

export interface StoreOptions {
  folders: Record<string, string>;
  /** To be filled up to. */
  symbols: number;
  /** Inputs for each kind of question. */
  count: number;
  say: (line: string) => void;
}

/** Of both servers, so that only the store differs. */
const MEMORY = { heapMb: 3_000, pageCacheMb: 3_000 };
const PUBLIC_EVERY = 5;
/** Indexes of a large store take longer than a deployment would wait for them at once. */
const SCHEMA_ATTEMPTS = 12;

async function onServer<T>(
  home: string,
  say: (line: string) => void,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const server = await startNeo4j({ home, log: say, ...MEMORY });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function withGraph<T>({ uri }: Server, work: (graph: GraphPort) => Promise<T>): Promise<T> {
  const graph = createGraph({ uri, username: 'neo4j', password: process.env['NEO4J_PASSWORD'] ?? '' });
  try {
    return await work(graph);
  } finally {
    await graph.close();
  }
}

async function applySchema(graph: GraphPort): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ensureSchema(graph);
      await awaitFullText(graph);
      return;
    } catch (error) {
      if (attempt === SCHEMA_ATTEMPTS) throw error;
    }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

async function ask(server: Server, repoIds: string[], { count, say }: StoreOptions): Promise<QuestionFigures[]> {
  const service = await startQueryService(server.uri, repoIds);
  try {
    return await measureQuestions(service, repoIds, {
      count,
      without: ['semantic_search'],
      onFigures: ({ question, bare }) => say(`${question}: ${bare.p50.toFixed(1)} / ${bare.p95.toFixed(1)} ms`),
    });
  } finally {
    await service.close();
  }
}

const symbolsOf = ({ nodes }: StoreRows): number => nodes.filter(({ labels }) => labels.includes('Symbol')).length;

/** Emulators are those that the environment names. The built product indexes. */
export async function measureStore(options: StoreOptions): Promise<StoreFigures> {
  const { folders, symbols, say } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-store-'));
  const repoIds = Object.keys(folders).map((name) => `bench/${name}`);
  try {
    const { alone, rows } = await onServer(join(scratch, 'alone'), say, async (server) => {
      for (const [name, folder] of Object.entries(folders)) {
        say(`${name}: indexing`);
        await runIndex(server, folder, `bench/${name}`, false);
      }
      return { alone: await ask(server, repoIds, options), rows: await withGraph(server, readStore) };
    });
    const own = symbolsOf(rows);
    const copies = Array.from({ length: Math.max(0, Math.ceil(symbols / own) - 1) }, (_, at): Copy => {
      return { number: at + 1, isPublic: at % PUBLIC_EVERY === 0 };
    });
    say(`${own} symbols, ${copies.length} copies of them`);
    const [files, home] = [join(scratch, 'files'), join(scratch, 'filled')];
    const writing = await timed(() => writeImport(files, rows, copies));
    say('importing');
    const importing = await timed(() => importStore(home, files, say));
    rmSync(files, { recursive: true, force: true });
    return await onServer(home, say, async (server) => {
      say('making the indexes');
      const indexing = await timed(() => withGraph(server, applySchema));
      const filled = await ask(server, repoIds, options);
      const both = alone.map((figures, at) => ({ alone: figures, filled: filled[at] ?? figures }));
      const total = own * (copies.length + 1);
      return {
        symbols: [own, total],
        copies: copies.length,
        seconds: { writing, importing, indexing },
        questions: both,
      };
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
