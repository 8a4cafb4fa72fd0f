/**
 * One delivery of a task in a process of its own, so that it can be killed like one: the same handler as the deployed
 * function's, on the ports that the environment names. `clock` is how far its clock is ahead, in milliseconds: leases
 * last 90 s, and a run of many crashes cannot wait for them.
 *
 *     node local/lab/chaos/worker.ts ingest 120000 '{"job_id":"…"}'        prints the outcome and, in a second line, what the process
 *                                                                          used; or ends with status 1
 *     node local/lab/chaos/worker.ts review 0 '{"repo_key":"…","pr_number":7,"run_number":1}'
 */
import { runAnswerTask } from '../../../src/jobs/conversation/tasks.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { runReviewTask } from '../../../src/jobs/reviews/tasks.ts';
import { runPartTask, runShardTask } from '../../../src/jobs/ingest/shards/tasks.ts';
import type { Ports } from '../../../src/ports.ts';
import { livePorts } from '../../../src/wiring.ts';
import type { Usage } from './deliver.ts';

const HANDLERS: Record<string, (ports: Ports, payload: unknown) => Promise<string>> = {
  ingest: runIngestTask,
  shard: (...delivered) => runShardTask(...delivered),
  part: (...delivered) => runPartTask(...delivered),
  rest: runIngestTask,
  review: (...delivered) => runReviewTask(...delivered),
  answer: (...delivered) => runAnswerTask(...delivered),
};

const [kind = '', ahead = '0', payload = '{}'] = process.argv.slice(2);
const handler = HANDLERS[kind];
if (handler === undefined) throw new Error(`No handler of tasks for ${kind}`);
const ports: Ports = { ...livePorts(), clock: { now: () => new Date(Date.now() + Number(ahead)) } };
// The parent process stands for the queue and has no address, so what a job enqueues stays in the outbox.
ports.queue = { enqueue: () => Promise.resolve('enqueued') };
try {
  const outcome = await handler(ports, JSON.parse(payload));
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: Usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024 };
  process.stdout.write(`${outcome}\n${JSON.stringify(usage)}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
