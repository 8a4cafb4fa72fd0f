/**
 * What a sync needs of a file once its facts are there: the facts packed, as they are kept and stored, and the file's nodes.
 * The thread that extracts makes both. Facts as objects take ten times the memory of packed ones, and copying them to
 * another thread costs more than making them.
 */
import { packFacts } from '../../graph/facts-codec.ts';
import type { ExtractRequest } from '../../extract/pool/inline-extractor.ts';
import type { FileFacts, Problem } from '../../model/facts.ts';
import type { GraphNode } from '../../model/graph.ts';
import { nodesOf } from '../../resolve/program/nodes.ts';

export interface SourceRequest extends ExtractRequest {
  /** `owner/name`: a part of the nodes' ids. */
  repoId: string;
}

export interface ExtractedFile {
  language: string;
  lines: number;
  /** Package, namespace or module that the file declares. */
  module: string | null;
  problems: Problem[];
  /** By graph/facts-codec.ts. */
  facts: Uint8Array;
  nodes: GraphNode[];
}

export function extractedFile(facts: FileFacts, repoId: string): ExtractedFile {
  const { language, lines, module = null, problems } = facts;
  return { language, lines, module, problems, facts: packFacts(facts), nodes: nodesOf(repoId, facts) };
}
