/** Jobs that are under way, with live progress, and the newest that failed with its cause. */
import { useEffect, useRef } from 'preact/hooks';
import { api, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import type { SchemaIngestionJob } from '../../api/schema.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Time } from '../../parts/times.tsx';

/** While something is under way; nobody is waiting otherwise. */
const LIVE_MS = 1_000;
const IDLE_MS = 15_000;
const RECENT_MS = 3_600_000;

const isActive = ({ status }: SchemaIngestionJob): boolean => status !== 'completed' && status !== 'failed';

/**
 * `expected` says that somebody knows of a job, be it one that has just been started: it may begin and end between two
 * looks, so what is compared is which jobs have ended, never how many are under way.
 */
export function RunningJobs({ onEnded, expected }: { onEnded: () => void; expected: boolean }) {
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/ingest/jobs', { params: { query: { limit: 20 } }, signal })),
    [],
  );
  const jobs = answer.data ?? [];
  const active = jobs.filter(isActive);
  const ended = jobs.filter((job) => !isActive(job)).map(({ job_id: id }) => id);
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  const live = expected || active.length > 0;

  useEffect(() => {
    if (answer.is !== 'ready') return;
    // Somebody who expects an end that the first look already shows has an answer from before it.
    if (known.current === undefined ? expected : ended.some((id) => !known.current?.has(id))) onEnded();
    known.current = new Set(ended);
  }, [answer.is, ended.join()]);
  useEffect(() => {
    answer.reload();
    const timer = setInterval(answer.reload, live ? LIVE_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [live]);

  const failed = jobs.filter(
    ({ status, updated_at }) => status === 'failed' && Date.now() - Date.parse(updated_at) < RECENT_MS,
  );
  if (active.length === 0 && failed.length === 0) return null;
  return (
    <ul class="jobs" aria-label="Jobs">
      {active.map((job) => (
        <ActiveJob key={job.job_id} job={job} />
      ))}
      {failed.map((job) => (
        <li key={job.job_id} class="notice notice-bad">
          <strong>
            {job.owner}/{job.repo_name}
          </strong>{' '}
          failed <Time at={job.updated_at} />: {job.error_message}
        </li>
      ))}
    </ul>
  );
}

function ActiveJob({ job }: { job: SchemaIngestionJob }) {
  const { owner, repo_name, progress, status } = job;
  return (
    <li class="job">
      <strong>
        {owner}/{repo_name}
      </strong>
      <span class="faint">
        {progress === null
          ? status === 'running'
            ? 'starting'
            : 'waiting for a worker'
          : `${progress.phase}: ${formatCount(progress.done)} of ${formatCount(progress.total)}`}
      </span>
      <progress
        aria-label={`Progress of ${owner}/${repo_name}`}
        {...(progress !== null && progress.total > 0 ? { value: progress.done, max: progress.total } : {})}
      />
    </li>
  );
}
