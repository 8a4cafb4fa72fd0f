/**
 * Shows an ingestion job's progress until it ends. At a terminal one line is redrawn; elsewhere (a log, CI) a line is
 * printed when the phase changes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiClient } from '../../stack/api-client.ts';

const jobSchema = z.looseObject({
  job_id: z.string(),
  status: z.string(),
  error_message: z.string().nullish(),
  commit_sha: z.string().nullish(),
  progress: z.object({ phase: z.string(), done: z.number(), total: z.number() }).nullish(),
  stats: z.unknown().optional(),
});
export type FollowedJob = z.infer<typeof jobSchema>;

const POLL_MS = 500;
/** Longer than a worker's lease (jobs/work/lease.ts): by then, asking again gives up a job whose worker died. */
const SILENT_MS = 95_000;

export interface FollowOptions {
  /** Asks for the ingestion once more, where nothing has moved for `silentMs`; the path of the job that it is now. */
  askAgain?: () => Promise<string>;
  silentMs?: number;
}

/** Resolves to the finished job; rejects with its `error_message` when it failed. */
export async function followJob(
  client: Pick<ApiClient, 'get'>,
  pollUrl: string,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  { askAgain, silentMs = SILENT_MS }: FollowOptions = {},
): Promise<FollowedJob> {
  let path = pollUrl;
  let shown = '';
  let moved = performance.now();
  for (;;) {
    const job = jobSchema.parse(await client.get(path));
    const line = progressLine(job);
    if (line !== shown) {
      show(stream, line, shown);
      moved = performance.now();
    }
    shown = line;
    if (job.status === 'completed' || job.status === 'failed') {
      if (stream.isTTY) stream.write('\n');
      if (job.status === 'failed') throw new Error(`The ingestion failed: ${job.error_message ?? 'no reason given'}`);
      return job;
    }
    if (askAgain !== undefined && performance.now() - moved >= silentMs) {
      path = await askAgain();
      moved = performance.now();
    }
    await sleep(POLL_MS);
  }
}

/** `running: extract 120/846` */
function progressLine({ status, progress }: FollowedJob): string {
  if (status !== 'running' || !progress) return status;
  const { phase, done, total } = progress;
  return total > 0 ? `running: ${phase} ${done}/${total}` : `running: ${phase}`;
}

function show(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, line: string, before: string): void {
  if (stream.isTTY) stream.write(`\r  ${line}${' '.repeat(Math.max(0, before.length - line.length))}`);
  // In a log, counts of the same phase would be noise.
  else if (line.replace(/ \d+\/\d+$/, '') !== before.replace(/ \d+\/\d+$/, '')) stream.write(`  ${line}\n`);
}
