/** Search as one types: asked when the typing pauses, so that a word of ten letters is not ten questions. */
import { useEffect, useState } from 'preact/hooks';
import type { RepositoryName } from '../addresses.ts';
import { api, ask } from '../api/client.ts';
import { useAnswer, type AnswerOf } from '../api/use-answer.ts';
import type { operations } from '../api/schema.ts';

export type SearchAnswer = operations['search']['responses'][200]['content']['application/json'];
export type SearchResult = SearchAnswer['results'][number];

const PAUSE_MS = 90;
const SHORTEST = 2;

/** Undefined while there is too little to search for. */
export function useSearch(
  text: string,
  { limit, repository }: { limit: number; repository?: RepositoryName },
): AnswerOf<SearchAnswer> | undefined {
  const wanted = text.trim();
  const [query, setQuery] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const enough = query.length >= SHORTEST;
  const answer = useAnswer(
    async (signal): Promise<SearchAnswer> => {
      if (!enough) return { query, results: [], total: 0 };
      const filter = repository && { repo_owner: repository.owner, repo_name: repository.name };
      return ask(api.GET('/api/v1/query/search', { params: { query: { query, limit, ...filter } }, signal }));
    },
    [query, limit, repository?.owner, repository?.name],
  );
  return enough ? answer : undefined;
}
