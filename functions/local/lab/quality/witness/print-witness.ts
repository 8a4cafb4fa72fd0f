/**
 * `quality --witness` and `--confidence`: tables on standard output, or one JSON object; the tests' own output and what
 * there is to know about the run on standard error.
 *
 *     { folder, witness: { command, status, rows, apart }, confidence: [{ language, evidence, from, edges, … }],
 *       doubtful: [{ confidence, evidence, by, shown }] }
 */
import { compilerCalls } from '../compiler-calls.ts';
import { confidenceRows, confidenceText, isWrong } from './confidence-report.ts';
import { judgeEdges, type JudgedEdge } from './edge-judgements.ts';
import { locateGraph, type LocatedGraph } from './located-graph.ts';
import { runWitness, type Witness } from './run-witness.ts';
import { witnessText } from './witness-report.ts';

export interface PrintOptions {
  folder: string;
  /** Without one, compilers alone judge. */
  command: string | undefined;
  seconds: number;
  confidence: boolean;
  show: number;
  json: boolean;
}

/** Whether the tests ran to their end and passed. */
export async function printWitness(options: PrintOptions): Promise<boolean> {
  const { folder, command, seconds, confidence, show, json } = options;
  const witness = command === undefined ? undefined : await runWitness(folder, { command, seconds });
  const judged = confidence ? judge(witness?.graph ?? (await locateGraph(folder)), witness) : undefined;
  if (json) process.stdout.write(`${JSON.stringify(jsonOf(folder, witness, judged))}\n`);
  else {
    process.stdout.write(`${folder}\n`);
    if (witness !== undefined) process.stdout.write(`${witnessText(witness.report, Math.min(show, 3))}\n`);
    if (judged !== undefined) process.stdout.write(confidenceText(judged, show));
  }
  for (const warning of witness?.warnings ?? []) process.stderr.write(`${warning}\n`);
  return (witness?.warnings ?? []).length === 0;
}

function judge(graph: LocatedGraph, witness: Witness | undefined): JudgedEdge[] {
  const languages = new Map([...graph.files].map(([path, { facts }]) => [path, facts.language]));
  return judgeEdges(graph, witness?.observed, compilerCalls(graph.folder, languages));
}

function jsonOf(folder: string, witness: Witness | undefined, judged: JudgedEdge[] | undefined): object {
  const doubtful = judged?.filter(isWrong).map(({ edge, shown, compiler }) => ({
    confidence: edge.confidence,
    evidence: edge.evidence,
    by: compiler === 'wrong' ? 'compiler' : 'witness',
    shown,
  }));
  return {
    folder,
    witness: witness?.report,
    confidence: judged === undefined ? undefined : confidenceRows(judged),
    doubtful,
  };
}
