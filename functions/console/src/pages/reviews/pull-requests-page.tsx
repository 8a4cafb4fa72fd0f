/** The pull requests of a repository that were reviewed, the latest reviewed first, with filters. */
import { useState } from 'preact/hooks';
import { pullRequestAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { SchemaPullRequestSummary } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/times.tsx';
import { usePageTitle } from '../../shell/shell.tsx';

const COLUMNS = [
  { title: 'Pull request' },
  { title: 'State' },
  { title: 'Author' },
  { title: 'Reviewed' },
  { title: 'Runs', number: true },
  { title: 'Open findings', number: true },
] as const;
const STATES = ['open', 'merged', 'closed'] as const;

export function PullRequestsPage({ repository }: { repository: RepositoryName }) {
  const { owner, name } = repository;
  usePageTitle(`Pull requests · ${owner}/${name}`);
  const [state, setState] = useState('');
  const [text, setText] = useState('');
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/repos/{owner}/{repo}/prs', { params: { path: { owner, repo: name } }, signal })),
    [owner, name],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading the pull requests" />;
  if (answer.data.length === 0) {
    return (
      <Empty title="No pull request is known yet.">
        <p>Write a comment on one that begins with the service’s handle and “review”.</p>
      </Empty>
    );
  }
  const words = text.trim().toLowerCase();
  const shown = answer.data.filter(
    (pull) =>
      (state === '' || pull.state === state) &&
      `#${pull.number} ${pull.title} ${pull.author}`.toLowerCase().includes(words),
  );
  return (
    <>
      <div class="row head">
        <label>
          State{' '}
          <select value={state} onChange={(event) => setState(event.currentTarget.value)}>
            <option value="">all</option>
            {STATES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <SearchField label="Number, title or author" value={text} onText={setText} />
      </div>
      {shown.length === 0 ? (
        <Empty title="None of them fits the filters." />
      ) : (
        <Pulls pulls={shown} repository={repository} />
      )}
    </>
  );
}

function Pulls({ pulls, repository }: { pulls: SchemaPullRequestSummary[]; repository: RepositoryName }) {
  return (
    <Table columns={COLUMNS}>
      {pulls.map((pull) => (
        <tr key={pull.number}>
          <td>
            <a href={pullRequestAddress(repository, pull.number)}>
              #{pull.number} {pull.title}
            </a>
          </td>
          <td>
            <span class={`badge badge-${pull.state}`}>{pull.state}</span>
          </td>
          <td data-label="by">{pull.author}</td>
          <td data-label="reviewed">
            {pull.last_reviewed_at === null ? 'never' : <Time at={pull.last_reviewed_at} />}
          </td>
          <td class="number" data-label="runs">
            {formatCount(pull.review_run_count)}
          </td>
          <td class="number" data-label="open findings">
            {formatCount(pull.open_issue_count)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
