/**
 * What one changed file costs a process that has worked before, as an instance is that stays for the next task: from the
 * opening of the commit to the end of the sync. The first change is not counted; then several are, each a function more at
 * the end of the file. Run with the built product (built.mjs); `pid` is Neo4j's, or 0 when it is elsewhere.
 *
 *     node --import …/built.mjs local/lab/bench/index-warm.ts <clone> <owner/name> <path> <pid>
 *     [{"cpu_seconds":0.52,"server_cpu_seconds":0.2,"wall_seconds":0.7}, …]
 */
import { join } from 'node:path';
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { indexSnapshot } from '../index-snapshot.ts';
import { addedFunction } from './added-function.ts';
import { changeOneFile } from './change-file.ts';
import { serverCost } from './cpu-time.ts';

const ROUNDS = 5;

const [folder = '', repoId = '', path = '', pid = '0'] = process.argv.slice(2);
const { NEO4J_URI = '', NEO4J_USERNAME = 'neo4j', NEO4J_PASSWORD = '' } = process.env;
const graph = createGraph({ uri: NEO4J_URI, username: NEO4J_USERNAME, password: NEO4J_PASSWORD });

async function sync(): Promise<void> {
  const snapshot = await openLocal(join(folder, '.git'));
  await indexSnapshot(snapshot, repoId, graph);
  await snapshot.close();
}

const rounds: { cpu_seconds: number; server_cpu_seconds: number | undefined; wall_seconds: number }[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  changeOneFile(folder, path, addedFunction(path, `added_warm_${round}`) ?? '');
  const before = process.cpuUsage();
  const { cpuSeconds, wallSeconds } = await serverCost(pid === '0' ? undefined : Number(pid), sync);
  const { user, system } = process.cpuUsage(before);
  if (round === 0) continue;
  rounds.push({ cpu_seconds: (user + system) / 1e6, server_cpu_seconds: cpuSeconds, wall_seconds: wallSeconds });
}
await graph.close();
process.stdout.write(`${JSON.stringify(rounds)}\n`);
