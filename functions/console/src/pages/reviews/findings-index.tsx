/** All findings of a run at a glance, the worst first; each leads to the place where it stands in full. */
import type { SchemaReviewIssue } from '../../api/schema.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Inline } from '../../parts/prose.tsx';
import { linesOf } from './finding.tsx';

interface Props {
  issues: SchemaReviewIssue[];
  truncated: boolean;
}

export function FindingsIndex({ issues, truncated }: Props) {
  return (
    <section class="card" aria-labelledby="findings">
      <h3 id="findings">
        Findings <span class="faint">{formatCount(issues.length)}</span>
      </h3>
      {issues.length === 0 && <p class="faint">This run raised none.</p>}
      <ol class="findings-index">
        {issues.map((issue) => (
          <li key={issue.fingerprint}>
            <span class={`badge severity-${issue.severity}`}>{issue.severity}</span>
            <span>
              <a href={`#finding-${issue.fingerprint}`} onClick={(event) => goTo(event, issue.fingerprint)}>
                <Inline text={issue.title} />
              </a>
              <span class="faint small block">
                {issue.path}:{linesOf(issue.line_start, issue.line_end)}
                {issue.evidence.length > 0 && ' · proved by the graph'}
                {issue.status !== 'open' && ` · ${issue.status}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {truncated && <p class="faint">The worst 100 are shown.</p>}
    </section>
  );
}

/** A jump on the page is none between pages. */
function goTo(event: Event, fingerprint: string): void {
  event.preventDefault();
  event.stopPropagation();
  history.replaceState(history.state, '', `#finding-${fingerprint}`);
  showFinding(fingerprint);
}

/** It is read from its beginning, by those who see it and by those who hear it. */
export function showFinding(fingerprint: string): void {
  const found = document.getElementById(`finding-${fingerprint}`);
  found?.scrollIntoView({ block: 'center' });
  found?.focus({ preventScroll: true });
}
