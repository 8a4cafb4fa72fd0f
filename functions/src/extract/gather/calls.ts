/**
 * Call sites. A captured node is a call by its own form in the `values` table, or by what the pattern captured:
 * `@name` (with `@receiver`) or `@callee`, and `@arguments` or single `@argument`s.
 *
 *     self.voice.play(1)    { callee: member(member(self, 'voice'), 'play'), args: [literal], at: offset of `play` }
 */
import type { Node } from 'web-tree-sitter';
import type { Argument, CallFact, TypeRef, Value } from '../../model/facts.ts';
import type { Found } from './captures.ts';
import type { Lines, ScopeAt } from '../assemble/scopes.ts';
import type { Tables, ValueForm } from '../compile/tables.ts';
import { dotted } from './types.ts';
import { shortText, UNKNOWN, withoutColon } from './sized-values.ts';
import type { ValueReader } from './values.ts';

const MAX_LISTS = 8;

interface Callee {
  callee: Value;
  args?: Argument[];
  typeArgs?: TypeRef[];
  constructs?: true;
  at: number;
}

function withArgs(args: Argument[] | undefined): { args?: Argument[] } {
  return args === undefined || args.length === 0 ? {} : { args };
}

/** What a call that was read gives beside its callee. */
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

/** The call a pattern spelled out by its captures. */
function captured(found: Found, values: ValueReader): Callee | undefined {
  const { name, callee, receiver, type } = found.parts;
  const named = found.settings['name'];
  if (typeof named === 'string' && receiver !== undefined) {
    const of = values.read(receiver);
    return {
      callee: { is: 'member', of, name: named },
      ...withArgs(values.args(found.argumentNodes)),
      at: receiver.endIndex,
    };
  }
  if (name === undefined && callee === undefined && type === undefined) return undefined;
  const nodes = found.parts.arguments === undefined ? found.argumentNodes : found.parts.arguments.namedChildren;
  const args = withArgs(values.args(nodes));
  const constructs = found.settings['constructs'] === undefined ? {} : { constructs: true as const };
  if (type !== undefined) {
    const ref = values.types.read(type);
    // The type may stand elsewhere (an enum's constants construct the enum): then the call is where it is made.
    const inside = type.startIndex >= found.node.startIndex && type.endIndex <= found.node.endIndex;
    const at = inside ? type.startIndex : found.node.startIndex;
    if (ref !== undefined) return { callee: { is: 'type', type: ref }, ...args, constructs: true, at };
  }
  if (callee !== undefined) {
    return { callee: readPart(callee, values), ...args, ...constructs, at: values.lastNameOffset(callee) };
  }
  if (name === undefined) return undefined;
  const text = dotted(withoutColon(name.text), values.tables.separators);
  const object = receiver === undefined ? undefined : readPart(receiver, values);
  const of: Value | undefined =
    object !== undefined && found.settings['through'] === 'element' ? { is: 'index', of: object } : object;
  const value: Value = of === undefined ? { is: 'name', name: text } : { is: 'member', of, name: text };
  return { callee: value, ...args, ...constructs, at: name.startIndex };
}

/** The call a node is by the language's table. */
function tabled(node: Node, values: ValueReader): Callee | undefined {
  const form = values.formOf(node);
  if (form === undefined) return undefined;
  const value = values.read(node);
  if (form.is === 'new') {
    const type = form.type(node);
    const at = type === null ? node.startIndex : type.startIndex;
    if (value.is === 'new') {
      return { callee: { is: 'type', type: value.type }, ...withArgs(value.args), constructs: true, at };
    }
    return {
      callee: value.is === 'call' ? value.callee : UNKNOWN,
      ...(value.is === 'call' ? given(value) : {}),
      at,
    };
  }
  if (form.is !== 'call') return undefined;
  const known = value.is === 'call' ? values.calleeOffset(node) : -1;
  if (value.is === 'call' && known >= 0) return { callee: value.callee, ...given(value), at: known };
  const name = form.name?.(node) ?? null;
  let calleeNode = form.callee?.(node) ?? form.receiver?.(node) ?? null;
  // `f(1)(2)` is one call of `f`, which stands before the first list.
  for (let depth = 0; form.curried && calleeNode !== null && depth < MAX_LISTS; depth += 1) {
    const inner: ValueForm | undefined = values.absorbed.has(calleeNode.id) ? values.formOf(calleeNode) : undefined;
    if (inner?.is !== 'call' || inner.callee === undefined) break;
    calleeNode = inner.callee(calleeNode);
  }
  const at =
    name !== null ? name.startIndex : calleeNode === null ? node.startIndex : values.lastNameOffset(calleeNode);
  if (value.is === 'call') return { callee: value.callee, ...given(value), at };
  // Too big as a value: what is called still counts.
  return { callee: name === null ? values.read(calleeNode) : { is: 'name', name: name.text }, at };
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

/** All call sites, in the order of their positions. */
export function readCalls(found: Iterable<Found>, values: ValueReader, lines: Lines, scopeAt: ScopeAt): CallFact[] {
  const calls: { fact: CallFact; node: number }[] = [];
  for (const call of found) {
    const implicit = call.settings['implicit'] !== undefined;
    const callee =
      captured(call, values) ?? tabled(call.node, values) ?? (implicit ? named(call.node, values) : undefined);
    if (callee === undefined || (implicit && !mayRun(callee.callee, values.tables))) continue;
    const { at } = callee;
    const fact: CallFact = { scope: scopeAt(at), line: lines.lineOf(at), at, callee: callee.callee };
    if (callee.args !== undefined) fact.args = callee.args;
    if (callee.typeArgs !== undefined) fact.typeArgs = callee.typeArgs;
    if (callee.constructs !== undefined) fact.constructs = true;
    if (implicit) fact.implicit = true;
    const variant = call.settings['variant'];
    if (typeof variant === 'string') fact.variant = variant;
    calls.push({ fact, node: call.node.id });
  }
  const written = new Set(calls.flatMap(({ fact }) => (fact.implicit === true ? [] : [fact.at])));
  return calls
    .filter(({ fact, node }) => !values.absorbed.has(node) && !(fact.implicit === true && written.has(fact.at)))
    .map(({ fact }) => fact);
}
