/**
 * What the graph says about a finding, drawn as the path that it is: symbols as nodes, what one does to the next as the
 * arrow between them; or that the graph says nothing.
 *
 *     ┌───────────┐  calls, line 22  ┌───────────┐
 *     │ main      │ ───────────────▶ │ load      │
 *     └───────────┘                  └───────────┘
 */
import { fileAddress, symbolAddress, type RepositoryName } from '../../addresses.ts';
import type { SchemaReviewIssue } from '../../api/schema.ts';
import { symbolName } from '../../parts/symbol-name.ts';

type Entry = SchemaReviewIssue['evidence'][number];

/** What an entry does to the next one; that which is declared ends a path. */
const RELATIONS: Record<Entry['relation'], string> = {
  calls: 'calls',
  reaches: 'reaches',
  inherits: 'inherits from',
  imports: 'imports',
  not_called: 'is called by nothing',
  declares: '',
};

export function EvidencePath({ evidence, repository }: { evidence: Entry[]; repository: RepositoryName }) {
  const [first] = evidence;
  if (first === undefined) return <p class="faint small no-evidence">no graph evidence</p>;
  // A call may be of the head, where its line stands; what is declared is the graph's.
  const { commit } = evidence.find(({ relation }) => relation === 'declares') ?? first;
  return (
    <figure class="evidence">
      <figcaption class="faint small">
        The graph at <code>{commit.slice(0, 7)}</code> says
      </figcaption>
      <ol>
        {evidence.map((entry, at) => (
          <li key={`${entry.relation} ${entry.symbol_id} ${entry.line}`}>
            <SymbolNode entry={entry} repository={repository} />
            {entry.relation !== 'declares' && <Arrow entry={entry} ends={at === evidence.length - 1} />}
          </li>
        ))}
      </ol>
    </figure>
  );
}

function SymbolNode({ entry, repository }: { entry: Entry; repository: RepositoryName }) {
  const { symbol_id: id, path, line } = entry;
  return (
    <span class="evidence-node">
      <a href={symbolAddress(repository, id)}>{symbolName(entry)}</a>
      <a class="faint place" href={fileAddress(repository, path, line)}>
        {path}:{line}
      </a>
    </span>
  );
}

/** `ends`: there is no node behind it, as of what nothing calls. */
function Arrow({ entry: { relation }, ends }: { entry: Entry; ends: boolean }) {
  return <span class={ends ? 'evidence-end' : 'evidence-arrow'}>{RELATIONS[relation]}</span>;
}
