/** What a repository is at a glance: its state, its figures, its most complex functions, and its removal. */
import { useLocation } from 'preact-iso/router';
import { fileAddress, symbolAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { ConfirmForm } from '../../parts/confirm-form.tsx';
import { languageTitle } from '../../parts/language-title.ts';
import { formatCount } from '../../parts/numbers.ts';
import { PathText } from '../../parts/path-text.tsx';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { symbolName } from '../../parts/symbol-name.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/times.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { RepositoryBadges } from './repository-badges.tsx';
import { SymbolChanges } from './symbol-changes.tsx';

const COLUMNS = [{ title: 'Function' }, { title: 'Where' }, { title: 'Complexity', number: true }] as const;

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
      <Facts repository={repository} />
      <SymbolChanges repository={repository} />
      <h2>Most complex functions</h2>
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading the graph" />
      ) : answer.data.results.length === 0 ? (
        <Empty title="The graph holds no function of this repository." />
      ) : (
        <Table columns={COLUMNS}>
          {answer.data.results.map((found) => (
            <tr key={`${found.path}:${found.line_number}`}>
              <td>
                <a href={symbolAddress(repository, found.symbol_id)}>{symbolName(found)}</a>
              </td>
              <td class="faint">
                <a class="faint" href={fileAddress(repository, found.path, found.line_number)}>
                  <PathText path={found.path} line={found.line_number} />
                </a>
              </td>
              <td class="number" data-label="complexity">
                <span class={`risk risk-${found.risk_level}`}>
                  {found.complexity} {found.risk_level}
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {answer.is !== 'failed' && <Removal repository={repository} />}
    </>
  );
}

/** What the list of repositories says of this one; nothing while it is read, or where it is not in the list. */
function Facts({ repository: { owner, name } }: { repository: RepositoryName }) {
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/repos/', { signal })), []);
  const found = answer.data?.repositories.find((each) => each.owner === owner && each.repo_name === name);
  if (found === undefined) return null;
  const { description, branch, commit_sha, ingested_at, languages } = found;
  const figures = [
    ['Files', found.files],
    ['Functions', found.functions],
    ['Classes', found.classes],
    ['Lines', found.total_lines],
  ] as const;
  return (
    <section aria-label="The repository">
      {description !== null && description !== '' && <p>{description}</p>}
      <p class="row small">
        <RepositoryBadges repository={found} />
        <span class="faint">
          {languages.length > 0 && `${languages.map(languageTitle).join(', ')} · `}
          {branch !== null && commit_sha !== null && `branch ${branch} at ${commit_sha.slice(0, 7)}`}
          {ingested_at !== null && (
            <>
              , synced <Time at={ingested_at} />
            </>
          )}
        </span>
      </p>
      <dl class="big-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Removal({ repository }: { repository: RepositoryName }) {
  const { owner, name } = repository;
  const { route } = useLocation();
  return (
    <ConfirmForm
      title="Remove this repository"
      name={`${owner}/${name}`}
      label="Name of the repository"
      button="Remove"
      act={async () => {
        await ask(api.DELETE('/api/v1/repos/{owner}/{repo_name}', { params: { path: { owner, repo_name: name } } }));
        route('/app/');
      }}
    >
      Its graph, reviews and figures are deleted for good.
    </ConfirmForm>
  );
}
