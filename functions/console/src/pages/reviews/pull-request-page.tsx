/** One pull request: its review runs, newest first, and the newest one's findings. */
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { pullRequestAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { SchemaReviewRunSummary } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { Time } from '../../parts/times.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { RunView } from './run-view.tsx';
import { StartReview } from './start-review.tsx';
import '../../styles/reviews.css';

const LIVE_MS = 2_000;

interface Props {
  repository: RepositoryName;
  number: number;
  /** The run that the address names; the newest one otherwise. */
  run?: number | undefined;
}

export function PullRequestPage({ repository, number, run }: Props) {
  const { owner, name } = repository;
  const { route } = useLocation();
  usePageTitle(`#${number} · ${owner}/${name}`);
  const answer = useAnswer(
    (signal) =>
      ask(
        api.GET('/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews', {
          params: { path: { owner, repo: name, pr_number: number } },
          signal,
        }),
      ),
    [owner, name, number],
  );
  const runs = answer.data ?? [];
  const live = runs.some(({ status }) => status === 'queued' || status === 'running');
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(answer.reload, LIVE_MS);
    return () => clearInterval(timer);
  }, [live]);

  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading the reviews" />;
  const chosen = run ?? runs[0]?.run_number;
  return (
    <>
      <div class="row row-spread pull-head">
        <PullHeading repository={repository} number={number} />
        <StartReview
          repository={repository}
          number={number}
          live={live}
          onStarted={(started) => {
            answer.reload();
            route(pullRequestAddress(repository, number, started));
          }}
        />
      </div>
      {runs.length === 0 ? (
        <Empty title="It was not reviewed yet." />
      ) : (
        <nav class="runs" aria-label="Review runs">
          <ul>
            {runs.map((each) => (
              <RunRow
                key={each.run_number}
                run={each}
                address={pullRequestAddress(repository, number, each.run_number)}
                current={each.run_number === chosen}
              />
            ))}
          </ul>
        </nav>
      )}
      {chosen !== undefined && <RunView repository={repository} number={number} run={chosen} live={live} />}
    </>
  );
}

/** Its title comes with the list of the repository's pull requests; of one that is not in it the number stays. */
function PullHeading({ repository: { owner, name }, number }: { repository: RepositoryName; number: number }) {
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/repos/{owner}/{repo}/prs', { params: { path: { owner, repo: name } }, signal })),
    [owner, name],
  );
  const pull = answer.data?.find((each) => each.number === number);
  return (
    <div>
      <h2>
        {pull?.title ?? 'Pull request'} <span class="faint">#{number}</span>
      </h2>
      {pull !== undefined && (
        <p class="row small">
          <span class={`badge badge-${pull.state}`}>{pull.state}</span>
          <span class="faint">
            by {pull.author} · <a href={pull.url}>open on the platform</a>
          </span>
        </p>
      )}
    </div>
  );
}

function RunRow({ run, address, current }: { run: SchemaReviewRunSummary; address: string; current: boolean }) {
  const status = run.superseded ? 'superseded' : run.status;
  return (
    <li>
      <a href={address} aria-current={current ? 'page' : undefined}>
        <strong>Run {run.run_number}</strong> <span class={`badge badge-${status}`}>{status}</span>
        <span class="faint small block">
          {run.automatic ? 'automatic ' : ''}
          {run.command.replace('_', ' ')}, {run.mode} · {formatCount(run.issue_count)}{' '}
          {run.issue_count === 1 ? 'finding' : 'findings'} · <Time at={run.triggered_at} />
        </span>
      </a>
    </li>
  );
}
