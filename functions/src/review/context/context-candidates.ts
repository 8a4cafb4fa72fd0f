/**
 * The code around changed symbols, asked of the graph and rated: what breaks when the change is wrong comes first, what
 * merely explains it last. A symbol that is found for several reasons is one candidate with all of them.
 */
import type { Scope } from '../../graph/access.ts';
import { rowsByFuzzyName } from '../../graph/queries/fuzzy-names.ts';
import {
  KEYED_SYMBOL,
  neighboursOf,
  symbolOf,
  symbolsByKey,
  type KeyedSymbol,
  type Neighbour,
  type Relation,
} from '../../graph/queries/neighbours.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { GraphPort } from '../../ports.ts';
import { isTestPath } from '../diff/changed-files.ts';
import type { DiagramCall } from './call-diagram.ts';
import { withCallSites } from './call-sites.ts';
import type { ChangedSymbol, FileSymbols } from './changed-symbols.ts';

export type ContextKind = 'changed' | 'caller' | 'test' | 'override' | 'hierarchy' | 'callee' | 'similar';

export interface Candidate {
  kind: ContextKind;
  score: number;
  reasons: string[];
  text: string;
  node: Pick<KeyedSymbol, 'path' | 'qualified_name' | 'line_number' | 'end_line'>;
}

export interface CandidateRequest {
  graph: GraphPort;
  scope: Scope;
  files: readonly FileSymbols[];
  changed: readonly ChangedSymbol[];
}

const SCORES: Record<ContextKind, number> = {
  changed: 100,
  caller: 80,
  override: 75,
  hierarchy: 60,
  test: 55,
  callee: 50,
  similar: 30,
};
/** A caller of what is gone or takes other arguments is where the change breaks something. */
const BROKEN = 15;
/** A call that the change does not touch, and a call further away from what changed, count for less. */
const FAR_CALL = 0.7;
const FARTHER = 0.85;
const NEIGHBOURS = 20;
const SIMILAR = 3;
const MAX_REASONS = 3;
/** Calls between a test and the changed symbol. */
const TEST_DEPTH = 3;
const TEST_FRONTIER = 60;

/** Best first; `found`: the changed symbols that the graph knows. */
export async function contextCandidates(
  request: CandidateRequest,
): Promise<{ candidates: Candidate[]; found: Set<ChangedSymbol>; calls: DiagramCall[] }> {
  const { graph, scope, changed } = request;
  const pool = createPool(request);
  for (const symbol of changed) pool.addChanged(symbol);
  const keyed = await locate(request);
  const keys = [...keyed.keys()];
  const calls: DiagramCall[] = [];
  const around = async (relation: Relation) =>
    withCallSites(graph, await neighboursOf(graph, scope, keys, relation, NEIGHBOURS));
  const relate = async (
    relation: Relation,
    kind: ContextKind,
    says: (name: string, symbol: ChangedSymbol) => string,
  ) => {
    for (const neighbour of await around(relation)) {
      const symbol = keyed.get(neighbour.of);
      if (symbol === undefined) continue;
      const worth = kind === 'callee' && !calledInHunk(neighbour.lines, symbol) ? FAR_CALL : 1;
      pool.add(neighbour, kind, symbol, says(nameOf(symbol), symbol), worth);
      const self = { path: symbol.node.path, name: nameOf(symbol), changed: true };
      const other = keyed.get(neighbour.key);
      const next =
        other === undefined
          ? { path: neighbour.path, name: neighbour.qualified_name, changed: false }
          : { path: other.node.path, name: nameOf(other), changed: true };
      if (kind === 'caller') calls.push({ from: next, to: self });
      if (kind === 'callee') calls.push({ from: self, to: next });
    }
  };
  await relate('callers', 'caller', (name, symbol) => `calls ${name}${fateOf(symbol)}`);
  await relate('overridden', 'override', (name) => `is overridden by ${name}`);
  await relate('overriding', 'override', (name) => `overrides ${name}`);
  await relate('ancestors', 'hierarchy', (name) => `${name} inherits from it`);
  await relate('descendants', 'hierarchy', (name) => `inherits from ${name}`);
  await relate('callees', 'callee', (name) => `called by ${name}`);
  await addTests(request, keyed, pool);
  for (const symbol of changed.filter(isNewFunction)) {
    const rows = await rowsByFuzzyName(graph, scope, ['Function'], symbol.node.name, KEYED_SYMBOL);
    const alike = rows.map(symbolOf).filter(({ path }) => !isTestPath(path));
    for (const found of alike.slice(0, SIMILAR)) {
      const reason = `its name is like that of the new ${nameOf(symbol)}`;
      pool.add({ ...found, lines: [], confidence: 1 }, 'similar', symbol, reason);
    }
  }
  return { candidates: pool.ranked(), found: new Set(keyed.values()), calls };
}

/** One that may repeat what there is already: local functions and those of tests have everyday names. */
function isNewFunction({ how, node, file }: ChangedSymbol): boolean {
  return (
    how === 'added' && node.label === 'Function' && !node.qualified_name.includes('.') && !isTestPath(file.diff.path)
  );
}

/** Changed symbols by their key in the graph, which may be one of the base or of the head. */
async function locate({ graph, scope, changed }: CandidateRequest): Promise<Map<string, ChangedSymbol>> {
  const keys = changed.flatMap(({ baseKey, headKey }) => [baseKey, headKey].filter((key) => key !== null));
  const there = new Set((await symbolsByKey(graph, scope, keys)).map(({ key }) => key));
  const keyed = new Map<string, ChangedSymbol>();
  for (const symbol of changed) {
    const key = [symbol.baseKey, symbol.headKey].find((each) => each !== null && there.has(each));
    if (key !== undefined && key !== null) keyed.set(key, symbol);
  }
  return keyed;
}

/** Callers of callers, until they stand in a test. */
async function addTests(
  { graph, scope }: CandidateRequest,
  keyed: ReadonlyMap<string, ChangedSymbol>,
  pool: Pool,
): Promise<void> {
  let frontier = new Map([...keyed].map(([key, symbol]) => [key, { symbol, through: '' }]));
  const seen = new Set(frontier.keys());
  for (let depth = 1; depth <= TEST_DEPTH && frontier.size > 0; depth++) {
    const next: typeof frontier = new Map();
    const callers = await neighboursOf(graph, scope, [...frontier.keys()], 'callers', NEIGHBOURS);
    for (const caller of await withCallSites(graph, callers)) {
      const reached = frontier.get(caller.of);
      if (reached === undefined || seen.has(caller.key)) continue;
      seen.add(caller.key);
      const { symbol, through } = reached;
      if (isTestPath(caller.path))
        pool.add(caller, 'test', symbol, `test that reaches ${nameOf(symbol)}${through}`, FARTHER ** (depth - 1));
      else if (next.size < TEST_FRONTIER)
        next.set(caller.key, { symbol, through: through || ` through ${caller.qualified_name}` });
    }
    frontier = next;
  }
}

interface Pool {
  addChanged(symbol: ChangedSymbol): void;
  add(found: Omit<Neighbour, 'of'>, kind: ContextKind, symbol: ChangedSymbol, reason: string, worth?: number): void;
  ranked(): Candidate[];
}

function createPool({ files, changed }: CandidateRequest): Pool {
  const candidates = new Map<string, Candidate>();
  const head = new Map(files.flatMap((file) => [...file.head]));
  const gone = new Set(files.flatMap((file) => [...file.gone]));
  // A renamed file's symbols have other keys at the base.
  const own = new Map(changed.flatMap((one) => [one.baseKey, one.headKey].map((key) => [key, one] as const)));
  const riskiest = Math.max(1, ...changed.map(({ file }) => file.risk));
  const weight = ({ file }: ChangedSymbol) => 0.6 + (0.4 * file.risk) / riskiest;

  function keep(key: string, candidate: Candidate): void {
    const known = candidates.get(key);
    if (known === undefined) {
      candidates.set(key, candidate);
      return;
    }
    const better = candidate.score > known.score ? candidate : known;
    const reasons = [...new Set([...better.reasons, ...known.reasons, ...candidate.reasons])].slice(0, MAX_REASONS);
    candidates.set(key, { ...better, reasons });
  }

  return {
    addChanged(symbol) {
      const { node, how, signatureChanged, text } = symbol;
      // All of what is new or gone stands in the diff.
      if (how !== 'modified') return;
      const what = signatureChanged ? 'its signature changes' : 'changed';
      keep(symbol.headKey ?? symbol.baseKey ?? node.id, {
        kind: 'changed',
        score: SCORES.changed * weight(symbol),
        reasons: [`${what} by this pull request`],
        text: excerpt(text, node.line_number, changedLines(symbol), AROUND_CHANGES),
        node,
      });
    },
    add(found, kind, symbol, reason, worth = 1) {
      const self = own.get(found.key);
      if (self !== undefined) {
        const key = self.headKey ?? self.baseKey ?? self.node.id;
        const known = candidates.get(key);
        if (known !== undefined && self !== symbol && known.reasons.length < MAX_REASONS) known.reasons.push(reason);
        return;
      }
      if (gone.has(found.key) || changed.some(({ node }) => isWithin(found, node))) return;
      const kept = kind === 'caller' && isTestPath(found.path) ? 'test' : kind;
      const broken = kind === 'caller' && (symbol.how === 'deleted' || symbol.signatureChanged) ? BROKEN : 0;
      const now = head.get(found.key);
      keep(found.key, {
        kind: kept,
        score: (SCORES[kept] + broken) * weight(symbol) * (0.5 + found.confidence / 2) * worth,
        reasons: [reason],
        text:
          now !== undefined && now.text !== ''
            ? now.text
            : excerpt(found.source_code, found.line_number, found.lines, AROUND_CALLS),
        node: now?.node ?? found,
      });
    },
    ranked: () =>
      [...candidates.values()].sort(
        (a, b) => b.score - a.score || compare(a.node.path, b.node.path) || a.node.line_number - b.node.line_number,
      ),
  };
}

/** The graph's lines are those of the base. */
function calledInHunk(calls: readonly number[], { file }: ChangedSymbol): boolean {
  return file.hunks.some(({ oldStart, oldLines }) =>
    calls.some((line) => line >= oldStart && line < oldStart + oldLines),
  );
}

/** Lines of a long text that are shown: its head and the surroundings of what it is shown for. */
const WHOLE = 30;
const HEAD = 3;
const AROUND_CALLS = 5;
const AROUND_CHANGES = 8;

function excerpt(source: string, first: number, places: readonly number[], around: number): string {
  const lines = source.split('\n');
  if (lines.length <= WHOLE || places.length === 0) return source;
  const shown = new Set(Array.from({ length: HEAD }, (_, at) => at));
  for (const place of places) for (let at = place - first - around; at <= place - first + around; at++) shown.add(at);
  const out: string[] = [];
  let skipped = 0;
  const note = () => {
    if (skipped > 0) out.push(`… ${skipped} lines`);
    skipped = 0;
  };
  lines.forEach((line, at) => {
    if (!shown.has(at)) {
      skipped++;
      return;
    }
    note();
    out.push(line);
  });
  note();
  return out.join('\n');
}

/** Lines at head that hunks show, within a changed symbol; at the base for a deleted one. */
function changedLines({ how, file }: ChangedSymbol): number[] {
  return file.hunks.flatMap(({ lines }) =>
    lines.flatMap(({ old, new: now }) => (how === 'deleted' ? (old ?? []) : (now ?? []))),
  );
}

/** What is a part of a changed function is shown with it. */
function isWithin(
  found: Pick<Neighbour, 'path' | 'qualified_name'>,
  { label, path, qualified_name: outer }: GraphNode,
): boolean {
  return label === 'Function' && found.path === path && found.qualified_name.startsWith(`${outer}.`);
}

function fateOf({ how, signatureChanged }: ChangedSymbol): string {
  if (how === 'deleted') return ', which is deleted';
  return signatureChanged ? ', whose signature changes' : '';
}

function nameOf({ node }: ChangedSymbol): string {
  return node.qualified_name;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
