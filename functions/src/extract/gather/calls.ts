/**
 * Call sites. A captured node is a call by its own form in the `values` table, or by what the pattern captured:
 * `@name` (with `@receiver`) or `@callee`, and `@arguments` or single `@argument`s.
 *
 *     self.voice.play(1)    { callee: member(member(self, 'voice'), 'play'), args: [literal], at: offset of `play` }
 */
import type { Node } from 'web-tree-sitter';
import type { Argument, CallFact, TypeRef, Value } from '../../model/facts.ts';
import type { Tables, ValueForm } from '../compile/tables.ts';
import type { Found } from './gathered.ts';
import type { Lines, ScopeAt } from './scopes.ts';
import { dotted } from './types.ts';
import { shortText, UNKNOWN, withoutColon } from './sized-values.ts';
import type { ValueReader } from './values.ts';

/** Argument lists that are looked through for the callee: `f(1)(2)(3)`. */
const MAX_LISTS = 8;

type CallForm = Extract<ValueForm, { is: 'call' }>;

interface Callee {
  callee: Value;
  args?: Argument[];
  typeArgs?: TypeRef[];
  constructs?: true;
  at: number;
  /** Where it stands, when `at` is the end of something. */
  within?: number;
}

function withArgs(args: Argument[] | undefined): { args?: Argument[] } {
  return args === undefined || args.length === 0 ? {} : { args };
}

/** Arguments and type arguments of a call that was read. */
function given({ args, typeArgs }: Value & { is: 'call' }): Pick<Callee, 'args' | 'typeArgs'> {
  return { ...withArgs(args), ...(typeArgs === undefined ? {} : { typeArgs }) };
}

/** What a captured part denotes; a symbol is the name of a method: `delegate :run, to: :engine`. */
function readPart(node: Node, values: ValueReader): Value {
  const value = values.read(node);
  if (value.is !== 'literal' || value.type !== 'symbol') return value;
  const name = withoutColon(shortText(node));
  return name.startsWith('@') ? { is: 'member', of: { is: 'self' }, name } : { is: 'name', name };
}

/** The call that a pattern spelled out by its captures. */
function captured(found: Found, values: ValueReader): Callee | undefined {
  const { name, callee, receiver, type } = found.parts;
  const fixed = found.settings['name'];
  if (typeof fixed === 'string' && receiver !== undefined) return memberCall(fixed, receiver, found, values);
  if (name === undefined && callee === undefined && type === undefined) return undefined;
  const nodes = found.parts.arguments === undefined ? found.argumentNodes : found.parts.arguments.namedChildren;
  const args = withArgs(values.args(nodes));
  const construction = type === undefined ? undefined : constructionOf(type, found.node, values);
  if (construction !== undefined) return { ...construction, ...args };
  const constructs = found.settings['constructs'] === undefined ? {} : { constructs: true as const };
  if (callee !== undefined) {
    return { callee: readPart(callee, values), ...args, ...constructs, at: values.lastNameOffset(callee) };
  }
  if (name === undefined) return undefined;
  return { callee: namedCallee(name, found, values), ...args, ...constructs, at: name.startIndex };
}

/** A call of a member that is not written: `xs[0]` runs `[]` of xs. */
function memberCall(name: string, receiver: Node, { argumentNodes }: Found, values: ValueReader): Callee {
  const callee: Value = { is: 'member', of: values.read(receiver), name };
  return { callee, ...withArgs(values.args(argumentNodes)), at: receiver.endIndex, within: receiver.startIndex };
}

/** The type may stand elsewhere (an enum's constants construct the enum): then the call is where it is made. */
function constructionOf(type: Node, call: Node, values: ValueReader): Callee | undefined {
  const read = values.types.read(type);
  if (read === undefined) return undefined;
  const isInside = type.startIndex >= call.startIndex && type.endIndex <= call.endIndex;
  return { callee: { is: 'type', type: read }, constructs: true, at: (isInside ? type : call).startIndex };
}

/** `@name`, or `@name` of `@receiver`; with `through` element, of an element of the receiver. */
function namedCallee(name: Node, { parts, settings }: Found, values: ValueReader): Value {
  const text = dotted(withoutColon(name.text), values.tables.separators);
  if (parts.receiver === undefined) return { is: 'name', name: text };
  const object = readPart(parts.receiver, values);
  const of: Value = settings['through'] === 'element' ? { is: 'index', of: object } : object;
  const { writer } = settings;
  return { is: 'member', of, name: typeof writer === 'string' ? `${text}${writer}` : text };
}

/** The call that a node is by the language's table. */
function tabled(node: Node, values: ValueReader): Callee | undefined {
  const form = values.formOf(node);
  if (form === undefined) return undefined;
  const value = values.read(node);
  if (form.is === 'new') return constructed(form.type(node) ?? node, value);
  if (form.is === 'call') return called(form, node, value, values);
  return form.is === 'collection' ? collecting(node, value, values) : undefined;
}

/** A call whose value is a collection runs what it calls all the same: `Object.assign(app, proto)`. */
function collecting(node: Node, value: Value, values: ValueReader): Callee | undefined {
  const form = values.tables.values.get(node.type)?.find((one) => one.is === 'call');
  if (form === undefined) return undefined;
  return { ...called(form, node, value, values), ...withArgs(values.args(form.args?.(node) ?? [])) };
}

/** `type`: where the type stands. Where it is an expression, the construction is a call of what that denotes. */
function constructed({ startIndex: at }: Node, value: Value): Callee {
  if (value.is === 'new') {
    return { callee: { is: 'type', type: value.type }, ...withArgs(value.args), constructs: true, at };
  }
  return value.is === 'call' ? { callee: value.callee, ...given(value), at } : { callee: UNKNOWN, at };
}

function called(form: CallForm, node: Node, value: Value, values: ValueReader): Callee {
  const known = value.is === 'call' ? values.calleeOffset(node) : -1;
  if (value.is === 'call' && known >= 0) return { callee: value.callee, ...given(value), at: known };
  const name = form.name?.(node) ?? null;
  const calleeNode = firstCallee(form, node, values);
  const at = name !== null ? name.startIndex : nameOffset(calleeNode, node, values);
  if (value.is === 'call') return { callee: value.callee, ...given(value), at };
  // Too big as a value: what is called still counts.
  return { callee: name === null ? values.read(calleeNode) : { is: 'name', name: name.text }, at };
}

/** `f(1)(2)` is one call of `f`, which stands before the first list. */
function firstCallee(form: CallForm, node: Node, values: ValueReader): Node | null {
  let callee = form.callee?.(node) ?? form.receiver?.(node) ?? null;
  for (let depth = 0; form.curried && callee !== null && depth < MAX_LISTS; depth += 1) {
    const inner: ValueForm | undefined = values.absorbed.has(callee.id) ? values.formOf(callee) : undefined;
    if (inner?.is !== 'call' || inner.callee === undefined) break;
    callee = inner.callee(callee);
  }
  return callee;
}

function nameOffset(callee: Node | null, call: Node, values: ValueReader): number {
  return callee === null ? call.startIndex : values.lastNameOffset(callee);
}

/** A name or member that may be a call as it stands. */
function named(node: Node, values: ValueReader): Callee | undefined {
  const callee = values.read(node);
  return callee.is === 'name' || callee.is === 'member' ? { callee, at: values.lastNameOffset(node) } : undefined;
}

/** Whether what is not written as a call may be one: `a + b` of something named, but not `1 + b`. */
function mayRun(callee: Value, { constantPattern }: Tables): boolean {
  if (callee.is === 'name') return constantPattern?.test(callee.name) !== true;
  return callee.is === 'member' && callee.of.is !== 'unknown' && callee.of.is !== 'literal';
}

function callFact(
  { callee, args, typeArgs, constructs, at, within = at }: Callee,
  lines: Lines,
  scopeAt: ScopeAt,
): CallFact {
  const fact: CallFact = { scope: scopeAt(within), line: lines.lineOf(at), at, callee };
  if (args !== undefined) fact.args = args;
  if (typeArgs !== undefined) fact.typeArgs = typeArgs;
  if (constructs !== undefined) fact.constructs = true;
  return fact;
}

/**
 * All call sites, in the order in which they are found. A place that a written call has is no implicit one, and a member that
 * is given a value is not read: `dog.name = x` calls `name=`.
 */
export function readCalls(found: Iterable<Found>, values: ValueReader, lines: Lines, scopeAt: ScopeAt): CallFact[] {
  const calls: { fact: CallFact; node: number; isWriter: boolean }[] = [];
  const assigned = new Set<number>();
  for (const call of found) {
    const implicit = call.settings['implicit'] !== undefined;
    const callee =
      captured(call, values) ?? tabled(call.node, values) ?? (implicit ? named(call.node, values) : undefined);
    if (callee === undefined || (implicit && !mayRun(callee.callee, values.tables))) continue;
    const fact = callFact(callee, lines, scopeAt);
    if (implicit) fact.implicit = true;
    const variant = call.settings['variant'];
    if (typeof variant === 'string') fact.variant = variant;
    const isWriter = call.settings['writer'] !== undefined;
    if (isWriter) assigned.add(call.node.id);
    calls.push({ fact, node: call.node.id, isWriter });
  }
  const read = calls.filter(({ node, isWriter }) => isWriter || !assigned.has(node));
  const written = new Set(read.flatMap(({ fact }) => (fact.implicit === true ? [] : [fact.at])));
  return read
    .filter(({ fact, node }) => !values.absorbed.has(node) && !(fact.implicit === true && written.has(fact.at)))
    .map(({ fact }) => fact);
}

/** Members that were read with other expressions, as what may run a property. `calls`: what is known of the file's calls. */
export function readMembers(
  { members, tables }: ValueReader,
  calls: readonly CallFact[],
  lines: Lines,
  scopeAt: ScopeAt,
): CallFact[] {
  const known = new Set(calls.map(({ at }) => at));
  return members.flatMap(({ value, at }): CallFact[] => {
    if (known.has(at) || !mayRun(value, tables) || isOfBuiltin(value, tables)) return [];
    return [{ scope: scopeAt(at), line: lines.lineOf(at), at, callee: value, implicit: true }];
  });
}

/** `Math.PI`, `console.log`: a member of what lies outside of the repository. */
function isOfBuiltin(value: Value, { builtins }: Tables): boolean {
  return value.is === 'member' && value.of.is === 'name' && builtins.has(value.of.name);
}
