/**
 * The section on queries: a graph of all repositories that are given, the vectors of one of them, what each question
 * costs, and whether searches find what is there.
 *
 * A repository that the graph already holds at the folder's HEAD is taken as it is, so that a run on a server of one's own
 * (NEO4J_URI) need not index again.
 */
import { execFileSync } from 'node:child_process';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { embeddingStamp } from '../../../src/graph/embeddings.ts';
import { textAt } from '../../../src/graph/row-values.ts';
import { embedNodes } from '../../../src/jobs/ingest/embed.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { runIndex, type Server } from './ingestion.ts';
import { measureQuestions, type QuestionFigures } from './queries.ts';
import { measureFinding, type FindingFigures } from './query-finding.ts';
import { startQueryService, type QueryService } from './query-service.ts';

export interface QuerySection {
  repositories: string[];
  lines: number;
  embedded: { repoId: string; nodes: number };
  questions: QuestionFigures[];
  finding: FindingFigures;
}

export interface QuerySectionOptions {
  server: Server;
  /** Git directory of each repository, by the name it gets when it is indexed here. */
  folders: Readonly<Record<string, string>>;
  /** Inputs for each kind of question. */
  count: number;
  say: (line: string) => void;
}

const EMBEDDING_MS = 60_000;

/** FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST name the emulators. */
export async function measureQueries({ server, folders, count, say }: QuerySectionOptions): Promise<QuerySection> {
  const indexed: Record<string, string> = {};
  for (const [name, folder] of Object.entries(folders)) {
    indexed[await indexedAs(server, name, folder, say)] = folder;
  }
  const repoIds = Object.keys(indexed);
  const service = await startQueryService(server.uri, repoIds);
  try {
    const sizes = await linesOf(service.graph, repoIds);
    const [smallest = ''] = [...repoIds].sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
    const embedded = { repoId: smallest, nodes: await embed(service, smallest, say) };
    const questions = await measureQuestions(service, repoIds, { count, onFigures: (figures) => say(lineOf(figures)) });
    await forgetVectors(service, smallest);
    say('searching for what is known to be there');
    const finding = await measureFinding(service.graph, indexed);
    const lines = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    return { repositories: repoIds, lines, embedded, questions, finding };
  } finally {
    await service.close();
  }
}

async function indexedAs(server: Server, name: string, folder: string, say: (line: string) => void): Promise<string> {
  const head = execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const graph = createGraph({ uri: server.uri, username: process.env['NEO4J_USERNAME'] ?? 'neo4j', password: process.env['NEO4J_PASSWORD'] ?? '' }); // prettier-ignore
  try {
    const [known] = await graph.read(
      'MATCH (r:Repository) WHERE r.commit = $head AND r.complete RETURN r.repo_id AS repo_id ORDER BY repo_id LIMIT 1',
      { head },
    );
    if (known !== undefined) return textAt(known, 'repo_id');
  } finally {
    await graph.close();
  }
  say(`${name}: indexing`);
  const repoId = `bench/${name}`;
  await runIndex(server, folder, repoId, false);
  return repoId;
}

async function linesOf(graph: GraphPort, repoIds: readonly string[]): Promise<Record<string, number>> {
  const rows = await graph.read(
    'MATCH (n:File) WHERE n.repo_id IN $repo_ids RETURN n.repo_id AS repo_id, toInteger(sum(n.end_line)) AS lines',
    { repo_ids: repoIds },
  );
  return Object.fromEntries(rows.map((row) => [textAt(row, 'repo_id'), Number(row['lines'])]));
}

async function embed(service: QueryService, repoId: string, say: (line: string) => void): Promise<number> {
  say(`${repoId}: embedding with the stand-in model`);
  const { total, failure } = await embedNodes(service, {
    repoId,
    model: service.embeddingModel,
    budgetMs: EMBEDDING_MS,
  });
  if (failure !== undefined) throw failure;
  return total;
}

/** The stand-in's vectors are of no use to anybody else. */
async function forgetVectors(service: QueryService, repoId: string): Promise<void> {
  await service.graph.run(
    `MATCH (n:Symbol) WHERE n.repo_id = $repo_id AND n.path IS NOT NULL AND n.embedded_by = $stamp
     CALL (n) { REMOVE n.embedding, n.embedded_by } IN TRANSACTIONS OF 2000 ROWS`,
    { repo_id: repoId, stamp: embeddingStamp(service.embeddingModel) },
  );
}

function lineOf({ question, inputs, served, withoutEmulators, bare }: QuestionFigures): string {
  const ms = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
  return `${question}, ${inputs} inputs: ${ms(served)} ms, without emulators ${ms(withoutEmulators)}, bare ${ms(bare)}`;
}
