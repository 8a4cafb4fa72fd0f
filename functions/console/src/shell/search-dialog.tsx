/**
 * Search from everywhere: Ctrl+K opens it, arrows choose, Enter goes there. Results come as one types; of two answers
 * the one to the later question counts.
 */
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { searchAddress } from '../addresses.ts';
import { resultAddress, SearchResultRow } from '../parts/search-result.tsx';
import { useSearch, type SearchResult } from '../parts/use-search.ts';

const open = signal(false);
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function openSearch(): void {
  open.value = true;
}

export function SearchDialog() {
  // With the page itself: whoever sees it may press the keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openSearch();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return open.value ? <OpenDialog /> : null;
}

function statusOf(answer: ReturnType<typeof useSearch>): string {
  if (answer === undefined) return 'Type at least two letters.';
  if (answer.is === 'failed') return answer.failure.message;
  const found = answer.data?.results.length ?? 0;
  if (answer.is === 'ready' && found === 0) return 'Nothing is found. Try fewer or other words.';
  return `${found} shown. Enter opens one, Escape closes.`;
}

function OpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const answer = useSearch(text, { limit: 12 });
  const results = answer?.data?.results ?? [];

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => setChosen(0), [text]);

  const go = (address: string): void => {
    dialog.current?.close();
    route(address);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    const result = results[chosen];
    if (step !== undefined) setChosen((at) => Math.max(0, Math.min(results.length - 1, at + step)));
    else if (result !== undefined) go(resultAddress(result));
    else if (text.trim() !== '') go(searchAddress(text));
  };

  return (
    <dialog ref={dialog} class="search-dialog" aria-label="Search code" onClose={() => (open.value = false)}>
      <input
        type="search"
        role="combobox"
        list={undefined}
        aria-expanded={results.length > 0}
        aria-controls="search-results"
        aria-activedescendant={results.length > 0 ? `search-result-${chosen}` : undefined}
        aria-label="A name, parts of a name, or text of a line"
        placeholder="A name, parts of a name, or text of a line"
        maxLength={500}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Results results={results} chosen={chosen} onChoose={setChosen} onOpen={(result) => go(resultAddress(result))} />
      <p class="search-foot faint small" role="status">
        {statusOf(answer)}
      </p>
    </dialog>
  );
}

interface ResultsProps {
  results: SearchResult[];
  chosen: number;
  onChoose(at: number): void;
  onOpen(result: SearchResult): void;
}

function Results({ results, chosen, onChoose, onOpen }: ResultsProps) {
  return (
    <ul id="search-results" role="listbox" aria-label="Results">
      {results.map((result, at) => (
        <li
          key={`${result.repo_id} ${result.path} ${result.line_number} ${result.name}`}
          id={`search-result-${at}`}
          role="option"
          aria-selected={at === chosen}
          onClick={() => onOpen(result)}
          onMouseMove={() => onChoose(at)}
        >
          <SearchResultRow result={result} />
        </li>
      ))}
    </ul>
  );
}
