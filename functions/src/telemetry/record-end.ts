/** Figures of what has ended: jobs and review runs, with how long those who asked for them waited. */
import type { TelemetryPort } from '../ports-telemetry.ts';
import { FIGURES } from './figures.ts';

function seconds(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}

/** What is read of a job that has ended. */
export interface EndedJob {
  kind: string;
  status: string;
  created_at: string;
  updated_at: string;
}

export function recordJob(telemetry: TelemetryPort | undefined, job: EndedJob): void {
  const { kind, status } = job;
  telemetry?.record(FIGURES.jobs, 1, { kind, status });
  telemetry?.record(FIGURES.jobDuration, seconds(job.created_at, job.updated_at), { kind, status });
}

/** What is read of a review run that has ended. */
export interface EndedReview {
  command: string;
  mode: string;
  automatic: boolean;
  superseded: boolean;
  status: string;
  failure_code: string | null;
  triggered_at: string;
  completed_at: string | null;
}

export function recordReview(telemetry: TelemetryPort | undefined, run: EndedReview): void {
  const { command, mode, automatic } = run;
  const status = run.superseded ? 'superseded' : run.status;
  const cause = run.failure_code ?? 'none';
  telemetry?.record(FIGURES.reviews, 1, { command, mode, automatic, status, cause });
  if (run.completed_at === null) return;
  telemetry?.record(FIGURES.reviewDuration, seconds(run.triggered_at, run.completed_at), { mode, status });
}
