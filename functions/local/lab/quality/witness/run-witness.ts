/**
 * The whole of a witness: the graph of a folder, its tests under a tracer, and the two compared. What cannot be compared
 * is a sentence that says what to do.
 */
import { compareObserved } from './compare-observed.ts';
import { locateGraph, type LocatedGraph } from './located-graph.ts';
import { observedCalls, type Observed } from './observed-calls.ts';
import { runTraced, type TracedRun } from './run-traced.ts';
import type { WitnessReport } from './witness-report.ts';

/** A witness that saw nothing: a sentence about why. */
export class NoWitness extends Error {}

const TRACED = new Set(['python', 'javascript', 'typescript']);

export interface Witness {
  graph: LocatedGraph;
  observed: Observed;
  report: WitnessReport;
  /** Why the figures hold for a part only: the command failed or was ended. */
  warnings: string[];
}

export interface WitnessOptions {
  command: string;
  seconds: number;
  quiet?: boolean;
}

export async function runWitness(folder: string, options: WitnessOptions): Promise<Witness> {
  const graph = await locateGraph(folder);
  const languages = new Set([...graph.files.values()].map(({ facts }) => facts.language));
  if (![...languages].some((language) => TRACED.has(language))) {
    const found = [...languages].sort().join(', ') || 'no source files';
    throw new NoWitness(`No tracer for this folder: it has ${found}; Python, JavaScript and TypeScript can be traced.`);
  }
  const run = await runTraced({ folder, paths: [...graph.files.keys()], ...options });
  const observed = observedCalls(graph, run.trace);
  const warnings = warningsOf(run, options);
  if (observed.calls.length === 0 && observed.sites.length === 0)
    throw new NoWitness([...warnings, NOTHING].join('\n'));
  return { graph, observed, report: reportOf(graph, observed, run, options.command), warnings };
}

const NOTHING =
  'No call between functions of this folder was seen. The tests must run its files, not an installed copy of them ' +
  '(pip install -e .; for compiled JavaScript a source map), and start python or node themselves.';

function reportOf(graph: LocatedGraph, observed: Observed, { status }: TracedRun, command: string): WitnessReport {
  return { command, status: status ?? null, rows: compareObserved(graph, observed.calls), apart: observed.apart };
}

function warningsOf({ status, timedOut, trace }: TracedRun, { command, seconds }: WitnessOptions): string[] {
  const ended = timedOut
    ? [`"${command}" ran longer than ${seconds} s and was ended: give it more with --timeout.`]
    : status === 0
      ? []
      : [`"${command}" ended with status ${status ?? 'of a signal'}: what ran until then is compared.`];
  return [...ended, ...trace.refused];
}
