/** The search as a page of its own, whose address holds the question. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { searchAddress } from '../../addresses.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { resultAddress, SearchResultRow } from '../../parts/search-result.tsx';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { useSearch } from '../../parts/use-search.ts';
import { usePageTitle } from '../../shell/shell.tsx';

const LIMIT = 50;

export function SearchPage() {
  const { query, route } = useLocation();
  const [text, setText] = useState(query['q'] ?? '');
  const answer = useSearch(text, { limit: LIMIT });
  usePageTitle(text === '' ? 'Search' : `${text}: search`);
  useEffect(() => {
    if (text !== (query['q'] ?? '')) route(text === '' ? '/app/search' : searchAddress(text), true);
  }, [text]);

  return (
    <section class="page">
      <h1>Search</h1>
      <SearchField label="A name, parts of a name, or text of a line" value={text} onText={setText} wide />
      <Results answer={answer} />
    </section>
  );
}

function Results({ answer }: { answer: ReturnType<typeof useSearch> }) {
  if (answer === undefined) {
    return <Empty title="Type at least two letters: the search looks at every repository that you may read." />;
  }
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Searching" />;
  const { results } = answer.data;
  if (results.length === 0) {
    return (
      <Empty title="Nothing is found.">
        <p>Try fewer words, parts of a name, or text that stands on one line.</p>
      </Empty>
    );
  }
  return (
    <>
      <p class="faint" role="status">
        {results.length === LIMIT ? `The first ${LIMIT}; more words narrow it down.` : `${results.length} found.`}
      </p>
      <ul class="results">
        {results.map((result) => (
          <li key={`${result.repo_id} ${result.path} ${result.line_number} ${result.name}`}>
            <a href={resultAddress(result)}>
              <SearchResultRow result={result} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
