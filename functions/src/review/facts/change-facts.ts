/**
 * What a change does, from its diff and the graph of its merge base alone: no model is asked. Each fact is about named
 * code and has its confidence; where nothing is certain enough, nothing is said.
 *
 *     { changed: [{ path: 'shop/price.py', qualified_name: 'total_of', how: 'modified', complexity: { before: 2, after: 4 } }],
 *       callers: [{ of: 'total_of', path: 'shop/cart.py', qualified_name: 'Cart.total', line: 9, lines: [9], confidence: 0.95, distance: 1 }],
 *       broken: [{ of: 'total_of', path: 'shop/cart.py', line: 9, reason: 'gives 1 argument, and 2 are needed now' }], … }
 */
import {
  MOST_FACTS,
  type CallerFact,
  type ChangedFact,
  type ChangeFacts,
  type SiblingFact,
} from '../../model/change-facts.ts';
import type { GraphReader } from '../../ports.ts';
import type { SymbolsOf } from '../context/changed-symbols.ts';
import type { ReviewedFile } from '../diff/changed-files.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { baseCode } from './base-code.ts';
import { brokenCalls } from './broken-calls.ts';
import { brokenImports } from './broken-imports.ts';
import { callersOutside } from './callers-outside.ts';
import { placesAtHead, type Place } from './lines-at-head.ts';
import { newDeadCode } from './new-dead-code.ts';
import { publicApi } from './public-api.ts';
import { siblingsOf } from './siblings.ts';
import { suppressionsIn } from './suppressions.ts';
import { symbolChanges, type SymbolChange } from './symbol-changes.ts';
import { testsReaching, type ChangedTogether } from './tests-reaching.ts';

export interface FactsRequest {
  /** The files to look at, the riskiest first. */
  files: readonly ReviewedFile[];
  diffs: readonly FileDiff[];
  /** Of the merge base, or of a commit near it: then `baseText` is needed. */
  base: GraphReader;
  symbolsOf: SymbolsOf;
  /** All files after the change. */
  pathsAtHead: Iterable<string>;
  /** A file at the merge base; undefined where there is none. */
  baseText?(path: string): Promise<string | undefined>;
  /** Where the repository's history is at hand. */
  changedTogether?: ChangedTogether;
}

/** Callers that are asked whether they still fit; more than are shown, since what is broken comes first. */
const MOST_CALLERS = 400;

export async function factsOf(request: FactsRequest): Promise<ChangeFacts> {
  const { files, diffs, symbolsOf, baseText } = request;
  const base = baseCode(request.base, baseText);
  const { changes, atHead } = await symbolChanges(files, symbolsOf);
  const code = changes.filter(({ node }) => node.label !== 'Variable');
  const found = await callersOutside(base, code, diffs, MOST_CALLERS);
  const broken = [
    ...(await brokenCalls(base, { changes: code, atHead }, found.callers, diffs)),
    ...(await brokenImports(base, diffs, new Set(request.pathsAtHead))),
  ];
  const { siblings, cut: siblingsCut } = await siblingsOf(base, code);
  const { dead, cut: deadCut } = await newDeadCode(request.base, { changes: code, atHead }, diffs);
  const api = publicApi(code);
  const atHeadNow = placesAtHead(diffs);
  const lists = {
    changed: code.map(changedFact),
    callers: found.callers.map((caller) => callerAtHead(caller, atHeadNow)),
    broken: broken.map((call) => ({ ...call, ...atHeadNow(call) })),
    tests: await testsReaching(request.base, changes, diffs, request.changedTogether),
    dead,
    suppressions: suppressionsIn(diffs),
    siblings: siblings.map((sibling) => siblingAtHead(sibling, atHeadNow)),
  };
  const open = { callers: found.cut, dead: deadCut, siblings: siblingsCut };
  const truncated = [
    ...Object.entries(lists).flatMap(([name, list]) => (list.length > MOST_FACTS ? [name] : [])),
    ...Object.entries(open).flatMap(([name, more]) => (more ? [name] : [])),
    ...(Object.values(api).some((list) => list.length > MOST_FACTS) ? ['public_api'] : []),
  ];
  return {
    changed: lists.changed.slice(0, MOST_FACTS),
    callers: lists.callers.slice(0, MOST_FACTS),
    broken: lists.broken.slice(0, MOST_FACTS),
    tests: lists.tests.slice(0, MOST_FACTS),
    public_api: {
      added: api.added.slice(0, MOST_FACTS),
      removed: api.removed.slice(0, MOST_FACTS),
      changed: api.changed.slice(0, MOST_FACTS),
    },
    dead: lists.dead.slice(0, MOST_FACTS),
    suppressions: lists.suppressions.slice(0, MOST_FACTS),
    siblings: lists.siblings.slice(0, MOST_FACTS),
    truncated: [...new Set(truncated)],
  };
}

function callerAtHead(caller: CallerFact, atHead: (place: Place) => Place): CallerFact {
  const places = caller.lines.map((line) => atHead({ path: caller.path, line }));
  return { ...caller, ...atHead(caller), lines: places.map(({ line }) => line) };
}

function siblingAtHead(sibling: SiblingFact, atHead: (place: Place) => Place): SiblingFact {
  const { path, line_start: start, line_end: end } = sibling;
  const [first, last] = [atHead({ path, line: start }), atHead({ path, line: end })];
  return { ...sibling, path: first.path, line_start: first.line, line_end: Math.max(first.line, last.line) };
}

function changedFact({ node, before, after, how, signatureChanged }: SymbolChange): ChangedFact {
  return {
    path: node.path,
    qualified_name: node.qualified_name,
    label: node.label,
    how,
    signature_changed: signatureChanged,
    complexity: { before: before?.complexity ?? null, after: after?.complexity ?? null },
  };
}
