/** What one review run said: its summary, what is good, its findings with the code they stand on, and what it cost. */
import { useEffect } from 'preact/hooks';
import type { RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { SchemaReviewIssue, SchemaReviewRunDetail } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { Finding } from './finding.tsx';
import { RunDiff } from './run-diff.tsx';

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
  const isRead = answer.is !== 'failed' && answer.data !== undefined;
  // Comments on the platform lead to their finding, which is not there before the run is read.
  useEffect(() => {
    if (isRead) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isRead]);
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading the run" />;
  const { data } = answer;
  return (
    <article aria-label={`Run ${run}`}>
      {data.error_message !== null && (
        <p class={data.superseded ? 'notice' : 'notice notice-bad'} role={data.superseded ? 'status' : 'alert'}>
          {data.error_message}
        </p>
      )}
      {data.incomplete.length > 0 && (
        <p class="notice" role="status">
          This review is incomplete: {data.incomplete.join('; ')}.
        </p>
      )}
      {data.walkthrough_summary !== null && <p class="summary">{data.walkthrough_summary}</p>}
      <Cost run={data} />
      {data.positive_findings.length > 0 && (
        <>
          <h3>What is good</h3>
          <ul>
            {data.positive_findings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <Findings issues={data.issues} truncated={data.truncated === true} repository={repository} />
      <h3>The change</h3>
      <RunDiff key={`${run} ${data.status}`} repository={repository} number={number} run={run} issues={data.issues} />
    </article>
  );
}

function Cost({ run }: { run: SchemaReviewRunDetail }) {
  const { usage, files_changed, head_sha } = run;
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  return (
    <p class="faint small">
      {formatCount(files_changed)} files changed · commit <code>{head_sha.slice(0, 12)}</code>
      {usage.model !== null &&
        ` · ${usage.model}, ${formatCount(usage.tool_rounds)} rounds of questions, ${formatCount(tokens)} tokens`}
    </p>
  );
}

interface FindingsProps {
  issues: SchemaReviewIssue[];
  truncated: boolean;
  repository: RepositoryName;
}

function Findings({ issues, truncated, repository }: FindingsProps) {
  return (
    <>
      <h3>
        Findings <span class="faint">{formatCount(issues.length)}</span>
      </h3>
      {issues.length === 0 && <p class="faint">This run raised none.</p>}
      <ol class="findings">
        {issues.map((issue) => (
          <Finding key={issue.fingerprint} issue={issue} repository={repository} />
        ))}
      </ol>
      {truncated && <p class="faint">The worst 100 are shown.</p>}
    </>
  );
}
