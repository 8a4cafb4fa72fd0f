/** What changed between two indexed commits, symbol by symbol; asked for when somebody wants it. */
import { useState } from 'preact/hooks';
import { symbolAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { Changes } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';

const LIMIT = 100;
const SHOWN_DIGITS = 10;

export function SymbolChanges({ repository }: { repository: RepositoryName }) {
  const [wanted, setWanted] = useState(false);
  return (
    <details class="card symbol-changes" onToggle={(event) => event.currentTarget.open && setWanted(true)}>
      <summary>What changed between commits</summary>
      {wanted && <Compared repository={repository} />}
    </details>
  );
}

function Compared({ repository }: { repository: RepositoryName }) {
  const [from, setFrom] = useState<string>();
  const query = {
    limit: LIMIT,
    repo_owner: repository.owner,
    repo_name: repository.name,
    ...(from === undefined ? {} : { from }),
  };
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/query/changes', { params: { query }, signal })),
    [repository.owner, repository.name, from],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Comparing commits" />;
  const { data } = answer;
  if (data.commits.length < 2) return <p>One commit is indexed so far: there is none to compare it with.</p>;
  return (
    <>
      <label>
        Since{' '}
        <select value={data.from.commit} onChange={(event) => setFrom(event.currentTarget.value)}>
          {data.commits.slice(1).map(({ commit, indexed_at: at }) => (
            <option key={commit} value={commit}>
              {commit.slice(0, SHOWN_DIGITS)} {at?.slice(0, 16).replace('T', ' ')}
            </option>
          ))}
        </select>
      </label>
      <Summary data={data} />
      <ul class="plain">
        {data.results.map((change) => (
          <ChangeLine key={change.symbol_id + change.how} change={change} repository={repository} />
        ))}
      </ul>
    </>
  );
}

function Summary({ data: { counts, total, results, unknown_files: unknown } }: { data: Changes }) {
  if (total === 0 && unknown === 0) return <p>No symbol changed.</p>;
  const parts = Object.entries(counts).flatMap(([how, count]) => (count > 0 ? [`${formatCount(count)} ${how}`] : []));
  return (
    <p>
      {parts.join(', ')}
      {total > results.length && `; the first ${formatCount(results.length)} are listed`}
      {unknown > 0 && `; of ${formatCount(unknown)} files it is not known what they held`}.
    </p>
  );
}

function ChangeLine({ change, repository }: { change: Changes['results'][number]; repository: RepositoryName }) {
  const { how, qualified_name: name, path, was, callers, symbol_id: id } = change;
  const what = [change.signature_changed && 'signature', change.body_changed && 'body'].filter(Boolean).join(' and ');
  return (
    <li>
      <span class="kind">{how}</span>{' '}
      {callers === null ? <code>{name}</code> : <a href={symbolAddress(repository, id)}>{name}</a>}{' '}
      <span class="faint">
        {path}
        {was !== null && `, was ${was.path} ${was.qualified_name}`}
        {what !== '' && `, ${what}`}
        {callers !== null && callers > 0 && `, ${formatCount(callers)} callers`}
      </span>
    </li>
  );
}
