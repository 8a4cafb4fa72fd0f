/** What time alone reveals about reviews: runs and tasks that were lost, and what nobody was told. */
import { sweepPending } from './pending.ts';
import { sweepChecks } from '../checks/close-check.ts';
import { sweepRuns, type RunQueuePorts, type SweptRuns } from '../enqueue-run.ts';
import { sweepUntold } from '../tell-failure.ts';

export interface SweptReviews {
  runs: SweptRuns;
  untold: number;
  pending: number;
  checks: number;
}

export async function sweepReviews(ports: RunQueuePorts): Promise<SweptReviews> {
  return {
    runs: await sweepRuns(ports),
    untold: await sweepUntold(ports),
    pending: await sweepPending(ports),
    checks: await sweepChecks(ports),
  };
}
