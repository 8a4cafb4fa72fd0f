/** The facts about a change between two snapshots of a repository of this machine, without services (src/review/facts/). */
import { openCommit } from '../../../src/adapters/git/git-local.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { changeBetween, type Change } from '../../../src/jobs/reviews/change/change.ts';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import type { ChangeFacts, CommitFacts } from '../../../src/model/change-facts.ts';
import type { GraphReader, Snapshot } from '../../../src/ports.ts';
import { factsOf } from '../../../src/review/facts/change-facts.ts';
import { changedTogether } from '../../folder/changed-together.ts';
import { openFactsCache } from '../../folder/facts-cache.ts';
import { graphOfSnapshot } from '../../folder/folder-index.ts';

/** `base` and `head` are full ids; base is the merge base. */
export async function factsBetween(
  folder: string,
  repoId: string,
  { base, head }: { base: string; head: string },
): Promise<CommitFacts> {
  const [before, after] = [openCommit(folder, base), openCommit(folder, head)];
  const parser = createReviewParser(repoId);
  try {
    const change = await changeBetween(before, after);
    const { facts } = await factsOfChange({ folder, repoId, before, change, parser });
    return { base, head, ...facts };
  } finally {
    await parser.close();
    await before.close();
    await after.close();
  }
}

export interface LocalChange {
  /** Whose history is asked. */
  folder: string;
  repoId: string;
  /** The merge base. */
  before: Snapshot;
  change: Pick<Change, 'diffs' | 'selected' | 'head' | 'secrets'>;
  parser: ReviewParser;
}

/** With the graph of the merge base. */
export async function factsOfChange({
  folder,
  repoId,
  before,
  change,
  parser,
}: LocalChange): Promise<{ facts: ChangeFacts; reader: GraphReader }> {
  const reader = memoryReader(await graphOfSnapshot(before, repoId, openFactsCache()));
  // Of what is withheld there is nothing to see: it would look as if all of it were gone.
  const withheld = new Set(change.secrets.unread.map(({ path }) => path));
  const facts = await factsOf({
    files: change.selected.reviewed,
    diffs: change.diffs.filter(({ path }) => !withheld.has(path)),
    base: reader,
    symbolsOf: parser.symbolsOf,
    pathsAtHead: change.head.entries.map(({ path }) => path),
    changedTogether: changedTogether(folder, before.commit),
  });
  return { facts, reader };
}
