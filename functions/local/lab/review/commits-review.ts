/** A review of two commits, with the code around the change from the graph in Neo4j, which is brought to the merge base. */
import { join } from 'node:path';
import { openCommit } from '../../../src/adapters/git/git-local.ts';
import { createLinters } from '../../../src/adapters/lint/lint.ts';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { knownNames } from '../../../src/graph/queries/neighbours.ts';
import { neo4jReader } from '../../../src/graph/reader/neo4j-reader.ts';
import { contextOf, reviewScope } from '../../../src/jobs/reviews/ask.ts';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import type { GraphPort, Snapshot } from '../../../src/ports.ts';
import { factsOf } from '../../../src/review/facts/change-facts.ts';
import { changedTogether } from '../../folder/changed-together.ts';
import { startNeo4j } from '../../stack/neo4j.ts';
import { ROOT } from '../../stack/toolchain.ts';
import { indexSnapshot } from '../index-snapshot.ts';
import { runReview, type CodeAround, type LocalReview } from './review-run.ts';

export interface CommitsReview {
  folder: string;
  repoId: string;
  /** Full ids; base is the merge base, target the commit that was named. */
  base: string;
  head: string;
  target: string;
  /** In place of a model's. */
  findings: SourcedFinding[] | undefined;
  noModel: boolean;
  /** Where the repository is seen or cloned, for SARIF. */
  repositoryUri: string;
  note(line: string): void;
}

export async function reviewCommits(request: CommitsReview): Promise<LocalReview> {
  const { folder } = request;
  const [before, after] = [openCommit(folder, request.base), openCommit(folder, request.head)];
  const target = openCommit(folder, request.target);
  const server = await startNeo4j({ home: join(ROOT, 'emulator-data', 'local', 'neo4j'), log: request.note });
  const graph = createGraph({
    uri: server.uri,
    username: process.env['NEO4J_USERNAME'] ?? 'neo4j',
    password: process.env['NEO4J_PASSWORD'] ?? '',
  });
  try {
    return await runReview({ ...request, before, after, target }, databaseCode(graph, before, request));
  } finally {
    await graph.close();
    await server.stop();
    for (const snapshot of [before, after, target]) await snapshot.close();
  }
}

function databaseCode(
  graph: GraphPort,
  before: Snapshot,
  { folder, repoId, base, head, noModel }: Pick<CommitsReview, 'folder' | 'repoId' | 'base' | 'head' | 'noModel'>,
): CodeAround {
  const [owner = '', name = ''] = repoId.split('/');
  const repository = { owner, repo_name: name, private: false };
  const scope = reviewScope(repository);
  return {
    async gather(change, parser) {
      await indexSnapshot(before, repoId, graph);
      const { diffs, selected } = change;
      const looked = { ...change, pins: { head, base } };
      const context = await contextOf({ graph, linters: createLinters() }, repository, looked, parser, !noModel);
      const reader = neo4jReader(graph, scope);
      const facts = await factsOf({
        files: selected.reviewed,
        diffs,
        base: reader,
        symbolsOf: parser.symbolsOf,
        pathsAtHead: change.head.entries.map(({ path }) => path),
        changedTogether: changedTogether(folder, base),
      });
      return { context, facts, knownNames: (names) => knownNames(graph, scope, names), reader, graph, codeTools: [] };
    },
  };
}
