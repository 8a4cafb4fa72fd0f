/** A symbol by its name, leading to its page; what kind it is and where it stands beside it. */
import { fileAddress, repositoryOf, symbolAddress } from '../addresses.ts';
import type { GraphSymbol } from '../api/shapes.ts';
import { PathText } from './path-text.tsx';

type Named = Pick<GraphSymbol, 'symbol_id' | 'repo_id' | 'qualified_name' | 'kind' | 'path' | 'line_number'>;

export function SymbolLink({ symbol, withPlace = true }: { symbol: Named; withPlace?: boolean }) {
  const { symbol_id, repo_id, qualified_name, kind, path, line_number } = symbol;
  const repository = repositoryOf(repo_id);
  return (
    <span class="symbol-link">
      <span class="kind small">{kind}</span>{' '}
      <a href={symbolAddress(repository, symbol_id)} title={qualified_name}>
        {path === qualified_name ? <PathText path={path} /> : qualified_name}
      </a>
      {withPlace && path !== '' && path !== qualified_name && (
        <>
          {' '}
          <a
            class="faint small place"
            href={fileAddress(repository, path, line_number)}
            title={`${path}:${line_number}`}
          >
            <PathText path={path} line={line_number} />
          </a>
        </>
      )}
    </span>
  );
}
