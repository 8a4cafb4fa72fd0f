/** What was dismissed in a repository, by whom, and taking it back. */
import { useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { operations } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/times.tsx';

type Listed = operations['list_dismissals']['responses'][200]['content']['application/json'];
type Dismissal = Listed['dismissals'][number];

interface Named {
  owner: string;
  repo: string;
}

const COLUMNS = [{ title: 'Finding' }, { title: 'Holds for' }, { title: 'Dismissed' }, { title: 'Take back' }] as const;

export function Dismissals() {
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/repos/', { signal })), []);
  const [chosen, setChosen] = useState('');
  const repositories = answer.data?.repositories ?? [];
  const found = repositories.find(({ full_name: name }) => name === chosen);
  return (
    <>
      <h2>Dismissals</h2>
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : (
        <label class="block">
          Repository{' '}
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">choose one</option>
            {repositories.map(({ full_name: name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {found !== undefined && <Of key={chosen} owner={found.owner} repo={found.repo_name} />}
    </>
  );
}

function Of({ owner, repo }: Named) {
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/repos/{owner}/{repo}/dismissals', { params: { path: { owner, repo } }, signal })),
    [owner, repo],
  );
  const [failure, setFailure] = useState<ApiFailure>();
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading dismissals" />;
  const { dismissals, truncated } = answer.data;
  if (dismissals.length === 0) return <p>Nothing is dismissed in this repository.</p>;
  const takeBack = async (fingerprint: string): Promise<void> => {
    setFailure(undefined);
    try {
      const path = { owner, repo, fingerprint };
      await ask(api.DELETE('/api/v1/repos/{owner}/{repo}/dismissals/{fingerprint}', { params: { path } }));
      answer.reload();
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <>
      {failure !== undefined && <p role="alert">{failure.message}</p>}
      <Table columns={COLUMNS}>
        {dismissals.map((each) => (
          <Row key={`${each.fingerprint} ${each.pull_request}`} of={each} takeBack={takeBack} />
        ))}
      </Table>
      {truncated === true && <p>There are more than are shown.</p>}
    </>
  );
}

function Row({ of, takeBack }: { of: Dismissal; takeBack: (fingerprint: string) => Promise<void> }) {
  const { kind, fingerprint, title, path, line_start: line, rule, reason } = of;
  return (
    <tr>
      <td>
        {kind === 'rule' ? `Everything that ${rule} finds` : title}
        <div class="faint">{kind === 'rule' ? title : `${path}:${line}`}</div>
      </td>
      <td>{of.pull_request === null ? 'the repository' : `pull request #${of.pull_request}`}</td>
      <td>
        {of.dismissed_by}, <Time at={of.dismissed_at} />
        {reason !== null && <div class="faint">{reason}</div>}
      </td>
      <td>
        <button type="button" class="button small" onClick={() => void takeBack(fingerprint)}>
          Take back
        </button>
      </td>
    </tr>
  );
}
