/** Neighbours of one kind on one side of a symbol; each opens to its own, and more come by pages. */
import { useState } from 'preact/hooks';
import { repositoryOf } from '../../addresses.ts';
import { askNeighbours, type Direction } from '../../api/ask-neighbours.ts';
import { ApiFailure } from '../../api/client.ts';
import type { GraphEdge, Neighbour, Neighbours } from '../../api/shapes.ts';
import { EdgeProof } from '../../parts/edge-proof.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { SymbolLink } from '../../parts/symbol-link.tsx';

type Side = 'in' | 'out';

interface ListProps {
  /** The first page, around the symbol whose neighbours they are. */
  start: Neighbours;
  /** In which direction that page was asked for. */
  asked: Direction;
  type: GraphEdge['type'];
  side: Side;
  /** How many there are in all, where the graph says. */
  total?: number;
  /** Shown only where there are any. */
  title?: string;
}

interface Row {
  node: Neighbour;
  edge: GraphEdge;
}

/** The neighbours that an edge of this type and side leads to, each with that edge. */
export function rowsOf(answer: Neighbours, type: GraphEdge['type'], side: Side): Row[] {
  const middle = answer.symbol.symbol_id;
  const nodes = new Map(answer.nodes.map((node) => [node.symbol_id, node]));
  return answer.edges.flatMap((edge) => {
    const [here, there] = side === 'in' ? [edge.to, edge.from] : [edge.from, edge.to];
    const node = nodes.get(there);
    return edge.type === type && here === middle && node !== undefined ? [{ node, edge }] : [];
  });
}

export function NeighbourList({ start, asked, type, side, total, title }: ListProps) {
  const [pages, setPages] = useState<Neighbours[]>([start]);
  const [state, setState] = useState<'idle' | 'busy' | ApiFailure>('idle');
  const rows = pages.flatMap((page) => rowsOf(page, type, side));
  const cursor = pages.at(-1)?.next_cursor ?? null;
  if (rows.length === 0 && title !== undefined) return null;

  const more = (): void => {
    if (cursor === null) return;
    setState('busy');
    // A cursor goes on with the question that it came from.
    askNeighbours(start.symbol, { direction: asked, cursor }).then(
      (page) => {
        setPages((before) => [...before, page]);
        setState('idle');
      },
      (error: unknown) => setState(error instanceof ApiFailure ? error : new ApiFailure(0, String(error))),
    );
  };

  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      {rows.length === 0 && <p class="faint">The graph knows none.</p>}
      <ul class="neighbours">
        {rows.map(({ node, edge }) => (
          <NeighbourRow
            key={node.symbol_id}
            node={node}
            edge={edge}
            side={side}
            type={type}
            middlePath={start.symbol.path}
          />
        ))}
      </ul>
      {state instanceof ApiFailure && <Failed failure={state} />}
      {cursor !== null && (
        <button type="button" class="button small" onClick={more} disabled={state === 'busy'}>
          {state === 'busy' ? 'Loading' : 'Show more'}
          {total !== undefined && ` (${formatCount(rows.length)} of ${formatCount(total)})`}
        </button>
      )}
    </>
  );
}

interface RowProps extends Row {
  side: Side;
  type: GraphEdge['type'];
  /** Where the symbol stands whose neighbour it is: the lines of an edge are those of its beginning. */
  middlePath: string;
}

function NeighbourRow({ node, edge, side, type, middlePath }: RowProps) {
  const [opened, setOpened] = useState(false);
  const [around, setAround] = useState<Neighbours | ApiFailure>();
  const count = type === 'calls' ? (side === 'in' ? node.callers : node.callees) : 1;
  const repository = repositoryOf(node.repo_id);
  const toggle = (): void => {
    setOpened(!opened);
    if (around !== undefined && !(around instanceof ApiFailure)) return;
    askNeighbours(node, { direction: side }).then(setAround, (error: unknown) =>
      setAround(error instanceof ApiFailure ? error : new ApiFailure(0, String(error))),
    );
  };
  return (
    <li>
      <div class="neighbour">
        <button
          type="button"
          class="opener"
          aria-expanded={opened}
          aria-label={`${opened ? 'Close' : 'Open'} ${node.qualified_name}`}
          disabled={count === 0}
          onClick={toggle}
        >
          {opened ? '−' : '+'}
        </button>
        <div>
          <SymbolLink symbol={node} />
          <EdgeProof edge={edge} repository={repository} path={side === 'in' ? node.path : middlePath} />
        </div>
      </div>
      {opened &&
        (around === undefined ? (
          <Busy what="Reading the graph" />
        ) : around instanceof ApiFailure ? (
          <Failed failure={around} again={toggle} />
        ) : (
          <NeighbourList start={around} asked={side} type={type} side={side} total={count} />
        ))}
    </li>
  );
}
