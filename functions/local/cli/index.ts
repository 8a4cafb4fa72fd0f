/**
 * `npm --silent --prefix functions run index -- <folder or git directory> [--repo owner/name] [--clear]
 * [--embed] [--json]`: the same sync as an ingestion job's, from a folder or repository on this machine into Neo4j. For
 * scripts and measurements. With --embed the nodes get vectors from the model that GATEWAY_API_KEY, GATEWAY_BASE_URL and
 * EMBEDDING_MODEL name.
 *
 * Neo4j is the one that NEO4J_URI names (with NEO4J_USERNAME and NEO4J_PASSWORD), else the local stack's: used when it
 * runs, else started and stopped again. With --json one object goes to standard output and nothing else:
 *
 *     { repo_id, commit, changed, stats, wall_ms, cpu_seconds, peak_rss_mb }
 */
import { basename, dirname, join, resolve } from 'node:path';
import { openLocal } from '../../src/adapters/git/git-local.ts';
import { createGraph } from '../../src/adapters/neo4j.ts';
import { PUBLIC_ACCESS } from '../../src/graph/access.ts';
import { openSources } from '../../src/jobs/sync/sources.ts';
import { syncRepository, type SyncResult } from '../../src/jobs/sync/sync.ts';
import { counted } from '../../src/review/draft/counted.ts';
import { endWithReason, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';
import { startNeo4j } from '../stack/neo4j.ts';
import { ROOT } from '../stack/toolchain.ts';

const USAGE =
  'Usage: npm --silent --prefix functions run index -- <folder or git directory> [--repo owner/name] [--clear] [--embed] [--json]';

const EMBEDDING_MS = 12 * 3_600_000;

interface Arguments {
  folder: string;
  repoId: string;
  json: boolean;
  clear: boolean;
  embed: boolean;
}

const OPTIONS = {
  repo: { type: 'string' },
  json: { type: 'boolean', default: false },
  clear: { type: 'boolean', default: false },
  embed: { type: 'boolean', default: false },
} as const;

/** `owner/name` as the API takes it. */
function isRepoId(text: string): boolean {
  return /^[\w.-]+\/[\w.-]+$/.test(text) && !text.split('/').some((part) => /^\.+$/.test(part));
}

function readArguments(): Arguments {
  const { values, positionals } = parseWords({ options: OPTIONS, allowPositionals: true });
  const [given, more] = positionals;
  if (given === undefined) throw new WrongArguments('Give a folder or a git directory.');
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  const folder = resolve(typedIn(), given);
  const { repo: repoId = `local/${nameOf(folder)}`, json, clear, embed } = values;
  if (!isRepoId(repoId)) throw new WrongArguments(`--repo ${repoId}: give a name of the form owner/name.`);
  return { folder, repoId, json, clear, embed };
}

/** `/src/thing/.git` and `/src/thing.git` are `thing`. */
function nameOf(folder: string): string {
  const name = basename(folder) === '.git' ? basename(dirname(folder)) : basename(folder, '.git');
  return name.replace(/[^\w.-]/g, '-') || 'repository';
}

/** As the functions' settings have it; undefined when the command was not asked to embed, and then nothing of it is loaded. */
async function embeddingModel(wanted: boolean) {
  if (!wanted) return undefined;
  const model = process.env['EMBEDDING_MODEL'] ?? 'text-embedding-3-small';
  const apiKey = process.env['GATEWAY_API_KEY'] ?? '';
  if (apiKey === '') throw new Error('--embed asks a model gateway: set GATEWAY_API_KEY (and GATEWAY_BASE_URL)');
  const baseUrl = process.env['GATEWAY_BASE_URL'] ?? 'https://api.openai.com/v1';
  const { openaiGateway } = await import('../../src/adapters/gateway/gateway.ts');
  return { model, gateway: openaiGateway({ apiKey, baseUrl, embeddingModel: model }) };
}

async function index({ folder, repoId, clear, embed }: Arguments): Promise<SyncResult> {
  const model = await embeddingModel(embed);
  const note = (line: string) => process.stderr.write(`${line}\n`);
  const snapshot = await openLocal(folder);
  const server = await startNeo4j({ home: join(ROOT, 'emulator-data', 'local', 'neo4j'), log: note });
  const graph = createGraph({
    uri: server.uri,
    username: process.env['NEO4J_USERNAME'] ?? 'neo4j',
    password: process.env['NEO4J_PASSWORD'] ?? '',
  });
  const sources = await openSources(snapshot);
  try {
    const onProgress = ({ phase, done, total }: { phase: string; done: number; total: number }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${phase} ${done}/${total}`);
    };
    const result = await syncRepository({
      ports: { graph, clock: { now: () => new Date() } },
      repoId,
      snapshot,
      access: PUBLIC_ACCESS,
      branch: snapshot.branch,
      clearExisting: clear,
      sources,
      onProgress,
    });
    if (model === undefined) return result;
    const settings = { gatewayConfigured: true, embeddingModel: model.model };
    const { embedAfterSync } = await import('../../src/jobs/ingest/embed-after-sync.ts');
    const { stats: embedding } = await embedAfterSync(
      { graph, gateway: model.gateway, settings },
      { repoId, budgetMs: EMBEDDING_MS, onProgress },
    );
    return { ...result, stats: { ...result.stats, ...embedding } };
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    await sources.close();
    await graph.close();
    await snapshot.close();
    await server.stop();
  }
}

function summary(repoId: string, { changed, commit, stats }: SyncResult, used: string): string {
  const calls = Object.entries(stats.calls).map(
    ([language, { sites, resolved, external, ambiguous, unresolved }]) =>
      `  ${language.padEnd(12)} ${sites} call sites: ${resolved} resolved, ${external} external, ${ambiguous} ambiguous, ${unresolved} unresolved`,
  );
  return [
    `${repoId}${commit === '' ? '' : `@${commit.slice(0, 12)}`}: ${changed ? 'indexed' : 'already up to date'}`,
    `  ${counted(stats.files_processed, 'file')} (${stats.files_reused} reused, ${stats.files_skipped} skipped), ${counted(stats.total_lines, 'line')}`,
    `  ${stats.functions_found} functions, ${stats.classes_found} classes, ${stats.variables_found} variables, ${stats.imports_found} imports`,
    ...calls,
    ...(stats.embedding_status === 'skipped'
      ? []
      : [
          `  embedding ${stats.embedding_status}: ${stats.nodes_embedded} nodes; ${stats.embedding_error ?? 'none left'}`,
        ]),
    `  ${counted(stats.errors_total, 'problem')}`,
    ...stats.errors.slice(0, 5).map(({ path, line, message }) => `    ${path}:${line ?? 0} ${message}`),
    `  ${Object.entries(stats.phase_ms)
      .map(([phase, ms]) => `${phase} ${ms} ms`)
      .join(', ')}; ${used}`,
    '',
  ].join('\n');
}

async function printIndexed(): Promise<void> {
  const given = readArguments();
  const started = performance.now();
  const result = await index(given);
  const usage = process.resourceUsage();
  const cost = {
    wall_ms: Math.round(performance.now() - started),
    cpu_seconds: Math.round((usage.userCPUTime + usage.systemCPUTime) / 10_000) / 100,
    // maxRSS is in kilobytes.
    peak_rss_mb: Math.round(usage.maxRSS / 1024),
  };
  if (given.json) process.stdout.write(`${JSON.stringify({ repo_id: given.repoId, ...result, ...cost })}\n`);
  else process.stdout.write(summary(given.repoId, result, `${cost.cpu_seconds} s of CPU, peak ${cost.peak_rss_mb} MB`));
}

try {
  await printIndexed();
} catch (error) {
  endWithReason(error, USAGE);
}
