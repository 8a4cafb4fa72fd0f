/**
 * The graph port's database as a `GraphReader`, inside one caller's scope. Statements are constant text and start from an
 * index (test/graph/query-plans.test.ts); the server ends each after the graph port's time for a read.
 */
import { AppError } from '../../model/errors.ts';
import type { GraphPort, GraphReader } from '../../ports.ts';
import type { Scope } from '../access.ts';
import { callSitesIn, edgesAmong, edgesOf, linksUnder, stepsFrom } from './neo4j-edges.ts';
import {
  entryFilesUnder,
  filesAtPath,
  filesUnder,
  indexedCommit,
  linesIn,
  linesWithWord,
  openCallsOf,
} from './neo4j-files.ts';
import { changedFiles, indexedCommits } from './neo4j-past.ts';
import {
  symbolsById,
  symbolsInFile,
  symbolsNamed,
  symbolsRanked,
  textsById,
  unusedFunctions,
} from './neo4j-symbols.ts';
import { wordCountsOf } from './neo4j-words.ts';

export function neo4jReader(graph: GraphPort, scope: Scope): GraphReader {
  const source = { graph, scope };
  /** Reads of a whole repository start from its index. */
  const inOne = <T>(read: () => Promise<T>): Promise<T> =>
    scope.repoId === null
      ? Promise.reject(new AppError('bad_request', 'Name one repository with repo_owner and repo_name'))
      : read();
  return {
    repository: () => inOne(() => indexedCommit(source)),
    symbols: (ids) => symbolsById(source, ids),
    texts: (ids) => textsById(source, ids),
    named: (name, slice) => symbolsNamed(source, name, slice),
    filesAt: (path) => filesAtPath(source, path),
    files: (under, slice) => inOne(() => filesUnder(source, under, slice)),
    inFile: (fileId, range, slice) => symbolsInFile(source, fileId, range, slice),
    lines: (fileId, range) => linesIn(source, fileId, range),
    callSites: (fileId, range, slice) => callSitesIn(source, fileId, range, slice),
    openCalls: (fileIds) => openCallsOf(source, fileIds),
    edges: (ids, choice, slice) => edgesOf(source, ids, choice, slice),
    edgesAmong: (ids, types, slice) => edgesAmong(source, ids, types, slice),
    steps: (ids, choice, limit) => stepsFrom(source, ids, choice, limit),
    ranked: (under, by, slice) => inOne(() => symbolsRanked(source, under, by, slice)),
    unused: (under, slice) => inOne(() => unusedFunctions(source, under, slice)),
    entryFiles: (under, slice) => inOne(() => entryFilesUnder(source, under, slice)),
    wordLines: (word, limit) => inOne(() => linesWithWord(source, word, limit)),
    wordCounts: (words) => inOne(() => wordCountsOf(source, words)),
    indexedCommits: () => inOne(() => indexedCommits(source)),
    changedFiles: (from, to) => inOne(() => changedFiles(source, from, to)),
    links: (under, type, slice) => inOne(() => linksUnder(source, under, type, slice)),
  };
}
