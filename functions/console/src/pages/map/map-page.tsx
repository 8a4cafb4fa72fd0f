/**
 * A repository as an area: folders and files by their lines, coloured by how complex the worst function in them is. A
 * folder opens to its own map. Beside it, the functions that deserve a look: the most complex and the most called.
 */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { repositoryAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { FolderMap } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { callersText, formatCount, formatShort } from '../../parts/numbers.ts';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { SymbolLink } from '../../parts/symbol-link.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { FolderLinks } from './folder-links.tsx';
import { riskOf, Treemap } from './treemap.tsx';
import '../../styles/map.css';

const MEASURES = { lines: 'lines', complexity: 'complexity', functions: 'functions' } as const;
export type Measure = keyof typeof MEASURES;

export function MapPage({ repository }: { repository: RepositoryName }) {
  const { query } = useLocation();
  const path = query['path'] ?? '';
  const by: Measure = isMeasure(query['by']) ? query['by'] : 'lines';
  usePageTitle(`Map · ${repository.owner}/${repository.name}`);
  const answer = useAnswer(
    (signal) =>
      ask(
        api.GET('/api/v1/query/map', {
          params: { query: { path, by, depth: 2, repo_owner: repository.owner, repo_name: repository.name } },
          signal,
        }),
      ),
    [repository.owner, repository.name, path, by],
  );
  return (
    <>
      <Crumbs repository={repository} path={path} by={by} />
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Measuring the repository" />
      ) : answer.data.nodes.length === 0 ? (
        <Empty title="The graph holds no file in this folder." />
      ) : (
        <FolderArea map={answer.data} repository={repository} by={by} />
      )}
    </>
  );
}

function isMeasure(text: string | undefined): text is Measure {
  return text !== undefined && Object.hasOwn(MEASURES, text);
}

/** The address of a folder's map. */
export function mapAddress(repository: RepositoryName, path: string, by: Measure): string {
  return repositoryAddress(repository, `map?${new URLSearchParams({ path, by }).toString()}`);
}

function Crumbs({ repository, path, by }: { repository: RepositoryName; path: string; by: Measure }) {
  const { route } = useLocation();
  const parts = path === '' ? [] : path.split('/');
  return (
    <div class="row row-spread">
      <nav aria-label="Folder">
        <a href={mapAddress(repository, '', by)}>{repository.name}</a>
        {parts.map((part, at) => (
          <span key={parts.slice(0, at + 1).join('/')}>
            {' / '}
            <a href={mapAddress(repository, parts.slice(0, at + 1).join('/'), by)}>{part}</a>
          </span>
        ))}
      </nav>
      <label>
        Area by{' '}
        <select
          value={by}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            if (isMeasure(chosen)) route(mapAddress(repository, path, chosen));
          }}
        >
          {Object.entries(MEASURES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function FolderArea({ map, repository, by }: { map: FolderMap; repository: RepositoryName; by: Measure }) {
  const { figures, hotspots, most_called, nodes, total } = map;
  return (
    <>
      <p class="faint">
        {formatCount(figures.files)} files, {formatShort(figures.lines)} lines, {formatCount(figures.functions)}{' '}
        functions; the most complex function has {figures.max_complexity}.
        {total > nodes.length && ` The largest ${formatCount(nodes.length)} of ${formatCount(total)} are drawn.`}
      </p>
      <Treemap map={map} repository={repository} by={by} />
      <p class="legend small faint" aria-hidden="true">
        <span class="risk-area area-low" /> at most 5 <span class="risk-area area-medium" /> 6 to 10{' '}
        <span class="risk-area area-high" /> 11 to 20 <span class="risk-area area-critical" /> over 20: the most complex
        function inside
      </p>
      <FolderLinks map={map} repository={repository} by={by} />
      <div class="columns">
        <Ranking title="Hotspots: the most complex functions" symbols={hotspots}>
          {({ complexity, callers }) => (
            <>
              <span class={`risk risk-${riskOf(complexity ?? 0)}`}>complexity {complexity}</span> ·{' '}
              {callersText(callers)}
            </>
          )}
        </Ranking>
        <Ranking title="Most called" symbols={most_called}>
          {({ callers }) => callersText(callers)}
        </Ranking>
      </div>
    </>
  );
}

type Ranked = FolderMap['hotspots'][number];

interface RankingProps {
  title: string;
  symbols: readonly Ranked[];
  children: (symbol: Ranked) => ComponentChildren;
}

function Ranking({ title, symbols, children }: RankingProps) {
  return (
    <section class="card ranking">
      <h2>{title}</h2>
      <ol>
        {symbols.map((symbol) => (
          <li key={symbol.symbol_id}>
            <span>
              <SymbolLink symbol={symbol} />
            </span>
            <span class="faint small">{children(symbol)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
