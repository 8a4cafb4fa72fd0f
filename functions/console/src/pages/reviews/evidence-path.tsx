/** What the graph says about a finding, as a small path of symbols; or that it says nothing. */
import { fileAddress, symbolAddress, type RepositoryName } from '../../addresses.ts';
import type { SchemaReviewIssue } from '../../api/schema.ts';
import { symbolName } from '../../parts/symbol-name.ts';

type Entry = SchemaReviewIssue['evidence'][number];

/** What an entry does to the next one that is declared. */
const RELATIONS: Record<Entry['relation'], string> = {
  calls: 'calls',
  reaches: 'reaches',
  inherits: 'inherits from',
  imports: 'imports',
  not_called: 'is called by nothing',
  declares: '',
};

export function EvidencePath({ evidence, repository }: { evidence: Entry[]; repository: RepositoryName }) {
  if (evidence.length === 0) return <p class="faint small">no graph evidence</p>;
  return (
    <ol class="evidence small" aria-label="What the graph says">
      {evidence.map((entry) => (
        <li
          key={`${entry.relation} ${entry.symbol_id} ${entry.line}`}
          title={`The graph at ${entry.commit.slice(0, 12)}`}
        >
          <span class="evidence-symbol">
            <a href={symbolAddress(repository, entry.symbol_id)}>{symbolName(entry)}</a>{' '}
            <a class="faint place" href={fileAddress(repository, entry.path, entry.line)}>
              {entry.path}:{entry.line}
            </a>
          </span>
          {entry.relation !== 'declares' && (
            <span class="evidence-relation">
              {RELATIONS[entry.relation]}
              {entry.relation !== 'not_called' && <span aria-hidden="true"> →</span>}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
