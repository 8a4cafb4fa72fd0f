/**
 * Whose turn it is when many repositories are pushed at once. Queues deliver in the order in which tasks were made, so one
 * owner's two hundred pushes would stand before everybody else's one. A job whose owner has half of a queue's slots goes
 * back behind the others as long as somebody else's waits there; while nobody does, an owner has all of them.
 *
 *     ada 1 … ada 200, bob 1      →  ada 1 … ada 5 run; ada 6 … ada 200 go back; bob 1 runs
 */
import { isUpdate, jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { QUEUE_SLOTS } from './queue-slots.ts';
import type { Ports } from '../../ports.ts';
import { enqueueJob } from './enqueue-job.ts';
import type { QueuePorts } from './enqueue-job.ts';
import { LONGEST_WAIT_MS } from './job-table.ts';
import { changeJob } from './states.ts';

/** Seconds until a job that went back comes again: others are delivered at once. */
const BACK_SECONDS = 15;

const UPDATES: Job['kind'][] = ['push', 'pull_request'];
const INGESTIONS: Job['kind'][] = ['ingest'];

/** Whether the job went back behind others; then a task of its own stands for it. */
export async function goesBack(ports: QueuePorts, jobId: string): Promise<boolean> {
  const job = await jobs.get(ports.store, { job_id: jobId });
  if (job === undefined || !(await isToGoBack(ports, job))) return false;
  const change = await changeJob(ports, jobId, { type: 'put back' });
  return change?.accepted === true && (await enqueueJob(ports, change.job, BACK_SECONDS));
}

async function isToGoBack({ store, clock }: Pick<Ports, 'store' | 'clock'>, job: Job): Promise<boolean> {
  // One that works already, waits for another, or is held by shards has its place.
  if (job.status !== 'dispatched' || job.waits_for != null || job.sharding != null || job.kind === 'embed')
    return false;
  if (clock.now().getTime() - Date.parse(job.created_at) > LONGEST_WAIT_MS) return false;
  const kinds = isUpdate(job) ? UPDATES : INGESTIONS;
  const slots = QUEUE_SLOTS[isUpdate(job) ? 'updateGraph' : 'ingestRepository'];
  const { owner } = job;
  const own = await jobs.query(store, {}, {
    where: [['owner', '==', owner], ['status', '==', 'running'], ['kind', 'in', kinds]],
    limit: slots,
  }); // prettier-ignore
  if (own.length < Math.ceil(slots / 2)) return false;
  const [before, behind] = await Promise.all([
    jobs.query(store, {}, { where: [['kind', 'in', kinds], ['status', '==', 'dispatched'], ['owner', '<', owner]], limit: 1 }), // prettier-ignore
    jobs.query(store, {}, { where: [['kind', 'in', kinds], ['status', '==', 'dispatched'], ['owner', '>', owner]], limit: 1 }), // prettier-ignore
  ]);
  return before.length + behind.length > 0;
}
