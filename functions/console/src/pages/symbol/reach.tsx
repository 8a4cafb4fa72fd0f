/** What a change of a symbol would reach: everything that leads to it, level by level, asked for when somebody wants it. */
import { useState } from 'preact/hooks';
import { askNeighbours } from '../../api/ask-neighbours.ts';
import type { GraphSymbol, Neighbour } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { SymbolLink } from '../../parts/symbol-link.tsx';

const DEPTH = 3;
const LIMIT = 300;
const SHOWN = 40;

export function Reach({ symbol }: { symbol: GraphSymbol }) {
  const [wanted, setWanted] = useState(false);
  return (
    <details class="card reach" onToggle={(event) => event.currentTarget.open && setWanted(true)}>
      <summary>What a change would reach</summary>
      {wanted && <Levels symbol={symbol} />}
    </details>
  );
}

function Levels({ symbol }: { symbol: GraphSymbol }) {
  const answer = useAnswer(
    (signal) => askNeighbours(symbol, { direction: 'in', depth: DEPTH, limit: LIMIT, signal }),
    [symbol.symbol_id],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Following the callers" />;
  const { nodes, total } = answer.data;
  if (nodes.length === 0) return <p>Nothing in the graph leads here.</p>;
  const levels = [...new Set(nodes.map(({ depth }) => depth))].sort((a, b) => a - b);
  return (
    <>
      <p>
        {formatCount(total)} symbols within {DEPTH} steps
        {total > nodes.length && `; the nearest ${formatCount(nodes.length)} are listed`}.
      </p>
      {levels.map((level) => (
        <Level key={level} level={level} nodes={nodes.filter(({ depth }) => depth === level)} />
      ))}
    </>
  );
}

function Level({ level, nodes }: { level: number; nodes: Neighbour[] }) {
  const [all, setAll] = useState(false);
  return (
    <section>
      <h3>
        {level === 1 ? 'Directly' : `In ${level} steps`} <span class="faint">{formatCount(nodes.length)}</span>
      </h3>
      <ul class="plain">
        {(all ? nodes : nodes.slice(0, SHOWN)).map((node) => (
          <li key={node.symbol_id}>
            <SymbolLink symbol={node} />
          </li>
        ))}
      </ul>
      {!all && nodes.length > SHOWN && (
        <button type="button" class="button small" onClick={() => setAll(true)}>
          Show {formatCount(nodes.length - SHOWN)} more
        </button>
      )}
    </section>
  );
}
