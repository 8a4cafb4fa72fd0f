/** One finding: how bad it is, where it stands, what it says, the path in the graph that proves it, and what became of it. */
import { fileAddress, symbolAddress, type RepositoryName } from '../../addresses.ts';
import type { SchemaReviewIssue } from '../../api/schema.ts';
import { Inline, Prose } from '../../parts/prose.tsx';
import { symbolName } from '../../parts/symbol-name.ts';
import { Time } from '../../parts/times.tsx';
import { FindingThread, type Thread } from './finding-thread.tsx';
import { EvidencePath } from './evidence-path.tsx';

const SOURCES: Record<string, string> = {
  agent: 'model',
  python_linter: 'Python linter',
  javascript_linter: 'JavaScript linter',
  go_linter: 'Go linter',
  secrets: 'secret scanner',
};

const CLOSED: Record<NonNullable<SchemaReviewIssue['closed']>['how'], string> = {
  fixed: 'its lines changed and it is found no more',
  thread: 'its thread was resolved',
  merged: 'the pull request was merged',
  dismissed: 'dismissed',
};

interface Props {
  issue: SchemaReviewIssue;
  repository: RepositoryName;
  /** What was said below it, where anything was. */
  thread: Thread | undefined;
  /** Below the lines that it speaks of: they need not be shown again. */
  inPlace?: boolean;
}

export function Finding({ issue, repository, thread, inPlace = false }: Props) {
  const { severity, title, description, suggestion, code_snippet } = issue;
  return (
    <li class={`finding finding-${severity}`} id={`finding-${issue.fingerprint}`} tabIndex={-1}>
      <p class="finding-head">
        <span class={`badge severity-${severity}`}>{severity}</span>
        <strong>
          <Inline text={title} />
        </strong>
        <span class={`badge badge-${issue.status}`}>{issue.status}</span>
      </p>
      <Facts issue={issue} repository={repository} withPlace={!inPlace} />
      <Prose text={description} />
      {!inPlace && code_snippet !== '' && (
        <pre class="quote" tabIndex={0} role="group" aria-label="The code it speaks of">
          {code_snippet}
        </pre>
      )}
      {suggestion !== null && suggestion !== '' && (
        <>
          <p class="small faint">Suggested instead</p>
          <pre class="quote quote-good" tabIndex={0} role="group" aria-label="Suggested instead">
            {suggestion}
          </pre>
        </>
      )}
      <EvidencePath evidence={issue.evidence} repository={repository} />
      {thread !== undefined && <FindingThread thread={thread} />}
    </li>
  );
}

interface FactsProps {
  issue: SchemaReviewIssue;
  repository: RepositoryName;
  withPlace: boolean;
}

function Facts({ issue, repository, withPlace }: FactsProps) {
  const { path, line_start, line_end, category, source, rule, confidence, first_seen_run, resolved_in_run } = issue;
  return (
    <p class="faint small">
      {withPlace && (
        <>
          <a href={fileAddress(repository, path, line_start)}>
            {path}:{linesOf(line_start, line_end)}
          </a>{' '}
          ·{' '}
        </>
      )}
      <SymbolAround issue={issue} repository={repository} />
      {category} · {SOURCES[source] ?? source}
      {rule !== null && ` ${rule}`} · confidence {confidence} of 10 · first in run {first_seen_run}
      {resolved_in_run !== null && ` · resolved in run ${resolved_in_run}`}
      <Closed closed={issue.closed} />
    </p>
  );
}

/** The function or class that holds the lines; the file stands beside it already. */
function SymbolAround({ issue: { symbol_id, path }, repository }: Pick<Props, 'issue' | 'repository'>) {
  const name = symbol_id === null ? path : symbolName({ symbol_id, path });
  if (symbol_id === null || name === path) return null;
  return (
    <>
      in <a href={symbolAddress(repository, symbol_id)}>{name}</a> ·{' '}
    </>
  );
}

function Closed({ closed }: { closed: SchemaReviewIssue['closed'] }) {
  if (closed === null) return null;
  return (
    <>
      {' '}
      · {CLOSED[closed.how]}
      {closed.by !== null && ` by ${closed.by}`} <Time at={closed.at} />
    </>
  );
}

export function linesOf(first: number, last: number): string {
  return last > first ? `${first}–${last}` : String(first);
}
