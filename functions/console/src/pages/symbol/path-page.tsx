/** How one symbol reaches another: the shortest chain of calls, each step with its proof. */
import { useLocation } from 'preact-iso/router';
import { repositoryAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { GraphPath } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { EdgeProof } from '../../parts/edge-proof.tsx';
import { formatCount, formatShare } from '../../parts/numbers.ts';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { SymbolLink } from '../../parts/symbol-link.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import '../../styles/symbol.css';

/** A page that is being left is shown once more with the next address: without both ends nothing may be asked. */
export function PathPage({ repository }: { repository: RepositoryName }) {
  const { from = '', to = '' } = useLocation().query;
  if (from !== '' && to !== '') return <KnownEnds from={from} to={to} repository={repository} />;
  return (
    <Empty title="This address does not name two symbols.">
      <p>Open a symbol and search there for what it may reach.</p>
    </Empty>
  );
}

function KnownEnds({ from, to, repository }: { from: string; to: string; repository: RepositoryName }) {
  usePageTitle('A path in the graph');
  const answer = useAnswer(
    (signal) =>
      ask(
        api.GET('/api/v1/query/path', {
          params: { query: { from, to, repo_owner: repository.owner, repo_name: repository.name } },
          signal,
        }),
      ),
    [from, to, repository.owner, repository.name],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Looking for a path" />;
  if (!answer.data.found) return <NoPath repository={repository} from={from} to={to} path={answer.data} />;
  return <Path path={answer.data} repository={repository} />;
}

function Path({ path, repository }: { path: GraphPath; repository: RepositoryName }) {
  const { nodes, edges, length, confidence } = path;
  return (
    <>
      <h2>
        {length} {length === 1 ? 'call' : 'calls'} from {nodes[0]?.qualified_name} to {nodes.at(-1)?.qualified_name}
      </h2>
      {confidence !== null && <p class="faint">That all of them are right is {formatShare(confidence)} sure.</p>}
      <ol class="path">
        {nodes.map((node, at) => {
          const edge = edges[at];
          return (
            <li key={node.symbol_id}>
              <span class="path-node">
                <SymbolLink symbol={node} />
              </span>
              {edge !== undefined && <EdgeProof edge={edge} repository={repository} path={node.path} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function NoPath(props: { repository: RepositoryName; from: string; to: string; path: GraphPath }) {
  const ids = new URLSearchParams({ from: props.to, to: props.from });
  return (
    <Empty title="The graph knows no chain of calls between them.">
      <p>
        {formatCount(props.path.searched)} symbols were looked at
        {props.path.truncated === true && ', then the search ended at its bound'}.{' '}
        <a href={repositoryAddress(props.repository, `path?${ids.toString()}`)}>Look the other way round</a>
      </p>
    </Empty>
  );
}
