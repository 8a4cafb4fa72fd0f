/**
 * `npm --silent --prefix functions run bench -- <git dir>... [--growth] [--peers] [--only <section>] [--inputs <n>]`:
 * what things cost, in one table. Figures are CPU seconds (ours + Neo4j's) and ratios to the least that the machine needs
 * for the same work, since wall time says little on a busy machine. Ingestion, growth and the limits that they are compared
 * with run the built product, as deployed.
 *
 *     ingestion       each repository given, beside reading, bare parse and bare insert of the same; again; one file changed
 *     growth          the first repository 1, 4, 16 and 64 times over
 *     peers           each repository by other open tools that are installed, in turns with ours and with a bare parse, `--rounds`
 *                     (5) times; with `--peers`, or when it is named
 *     cold-start      a fresh process of each HTTPS function, until its first answer
 *     documents       endpoints of repositories, tools and support beside 10,000 pull requests; only when it is named
 *     queries         each question over HTTP on a graph of all repositories given, beside its bare statements, in
 *                     milliseconds; and what searches find. Only when it is named; `--inputs 50` for fewer than 200 each
 *     webhook         50 deliveries a second for 20 s; only when it is named
 *     console         how soon pages of the console are there, each beside the API's own time; only when it is named
 *     agents          tokens of answers to 50 questions of an agent about each repository given, and how long finding takes; only
 *                     when it is named
 *     store           questions of the repositories given, alone and among copies of them that make up `--symbols` (3,000,000)
 *                     symbols; only when it is named
 *     divided         an ingestion of each repository given that is divided at `--shard-files` and resolved in parts of at most
 *                     `--resolve-files`, task by task or `--at-once`, and pushes of one file; only when it is named
 *     review          the steps of a review but the model, on the newest 20 commits of each repository given; only when
 *                     it is named
 *
 * Neo4j is the one that NEO4J_URI names, else one started for this run and thrown away.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCH_USAGE, readBenchArguments, type BenchArguments, type Section } from './arguments/bench-arguments.ts';
import { measureAgents, offeredCharacters } from '../lab/bench/agent-tokens.ts';
import { measureColdStarts } from '../lab/bench/cold-start.ts';
import { measureDocuments } from '../lab/bench/documents.ts';
import { measureGrowth } from '../lab/bench/growth.ts';
import { measureIngestion, runIndex, type Server } from '../lab/bench/ingestion.ts';
import { measureSideBySide } from '../lab/bench/peers.ts';
import type { Percentiles } from '../lab/bench/queries.ts';
import { findingRows } from '../lab/bench/query-finding.ts';
import { measureQueries } from '../lab/bench/query-section.ts';
import { ingestionRows, nameOf, peerRows, seconds, table, total } from './output/bench-tables.ts';
import { buildProduct } from '../build/build-product.ts';
import { endWithReason, typedIn } from './arguments/command-line.ts';
import { startEmulators } from '../stack/emulators.ts';
import { startNeo4j } from '../stack/neo4j.ts';
import { PACKAGE, ROOT } from '../stack/toolchain.ts';

/** Sections that write into a graph. */
const NEEDS_NEO4J: readonly Section[] = ['ingestion', 'growth', 'queries', 'review', 'peers'];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function benchIngestion(server: Server, { repositories }: BenchArguments): Promise<void> {
  for (const repository of repositories) {
    const name = nameOf(repository);
    const figures = await measureIngestion(server, repository, name, (step) => say(`${name}: ${step}`));
    console.log(`\n${table(['ingestion', ''], ingestionRows(name, figures))}`);
  }
}

async function benchPeers(server: Server, { repositories, rounds }: BenchArguments): Promise<void> {
  for (const repository of repositories) {
    const name = nameOf(repository);
    const told = { rounds, say: (step: string) => say(`${name}, with peers: ${step}`) };
    const figures = await measureSideBySide(server, repository, `bench/${name}`, told);
    if (figures.peers.length === 0) say('none of the peers is installed');
    const head = [`${name}, medians of ${rounds} in turns`, 'Node', 'CPU-s', 'wall s', "ours / this one's"];
    console.log(`\n${table(head, peerRows(figures))}`);
  }
}

async function benchGrowth(server: Server, repository: string): Promise<void> {
  say('growth');
  const rows = (await measureGrowth(server, repository, nameOf(repository))).map(({ times, run }) => [
    `${times}x`,
    String(run.files),
    seconds(total(run)),
    ((1000 * total(run)) / run.files).toFixed(1),
    ((1000 * run.ourCpu) / run.files).toFixed(1),
    String(run.peakMb),
  ]);
  console.log(`\n${table(['growth', 'files', 'CPU-s', 'ms/file', 'ours ms/file', 'peak MB'], rows)}`);
}

async function benchColdStarts(): Promise<void> {
  say('cold starts');
  const rows = (await measureColdStarts()).map(({ name, cpuSeconds, wallSeconds, megabytes, status }) => [
    name,
    String(Math.round(1000 * cpuSeconds)),
    String(Math.round(1000 * wallSeconds)),
    String(megabytes),
    String(status),
  ]);
  console.log(`\n${table(['cold start of', 'CPU ms', 'wall ms', 'MB', 'HTTP'], rows)}`);
}

/** Runs `work` with emulators that nothing else uses. */
async function withEmulators(work: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reviewgraph-bench-'));
  const emulators = await startEmulators({ only: ['auth', 'firestore'], folder, log: say });
  try {
    // Google's SDK would look for a cloud machine's metadata, and warn of a network without any.
    Object.assign(process.env, emulators.env, { METADATA_SERVER_DETECTION: 'none' });
    await work();
  } finally {
    await emulators.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchDocuments(): Promise<void> {
  await withEmulators(async () => {
    const { documents, endpoints } = await measureDocuments(join(ROOT, 'emulator-data', 'seed'), say);
    const rows = endpoints.map(({ endpoint, p50, p95, ownP95 }) => [
      endpoint,
      p50.toFixed(1),
      p95.toFixed(1),
      ownP95.toFixed(1),
    ]);
    console.log(`\n${table([`warm, beside ${documents} documents`, 'p50 ms', 'p95 ms', 'own p95 ms'], rows)}`);
  });
}

async function benchWebhook(): Promise<void> {
  await withEmulators(async () => {
    const { measureWebhook } = await import('../lab/bench/webhook.ts');
    const { perSecond, deliveries, p50, p95, p99, longest, cpu, failed, lost } = await measureWebhook(50, 20);
    const row = [`${deliveries} at ${perSecond}/s`, p50, p95, p99, longest, cpu, failed, lost].map(String);
    const head = ['webhook deliveries', 'p50 ms', 'p95 ms', 'p99 ms', 'longest', 'CPU ms each', 'failed', 'lost'];
    console.log(`\n${table(head, [row])}`);
  });
}

async function benchConsole(): Promise<void> {
  const { measureConsole } = await import('../lab/console/measure-console.ts');
  const { sizes, pages, violations, load } = await measureConsole(say);
  const size = ({ files, bytes, gzipped }: { files: number; bytes: number; gzipped: number }) =>
    [files, Math.round(bytes / 1024), Math.round(gzipped / 1024)].map(String);
  const rows = [
    ['first load, until the repositories are shown', ...size(sizes.firstLoad)],
    ['all that is deployed', ...size(sizes.deployed)],
  ];
  console.log(`\n${table(['console', 'files', 'KB', 'KB gzipped'], rows)}`);
  const times = pages.map(({ page, runs, median, longest, afterApi, api }) =>
    [page, runs, median, longest, api, afterApi].map(String),
  );
  const head = ['page', 'runs', 'ms to its content', 'longest', "of that the API's", 'painted behind it'];
  console.log(`\n${table(head, times)}`);
  console.log(
    `violations that axe finds on these pages: ${violations}; load ${load.before} before, ${load.after} after`,
  );
}

async function benchReview(server: Server, { repositories }: BenchArguments): Promise<void> {
  const { measureReview } = await import('../lab/bench/review.ts');
  const rows: string[][] = [];
  for (const repository of repositories) {
    const name = nameOf(repository);
    const { commits, files, skipped, lines, contextItems, findings, ms, cpu } = await measureReview(
      server.uri,
      repository,
      name,
      say,
    );
    const steps = ['diff', 'context', 'lint', 'place', 'draft'].map((step) => String(ms[step] ?? '?'));
    rows.push([name, ...[commits, files, skipped, lines, contextItems, findings].map(String), ...steps, seconds(cpu)]);
  }
  const figures = ['commits', 'files', 'skipped', 'lines', 'context', 'findings'];
  const steps = ['diff ms', 'context ms', 'lint ms', 'place ms', 'draft ms', 'our CPU-s'];
  console.log(`\n${table(['review without a model', ...figures, ...steps], rows)}`);
}

async function benchQueries(server: Server, { repositories, inputs }: BenchArguments): Promise<void> {
  const folders = Object.fromEntries(repositories.map((folder) => [nameOf(folder), folder]));
  if (Object.keys(folders).length < repositories.length) throw new Error('Two of the repositories have one name');
  await withEmulators(async () => {
    const figures = await measureQueries({ server, folders, count: inputs, say });
    const { repoId, nodes } = figures.embedded;
    const ms = ({ p50, p95 }: Percentiles) => [p50.toFixed(1), p95.toFixed(1)];
    const rows = figures.questions.map(({ question, inputs: asked, served, withoutEmulators, bare }) => [
      question,
      String(asked),
      ...ms(served),
      ...ms(withoutEmulators),
      ...ms(bare),
    ]);
    const title = `queries of ${figures.repositories.length} repositories, ${figures.lines} lines`;
    const head = [title, 'inputs', 'p50 ms', 'p95 ms', 'own p50', 'own p95', 'bare p50', 'bare p95'];
    console.log(`\n${table(head, rows)}`);
    console.log('own: without the time in which emulators or the stand-in model answered; bare: the statements alone');
    console.log(
      `semantic_search: ${nodes} nodes of ${repoId} have vectors of local/demo/llm-stand-in.ts, which counts words`,
    );
    console.log(`\n${table(['finding', ''], findingRows(figures.finding))}`);
    for (const miss of figures.finding.misses) say(miss.slice(0, 200));
  });
}

async function benchAgents({ repositories }: BenchArguments): Promise<void> {
  const rows: string[][] = [];
  for (const folder of repositories) rows.push(Object.values(await measureAgents(folder, nameOf(folder))).map(String));
  console.log(
    `\n${table(['tokens of answers', 'questions', 'median', 'p95', 'most', 'refused', 'lines', 'find, ms CPU: median, p95', 'by the clock'], rows)}`,
  );
  console.log(`names, descriptions and schemas of the tools: ${offeredCharacters()} characters`);
}

async function benchStore({ repositories, inputs, symbols }: BenchArguments): Promise<void> {
  await buildProduct(say);
  await withEmulators(async () => {
    const { measureStore } = await import('../lab/store/measure-store.ts');
    const folders = Object.fromEntries(repositories.map((folder) => [nameOf(folder), folder]));
    const figures = await measureStore({ folders, symbols, count: inputs, say });
    const ms = ({ p50, p95 }: Percentiles) => [p50.toFixed(1), p95.toFixed(1)];
    const rows = figures.questions.map(({ alone, filled }) => [
      ...[alone.question, ...ms(alone.withoutEmulators), ...ms(filled.withoutEmulators)],
      ...[...ms(alone.bare), ...ms(filled.bare)],
    ]);
    const [own, all] = figures.symbols;
    const head = [`own ms at ${own} and ${all} symbols`, 'p50', 'p95', 'p50', 'p95', 'bare p50', 'p95', 'p50', 'p95'];
    console.log(`\n${table(head, rows)}`);
    const { writing, importing, indexing } = figures.seconds;
    const steps = [writing, importing, indexing].map((each) => each.toFixed(0));
    console.log(`${figures.copies} copies; seconds of writing files, importing, making indexes: ${steps.join(', ')}`);
  });
}

async function benchDivided({ repositories, shardFiles, resolveFiles, atOnce }: BenchArguments): Promise<void> {
  await buildProduct(say);
  const { measureDivided } = await import('../lab/chaos/measure-divided.ts');
  for (const folder of repositories) {
    const name = nameOf(folder);
    const { files, lines, tasks } = await measureDivided(folder, name, { shardFiles, resolveFiles, atOnce }, say);
    const rows = tasks.map(({ kind, tasks: count, cpuSeconds, mostCpuSeconds, peakMb, wallSeconds }) => [
      ...[kind, String(count), ...[cpuSeconds, mostCpuSeconds, wallSeconds].map(seconds), peakMb.toFixed(0)],
    ]);
    const head = [`${name}, ${files} files, ${lines} lines`, 'tasks', 'our CPU-s', 'most', 'wall s', 'peak MB'];
    console.log(`\n${table(head, rows)}`);
  }
}

/** Sections that are measured only when they are named, and that need no graph. */
const BY_NAME: Partial<Record<Section, (given: BenchArguments) => Promise<void>>> = {
  documents: benchDocuments,
  webhook: benchWebhook,
  console: benchConsole,
  agents: benchAgents,
  store: benchStore,
  divided: benchDivided,
};

/** What is asked for of these. */
function wanted({ only, growth, peers }: BenchArguments): (section: Section) => boolean {
  const byFlag: Partial<Record<Section, boolean>> = { growth, peers };
  return (section) => (only === undefined ? (byFlag[section] ?? true) : only === section || (byFlag[section] ?? false));
}

async function benchOnServer(server: Server, given: BenchArguments, first: string): Promise<void> {
  const wants = wanted(given);
  // A server's first transactions run on cold code; a deployment's does not start for each ingestion.
  if (given.only !== 'queries' && given.only !== 'review') {
    await buildProduct(say);
    say('warming the server up');
    await runIndex(server, join(PACKAGE, 'src'), 'bench/warm-up', true);
  }
  if (given.only === 'queries') await benchQueries(server, given);
  if (given.only === 'review') await benchReview(server, given);
  if (wants('ingestion')) await benchIngestion(server, given);
  if (wants('peers')) await benchPeers(server, given);
  if (wants('growth')) await benchGrowth(server, first);
}

async function bench(given: BenchArguments): Promise<void> {
  const wants = wanted(given);
  if (wants('cold-start')) await benchColdStarts();
  if (given.only !== undefined) await BY_NAME[given.only]?.(given);
  const [first] = given.repositories;
  if (first === undefined || !NEEDS_NEO4J.some(wants)) return;
  const home = mkdtempSync(join(tmpdir(), 'reviewgraph-bench-neo4j-'));
  const server = await startNeo4j({ home, log: say, heapMb: 1024 });
  try {
    await benchOnServer(server, given, first);
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

try {
  await bench(readBenchArguments(process.argv.slice(2), typedIn()));
} catch (error) {
  endWithReason(error, BENCH_USAGE);
}
