/**
 * Which part of a function an assignment reaches: the branch that it stands in, the loops around it, and where its value
 * ends. It is asked only where a scope gives a name several values, and told by the types of nodes, which grammars name
 * alike. What is not known of a node makes it reach more.
 *
 *     dog = Dog(); if c: dog = Cat()              the second stands in a branch
 *     if c: dog = Dog() ⏎ else: dog.bark()        and is not seen in the other one
 *     for … { dog.bark(); dog = Cat() }           and is seen above it, the next time round
 */
import type { Node, TreeCursor } from 'web-tree-sitter';
import type { Reach } from '../../model/declarations/reach.ts';
import { FILE_SCOPE, type BindingFact, type Definition } from '../../model/facts.ts';

/** Deeper trees are looked into no further. */
const MAX_DEPTH = 400;

/** Nodes that are a branch as a whole. */
const BRANCH =
  /^(?:\w+_)?(?:case|catch|rescue|except|elif|elseif|else|finally|ensure|arm|when)(?:_(?:clause|statement|block|entry|group))?$|^switch_(?:section|entry|rule|default|block_statement_group)$|^default_(?:case|clause|statement)$|^in_clause$/;
/** Of those, handlers: what was assigned before one may be seen behind it. */
const HANDLER = /catch|rescue|except|finally|ensure/;
const LOOP = /(?:^|_)(?:for|foreach|while|until|loop|repeat)(?:_|$)|(?:^|_)do_(?!block)/;
/** Statements and expressions whose parts may not run. */
const CONDITION = /(?:^|_)(?:if|elsif|unless|switch|match|try|conditional|ternary|guard|select)(?:_|$)/;
/** Of those, the ones of whose parts one runs. */
const CHOICE = /(?:^|_)(?:if|elsif|unless|switch|match|conditional|ternary|select|case|when)(?:_|$)/;
/** `a && b`: the right side may not run. */
const OPERATOR = /^(?:binary|boolean|infix)_|^(?:con|dis)junction/;
/** `x ||= y`, `x += y`: the name may keep what it held. */
const UPDATE = /(?:augmented|operator|compound)_assign/;
const BODY_FIELDS = new Set(['body', 'consequence', 'alternative', 'then', 'else', 'handler']);
const STEP_FIELDS = new Set(['increment', 'update']);
const BODY = /(?:^|_)(?:block|body|statements?|suite|then|else|do)$/;
/** The last line of what leaves the function. */
const LEAVES = /(?:^|[\n;{:])\s*(?:return|raise|throw)\b[^\n]*[\s;})]*$/;
const MAX_LAST_LINE = 400;

interface Step {
  type: string;
  field: string;
  start: number;
  end: number;
}

/** Tells of the bindings of one file what they reach; `ends` is the offset behind each one's value. */
export function addReach(
  { bindings, definitions }: { bindings: BindingFact[]; definitions: Definition[] },
  ends: ReadonlyMap<BindingFact, number>,
  root: Node,
  text: string,
): void {
  const several = givenSeveral(bindings, definitions);
  if (several.length === 0) return;
  const cursor = root.walk();
  for (const fact of several) {
    const { start, end } = definitions[fact.scope] ?? { start: 0, end: text.length };
    const steps = stepsTo(cursor, fact.at).filter((step) => step.start >= start && step.end <= end);
    fact.reach = { from: ends.get(fact) ?? fact.at, ...reachOf(steps, fact.at) };
    const { branch } = fact.reach;
    if (branch !== undefined && LEAVES.test(text.slice(Math.max(branch[0], branch[1] - MAX_LAST_LINE), branch[1])))
      fact.reach.past = end;
  }
  cursor.delete();
}

/** Bindings of names that their scope gives more than one value, parameters among them. */
function givenSeveral(bindings: BindingFact[], definitions: Definition[]): BindingFact[] {
  const byName = new Map<string, BindingFact[]>();
  for (const fact of bindings) {
    if (fact.target.is !== 'name' || fact.until !== undefined || fact.through === 'outer') continue;
    const key = `${fact.scope} ${fact.target.name}`;
    const known = byName.get(key);
    if (known === undefined) byName.set(key, [fact]);
    else known.push(fact);
  }
  return [...byName.entries()].flatMap(([key, facts]) => {
    if (facts.length > 1) return facts;
    const { parameters = [] } = definitions[facts[0]?.scope ?? FILE_SCOPE] ?? {};
    return parameters.some(({ name }) => key.endsWith(` ${name}`)) ? facts : [];
  });
}

/** The nodes around an offset, the outermost first. */
function stepsTo(cursor: TreeCursor, at: number): Step[] {
  const steps: Step[] = [];
  while (cursor.gotoParent()) continue;
  while (steps.length < MAX_DEPTH && cursor.gotoFirstChildForIndex(at)) {
    const { currentFieldName, endIndex: end, nodeType: type, startIndex: start } = cursor;
    if (start > at) break;
    steps.push({ type, field: currentFieldName ?? '', start, end });
  }
  return steps;
}

function reachOf(steps: Step[], at: number): Omit<Reach, 'from'> {
  const loops: [number, number][] = [];
  let branch: [number, number] | undefined;
  let past: number | undefined;
  steps.forEach((step, index) => {
    if (LOOP.test(step.type)) loops.unshift([step.start, step.end]);
    const found = branchAt(step, steps[index + 1], at);
    if (found === undefined) return;
    branch = [found.start, found.end];
    past = exclusiveUntil(step, steps[index - 1], found);
  });
  return {
    ...(branch === undefined ? {} : { branch }),
    ...(past === undefined ? {} : { past }),
    ...(loops.length === 0 ? {} : { loops }),
  };
}

/** The branch that a node is, or that `inside`, the part of it with the offset, is. */
function branchAt(step: Step, inside: Step | undefined, at: number): Pick<Step, 'start' | 'end'> | undefined {
  const { type } = step;
  if (BRANCH.test(type)) return step;
  if (UPDATE.test(type)) return { start: at, end: at };
  if (inside === undefined) return undefined;
  // `for (…; …; x = next)` comes behind what it stands above.
  if (LOOP.test(type) && STEP_FIELDS.has(inside.field)) return { start: at, end: at };
  if (OPERATOR.test(type)) return inside.field === 'right' ? inside : undefined;
  if (!CONDITION.test(type) && !LOOP.test(type)) return undefined;
  const isBody = BODY_FIELDS.has(inside.field) || (inside.field === '' && BODY.test(inside.type));
  if (isBody) return inside;
  return type.startsWith('guard') ? undefined : step;
}

/** Where the statement ends of whose branches only one runs. */
function exclusiveUntil(step: Step, outer: Step | undefined, found: Pick<Step, 'start' | 'end'>): number | undefined {
  if (found !== step) return CHOICE.test(step.type) ? step.end : undefined;
  if (HANDLER.test(step.type) || !BRANCH.test(step.type) || outer === undefined) return undefined;
  return LOOP.test(outer.type) || /try|begin/.test(outer.type) ? undefined : outer.end;
}
