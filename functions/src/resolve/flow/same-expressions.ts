/**
 * Nodes that several expressions of one scope have together, because they say the same.
 *
 *     dog.name.trim(); dog.name.length      dog and dog.name are one node each, though both stand there twice
 *
 * Half of all expressions are such: each call of a chain says all before it. What a name stands for may depend on where it
 * stands (choose-declarations.ts): then it has a node for each place, and so has what is said of it. Otherwise one: `x = x.f()`
 * on 4,000 lines took 70 s when each `x` was given all that the name was ever assigned. Calls are the same when
 * they are one object of the facts (graph/value-table.ts), so a list literal among the arguments is a list of its own.
 */
import type { Value } from '../../model/facts.ts';
import { calleeNode } from './idioms/bare-calls.ts';
import { isAnywhereTheSame } from '../names/choose-declarations.ts';
import type { Flow } from './flow.ts';
import { memberName } from './idioms/member-calls.ts';
import { Numbers } from '../tracking/numbers.ts';
import { fileOfScope, placeOfScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';

export type Call = Value & { is: 'call' };

/** What fills such a node, under its vertex. */
export interface Fillers {
  name(node: number, scope: ScopeId, name: string): void;
  member(node: number, of: number, name: string): void;
  call(node: number, callee: number, scope: ScopeId, value: Call): void;
  /** `self`, `super` and literals. */
  word(node: number, scope: ScopeId, value: Value): void;
}

/** Node of an expression; undefined for one that has a node of its own. */
export function createSameExpressions(
  flow: Flow,
  fillers: Fillers,
): (scope: ScopeId, value: Value, at: number | undefined) => number | undefined {
  const { constraints, resolver } = flow;
  const { program } = resolver;
  const { trace } = program;
  const names = new NumbersByText();
  const words = new NumbersByText();
  const members = new NumbersByText();
  const calls = new Map<Value, number>();
  const callsElsewhere = new Map<number, Map<Value, number>>();
  /** Of the nodes of calls. */
  const callees = new Numbers();
  const scopes = new Numbers();
  /** 1 for nodes that are the same wherever in the scope the expression stands. */
  const anywhere = new Numbers();

  const filled = (node: number, scope: ScopeId, isAnywhere: number, fill: () => void): number => {
    anywhere.set(node, isAnywhere);
    trace.enter(vertexOf(node));
    trace.dependOnFile(fileOfScope(program, scope).index);
    fill();
    trace.leave();
    return node;
  };

  const nameAnywhere = (scope: ScopeId, name: string): number | undefined => {
    const place = placeOfScope(program, scope);
    const known = names.of(place, name);
    if (known !== undefined) return known === SEVERAL ? undefined : known;
    const node = constraints.node();
    names.set(place, name, node);
    filled(node, scope, 1, () => {
      if (!isAnywhereTheSame(program, resolver.lookup(scope, name)?.places ?? [])) names.set(place, name, SEVERAL);
      else fillers.name(node, scope, name);
    });
    return names.of(place, name) === SEVERAL ? undefined : node;
  };

  const member = (scope: ScopeId, value: Value & { is: 'member' }, at: number | undefined): number => {
    const of = flow.expression(scope, value.of, at);
    const name = memberName(flow, scope, value.name);
    const known = members.of(of, name);
    if (known !== undefined) return known;
    const node = constraints.node();
    members.set(of, name, node);
    return filled(node, scope, anywhere.get(of), () => fillers.member(node, of, name));
  };

  const call = (scope: ScopeId, value: Call, at: number | undefined): number => {
    const first = calls.get(value);
    // Not asking for what is called keeps long chains from being walked to their beginning again and again.
    if (first !== undefined && anywhere.get(first) === 1 && scopes.get(first) === scope) return first;
    const callee = calleeNode(flow, scope, value.callee, at);
    if (first !== undefined && callees.get(first) === callee) return first;
    let table = calls;
    if (first !== undefined) {
      table = callsElsewhere.get(callee) ?? new Map<Value, number>();
      callsElsewhere.set(callee, table);
      const known = table.get(value);
      if (known !== undefined) return known;
    }
    const node = constraints.node();
    table.set(value, node);
    callees.set(node, callee);
    scopes.set(node, scope);
    return filled(node, scope, anywhere.get(callee), () => fillers.call(node, callee, scope, value));
  };

  const word = (scope: ScopeId, text: string, value: Value): number => {
    const place = placeOfScope(program, scope);
    const known = words.of(place, text);
    if (known !== undefined) return known;
    const node = constraints.node();
    words.set(place, text, node);
    return filled(node, scope, 1, () => fillers.word(node, scope, value));
  };

  return (scope, value, at) => {
    const { rules } = fileOfScope(program, scope);
    switch (value.is) {
      case 'name':
        return rules.bareNamesCall || rules.membersCall ? undefined : nameAnywhere(scope, value.name);
      case 'member':
        return rules.membersCall ? undefined : member(scope, value, at);
      case 'call':
        return call(scope, value, at);
      case 'self':
      case 'super':
        return word(scope, value.is, value);
      case 'literal':
        return word(scope, `literal ${value.type}`, value);
      default:
        return undefined;
    }
  };
}

/** In place of a node: a name that means other declarations in other places. */
const SEVERAL = -1;

/** Texts are numbered; with a place before it such a number is a key below 2^52. */
const TEXTS = 2 ** 26;

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
}
