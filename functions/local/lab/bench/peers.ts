/**
 * The same repository with other open tools, where they are installed: each in a copy of its own, from nothing, in turns with our
 * own ingestion and the bare parse, so that what else the machine does meets all of them. They are looked for on PATH only; nothing
 * is fetched here. Two of them call their program `codegraph`, so all of that name are looked at, and the folder that they lie in
 * says which they are. A program that is JavaScript runs by the first Node that it works with: the one that runs this, then those on PATH.
 *
 *     npm install --global @optave/codegraph                          codegraph      (SQLite)
 *     npm install --global --prefix <folder> @colbymchenry/codegraph  codegraph      (SQLite)
 *     pip install codegraphcontext                                    cgc            (Neo4j)
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runMeasured, serverCost, type Cost, type Finished } from './cpu-time.ts';
import { runIndex, runParse, type Server } from './ingestion.ts';

interface Peer {
  /** The package, which is part of the path of its program. */
  name: string;
  program: string;
  command: (program: string, folder: string) => string[];
  /** Whether it writes to the Neo4j server that we use. */
  usesServer: boolean;
  /** What it prints when it has read nothing and calls that a success, for instance without its parsers. */
  foundNothing?: RegExp;
  /** The Node that its launcher runs, within its package. */
  bundledNode?: string;
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
    bundledNode: `node_modules/@colbymchenry/codegraph-${process.platform}-${process.arch}/node`,
  },
  {
    name: 'codegraphcontext',
    program: 'cgc',
    command: (program, folder) => [program, '--database', 'neo4j', 'index', folder],
    usesServer: true,
    foundNothing: /Function nodes\s*\|\s*0\s*\|/,
  },
];

const LIMIT_SECONDS = 400;

/** Neither may fetch or send anything. */
const OFFLINE = { CODEGRAPH_NO_DOWNLOAD: '1', CODEGRAPH_TELEMETRY: '0' };

/** Medians of all rounds. */
export interface SideBySide {
  rounds: number;
  parse: Cost;
  ours: Cost & { serverCpu: number | undefined };
  peers: PeerFigures[];
}

interface PeerFigures extends Cost {
  /** `@optave/codegraph 3.11.2` */
  name: string;
  /** `v20.20.2`, `its own v24.16.0`; undefined for what is no Node program. */
  node: string | undefined;
  /** Why there is no figure. */
  failed: string | undefined;
}

interface Installed {
  peer: Peer;
  name: string;
  program: string;
  /** What may stand before the program, with its version: nothing, or one Node after the other. The first that works is kept. */
  launchers: Launcher[];
}

interface Launcher {
  node: string | undefined;
  before: string[];
}

/** Path of a peer's program, or undefined where it is not installed. */
function programOf({ name, program }: Peer): string | undefined {
  const paths = onPath(program);
  // Only packages of npm lie in a folder of their name.
  return paths.find((path) => !name.startsWith('@') || realpathSync(path).includes(`/${name}/`));
}

function onPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
}

const versionOf = (node: string): string => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

function installed(): Installed[] {
  return PEERS.flatMap((peer): Installed[] => {
    const program = programOf(peer);
    if (program === undefined) return [];
    if (!peer.name.startsWith('@'))
      return [{ peer, name: peer.name, program, launchers: [{ node: undefined, before: [] }] }];
    const real = realpathSync(program);
    const home = real.slice(0, real.indexOf(`/${peer.name}/`) + peer.name.length + 1);
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    const own = peer.bundledNode === undefined ? undefined : join(home, peer.bundledNode);
    const nodes = [...new Set([process.execPath, ...onPath('node').map((path) => realpathSync(path))])];
    const launchers = nodes.map((node) => ({
      node: own !== undefined && existsSync(own) ? `its own ${versionOf(own)}` : versionOf(node),
      before: [node],
    }));
    return [{ peer, name: `${peer.name} ${version}`, program: real, launchers }];
  });
}

/** One run from nothing, and why it is no figure. */
async function runPeer(given: Installed, server: Server, source: string): Promise<Cost & { failed?: string }> {
  const { peer, program, launchers } = given;
  const [launcher] = launchers;
  if (launcher === undefined) throw new Error(`Nothing runs ${peer.name}`);
  const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-peer-'));
  const folder = join(scratch, 'copy');
  try {
    execFileSync('git', ['clone', '--quiet', source, folder]);
    const env = { ...OFFLINE, NEO4J_URI: server.uri, NEO4J_USERNAME: 'neo4j', NEO4J_PASSWORD: 'none', HOME: scratch };
    const command = [...launcher.before, ...peer.command(program, folder)];
    // What it starts by the name of `node` is the same Node.
    const path = `${dirname(command[0] ?? '')}${delimiter}${process.env['PATH'] ?? ''}`;
    const run = () => runMeasured(command, { cwd: folder, env: { ...env, PATH: path }, limitSeconds: LIMIT_SECONDS });
    const { result, cpuSeconds } = await serverCost(peer.usesServer ? server.pid : undefined, run);
    const failed = whyNot(peer, result);
    if (failed?.startsWith('ended') === true && launchers.length > 1) {
      launchers.shift();
      return await runPeer(given, server, source);
    }
    return {
      cpuSeconds: result.cpuSeconds === undefined ? undefined : result.cpuSeconds + (cpuSeconds ?? 0),
      wallSeconds: result.wallSeconds,
      ...(failed === undefined ? {} : { failed }),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function whyNot({ foundNothing }: Peer, result: Finished): string | undefined {
  if (result.code === null) return `not done after ${LIMIT_SECONDS} s`;
  if (result.code !== 0) return `ended with ${String(result.code)}`;
  return foundNothing?.test(result.stdout) === true ? 'read nothing' : undefined;
}

function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)];
}

const middle = (costs: readonly Cost[]): Cost => ({
  cpuSeconds: median(costs.map(({ cpuSeconds }) => cpuSeconds)),
  wallSeconds: median(costs.map(({ wallSeconds }) => wallSeconds)) ?? 0,
});

/** `source` is a git folder; `repoId` what the graph calls it. A peer that failed is not run again. */
export async function measureSideBySide(
  server: Server,
  source: string,
  repoId: string,
  { rounds, say }: { rounds: number; say: (step: string) => void },
): Promise<SideBySide> {
  const parses: Cost[] = [];
  const own: (Cost & { serverCpu: number | undefined })[] = [];
  const peers = installed().map((each) => ({ each, costs: [] as Cost[], failed: undefined as string | undefined }));
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    parses.push(await runParse(source));
    const { ourCpu, serverCpu, wall } = await runIndex(server, source, repoId, true);
    own.push({ cpuSeconds: ourCpu, serverCpu, wallSeconds: wall });
    for (const peer of peers) {
      if (peer.failed !== undefined) continue;
      const { failed, ...cost } = await runPeer(peer.each, server, source);
      peer.costs.push(cost);
      peer.failed = failed;
    }
  }
  return {
    rounds,
    parse: middle(parses),
    ours: { ...middle(own), serverCpu: median(own.map(({ serverCpu }) => serverCpu)) },
    peers: peers.map(({ each, costs, failed }) => {
      return { name: each.name, node: each.launchers[0]?.node, failed, ...middle(costs) };
    }),
  };
}
