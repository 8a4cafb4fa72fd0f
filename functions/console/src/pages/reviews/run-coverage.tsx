/** What a run looked at: every changed file is reviewed, in part, not, or skipped with its reason. */
import type { SchemaReviewedFiles } from '../../api/schema.ts';
import { formatCount } from '../../parts/numbers.ts';

type Coverage = NonNullable<SchemaReviewedFiles>;
type ReviewedFile = Coverage['files'][number];

const STATES: Record<ReviewedFile['state'], string> = {
  not_reviewed: 'not reviewed',
  partly_reviewed: 'reviewed in part',
  skipped: 'skipped',
  reviewed: 'reviewed',
};

export function RunCoverage({ coverage }: { coverage: Coverage | null }) {
  if (coverage === null) {
    return (
      <section class="card" aria-labelledby="coverage">
        <h3 id="coverage">Coverage</h3>
        <p class="faint small">What this run looked at is not kept.</p>
      </section>
    );
  }
  const { files_changed, counts, files } = coverage;
  return (
    <section class="card" aria-labelledby="coverage">
      <h3 id="coverage">Coverage</h3>
      <p>
        <strong>
          {formatCount(counts.reviewed)} of {formatCount(files_changed)}
        </strong>{' '}
        changed files reviewed
      </p>
      <CoverageBar coverage={coverage} />
      {counts.unchanged > 0 && (
        <p class="faint small">{formatCount(counts.unchanged)} without anything new since the last review.</p>
      )}
      <ul class="coverage-files">
        {files.map((file) => (
          <li key={file.path} class={`coverage-${file.state}`}>
            <span class="coverage-path">{file.path}</span>
            <span class="faint small">
              {STATES[file.state]}
              {file.reason !== null && `: ${file.reason}`}
              {file.lines !== null &&
                `: ${formatCount(file.seen_lines ?? 0)} of ${formatCount(file.lines)} changed lines`}
            </span>
          </li>
        ))}
      </ul>
      {coverage.truncated === true && <p class="faint small">The first {formatCount(files.length)} are listed.</p>}
    </section>
  );
}

function CoverageBar({ coverage: { files_changed, counts } }: { coverage: Coverage }) {
  return (
    <meter
      class="coverage-bar"
      min={0}
      max={Math.max(1, files_changed)}
      value={counts.reviewed}
      aria-label="Share of the changed files that was reviewed"
    />
  );
}
