/** What a repository is at a glance: its state, its figures, its most complex functions, and its removal. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { fileAddress, type RepositoryName } from '../../addresses.ts';
import { api, ApiFailure, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { usePageTitle } from '../../shell/shell.tsx';

export function OverviewPage({ repository }: { repository: RepositoryName }) {
  const { owner, name } = repository;
  usePageTitle(`${owner}/${name}`);
  const filter = { repo_owner: owner, repo_name: name };
  const answer = useAnswer(
    (signal) =>
      ask(api.GET('/api/v1/query/code-finder/complexity/top', { params: { query: { limit: 15, ...filter } }, signal })),
    [owner, name],
  );
  return (
    <>
      <h2>Most complex functions</h2>
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading the graph" />
      ) : answer.data.results.length === 0 ? (
        <Empty title="The graph holds no function of this repository." />
      ) : (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Function</th>
              <th scope="col">Where</th>
              <th scope="col" class="number">
                Complexity
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.data.results.map((found) => (
              <tr key={`${found.path}:${found.line_number}`}>
                <td>
                  <a href={fileAddress(repository, found.path, found.line_number)}>{found.name}</a>
                </td>
                <td class="faint">
                  {found.path}:{found.line_number}
                </td>
                <td class="number">
                  <span class={`risk risk-${found.risk_level}`}>
                    {found.complexity} {found.risk_level}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Removal repository={repository} />
    </>
  );
}

/** Removing is for good, so the name has to be typed. */
function Removal({ repository }: { repository: RepositoryName }) {
  const { owner, name } = repository;
  const { route } = useLocation();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<ApiFailure>();
  const remove = async (): Promise<void> => {
    try {
      await ask(api.DELETE('/api/v1/repos/{owner}/{repo_name}', { params: { path: { owner, repo_name: name } } }));
      route('/app/');
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <details class="danger">
      <summary>Remove this repository</summary>
      <p>
        Its graph, reviews and figures are deleted for good. Type <code>{`${owner}/${name}`}</code> to confirm.
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <input
          aria-label="Name of the repository"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button class="button button-bad" disabled={typed !== `${owner}/${name}`}>
          Remove
        </button>
      </form>
      {failure !== undefined && <Failed failure={failure} />}
    </details>
  );
}
