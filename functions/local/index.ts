/**
 * `npm --silent --prefix functions run index -- <dir or git dir> [--repo owner/name] [--clear] [--json]`: the same sync as an
 * ingestion job's, from a folder or repository on this machine into Neo4j, then exit. For scripts and measurements.
 *
 * Neo4j is the one that NEO4J_URI names (with NEO4J_USERNAME and NEO4J_PASSWORD), else the local stack's: used when it
 * runs, else started and stopped again. With --json one object goes to standard output and nothing else:
 *
 *     { repo_id, commit, changed, stats, wall_ms, cpu_seconds, peak_rss_mb }
 */
import { basename, dirname, join, resolve } from 'node:path';
import { openLocal } from '../src/adapters/git-local.ts';
import { createGraph } from '../src/adapters/neo4j.ts';
import { PUBLIC_ACCESS } from '../src/graph/access.ts';
import { openSources } from '../src/jobs/sources.ts';
import { syncRepository, type SyncResult } from '../src/jobs/sync.ts';
import { startNeo4j } from './neo4j.ts';
import { ROOT } from './toolchain.ts';

const USAGE =
  'Usage: npm --silent --prefix functions run index -- <dir or git dir> [--repo owner/name] [--clear] [--json]\n';

interface Arguments {
  folder: string;
  repoId: string;
  json: boolean;
  clear: boolean;
}

function readArguments(args: string[]): Arguments | undefined {
  let folder: string | undefined;
  let repoId: string | undefined;
  const flags = new Set<string>();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--repo') repoId = args[++at];
    else if (arg === '--json' || arg === '--clear') flags.add(arg);
    else if (arg.startsWith('--') || folder !== undefined) return undefined;
    // npm runs scripts in the package's folder; a relative path means the folder the command was typed in.
    else folder = resolve(process.env['INIT_CWD'] ?? '.', arg);
  }
  if (folder === undefined || (repoId !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repoId))) return undefined;
  return {
    folder,
    repoId: repoId ?? `local/${nameOf(folder)}`,
    json: flags.has('--json'),
    clear: flags.has('--clear'),
  };
}

/** `/src/thing/.git` and `/src/thing.git` are `thing`. */
function nameOf(folder: string): string {
  const name = basename(folder) === '.git' ? basename(dirname(folder)) : basename(folder, '.git');
  return name.replace(/[^\w.-]/g, '-') || 'repository';
}

async function index({ folder, repoId, clear }: Arguments): Promise<SyncResult> {
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
    return await syncRepository({
      ports: { graph, clock: { now: () => new Date() } },
      repoId,
      snapshot,
      access: PUBLIC_ACCESS,
      branch: snapshot.branch,
      clearExisting: clear,
      sources,
      onProgress: ({ phase, done, total }) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${phase} ${done}/${total}`);
      },
    });
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
    `  ${stats.files_processed} files (${stats.files_reused} reused, ${stats.files_skipped} skipped), ${stats.total_lines} lines`,
    `  ${stats.functions_found} functions, ${stats.classes_found} classes, ${stats.variables_found} variables, ${stats.imports_found} imports`,
    ...calls,
    `  ${stats.errors_total} problems`,
    ...stats.errors.slice(0, 5).map(({ path, line, message }) => `    ${path}:${line ?? 0} ${message}`),
    `  ${Object.entries(stats.phase_ms)
      .map(([phase, ms]) => `${phase} ${ms} ms`)
      .join(', ')}; ${used}`,
    '',
  ].join('\n');
}

const given = readArguments(process.argv.slice(2));
if (!given) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const started = performance.now();
try {
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
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
