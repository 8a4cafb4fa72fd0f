/** “How does this reach …?”: a search for the other end, which leads to the page of the path. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { repositoryAddress, repositoryOf } from '../../addresses.ts';
import type { GraphSymbol } from '../../api/shapes.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { useSearch, type SearchResult } from '../../parts/use-search.ts';

export function PathForm({ from }: { from: GraphSymbol }) {
  const { route } = useLocation();
  const [text, setText] = useState('');
  const repository = repositoryOf(from.repo_id);
  const answer = useSearch(text, { limit: 8, repository });
  const ends = (answer?.data?.results ?? []).filter(hasId);
  return (
    <section class="card" aria-labelledby="path-form">
      <h3 id="path-form">How does it reach …?</h3>
      <SearchField label="The symbol that it may reach" value={text} onText={setText} wide />
      <ul class="plain">
        {ends.map((end) => (
          <li key={end.symbol_id}>
            <button
              type="button"
              class="button small"
              onClick={() => {
                const ids = new URLSearchParams({ from: from.symbol_id, to: end.symbol_id });
                route(repositoryAddress(repository, `path?${ids.toString()}`));
              }}
            >
              {end.name}
            </button>{' '}
            <span class="faint small">
              {end.path}:{end.line_number}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lines of files are no symbols. */
function hasId(result: SearchResult): result is SearchResult & { symbol_id: string } {
  return 'symbol_id' in result && typeof result.symbol_id === 'string';
}
