/**
 * What the graph holds of a repository's files: which blob each was made from, and by which version of the code. This is
 * what a sync compares with a commit's tree; facts are fetched separately, in portions, since they are the bulk.
 */
import type { FileFacts, Problem } from '../model/facts.ts';
import { fileIdOf, keyOf } from '../model/ids.ts';
import type { GraphPort, GraphRow } from '../ports.ts';
import { parseFigures, type EdgeFigures } from './edge-figures.ts';
import { keptPlan } from './fence.ts';
import { textAt, textOrNullAt } from './row-values.ts';
import { unpackFacts } from './facts-codec.ts';
import type { FileCounts } from './write-files.ts';

export interface FileState {
  path: string;
  oid: string;
  language: string;
  /** Blob and code versions that the file's rows were made from. */
  stamp: string;
  /** Of the edges that are in the graph; null when unknown. */
  edgesHash: string | null;
  /** Of what they rest on. */
  restsHash: string | null;
  lines: number;
  /** Package, namespace or module that it declares. */
  module: string | null;
  problems: Problem[];
  counts: FileCounts;
  /** Of its edges and calls; null when they are unknown. */
  figures: EdgeFigures | null;
  /** Why the file has no nodes, when it was looked into and skipped. */
  skipped: string | null;
}

const STATE = `s.path AS path, s.oid AS oid, s.language AS language, s.stamp AS stamp, s.edges_hash AS edges_hash,
  s.rests_hash AS rests_hash, s.lines AS lines, s.module AS module, s.problems AS problems, s.counts AS counts,
  s.figures AS figures, s.skipped AS skipped`;

/** Of the files whose edges are not known to be right, which those just written are, and of those without edges. */
export async function readUnsettledStates(graph: GraphPort, repoId: string): Promise<Map<string, FileState>> {
  const cypher = keptPlan(`MATCH (s:FileState) WHERE s.repo_id = $repo_id AND s.edges_hash IS NULL RETURN ${STATE}`);
  return statesOf(await graph.read(cypher, { repo_id: repoId }));
}

/** Of all files that the graph holds, or of those among `paths`. */
export async function readFileStates(
  graph: GraphPort,
  repoId: string,
  paths?: readonly string[],
): Promise<Map<string, FileState>> {
  const rows =
    paths === undefined
      ? await graph.read(keptPlan(`MATCH (s:FileState) WHERE s.repo_id = $repo_id RETURN ${STATE}`), {
          repo_id: repoId,
        })
      : await graph.read(keptPlan(`UNWIND $keys AS key MATCH (s:FileState {key: key}) RETURN ${STATE}`), {
          keys: paths.map((path) => keyOf(fileIdOf(repoId, path))),
        });
  return statesOf(rows);
}

function statesOf(rows: GraphRow[]): Map<string, FileState> {
  const states = new Map<string, FileState>();
  for (const row of rows) {
    const path = textAt(row, 'path');
    states.set(path, {
      path,
      oid: textAt(row, 'oid'),
      language: textAt(row, 'language'),
      stamp: textAt(row, 'stamp'),
      edgesHash: textOrNullAt(row, 'edges_hash'),
      restsHash: textOrNullAt(row, 'rests_hash'),
      lines: Number(row['lines'] ?? 0),
      module: textOrNullAt(row, 'module'),
      problems: typeof row['problems'] === 'string' ? (JSON.parse(row['problems']) as Problem[]) : [],
      figures: typeof row['figures'] === 'string' ? parseFigures(row['figures']) : null,
      counts: typeof row['counts'] === 'string' ? (JSON.parse(row['counts']) as FileCounts) : {},
      skipped: textOrNullAt(row, 'skipped'),
    });
  }
  return states;
}

const FACTS_PER_READ = 200;

/** The stored facts of these paths, in portions; paths that have none are left out. */
export async function* readFacts(
  graph: GraphPort,
  repoId: string,
  paths: string[],
  unpack: (bytes: Uint8Array) => FileFacts = unpackFacts,
): AsyncGenerator<FileFacts> {
  for (let at = 0; at < paths.length; at += FACTS_PER_READ) {
    const keys = paths.slice(at, at + FACTS_PER_READ).map((path) => keyOf(fileIdOf(repoId, path)));
    const rows = await graph.read(
      keptPlan('UNWIND $keys AS key MATCH (s:FileState {key: key}) WHERE s.facts IS NOT NULL RETURN s.facts AS facts'),
      { keys },
    );
    for (const { facts } of rows) if (facts instanceof Uint8Array) yield unpack(facts);
  }
}
