/** The facts about a change between two commits of a repository of this machine, without services (src/review/facts/). */
import { openCommit } from '../../src/adapters/git/git-local.ts';
import { memoryReader } from '../../src/graph/reader/memory-reader.ts';
import { changeBetween } from '../../src/jobs/reviews/gather.ts';
import { createReviewParser } from '../../src/jobs/reviews/parsing.ts';
import { factsOf, type ChangeFacts } from '../../src/review/facts/change-facts.ts';
import { openFactsCache } from '../folder/facts-cache.ts';
import { graphOfSnapshot } from '../folder/folder-index.ts';

export interface CommitFacts extends ChangeFacts {
  base: string;
  head: string;
}

/** `base` and `head` are full ids; base is the merge base. */
export async function factsBetween(
  folder: string,
  repoId: string,
  { base, head }: { base: string; head: string },
): Promise<CommitFacts> {
  const [before, after] = [openCommit(folder, base), openCommit(folder, head)];
  const parser = createReviewParser(repoId);
  try {
    const { diffs, selected } = await changeBetween(before, after);
    const reader = memoryReader(await graphOfSnapshot(before, repoId, openFactsCache()));
    const facts = await factsOf({ files: selected.reviewed, diffs, base: reader, symbolsOf: parser.symbolsOf });
    return { base, head, ...facts };
  } finally {
    await parser.close();
    await before.close();
    await after.close();
  }
}
