/**
 * One ingestion by the built product in a process of its own, as a deployed function runs it: nothing is loaded but what
 * is deployed, so its CPU time and peak memory are the product's. From a repository on this machine into the Neo4j at
 * NEO4J_URI; `clear` deletes first what the graph holds of it.
 *
 *     node local/lab/bench/index-once.mjs <git dir> <owner/name> [clear]
 *     { "changed": true, "stats": { … }, "cpu_seconds": 0.8, "peak_rss_mb": 160 }
 */
import { openLocal } from '../../../lib/adapters/git/git-local.js';
import { createGraph } from '../../../lib/adapters/neo4j.js';
import { PUBLIC_ACCESS } from '../../../lib/graph/access.js';
import { openSources } from '../../../lib/jobs/sync/sources.js';
import { syncRepository } from '../../../lib/jobs/sync/sync.js';

const [folder, repoId, clear] = process.argv.slice(2);
const snapshot = await openLocal(folder);
const graph = createGraph({
  uri: process.env.NEO4J_URI ?? '',
  username: process.env.NEO4J_USERNAME,
  password: process.env.NEO4J_PASSWORD,
});
const sources = await openSources(snapshot);
const { changed, stats } = await syncRepository({
  ports: { graph, clock: { now: () => new Date() } },
  repoId,
  snapshot,
  access: PUBLIC_ACCESS,
  branch: snapshot.branch,
  clearExisting: clear === 'clear',
  sources,
});
await sources.close();
await graph.close();
await snapshot.close();
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const cost = { cpu_seconds: (userCPUTime + systemCPUTime) / 1e6, peak_rss_mb: Math.round(maxRSS / 1024) };
process.stdout.write(`${JSON.stringify({ changed, stats, ...cost })}\n`);
