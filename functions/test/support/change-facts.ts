/** Facts about a change between two trees of texts, on the resolved graph of the first one in memory. */
import { graphOfSnapshot } from '../../local/folder/folder-index.ts';
import { memoryReader } from '../../src/graph/reader/memory-reader.ts';
import { changeBetween } from '../../src/jobs/reviews/change/change.ts';
import { createReviewParser } from '../../src/jobs/reviews/parsing.ts';
import type { ChangeFacts } from '../../src/model/change-facts.ts';
import { factsOf, type FactsRequest } from '../../src/review/facts/change-facts.ts';
import { snapshotOf } from './plain-sources.ts';

type Texts = Record<string, string>;

/** `graphOf`: what the graph holds when that is not the base. */
export async function changeFacts(base: Texts, head: Texts, graphOf: Texts = base): Promise<ChangeFacts> {
  const parser = createReviewParser('o/r');
  try {
    const { diffs, selected } = await changeBetween(snapshotOf(base), snapshotOf(head));
    const reader = memoryReader(await graphOfSnapshot(snapshotOf(graphOf), 'o/r'));
    const other: Partial<FactsRequest> = graphOf === base ? {} : { baseText: (path) => Promise.resolve(base[path]) };
    return await factsOf({
      files: selected.reviewed,
      diffs,
      base: reader,
      symbolsOf: parser.symbolsOf,
      pathsAtHead: Object.keys(head),
      ...other,
    });
  } finally {
    await parser.close();
  }
}

/** `base` with some files replaced; undefined takes one out. */
export function withTexts(base: Texts, changes: Record<string, string | undefined>): Texts {
  const entries = Object.entries({ ...base, ...changes });
  return Object.fromEntries(entries.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}
