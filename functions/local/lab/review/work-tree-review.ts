/**
 * A review of a working tree, before anything is pushed: what lies in the folder against the merge base, uncommitted
 * changes and new files included, without any service. The graph is made in memory, of the merge base.
 */
import { openCommit } from '../../../src/adapters/git/git-local.ts';
import { QUESTIONS } from '../../../src/graph/queries/questions.ts';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import type { GraphReader, Snapshot } from '../../../src/ports.ts';
import { readerTools } from '../../../src/review/agent/tools-graph.ts';
import { openWorkTree } from '../../folder/work-tree.ts';
import { factsOfChange } from './change-facts.ts';
import { folderContext } from './folder-context.ts';
import { runReview, WORK_TREE, type CodeAround, type LocalReview } from './review-run.ts';
import type { CommitFacts } from '../../../src/model/change-facts.ts';
import { changeBetween } from '../../../src/jobs/reviews/change/change.ts';
import { createReviewParser } from '../../../src/jobs/reviews/parsing.ts';

export interface WorkTreeReview {
  /** The root of the working tree. */
  folder: string;
  gitDir: string;
  repoId: string;
  /** Full ids; base is the merge base of HEAD with target, the commit that was named. */
  base: string;
  target: string;
  /** In place of a model's. */
  findings: SourcedFinding[] | undefined;
  noModel: boolean;
  /** Where the repository is seen or cloned, for SARIF. */
  repositoryUri: string;
}

export async function reviewWorkTree(request: WorkTreeReview): Promise<LocalReview> {
  const before = openCommit(request.gitDir, request.base);
  const target = openCommit(request.gitDir, request.target);
  const after = await openWorkTree(request.folder, before);
  try {
    return await runReview({ ...request, head: WORK_TREE, before, after, target }, folderCode(request, before));
  } finally {
    for (const snapshot of [before, after, target]) await snapshot.close();
  }
}

/** What the change of a working tree does, without a review. */
export async function factsOfWorkTree({ folder, gitDir, repoId, base }: WorkTreeReview): Promise<CommitFacts> {
  const before = openCommit(gitDir, base);
  const after = await openWorkTree(folder, before);
  const parser = createReviewParser(repoId);
  try {
    const change = await changeBetween(before, after);
    const { facts } = await factsOfChange({ folder: gitDir, repoId, before, change, parser });
    return { base, head: WORK_TREE, ...facts };
  } finally {
    await parser.close();
    for (const snapshot of [before, after]) await snapshot.close();
  }
}

function folderCode({ gitDir, repoId }: WorkTreeReview, before: Snapshot): CodeAround {
  return {
    async gather(change, parser) {
      const { facts, reader } = await factsOfChange({ folder: gitDir, repoId, before, change, parser });
      const context = await folderContext(facts, change.readHead);
      const codeTools = readerTools(reader, QUESTIONS);
      return { context, facts, knownNames: (names) => namesKnown(reader, names), reader, graph: null, codeTools };
    },
  };
}

async function namesKnown(reader: GraphReader, names: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const name of names) {
    const { items } = await reader.named(name, { limit: 20 });
    if (items.some((symbol) => symbol.name === name)) known.add(name);
  }
  return known;
}
