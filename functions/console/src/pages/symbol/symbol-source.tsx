/** The text of a symbol, as far as one page of lines holds it. */
import { fileAddress, repositoryOf } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { GraphSymbol } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { highlight } from '../../parts/highlight.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { SourceLine } from '../file/source-line.tsx';
import '../../styles/code.css';

const MOST_LINES = 200;

export function SymbolSource({ symbol }: { symbol: GraphSymbol }) {
  const { path, line_number, end_line, repo_id, language } = symbol;
  const repository = repositoryOf(repo_id);
  const wanted = Math.min(MOST_LINES, end_line - line_number + 1);
  const answer = useAnswer(
    (signal) =>
      ask(
        api.GET('/api/v1/query/file', {
          params: {
            query: {
              path,
              line: Math.max(1, line_number),
              limit: Math.max(1, wanted),
              repo_owner: repository.owner,
              repo_name: repository.name,
            },
          },
          signal,
        }),
      ),
    [repo_id, path, line_number, wanted],
  );
  if (path === '') return null; // A module of another repository has no text here.
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading its source" />;
  const { lines, calls } = answer.data;
  const pieces = highlight(lines.map(({ content }) => content).join('\n'), language);
  return (
    <>
      <p class="small">
        <a href={fileAddress(repository, path, line_number)}>
          {path}:{line_number}
        </a>
      </p>
      <ol class="source" aria-label={`Source of ${symbol.qualified_name}`}>
        {lines.map((line, at) => (
          <SourceLine
            key={line.line_number}
            number={line.line_number}
            pieces={pieces[at] ?? []}
            calls={calls.filter((call) => call.line === line.line_number)}
            definition={undefined}
            marked={false}
            repository={repository}
            path={path}
          />
        ))}
      </ol>
      {end_line - line_number + 1 > MOST_LINES && (
        <p class="faint small">
          The first {MOST_LINES} lines; the <a href={fileAddress(repository, path, line_number)}>file</a> has all.
        </p>
      )}
    </>
  );
}
