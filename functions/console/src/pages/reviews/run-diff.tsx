/** What a run compared, with its findings below the lines that they speak of. Long changes come by pages. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { fileAddress, type RepositoryName } from '../../addresses.ts';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { SchemaReviewDiff, SchemaReviewIssue } from '../../api/schema.ts';
import type { Piece } from '../../parts/highlight.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { colouredLines, type DiffFile, type DiffLine } from './diff-lines.ts';
import type { Thread } from './finding-thread.tsx';
import { Finding } from './finding.tsx';
import '../../styles/code.css';

/** By the finding's fingerprint. */
export type ThreadsOf = ReadonlyMap<string, Thread>;

interface Props {
  repository: RepositoryName;
  number: number;
  run: number;
  issues: SchemaReviewIssue[];
  threads: ThreadsOf;
  /** When the first page of it is drawn. */
  onRead(): void;
}

const PAGE = 600;

export function RunDiff({ repository, number, run, issues, threads, onRead }: Props) {
  const { owner, name } = repository;
  const [pages, setPages] = useState<SchemaReviewDiff[]>([]);
  const [failure, setFailure] = useState<ApiFailure>();
  const [busy, setBusy] = useState(true);
  const read = (cursor: string, before: SchemaReviewDiff[]): void => {
    setBusy(true);
    setFailure(undefined);
    const path = { owner, repo: name, pr_number: number, run_number: run };
    ask(
      api.GET('/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}/diff', {
        params: { path, query: { cursor, limit: PAGE } },
      }),
    )
      .then(
        (page) => setPages([...before, page]),
        (error: unknown) => setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error))),
      )
      .finally(() => setBusy(false));
  };
  useEffect(() => read('0.0', []), [owner, name, number, run]);
  useEffect(() => {
    if (!busy) onRead();
  }, [busy]);

  const files = joined(pages);
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const isRead = !busy && failure === undefined;
  const placed = new Set(files.flatMap((file) => issues.filter((issue) => standsIn(issue, file))));
  const elsewhere = issues.filter((issue) => !placed.has(issue));
  return (
    <>
      {isRead && files.length === 0 && <p class="faint">What this run compared is not kept.</p>}
      {files.map((file) => (
        <FileDiff
          key={file.path}
          file={file}
          issues={issues.filter((issue) => standsIn(issue, file))}
          threads={threads}
          repository={repository}
        />
      ))}
      {failure !== undefined && <Failed failure={failure} again={() => read(cursor ?? '0.0', pages)} />}
      {busy && <Busy what="Reading the change" />}
      {isRead && cursor !== null && (
        <button type="button" class="button" onClick={() => read(cursor, pages)}>
          Show more of the change
        </button>
      )}
      {!busy && (
        <Elsewhere
          title={files.length === 0 ? 'The findings' : 'Outside the lines above'}
          issues={elsewhere}
          threads={threads}
          repository={repository}
        />
      )}
    </>
  );
}

interface FindingsProps {
  issues: SchemaReviewIssue[];
  threads: ThreadsOf;
  repository: RepositoryName;
  inPlace?: boolean;
}

/** Items of a list. */
function Findings({ issues, threads, repository, inPlace = false }: FindingsProps) {
  return (
    <>
      {issues.map((issue) => (
        <Finding
          key={issue.fingerprint}
          issue={issue}
          thread={threads.get(issue.fingerprint)}
          repository={repository}
          inPlace={inPlace}
        />
      ))}
    </>
  );
}

interface ElsewhereProps {
  title: string;
  issues: SchemaReviewIssue[];
  threads: ThreadsOf;
  repository: RepositoryName;
}

/** Findings that speak of no line that is shown. */
function Elsewhere({ title, issues, threads, repository }: ElsewhereProps) {
  if (issues.length === 0) return null;
  return (
    <section aria-labelledby="elsewhere">
      <h3 id="elsewhere">{title}</h3>
      <ol class="findings">
        <Findings issues={issues} threads={threads} repository={repository} />
      </ol>
    </section>
  );
}

function standsIn(issue: SchemaReviewIssue, { path, lines }: DiffFile): boolean {
  return issue.path === path && lines.some((line) => endsOn(issue, line));
}

/** Files whole again, of pages that may end in the middle of one. */
function joined(pages: readonly SchemaReviewDiff[]): DiffFile[] {
  const files = new Map<string, DiffFile>();
  for (const file of pages.flatMap((page) => page.files)) {
    const before = files.get(file.path);
    files.set(file.path, before === undefined ? file : { ...before, lines: [...before.lines, ...file.lines] });
  }
  return [...files.values()];
}

interface FileProps {
  file: DiffFile;
  issues: SchemaReviewIssue[];
  threads: ThreadsOf;
  repository: RepositoryName;
}

function FileDiff({ file, issues, threads, repository }: FileProps) {
  const { path, old_path, status, additions, deletions, reason, lines } = file;
  const coloured = useMemo(() => colouredLines(file), [file]);
  return (
    <section class="file-diff" aria-label={path}>
      <h4>
        <a href={fileAddress(repository, path)}>{path}</a>{' '}
        <span class="faint small">
          {status === 'renamed' && old_path !== null ? `renamed from ${old_path}` : status}
        </span>{' '}
        <span class="small diff-count">
          <span class="count-added">+{formatCount(additions)}</span>{' '}
          <span class="count-removed">−{formatCount(deletions)}</span>
        </span>
      </h4>
      {reason !== null && <p class="faint small">Not shown whole: {reason}.</p>}
      <div class="diff-frame" tabIndex={0} role="region" aria-label={`Changed lines of ${path}`}>
        <ol class="diff">
          {lines.map((line, at) => (
            <Row
              key={at}
              line={line}
              pieces={coloured[at] ?? []}
              issues={issues.filter((issue) => endsOn(issue, line))}
              threads={threads}
              repository={repository}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

/** A finding stands below the last line that it speaks of. */
function endsOn({ side, line_end }: SchemaReviewIssue, { kind, old, new: now }: DiffLine): boolean {
  return kind !== 'hunk' && (side === 'LEFT' ? old : now) === line_end;
}

const MARKS = { hunk: ' ', context: ' ', added: '+', removed: '−' } as const;

interface RowProps {
  line: DiffLine;
  pieces: Piece[];
  issues: SchemaReviewIssue[];
  threads: ThreadsOf;
  repository: RepositoryName;
}

function Row({ line, pieces, issues, threads, repository }: RowProps) {
  const { kind, old, new: now } = line;
  if (kind === 'hunk') return <li class="diff-hunk faint small">From line {formatCount(now ?? old ?? 1)}</li>;
  return (
    <li>
      <div class={`diff-line diff-${kind}`}>
        <span class="diff-number faint">{old ?? ''}</span>
        <span class="diff-number faint">{now ?? ''}</span>
        <code>
          <span class="diff-mark">{MARKS[kind]}</span>
          {pieces.map(({ text, kind: colour }, at) => (
            <span key={at} class={colour === undefined ? undefined : `code-${colour}`}>
              {text}
            </span>
          ))}
        </code>
      </div>
      {issues.length > 0 && (
        <ul class="findings">
          <Findings issues={issues} threads={threads} repository={repository} inPlace />
        </ul>
      )}
    </li>
  );
}
