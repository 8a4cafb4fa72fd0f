/**
 * The same repository with other open tools, where they are installed: each in a copy of its own, from nothing. They are
 * looked for on PATH only; nothing is fetched here. Two of them call their program `codegraph`, so all of that name are
 * looked at, and the folder that they lie in says which they are.
 *
 *     npm install --global @optave/codegraph                          codegraph      (SQLite)
 *     npm install --global --prefix <folder> @colbymchenry/codegraph  codegraph      (SQLite)
 *     pip install codegraphcontext                                    cgc            (Neo4j)
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runMeasured, serverCost, type Cost } from './cpu-time.ts';
import type { Server } from './ingestion.ts';

interface Peer {
  /** The package, which is part of the path of its program. */
  name: string;
  program: string;
  command: (program: string, folder: string) => string[];
  /** Whether it writes to the Neo4j server that we use. */
  usesServer: boolean;
  /** What it prints when it has read nothing and calls that a success, for instance without its parsers. */
  foundNothing?: RegExp;
}

const PEERS: readonly Peer[] = [
  {
    name: '@optave/codegraph',
    program: 'codegraph',
    command: (program, folder) => [program, 'build', folder],
    usesServer: false,
  },
  {
    name: '@colbymchenry/codegraph',
    program: 'codegraph',
    command: (program, folder) => [program, 'init', folder],
    usesServer: false,
  },
  {
    name: 'codegraphcontext',
    program: 'cgc',
    command: (program, folder) => [program, '--database', 'neo4j', 'index', folder],
    usesServer: true,
    foundNothing: /Function nodes\s*\|\s*0\s*\|/,
  },
];

const LIMIT_SECONDS = 200;

export interface PeerFigures extends Cost {
  name: string;
  /** Why there is no figure. */
  failed: string | undefined;
}

/** Path of a peer's program, or undefined where it is not installed. */
function programOf({ name, program }: Peer): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
  // Only packages of npm lie in a folder of their name.
  return paths.find((path) => !name.startsWith('@') || realpathSync(path).includes(`/${name}/`));
}

export async function measurePeers(server: Server, source: string): Promise<PeerFigures[]> {
  const figures: PeerFigures[] = [];
  for (const peer of PEERS) {
    const { name, command, usesServer, foundNothing } = peer;
    const program = programOf(peer);
    if (program === undefined) continue;
    const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-peer-'));
    const folder = join(scratch, 'copy');
    execFileSync('git', ['clone', '--quiet', source, folder]);
    const env = { NEO4J_URI: server.uri, NEO4J_USERNAME: 'neo4j', NEO4J_PASSWORD: 'none', HOME: scratch };
    const run = () => runMeasured(command(program, folder), { cwd: folder, env, limitSeconds: LIMIT_SECONDS });
    const { result, cpuSeconds } = await serverCost(usesServer ? server.pid : undefined, run);
    const slow = result.code === null ? `not done after ${LIMIT_SECONDS} s` : undefined;
    const wrong = result.code === 0 || slow !== undefined ? undefined : `ended with ${String(result.code)}`;
    const empty = foundNothing?.test(result.stdout) === true ? 'read nothing' : undefined;
    figures.push({
      name,
      cpuSeconds: result.cpuSeconds === undefined ? undefined : result.cpuSeconds + (cpuSeconds ?? 0),
      wallSeconds: result.wallSeconds,
      failed: slow ?? wrong ?? empty,
    });
    rmSync(scratch, { recursive: true, force: true });
  }
  return figures;
}
