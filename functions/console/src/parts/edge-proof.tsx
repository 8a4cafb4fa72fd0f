/** Why the graph says that one symbol uses another: how it was found, how sure that is, and the lines that say it. */
import { fileAddress, type RepositoryName } from '../addresses.ts';
import type { GraphEdge } from '../api/shapes.ts';
import { formatShare } from './numbers.ts';

const EVIDENCE: Record<string, string> = {
  local: 'declared in the same scope',
  import: 'through an import',
  receiver: 'by the type of its receiver',
  inherited: 'inherited from a base class',
  unique_name: 'the only symbol of this name',
  framework: 'by a framework’s convention',
};

/** `path`: the file whose lines they are. */
export function EdgeProof({ edge, repository, path }: { edge: GraphEdge; repository: RepositoryName; path: string }) {
  const { type, evidence, confidence, how, lines, places } = edge;
  const said = evidence === null ? (how ?? type) : (EVIDENCE[evidence] ?? evidence);
  return (
    <span class="proof small faint">
      {lines.length > 0 && (lines.length === 1 ? 'line ' : 'lines ')}
      {lines.map((line, at) => (
        <span key={line}>
          {at > 0 && ', '}
          <a href={fileAddress(repository, path, line)}>{line}</a>
        </span>
      ))}
      {places > lines.length && ` and ${places - lines.length} more`}
      {lines.length > 0 && ' · '}
      {said}
      {confidence !== null && <span title="How often such an edge is right"> · {formatShare(confidence)} sure</span>}
    </span>
  );
}
