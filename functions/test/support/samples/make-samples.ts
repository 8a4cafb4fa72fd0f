/**
 * Makes samples of what is stored, by the code that this file stands beside: documents in every state that a job, a run
 * or a repository can be in, the rows of a graph, and packed facts. `README.md` says when that is due.
 *
 *     node test/support/samples/make-samples.ts stored/2026-11-29
 *     → documents.json graph.json facts.json
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServices } from '../../../local/test-run/test-services.ts';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { unpackFacts, packFacts } from '../../../src/graph/facts-codec.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import { createExtractorPool } from '../../../src/extract/pool/pool.ts';
import { OWNER } from './world.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { dumpDocuments, dumpRows } from './stored-form.ts';
import type { StoredGraph } from './stored-form.ts';
import { playScenario } from './scenario.ts';

const FUNCTIONS = join(import.meta.dirname, '..', '..', '..');

/** The first example of every language, as facts and as they are stored. */
async function sampleFacts(): Promise<unknown[]> {
  const pool = createExtractorPool({ workers: 1 });
  const samples: unknown[] = [];
  try {
    for (const language of loadRegistry().names) {
      const folder = join(FUNCTIONS, 'languages', language, 'examples');
      const [path = ''] = readdirSync(folder).filter((name) => !name.endsWith('.facts'));
      const text = readFileSync(join(folder, path), 'utf8');
      const packed = packFacts(await pool.extract({ path, language, text }));
      samples.push({ path, language, packed: Buffer.from(packed).toString('base64'), facts: unpackFacts(packed) });
    }
  } finally {
    await pool.close();
  }
  return samples;
}

/** One that is whole, and those that workers have left half way. */
async function sampleRows(graph: GraphPort): Promise<Record<string, StoredGraph>> {
  const rows: Record<string, StoredGraph> = {};
  for (const name of ['mixed', 'working', 'parted', 'summed', 'halved']) {
    rows[`${OWNER}/${name}`] = await dumpRows(graph, `${OWNER}/${name}`);
  }
  return rows;
}

const folder = join(import.meta.dirname, process.argv[2] ?? 'stored/unnamed');
const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-samples-'));
const services = await startServices({ neo4j: true, firebase: true }, scratch, (line) =>
  process.stderr.write(`${line}\n`),
);
Object.assign(process.env, services.env);
const graph = createGraph({
  uri: process.env['NEO4J_URI'] ?? '',
  username: 'neo4j',
  password: process.env['NEO4J_PASSWORD'] ?? '',
  retryMs: 60_000,
});
const commit = execFileSync('git', ['-C', FUNCTIONS, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
try {
  const { service, madeAt, uid, visitor, token, close } = await playScenario(graph);
  const head = { made_by: commit, made_at: madeAt.toISOString() };
  const files = {
    documents: { ...head, uid, visitor, token, documents: await dumpDocuments(service.project.app) },
    graph: { ...head, repositories: await sampleRows(graph) },
    facts: { ...head, files: await sampleFacts() },
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 1)}\n`);
  }
  await close();
} finally {
  await services.stop();
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
