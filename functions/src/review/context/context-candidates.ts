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
  type Neighbour,
  type Relation,
} from '../../graph/queries/neighbours.ts';
import type { GraphPort } from '../../ports.ts';
import { folderFunctions } from '../../graph/queries/folder-functions.ts';
import { isTestPath } from '../diff/changed-files.ts';
import type { DiagramCall } from './call-diagram.ts';
import { CandidatePool, type Candidate, type ContextKind } from './candidate-pool.ts';
import { withCallSites } from './call-sites.ts';
import type { ChangedSymbol, FileSymbols } from './changed-symbols.ts';
import { likeness, runsOf } from './likeness.ts';
import { namedInTexts, type TreeTexts } from './named-in-texts.ts';

export interface CandidateRequest {
  graph: GraphPort;
  scope: Scope;
  files: readonly FileSymbols[];
  changed: readonly ChangedSymbol[];
  /** The files at head, where they are searched too. */
  tree?: TreeTexts | undefined;
}

/** A call that the change does not touch, and a call further away from what changed, count for less. */
const FAR_CALL = 0.7;
const FARTHER = 0.85;
const NEIGHBOURS = 20;
const SIMILAR = 3;
/** Changed functions that are compared with those beside them, in so many folders and with so many of each. */
const COMPARED = 30;
const FOLDERS = 5;
const BESIDE = 200;
/** Lines. */
const SHORTEST_COPY = 4;
const LEAST_ALIKE = 0.3;
/** Calls between a test and the changed symbol. */
const TEST_DEPTH = 3;
const TEST_FRONTIER = 60;

/** Best first; `found`: the changed symbols that the graph knows. */
export async function contextCandidates(
  request: CandidateRequest,
): Promise<{ candidates: Candidate[]; found: Set<ChangedSymbol>; calls: DiagramCall[] }> {
  const pool = new CandidatePool(request);
  for (const symbol of request.changed) pool.addChanged(symbol);
  const keyed = await locate(request);
  const calls: DiagramCall[] = [];
  for (const related of RELATED) calls.push(...(await relate(request, keyed, pool, related)));
  await addTests(request, keyed, pool);
  await addSimilar(request, pool);
  for (const symbol of request.changed) pool.addAround(symbol);
  if (request.tree !== undefined) {
    await addCopies(request, pool);
    await addNamed(request, request.tree, pool);
  }
  return { candidates: pool.ranked(), found: new Set(keyed.values()), calls };
}

interface Related {
  relation: Relation;
  kind: ContextKind;
  says: (name: string, symbol: ChangedSymbol) => string;
}

const RELATED: Related[] = [
  { relation: 'callers', kind: 'caller', says: (name, symbol) => `calls ${name}${fateOf(symbol)}` },
  { relation: 'overridden', kind: 'override', says: (name) => `is overridden by ${name}` },
  { relation: 'overriding', kind: 'override', says: (name) => `overrides ${name}` },
  { relation: 'ancestors', kind: 'hierarchy', says: (name) => `${name} inherits from it` },
  { relation: 'descendants', kind: 'hierarchy', says: (name) => `inherits from ${name}` },
  { relation: 'callees', kind: 'callee', says: (name) => `called by ${name}` },
];

/** Adds what stands in one relation to changed symbols; the calls among it are returned. */
async function relate(
  { graph, scope }: CandidateRequest,
  keyed: ReadonlyMap<string, ChangedSymbol>,
  pool: CandidatePool,
  { relation, kind, says }: Related,
): Promise<DiagramCall[]> {
  const neighbours = await neighboursOf(graph, scope, [...keyed.keys()], relation, NEIGHBOURS);
  const calls: DiagramCall[] = [];
  for (const neighbour of await withCallSites(graph, neighbours)) {
    const symbol = keyed.get(neighbour.of);
    if (symbol === undefined) continue;
    const worth = kind === 'callee' && !calledInHunk(neighbour.lines, symbol) ? FAR_CALL : 1;
    pool.add(neighbour, kind, symbol, says(nameOf(symbol), symbol), worth);
    const self = { path: symbol.node.path, name: nameOf(symbol), changed: true };
    const next = placeOf(neighbour, keyed.get(neighbour.key));
    if (kind === 'caller') calls.push({ from: next, to: self });
    if (kind === 'callee') calls.push({ from: self, to: next });
  }
  return calls;
}

function placeOf(neighbour: Neighbour, changed: ChangedSymbol | undefined): DiagramCall['from'] {
  return changed === undefined
    ? { path: neighbour.path, name: neighbour.qualified_name, changed: false }
    : { path: changed.node.path, name: nameOf(changed), changed: true };
}

/** Functions beside the changed ones that are built alike: what is wrong in one is wrong in its copy. */
async function addCopies({ graph, scope, changed }: CandidateRequest, pool: CandidatePool): Promise<void> {
  const own = changed
    .filter(({ node, after }) => node.label === 'Function' && after !== null)
    .flatMap((symbol) => {
      const runs = runsOf(symbol.text);
      return runs === undefined ? [] : [{ symbol, runs }];
    })
    .slice(0, COMPARED);
  const folders = [...new Set(own.map(({ symbol }) => folderOf(symbol.node.path)))].slice(0, FOLDERS);
  const others = await folderFunctions(graph, scope, folders, { lines: SHORTEST_COPY, limit: BESIDE });
  for (const found of others) {
    const runs = runsOf(found.source_code);
    if (runs === undefined) continue;
    const [best] = own
      .map(({ symbol, runs: mine }) => ({ symbol, alike: likeness(mine, runs, LEAST_ALIKE) }))
      .sort((a, b) => b.alike - a.alike);
    if (best === undefined || best.alike < LEAST_ALIKE) continue;
    const reason = `${Math.round(best.alike * 100)} % like ${nameOf(best.symbol)}`;
    pool.add({ ...found, lines: [], confidence: 1 }, 'copy', best.symbol, reason, best.alike);
  }
}

/** `` for a file in the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Configuration, schemas, messages and documents that name what changed. */
async function addNamed({ files, changed }: CandidateRequest, tree: TreeTexts, pool: CandidatePool): Promise<void> {
  const diffs = files.map(({ file }) => file.diff);
  for (const { path, line_start, line_end, text, names, worth } of await namedInTexts(tree, diffs, changed)) {
    const place = { path, qualified_name: '', line_number: line_start, end_line: line_end };
    pool.addPlace(place, text, `names ${names.join(', ')}`, worth);
  }
}

/** Functions whose names are like those of new ones. */
async function addSimilar({ graph, scope, changed }: CandidateRequest, pool: CandidatePool): Promise<void> {
  for (const symbol of changed.filter(isNewFunction)) {
    const rows = await rowsByFuzzyName(graph, scope, ['Function'], symbol.node.name, KEYED_SYMBOL);
    const alike = rows.map(symbolOf).filter(({ path }) => !isTestPath(path));
    for (const found of alike.slice(0, SIMILAR)) {
      const reason = `its name is like that of the new ${nameOf(symbol)}`;
      pool.add({ ...found, lines: [], confidence: 1 }, 'similar', symbol, reason);
    }
  }
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
  pool: CandidatePool,
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

/** The graph's lines are those of the base. */
function calledInHunk(calls: readonly number[], { file }: ChangedSymbol): boolean {
  return file.hunks.some(({ oldStart, oldLines }) =>
    calls.some((line) => line >= oldStart && line < oldStart + oldLines),
  );
}

function fateOf({ how, signatureChanged }: ChangedSymbol): string {
  if (how === 'deleted') return ', which is deleted';
  return signatureChanged ? ', whose signature changes' : '';
}

function nameOf({ node }: ChangedSymbol): string {
  return node.qualified_name;
}
