/** One thing that a search found: a symbol with its place, or a line of a file. */
import { fileAddress, repositoryOf } from '../addresses.ts';
import { PathText } from './path-text.tsx';
import type { SearchResult } from './use-search.ts';

const LABELS: Record<SearchResult['type'], string> = {
  function: 'function',
  class: 'class',
  variable: 'variable',
  module: 'module',
  file: 'file',
  line: 'line',
};

export function resultAddress({ repo_id, path, line_number }: SearchResult): string {
  return fileAddress(repositoryOf(repo_id), path, line_number > 1 ? line_number : undefined);
}

export function SearchResultRow({ result }: { result: SearchResult }) {
  const { type, name, repo_id, path, line_number } = result;
  return (
    <span class="result">
      <span class={`kind kind-${type}`}>{LABELS[type]}</span>
      <span class="result-name" title={name}>
        {name}
      </span>
      <span class="result-place faint" title={`${repo_id} ${path}:${line_number}`}>
        {repo_id} · <PathText path={path} line={line_number} />
      </span>
    </span>
  );
}
