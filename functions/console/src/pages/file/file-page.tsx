/**
 * One file: its source with links on resolved calls, its outline with complexity, and in the margin of each definition
 * how many call it. Long files come by pages of lines.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { fileAddress, symbolAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { CallSite, FileView, OutlineEntry } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { highlight } from '../../parts/highlight.ts';
import { languageTitle } from '../../parts/language-title.ts';
import { callersText, formatCount } from '../../parts/numbers.ts';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { SourceLine } from './source-line.tsx';
import '../../styles/code.css';

const PAGE = 500;

export function FilePage({ repository }: { repository: RepositoryName }) {
  const { params } = useRoute();
  const { query } = useLocation();
  const path = params['path'] ?? '';
  const line = Math.max(1, Number(query['line'] ?? 1) || 1);
  // A page of lines that holds the one that is asked for, whatever line it is.
  const first = Math.floor((line - 1) / PAGE) * PAGE + 1;
  usePageTitle(`${path} · ${repository.owner}/${repository.name}`);
  const filter = { repo_owner: repository.owner, repo_name: repository.name };
  const answer = useAnswer(
    (signal) =>
      ask(api.GET('/api/v1/query/file', { params: { query: { path, line: first, limit: PAGE, ...filter } }, signal })),
    [repository.owner, repository.name, path, first],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what={`Reading ${path}`} />;
  if (line > Math.max(1, answer.data.total_lines))
    return <NoSuchLine repository={repository} file={answer.data} line={line} />;
  return <WholeFile file={answer.data} repository={repository} line={query['line'] === undefined ? undefined : line} />;
}

/** An address of before, when the file was longer. */
function NoSuchLine({ repository, file, line }: { repository: RepositoryName; file: FileView; line: number }) {
  return (
    <Empty title={`${file.path} has no line ${formatCount(line)}.`}>
      <p>
        It has {formatCount(file.total_lines)}. <a href={fileAddress(repository, file.path)}>Open its first lines</a>
      </p>
    </Empty>
  );
}

function WholeFile({
  file,
  repository,
  line,
}: {
  file: FileView;
  repository: RepositoryName;
  line: number | undefined;
}) {
  const { path, total_lines, outline, outline_total, call_counts, cut_lines } = file;
  return (
    <>
      <h2 class="file-name">{path}</h2>
      <p class="faint small">
        {formatCount(total_lines)} lines · {languageTitle(file.language)}
        {call_counts !== null && ` · ${callsText(call_counts)}`}
      </p>
      <div class="file">
        <nav class="outline" aria-label="Outline">
          <h3>Outline</h3>
          {outline.length === 0 && <p class="faint">No definitions on these lines.</p>}
          <ul>
            {outline.map((entry) => (
              <OutlineRow key={entry.symbol_id} entry={entry} repository={repository} />
            ))}
          </ul>
          {outline_total > outline.length && (
            <p class="faint small">
              {outline.length} of {formatCount(outline_total)} are on these lines.
            </p>
          )}
        </nav>
        <div class="source-frame">
          <Pages file={file} repository={repository} />
          <Source file={file} repository={repository} line={line} />
          {cut_lines.length > 0 && <p class="faint small">Very long lines are cut: {cut_lines.join(', ')}.</p>}
          <Pages file={file} repository={repository} />
        </div>
      </div>
    </>
  );
}

/** Every call site once: what leads into the repository, out of it, and where the graph does not know. */
function callsText({ sites, resolved, external, unresolved, ambiguous }: NonNullable<FileView['call_counts']>): string {
  const parts = [`${formatCount(resolved)} lead into the repository`, `${formatCount(external)} out of it`];
  if (unresolved + ambiguous > 0) parts.push(`${formatCount(unresolved + ambiguous)} are not resolved`);
  return `${formatCount(sites)} ${sites === 1 ? 'call' : 'calls'}: ${parts.join(', ')}`;
}

function OutlineRow({ entry, repository }: { entry: OutlineEntry; repository: RepositoryName }) {
  return (
    <li>
      <a href={symbolAddress(repository, entry.symbol_id)} title={entry.qualified_name}>
        {entry.qualified_name}
      </a>{' '}
      <span class="faint small">
        {entry.kind}
        {entry.complexity !== null && `, complexity ${entry.complexity}`}
        {entry.callers > 0 && `, ${callersText(entry.callers)}`}
      </span>
    </li>
  );
}

function Source({ file, repository, line }: { file: FileView; repository: RepositoryName; line: number | undefined }) {
  const lines = useMemo(() => highlight(file.lines.map(({ content }) => content).join('\n'), file.language), [file]);
  const calls = useMemo(() => groupByLine(file.calls), [file]);
  const definitions = useMemo(() => new Map(file.outline.map((entry) => [entry.line_number, entry])), [file]);
  useEffect(() => {
    if (line !== undefined) document.getElementById(`L${line}`)?.scrollIntoView({ block: 'center' });
  }, [file, line]);
  return (
    <ol class="source" aria-label={`Source of ${file.path}`}>
      {file.lines.map(({ line_number }, at) => (
        <SourceLine
          key={line_number}
          number={line_number}
          pieces={lines[at] ?? []}
          calls={calls.get(line_number) ?? []}
          definition={definitions.get(line_number)}
          marked={line_number === line}
          repository={repository}
          path={file.path}
        />
      ))}
    </ol>
  );
}

function groupByLine(calls: CallSite[]): Map<number, CallSite[]> {
  const groups = new Map<number, CallSite[]>();
  for (const call of calls) {
    const group = groups.get(call.line);
    if (group === undefined) groups.set(call.line, [call]);
    else group.push(call);
  }
  return groups;
}

function Pages({ file, repository }: { file: FileView; repository: RepositoryName }) {
  const [wanted, setWanted] = useState('');
  const { route } = useLocation();
  const first = file.lines[0]?.line_number ?? 1;
  const last = file.lines.at(-1)?.line_number ?? 0;
  if (first === 1 && file.next_line === null) return null;
  return (
    <form
      class="row small"
      onSubmit={(event) => {
        event.preventDefault();
        const line = Math.min(file.total_lines, Math.max(1, Number(wanted) || 1));
        route(fileAddress(repository, file.path, line));
      }}
    >
      {first > 1 && <a href={fileAddress(repository, file.path, Math.max(1, first - PAGE))}>Lines before</a>}
      <span>
        Lines {formatCount(first)} to {formatCount(last)} of {formatCount(file.total_lines)}
      </span>
      {file.next_line !== null && <a href={fileAddress(repository, file.path, file.next_line)}>Lines after</a>}
      <label>
        Go to line{' '}
        <input inputMode="numeric" size={6} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      </label>
    </form>
  );
}
