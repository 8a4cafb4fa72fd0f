/** One finding: how bad it is, where it stands, what it says, what it quotes, and what became of it. */
import { fileAddress, symbolAddress, type RepositoryName } from '../../addresses.ts';
import type { SchemaReviewIssue } from '../../api/schema.ts';
import { symbolName } from '../../parts/symbol-name.ts';
import { EvidencePath } from './evidence-path.tsx';

const SOURCES: Record<string, string> = {
  agent: 'model',
  python_linter: 'Python linter',
  javascript_linter: 'JavaScript linter',
  go_linter: 'Go linter',
  secrets: 'secret scanner',
};

export function Finding({ issue, repository }: { issue: SchemaReviewIssue; repository: RepositoryName }) {
  const { path, line_start, line_end, severity, category, title, description, suggestion, code_snippet } = issue;
  const lines = line_end > line_start ? `${line_start} to ${line_end}` : String(line_start);
  return (
    <li class="finding" id={`finding-${issue.fingerprint}`}>
      <p class="row">
        <span class={`badge severity-${severity}`}>{severity}</span>
        <strong>{title}</strong>
        <span class={`badge badge-${issue.status}`}>{issue.status}</span>
      </p>
      <p class="faint small">
        <a href={fileAddress(repository, path, line_start)}>
          {path}, {line_end > line_start ? 'lines' : 'line'} {lines}
        </a>
        <SymbolAround issue={issue} repository={repository} /> · {category} · {SOURCES[issue.source] ?? issue.source}
        {issue.rule !== null && ` ${issue.rule}`} · confidence {issue.confidence} of 10 · first in run{' '}
        {issue.first_seen_run}
        {issue.resolved_in_run !== null && ` · resolved in run ${issue.resolved_in_run}`}
      </p>
      <p class="summary">{description}</p>
      {code_snippet !== '' && (
        <pre class="quote" aria-label="The code it speaks of">
          {code_snippet}
        </pre>
      )}
      {suggestion !== null && suggestion !== '' && (
        <>
          <p class="small">Suggested instead:</p>
          <pre class="quote">{suggestion}</pre>
        </>
      )}
      <EvidencePath evidence={issue.evidence} repository={repository} />
    </li>
  );
}

/** The function or class that holds the lines; the file stands beside it already. */
function SymbolAround({
  issue: { symbol_id, path },
  repository,
}: {
  issue: SchemaReviewIssue;
  repository: RepositoryName;
}) {
  if (symbol_id === null) return null;
  const name = symbolName({ symbol_id, path });
  if (name === path) return null;
  return (
    <>
      {' '}
      in <a href={symbolAddress(repository, symbol_id)}>{name}</a>
    </>
  );
}
