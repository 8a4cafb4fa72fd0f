/**
 * The same repository with other open tools, where they are installed: each in a copy of its own, from nothing. They are
 * looked for on PATH only; nothing is fetched here.
 *
 *     npm install --global @optave/codegraph        codegraph      (SQLite)
 *     pip install codegraphcontext                  cgc            (Neo4j)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMeasured, serverCost, type Cost } from './cpu-time.ts';
import type { Server } from './ingestion.ts';

interface Peer {
  name: string;
  program: string;
  command: (folder: string) => string[];
  /** Whether it writes to the Neo4j server that we use. */
  usesServer: boolean;
}

const PEERS: readonly Peer[] = [
  { name: 'codegraph', program: 'codegraph', command: (folder) => ['codegraph', 'build', folder], usesServer: false },
  { name: 'codegraphcontext', program: 'cgc', command: (folder) => ['cgc', 'index', folder], usesServer: true },
];

const LIMIT_SECONDS = 200;

export interface PeerFigures extends Cost {
  name: string;
  /** Why there is no figure. */
  failed: string | undefined;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function installedPeers(): readonly string[] {
  return PEERS.filter(({ program }) => isInstalled(program)).map(({ name }) => name);
}

export async function measurePeers(server: Server, source: string): Promise<PeerFigures[]> {
  const figures: PeerFigures[] = [];
  for (const { name, program, command, usesServer } of PEERS) {
    if (!isInstalled(program)) continue;
    const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-peer-'));
    const folder = join(scratch, 'copy');
    execFileSync('git', ['clone', '--quiet', source, folder]);
    const env = { NEO4J_URI: server.uri, NEO4J_USERNAME: 'neo4j', NEO4J_PASSWORD: 'none', HOME: scratch };
    const run = () => runMeasured(command(folder), { cwd: folder, env, limitSeconds: LIMIT_SECONDS });
    const { result, cpuSeconds } = await serverCost(usesServer ? server.pid : undefined, run);
    const slow = result.code === null ? `not done after ${LIMIT_SECONDS} s` : undefined;
    const wrong = result.code === 0 || slow !== undefined ? undefined : `ended with ${String(result.code)}`;
    figures.push({
      name,
      cpuSeconds: result.cpuSeconds === undefined ? undefined : result.cpuSeconds + (cpuSeconds ?? 0),
      wallSeconds: result.wallSeconds,
      failed: slow ?? wrong,
    });
    rmSync(scratch, { recursive: true, force: true });
  }
  return figures;
}
