/**
 * One symbol and what surrounds it, in three zones: who uses it on the left, what it uses on the right, its bases above
 * and what derives from it below. Each neighbour opens step by step, so that nobody meets the whole graph at once.
 */
import { useLocation } from 'preact-iso/router';
import { repositoryOf, type RepositoryName } from '../../addresses.ts';
import { askNeighbours } from '../../api/ask-neighbours.ts';
import type { GraphSymbol, Neighbours } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { languageTitle } from '../../parts/language-title.ts';
import { Prose } from '../../parts/prose.tsx';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { NeighbourList } from './neighbour-list.tsx';
import { PathForm } from './path-form.tsx';
import { Reach } from './reach.tsx';
import { SymbolSource } from './symbol-source.tsx';
import { UnknownCalls } from './unknown-calls.tsx';
import '../../styles/symbol.css';

/** A page that is being left is shown once more with the next address: without a symbol nothing may be asked. */
export function SymbolPage({ repository }: { repository: RepositoryName }) {
  const id = useLocation().query['id'] ?? '';
  if (id !== '') return <KnownSymbol id={id} repository={repository} />;
  return (
    <Empty title="This address names no symbol.">
      <p>
        Press <kbd>Ctrl K</kbd> and search for one.
      </p>
    </Empty>
  );
}

function KnownSymbol({ id, repository }: { id: string; repository: RepositoryName }) {
  const symbol = { symbol_id: id, repo_id: `${repository.owner}/${repository.name}` };
  const answer = useAnswer((signal) => askNeighbours(symbol, { direction: 'both', signal }), [id, symbol.repo_id]);
  usePageTitle(answer.data?.symbol.qualified_name ?? 'Symbol');
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading the graph" />;
  return <Surroundings key={id} around={answer.data} />;
}

function Surroundings({ around }: { around: Neighbours }) {
  const { symbol } = around;
  return (
    <>
      <Heading symbol={symbol} />
      <div class="zones">
        <section class="card zone-in" aria-labelledby="uses-it">
          <h3 id="uses-it">
            Called by <span class="faint">{formatCount(symbol.callers)}</span>
          </h3>
          <NeighbourList start={around} asked="both" type="calls" side="in" total={symbol.callers} />
        </section>
        <section class="zone-middle" aria-label={symbol.qualified_name}>
          <NeighbourList start={around} asked="both" type="inherits" side="out" title="Derives from" />
          <SymbolSource symbol={symbol} />
          <NeighbourList start={around} asked="both" type="inherits" side="in" title="Derived by" />
        </section>
        <section class="card zone-out" aria-labelledby="it-uses">
          <h3 id="it-uses">
            Calls <span class="faint">{formatCount(symbol.callees)}</span>
          </h3>
          <NeighbourList start={around} asked="both" type="calls" side="out" total={symbol.callees} />
        </section>
      </div>
      <div class="columns">
        <Reach symbol={symbol} />
        <UnknownCalls symbol={symbol} />
        <PathForm from={symbol} />
      </div>
    </>
  );
}

function Heading({ symbol }: { symbol: GraphSymbol & { docstring?: string | null } }) {
  const { qualified_name, kind, signature, complexity, language, docstring, repo_id } = symbol;
  const { name } = repositoryOf(repo_id);
  return (
    <header>
      <h2 class="symbol-name">
        <span class="kind">{kind}</span> {qualified_name}
      </h2>
      {signature !== null && <pre class="signature">{signature}</pre>}
      <p class="faint small">
        {languageTitle(language)} in {name}
        {complexity !== null && ` · complexity ${complexity}`}
      </p>
      {docstring !== null && docstring !== undefined && docstring !== '' && <Prose text={docstring} />}
    </header>
  );
}
