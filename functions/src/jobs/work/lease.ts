/**
 * A worker's hold on its job: every 15 s, and sooner when there is progress to show, it writes that it is alive, and how
 * far it is.
 */
import type { Ports } from '../../ports.ts';
import { changeJob } from '../ingest/change-job.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import type { JobProgress } from '../ingest/job.ts';

export interface Lease extends Heartbeat {
  /** Shown at the next write; calls between two writes cost nothing. */
  report(progress: JobProgress): void;
  /** The commit being indexed, once known. */
  commit(sha: string): void;
}

export function holdLease(ports: Pick<Ports, 'store' | 'clock' | 'log'>, jobId: string, holder: string): Lease {
  let progress: JobProgress | undefined;
  let commitSha: string | undefined;
  let news = false;
  const heartbeat = startHeartbeat({
    what: 'job',
    fields: { jobId },
    log: ports.log,
    hasNews: () => news,
    async write() {
      news = false;
      const change = await changeJob(ports, jobId, { type: 'heartbeat', holder, progress, commitSha });
      return change?.accepted === true;
    },
  });
  return {
    ...heartbeat,
    report(next) {
      progress = next;
      news = true;
    },
    commit(sha) {
      commitSha = sha;
      news = true;
    },
  };
}
