/**
 * What one review run said: its summary and findings, each on the changed line that it speaks of with the path in the graph
 * that proves it; beside them what was looked at, the facts, and what it cost.
 */
import { useEffect } from 'preact/hooks';
import type { RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { SchemaReviewRunDetail } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { Inline, Prose } from '../../parts/prose.tsx';
import { FindingsIndex, showFinding } from './findings-index.tsx';
import { RunCoverage } from './run-coverage.tsx';
import { RunDiff, type ThreadsOf } from './run-diff.tsx';
import { RunFacts } from './run-facts.tsx';

interface Props {
  repository: RepositoryName;
  number: number;
  run: number;
  /** A run is under way: what this one shows may change. */
  live: boolean;
}

export function RunView({ repository, number, run, live }: Props) {
  const { owner, name } = repository;
  const answer = useAnswer(
    (signal) =>
      ask(
        api.GET('/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}', {
          params: { path: { owner, repo: name, pr_number: number, run_number: run } },
          signal,
        }),
      ),
    [owner, name, number, run],
  );
  useEffect(() => answer.reload(), [live]);
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading the run" />;
  return <Run data={answer.data} repository={repository} number={number} />;
}

interface RunProps {
  data: SchemaReviewRunDetail;
  repository: RepositoryName;
  number: number;
}

function Run({ data, repository, number }: RunProps) {
  const { run_number: run, status, issues, positive_findings: good, coverage } = data;
  const threads = useThreads(
    repository,
    number,
    issues.some(({ comment_id: id }) => id !== null),
  );
  // Comments on the platform lead to their finding, which is not there before its lines are read.
  const showNamed = (): void => showFinding(location.hash.replace('#finding-', ''));
  return (
    <article aria-label={`Run ${run}`} class="run">
      <div class="run-main">
        <Notices run={data} />
        {data.walkthrough_summary !== null && <Prose text={data.walkthrough_summary} />}
        <FindingsIndex issues={issues} truncated={data.truncated === true} />
        <h3>The change</h3>
        {threads.failure !== undefined && (
          <p class="faint small" role="status">
            What was said below the findings is not shown: {threads.failure}
          </p>
        )}
        <RunDiff
          key={`${run} ${status}`}
          repository={repository}
          number={number}
          run={run}
          issues={issues}
          threads={threads.of}
          onRead={showNamed}
        />
      </div>
      <aside class="run-side" aria-label="About the run">
        <RunCoverage coverage={coverage} />
        {good.length > 0 && (
          <section class="card" aria-labelledby="good">
            <h3 id="good">What is good</h3>
            <ul>
              {good.map((text) => (
                <li key={text}>
                  <Inline text={text} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {data.has_facts && <RunFacts repository={repository} number={number} run={run} />}
        <Cost run={data} />
      </aside>
    </article>
  );
}

/** What was said on the platform; a run without a finding there has nothing to ask for. */
function useThreads({ owner, name }: RepositoryName, number: number, wanted: boolean) {
  const answer = useAnswer(
    (signal) =>
      wanted
        ? ask(
            api.GET('/api/v1/repos/{owner}/{repo}/prs/{pr_number}/conversation', {
              params: { path: { owner, repo: name, pr_number: number } },
              signal,
            }),
          )
        : Promise.resolve({ threads: [], total: 0 }),
    [owner, name, number, wanted],
  );
  const of: ThreadsOf = new Map(answer.data?.threads.map((thread) => [thread.fingerprint, thread]));
  return { of, failure: answer.is === 'failed' ? answer.failure.message : undefined };
}

function Notices({ run: { error_message, superseded, incomplete } }: { run: SchemaReviewRunDetail }) {
  return (
    <>
      {error_message !== null && (
        <p class={superseded ? 'notice' : 'notice notice-bad'} role={superseded ? 'status' : 'alert'}>
          {error_message}
        </p>
      )}
      {incomplete.length > 0 && (
        <p class="notice" role="status">
          This review is incomplete: {incomplete.join('; ')}.
        </p>
      )}
    </>
  );
}

function Cost({ run }: { run: SchemaReviewRunDetail }) {
  const { usage, head_sha, triggered_by, triggered_at, completed_at, automatic } = run;
  const rows: [string, string][] = [
    ['Started by', automatic ? `${triggered_by}, by a push or an opening` : triggered_by],
    ['Commit', head_sha.slice(0, 12)],
    ['Took', completed_at === null ? 'not ended' : duration(Date.parse(completed_at) - Date.parse(triggered_at))],
    ['Model', usage.model ?? 'none'],
    ['Tokens in', formatCount(usage.prompt_tokens)],
    ['Tokens out', formatCount(usage.completion_tokens)],
    ['Rounds of questions', formatCount(usage.tool_rounds)],
  ];
  return (
    <section class="card" aria-labelledby="cost">
      <h3 id="cost">What it cost</h3>
      <dl class="pairs">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
