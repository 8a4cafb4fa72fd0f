/** A line of source: its number, its text with links on calls, and who calls what is defined on it. */
import type { ComponentChildren } from 'preact';
import { fileAddress, symbolAddress, type RepositoryName } from '../../addresses.ts';
import type { CallSite, OutlineEntry } from '../../api/shapes.ts';
import type { Piece } from '../../parts/highlight.ts';
import { callersText, formatCount, formatShare } from '../../parts/numbers.ts';

interface LineProps {
  number: number;
  pieces: Piece[];
  calls: CallSite[];
  definition: OutlineEntry | undefined;
  marked: boolean;
  repository: RepositoryName;
  path: string;
}

export function SourceLine({ number, pieces, calls, definition, marked, repository, path }: LineProps) {
  return (
    <li id={`L${number}`} class={marked ? 'line line-marked' : 'line'}>
      <a class="line-number" href={fileAddress(repository, path, number)} aria-label={`Line ${number}`}>
        {number}
      </a>
      <span class="line-margin">
        {definition !== undefined && definition.callers > 0 && (
          <a
            href={symbolAddress(repository, definition.symbol_id)}
            title={`${callersText(definition.callers)} of ${definition.qualified_name}`}
          >
            {formatCount(definition.callers)}
            <span class="hidden-text">
              {definition.callers === 1 ? ' caller' : ' callers'} of {definition.name}
            </span>
          </a>
        )}
      </span>
      <code class="line-text">{withLinks(pieces, calls, repository)}</code>
    </li>
  );
}

/** The first piece that says the target's last name, as a word, becomes the link; each call takes another place. */
function withLinks(pieces: Piece[], calls: CallSite[], repository: RepositoryName): ComponentChildren[] {
  const open = calls.map((call) => ({ call, name: call.target.name }));
  return pieces.flatMap(({ text, kind }, at) => {
    const parts: ComponentChildren[] = [];
    let rest = text;
    for (;;) {
      const next = open
        .map((each) => ({ each, from: wordAt(rest, each.name) }))
        .filter(({ from }) => from >= 0)
        .sort((a, b) => a.from - b.from)[0];
      if (next === undefined) break;
      const { call, name } = next.each;
      open.splice(open.indexOf(next.each), 1);
      parts.push(
        rest.slice(0, next.from),
        <a
          class="call"
          href={symbolAddress(repository, call.target.symbol_id)}
          title={`${call.target.qualified_name}, ${call.target.path}:${call.target.line_number} (${call.evidence}, ${formatShare(call.confidence)} sure)`}
        >
          {name}
        </a>,
      );
      rest = rest.slice(next.from + name.length);
    }
    parts.push(rest);
    return kind === undefined ? (
      parts
    ) : (
      <span key={at} class={`code-${kind}`}>
        {parts}
      </span>
    );
  });
}

/** Where `word` stands in `text` with no letter of a name beside it; -1 for nowhere. */
function wordAt(text: string, word: string): number {
  if (word === '') return -1;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isName(text[at - 1]) && !isName(text[at + word.length])) return at;
  }
  return -1;
}

const isName = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_$]/u.test(letter);
