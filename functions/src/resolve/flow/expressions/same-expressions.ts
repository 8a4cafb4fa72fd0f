/**
 * Nodes that several expressions of one scope share, because they say the same.
 *
 *     dog.name.trim(); dog.name.length      dog and dog.name are one node each, though both stand there twice
 *
 * Half of all expressions are such: each call of a chain says all before it. Where the offset tells what a name stands for
 * (choose-declarations.ts), the name has a node for each place, and so has what is said of it. Otherwise it has one; with
 * several, 4,000 lines of `x = x.f()` would give each `x` all that the name was ever assigned. Calls are the same when they
 * are one object of the facts (graph/value-table.ts), so a list literal among the arguments is a list of its own.
 */
import type { Value } from '../../../model/facts.ts';
import { isAnywhereTheSame } from '../../names/choose-declarations.ts';
import { fileOfScope, placeOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { Numbers } from '../../tracking/numbers.ts';
import { isAskedSomewhere } from './narrowed-paths.ts';
import { addExpression } from './add-expression.ts';
import type { Flow } from '../contract.ts';
import { memberName } from '../idioms/member-names.ts';
import { addName } from '../name-values.ts';

type Call = Value & { is: 'call' };

export interface SameExpressions {
  names: NumbersByText;
  /** Nodes of `self`, `super` and literals. */
  words: NumbersByText;
  members: NumbersByText;
  calls: Map<Value, number>;
  /** By what is called, where one object of the facts stands in several places. */
  callsElsewhere: Map<number, Map<Value, number>>;
  /** Callee and scope of the nodes of calls. */
  callees: Numbers;
  scopes: Numbers;
  /** 1 for nodes that are the same wherever in the scope the expression stands. */
  anywhere: Numbers;
}

export function createSameExpressions(): SameExpressions {
  return {
    names: new NumbersByText(),
    words: new NumbersByText(),
    members: new NumbersByText(),
    calls: new Map(),
    callsElsewhere: new Map(),
    callees: new Numbers(),
    scopes: new Numbers(),
    anywhere: new Numbers(),
  };
}

/** Node of an expression; undefined for one that has a node of its own. */
export function sameNode(
  flow: Flow,
  same: SameExpressions,
  scope: ScopeId,
  value: Value,
  at: number | undefined,
): number | undefined {
  const hooks = flow.hooks(scope);
  switch (value.is) {
    case 'name':
      return hooks.name.length > 0 ? undefined : nameNode(flow, same, scope, value);
    case 'member':
      return hooks.memberRead.length > 0 ? undefined : memberReadNode(flow, same, scope, value, at);
    case 'call':
      return callNode(flow, same, scope, value, at);
    case 'self':
    case 'super':
      return wordNode(flow, same, scope, value.is, value);
    case 'literal':
      return wordNode(flow, same, scope, `literal ${value.type}`, value);
    default:
      return undefined;
  }
}

/** In place of a node: a name that means other declarations in other places. */
const SEVERAL = -1;

function nameNode(
  flow: Flow,
  same: SameExpressions,
  scope: ScopeId,
  value: Value & { is: 'name' },
): number | undefined {
  const { name } = value;
  const { program, resolver } = flow;
  const place = placeOfScope(program, scope);
  const known = same.names.of(place, name);
  if (known !== undefined) return known === SEVERAL ? undefined : known;
  const node = flow.node(same.names.at(place), name, fileOfScope(program, scope).index, (to) => {
    if (!isAskedSomewhere(flow, scope, value)) same.anywhere.set(to, 1);
    if (isAnywhereTheSame(program, resolver.lookup(scope, name)?.places ?? []))
      addName(flow, to, scope, name, undefined);
    else same.names.set(place, name, SEVERAL);
  });
  return same.names.of(place, name) === SEVERAL ? undefined : node;
}

function memberReadNode(
  flow: Flow,
  same: SameExpressions,
  scope: ScopeId,
  value: Value & { is: 'member' },
  at: number | undefined,
): number {
  const of = flow.expression(scope, value.of, at);
  const name = memberName(flow, scope, value.name);
  const known = same.members.of(of, name);
  if (known !== undefined) return known;
  return flow.node(same.members.at(of), name, fileOfScope(flow.program, scope).index, (node) => {
    if (!isAskedSomewhere(flow, scope, value)) same.anywhere.set(node, same.anywhere.get(of));
    const isRead = value.of.is === 'member' || value.of.is === 'name';
    const { member, memberOfRead } = flow.rules;
    flow.constraints.watchFor(of, isRead && flow.hooks(scope).isUnread.length > 0 ? memberOfRead : member, node, name);
  });
}

function callNode(flow: Flow, same: SameExpressions, scope: ScopeId, value: Call, at: number | undefined): number {
  const { anywhere, callees, calls, callsElsewhere, scopes } = same;
  const first = calls.get(value);
  // Not asking for what is called keeps long chains from being walked to their beginning again and again.
  if (first !== undefined && anywhere.get(first) === 1 && scopes.get(first) === scope) return first;
  const called = flow.callee(scope, value.callee, at);
  if (first !== undefined && callees.get(first) === called) return first;
  let table = calls;
  if (first !== undefined) {
    table = callsElsewhere.get(called) ?? new Map<Value, number>();
    callsElsewhere.set(called, table);
    const known = table.get(value);
    if (known !== undefined) return known;
  }
  return flow.node(table, value, fileOfScope(flow.program, scope).index, (node) => {
    callees.set(node, called);
    scopes.set(node, scope);
    anywhere.set(node, anywhere.get(called));
    const { callee, args, typeArgs } = value;
    flow.constraints.watchFor(called, flow.rules.result, node, { args, typeArgs, scope, callee });
  });
}

function wordNode(flow: Flow, same: SameExpressions, scope: ScopeId, text: string, value: Value): number {
  const place = placeOfScope(flow.program, scope);
  const known = same.words.of(place, text);
  if (known !== undefined) return known;
  return flow.node(same.words.at(place), text, fileOfScope(flow.program, scope).index, (node) => {
    same.anywhere.set(node, 1);
    addExpression(flow, node, scope, value, undefined);
  });
}

/** Texts are numbered; with a place before it such a number is a key below 2^52. */
const TEXTS = 2 ** 26;

/** Numbers by a place and a text. */
class NumbersByText {
  private readonly texts = new Map<string, number>();
  private readonly numbers = new Map<number, number>();

  of(place: number, text: string): number | undefined {
    const at = this.texts.get(text);
    return at === undefined ? undefined : this.numbers.get(place * TEXTS + at);
  }

  set(place: number, text: string, number: number): void {
    let at = this.texts.get(text);
    if (at === undefined) this.texts.set(text, (at = this.texts.size));
    this.numbers.set(place * TEXTS + at, number);
  }

  /** The numbers of one place as a table by text. */
  at(place: number): { set(text: string, number: number): void } {
    return { set: (text, number) => this.set(place, text, number) };
  }
}
