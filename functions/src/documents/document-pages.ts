/** A whole collection, page by page in the order of document ids, so that it is never in memory at once. */
import type { Doc, DocQuery, StorePort } from '../ports.ts';

const PAGE = 500;

export async function* documentPages(
  store: Pick<StorePort, 'query'>,
  collection: string,
  where: NonNullable<DocQuery['where']> = [],
): AsyncGenerator<{ id: string; doc: Doc }[]> {
  let after: string | undefined;
  for (;;) {
    const page: { id: string; doc: Doc }[] = await store.query({
      collection,
      where: after === undefined ? where : [...where, ['__name__', '>', after]],
      orderBy: [['__name__', 'asc']],
      limit: PAGE,
    });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}
