/**
 * The graph port's database as a `GraphReader`, inside one caller's scope. Statements are constant text and start from an
 * index (test/graph/query-plans.test.ts); the server ends each after the graph port's time for a read.
 */
import { AppError } from '../../model/errors.ts';
import type { GatewayPort, GraphPort, GraphReader } from '../../ports.ts';
import type { Scope } from '../access.ts';
import { callSitesIn, edgesAmong, edgesOf, linksUnder, stepsFrom } from './neo4j-edges.ts';
import {
  entryFilesUnder,
  filesAtPaths,
  filesLeftOut,
  filesUnder,
  indexedCommit,
  linesIn,
  linesWithWord,
  openCallsOf,
  textWordsStored,
  type LinesAsk,
} from './neo4j-files.ts';
import { mentionsIn } from '../kept/text-words.ts';
import { piecesIn } from '../queries/content-lines.ts';
import { nearestFiles } from './neo4j-nearest.ts';
import { changedFiles, indexedCommits } from './neo4j-past.ts';
import {
  symbolsById,
  symbolsInFiles,
  symbolsNamed,
  symbolsRanked,
  textsOfEach,
  type InFileAsk,
  unusedFunctions,
} from './neo4j-symbols.ts';
import { wordCountsOf } from './neo4j-words.ts';
import { together } from './together.ts';

/** `embed`: the model whose vectors the graph holds; without it nothing is near in meaning. */
export function neo4jReader(graph: GraphPort, scope: Scope, embed?: GatewayPort['embed']): GraphReader {
  const source = { graph, scope };
  /** Reads of a whole repository start from its index. */
  const inOne = <T>(read: () => Promise<T>): Promise<T> =>
    scope.repoId === null
      ? Promise.reject(new AppError('bad_request', 'Name one repository with repo_owner and repo_name'))
      : read();
  const filesAt = together((paths: readonly string[]) => filesAtPaths(source, paths));
  const inFile = together((asks: readonly InFileAsk[]) => symbolsInFiles(source, asks));
  const lines = together((asks: readonly LinesAsk[]) => linesIn(source, asks));
  const texts = together((asks: readonly (readonly string[])[]) => textsOfEach(source, asks));
  const pieces = piecesIn(graph, scope);
  return {
    repository: () => inOne(() => indexedCommit(source)),
    leftOut: () => inOne(() => filesLeftOut(source)),
    textsNaming: (names) => inOne(async () => mentionsIn(await textWordsStored(source), names)),
    symbols: (ids) => symbolsById(source, ids),
    texts,
    named: (name, slice) => symbolsNamed(source, name, slice),
    filesAt,
    files: (under, slice) => inOne(() => filesUnder(source, under, slice)),
    inFile: (fileId, range, slice) => inFile({ fileId, range, slice }),
    lines: (fileId, range) => lines({ fileId, range }),
    callSites: (fileId, range, slice) => callSitesIn(source, fileId, range, slice),
    openCalls: (fileIds) => openCallsOf(source, fileIds),
    edges: (ids, choice, slice) => edgesOf(source, ids, choice, slice),
    edgesAmong: (ids, types, slice) => edgesAmong(source, ids, types, slice),
    steps: (ids, choice, limit) => stepsFrom(source, ids, choice, limit),
    ranked: (under, by, slice) => inOne(() => symbolsRanked(source, under, by, slice)),
    unused: (under, slice) => inOne(() => unusedFunctions(source, under, slice)),
    entryFiles: (under, slice) => inOne(() => entryFilesUnder(source, under, slice)),
    wordLines: (word, limit) => inOne(() => linesWithWord(pieces, word, limit)),
    wordCounts: (words) => inOne(() => wordCountsOf(source, words)),
    nearest: (text, most) =>
      embed === undefined ? Promise.resolve([]) : inOne(() => nearestFiles(source, embed, text, most)),
    indexedCommits: () => inOne(() => indexedCommits(source)),
    changedFiles: (from, to) => inOne(() => changedFiles(source, from, to)),
    links: (under, type, slice) => inOne(() => linksUnder(source, under, type, slice)),
  };
}
