/**
 * Functions that nothing uses once the change is made: new ones, and those that it has taken the last use from. In the
 * tiers of `dead_code` (graph/queries/dead-code.ts), the surest first. What a framework, a base class or a decorator may
 * call is left out.
 */
import { isBuilt } from '../../graph/queries/built-names.ts';
import { doubtsOf, isPrivate } from '../../graph/queries/dead-code.ts';
import { namesBase, overridingAmong } from '../../graph/queries/overriding.ts';
import { DEAD_TIERS, type DeadFact } from '../../model/change-facts.ts';
import type { GraphNode } from '../../model/graph.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { mentionsOf } from './mentions.ts';
import { isHiddenBy } from './public-api.ts';
import type { SymbolChange, SymbolChanges } from './symbol-changes.ts';

/** Each is looked for in the whole repository. */
const MOST_CANDIDATES = 60;
/** Functions that one changed function calls, and of all of them. */
const MOST_CALLEES = 40;
const MOST_STARTS = 200;

type Declared = Pick<
  SymbolRecord,
  'name' | 'kind' | 'qualifiedName' | 'modifiers' | 'visibility' | 'decorators' | 'className' | 'path'
>;

interface Candidate {
  declared: Declared;
  place: Pick<GraphNode, 'name' | 'path' | 'line_number' | 'end_line' | 'qualified_name'>;
  /** Its own declaration, or its file, keeps others from it. */
  hidden: boolean;
}

export interface FoundDead {
  dead: DeadFact[];
  /** There are candidates that were not looked for. */
  cut: boolean;
}

export async function newDeadCode(
  reader: GraphReader,
  { changes, atHead }: SymbolChanges,
  diffs: readonly FileDiff[],
): Promise<FoundDead> {
  const all = [...added(changes, atHead), ...(await abandoned(reader, changes, atHead, diffs))];
  const candidates = [...all.filter(({ hidden }) => hidden), ...all.filter(({ hidden }) => !hidden)];
  const looked = candidates.slice(0, MOST_CANDIDATES);
  const tiers = await Promise.all(looked.map((candidate) => tierOf(reader, diffs, candidate)));
  const sure = looked.filter((_, at) => tiers[at] === 'never_called').map(({ declared: { name } }) => name);
  // Of texts that are no source what the base holds; those of the change are among the diffs.
  const { paths: named } = await reader.textsNaming(sure);
  const dead = looked.flatMap(({ declared, place: { path, qualified_name } }, at): DeadFact[] => {
    const tier = tiers[at];
    if (tier === undefined || (tier === 'never_called' && named.has(declared.name))) return [];
    return [{ path, qualified_name, tier }];
  });
  dead.sort((a, b) => DEAD_TIERS.indexOf(a.tier) - DEAD_TIERS.indexOf(b.tier));
  return { dead, cut: candidates.length > MOST_CANDIDATES };
}

async function tierOf(
  reader: GraphReader,
  diffs: readonly FileDiff[],
  { declared, place, hidden }: Candidate,
): Promise<DeadFact['tier'] | undefined> {
  const { inCode, inTests } = await mentionsOf(reader, diffs, place);
  if (inCode) return undefined;
  if (inTests) return 'tests_only';
  if (!hidden) return 'exported';
  return (await isBuilt(reader, declared.name)) ? undefined : 'never_called';
}

function added(changes: readonly SymbolChange[], atHead: readonly GraphNode[]): Candidate[] {
  return changes.flatMap(({ how, after, file }): Candidate[] => {
    if (how !== 'added' || after?.label !== 'Function' || isTestPath(after.path)) return [];
    const text = file.diff.newText ?? '';
    return candidateOf(declaredOf(after), after, isHiddenBy(after, text), overridesAt(after, atHead, text));
  });
}

function declaredOf(node: GraphNode): Declared {
  const { name, kind, qualified_name: qualifiedName, path, modifiers = [], decorators = [] } = node;
  const { visibility = null, class_name: className = null } = node;
  return { name, kind, qualifiedName, path, modifiers, visibility, decorators, className };
}

/** None for what may be called in a way that no text shows. */
function candidateOf(declared: Declared, place: GraphNode, isHidden: boolean, overrides: boolean): Candidate[] {
  const doubts = doubtsOf(declared, overrides).filter((doubt) => doubt !== 'may_be_public');
  return doubts.length > 0 ? [] : [{ declared, place, hidden: isHidden || isPrivate(declared) }];
}

/** The class around it names a base. */
function overridesAt(node: GraphNode, atHead: readonly GraphNode[], text: string): boolean {
  if (node.class_name === undefined) return false;
  const outer = node.qualified_name.slice(0, Math.max(0, node.qualified_name.lastIndexOf('.')));
  const owner = atHead.find(
    ({ path, label, qualified_name: name }) => path === node.path && label === 'Class' && name === outer,
  );
  // A class that stands elsewhere may have any base.
  if (owner === undefined) return true;
  return namesBase(
    text
      .split('\n')
      .slice(owner.line_number - 1, owner.end_line)
      .join('\n'),
  );
}

/** What changed code called before: the change may have been its last use. */
async function abandoned(
  reader: GraphReader,
  changes: readonly SymbolChange[],
  atHead: readonly GraphNode[],
  diffs: readonly FileDiff[],
): Promise<Candidate[]> {
  const starts = changes.flatMap(({ before }) => before?.id ?? []).slice(0, MOST_STARTS);
  const edges = await reader.edges(starts, { types: ['CALLS'], direction: 'out' }, { limit: MOST_CALLEES });
  const gone = new Set(changes.flatMap(({ how, before }) => (how === 'modified' ? [] : (before?.id ?? []))));
  const called = [...new Set([...edges.values()].flatMap(({ items }) => items.map(({ to }) => to)))];
  const symbols = (await reader.symbols(called)).filter(
    ({ id, label, path }) => label === 'Function' && !gone.has(id) && !isTestPath(path),
  );
  const few = symbols.filter(({ callers }) => callers <= MOST_CALLEES);
  const overriding = await overridingAmong(reader, few);
  const changed = new Map(diffs.map((diff) => [diff.oldPath ?? diff.path, diff]));
  return few.flatMap((symbol) => {
    const diff = changed.get(symbol.path);
    const place = diff === undefined ? placeAtBase(symbol) : atHead.find(({ path, qualified_name: name }) => path === diff.path && name === symbol.qualifiedName); // prettier-ignore
    if (place === undefined) return [];
    const text = diff?.newText ?? null;
    return candidateOf(symbol, place, text !== null && isHiddenBy(place, text), overriding.has(symbol.id));
  });
}

function placeAtBase(symbol: SymbolRecord): GraphNode {
  const { id, label, kind, name, qualifiedName, path, line, endLine, language, modifiers, visibility } = symbol;
  return {
    ...{ id, label, kind, name, path, language, modifiers, docstring: null, range: null },
    ...(visibility === null ? {} : { visibility }),
    qualified_name: qualifiedName,
    line_number: line,
    end_line: endLine,
  };
}
