/**
 * Of which kind an observed call is that the graph does not have, told by how the tracer saw it and by what is written
 * at the site: `this.go()` is another kind than `handlers[name]()`.
 */
import type { Parameter, Value } from '../../../../src/model/facts.ts';
import { writtenName, type LocatedGraph } from './located-graph.ts';
import type { ObservedCall } from './observed-calls.ts';

const ITERATION = /^(__(iter|next|aiter|anext|len|length_hint)__|next|return|\[?Symbol\.(async)?[iI]terator\]?)$/;
const CONVERSIONS = /^(toString|valueOf|toJSON|\[?Symbol\.toPrimitive\]?)$/;

export function missKind(graph: LocatedGraph, call: ObservedCall): string {
  const callee = graph.nodes.get(call.to);
  const name = callee?.name ?? '';
  if (call.way === 'implicit') return implicitKind(call, name, callee?.kind ?? '');
  if (call.way === 'decorated') return 'function behind a decorator or partial';
  if (call.fact === undefined) return 'call that extraction does not list';
  const written = writtenKind(graph, call, call.fact.callee, name);
  if (call.way === 'construct' || callee?.kind === 'constructor') return `constructor: ${written}`;
  return written;
}

function implicitKind({ detail }: ObservedCall, name: string, kind: string): string {
  if (kind === 'getter' || kind === 'setter') return 'property';
  if (ITERATION.test(name) || detail === 'iteration') return 'iteration protocol';
  if (CONVERSIONS.test(name)) return 'conversion (toString, valueOf)';
  if (detail === 'attribute') return 'property';
  if (detail === 'call method') return 'object that is called (__call__)';
  if (detail === 'context manager') return 'context manager';
  if (detail === 'subscript') return 'subscript';
  return name.startsWith('__') ? 'operator' : 'implicit call';
}

/** What the text says of the callee, and why that does not tell the function. */
function writtenKind(graph: LocatedGraph, call: ObservedCall, callee: Value, name: string): string {
  switch (callee.is) {
    case 'name':
      return nameKind(graph, call, callee.name, name);
    case 'member':
      return memberKind(graph, call, callee, name);
    case 'new':
    case 'type':
      return call.fact !== undefined && writtenName(call.fact) === className(graph, call)
        ? 'class by its name'
        : 'class held by a variable';
    case 'index':
      return 'function held by a table';
    case 'call':
      return 'result of a call';
    case 'super':
      return 'super';
    default:
      return 'other expression';
  }
}

function className(graph: LocatedGraph, { to }: ObservedCall): string {
  const node = graph.nodes.get(to);
  if (node?.kind !== 'constructor') return node?.name ?? '';
  return node.qualified_name.split('.').at(-2) ?? '';
}

function nameKind(graph: LocatedGraph, call: ObservedCall, written: string, name: string): string {
  if (parameterOf(graph, call, written) !== undefined) return 'function given as an argument';
  if (written === name || written === className(graph, call)) return 'plain name';
  return 'function held by a variable';
}

/** The parameter of that name that the site sees. */
function parameterOf(graph: LocatedGraph, { path, fact }: ObservedCall, name: string): Parameter | undefined {
  const definitions = graph.files.get(path)?.facts.definitions ?? [];
  for (let at = fact?.scope ?? -1; at >= 0; at = definitions[at]?.parent ?? -1) {
    const found = definitions[at]?.parameters?.find((parameter) => parameter.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function variableKind(graph: LocatedGraph, call: ObservedCall, name: string): string {
  const parameter = parameterOf(graph, call, name);
  if (parameter === undefined) return 'variable';
  if (parameter.type !== undefined) return 'parameter with a type';
  return fixtures(graph).has(name) ? 'fixture of pytest' : 'parameter without a type';
}

/** Names of functions that pytest hands to parameters of that name. */
function fixtures(graph: LocatedGraph): ReadonlySet<string> {
  let known = fixtureNames.get(graph);
  if (known === undefined) {
    const nodes = [...graph.nodes.values()].filter(({ decorators }) =>
      decorators?.some((text) => /\bfixture\b/.test(text)),
    );
    known = new Set(nodes.map(({ name }) => name));
    fixtureNames.set(graph, known);
  }
  return known;
}

const fixtureNames = new WeakMap<LocatedGraph, ReadonlySet<string>>();

function memberKind(
  graph: LocatedGraph,
  call: ObservedCall,
  { of, name: written }: Extract<Value, { is: 'member' }>,
  name: string,
): string {
  if (written === 'call' || written === 'apply') return 'call or apply';
  if (of.is === 'super') return 'super';
  if (written !== name && name !== '__init__' && name !== 'constructor') return 'function held by a member';
  return of.is === 'self' ? 'method of self or this' : `method, receiver: ${receiverKind(graph, call, of)}`;
}

function receiverKind(graph: LocatedGraph, call: ObservedCall, of: Value): string {
  if (of.is === 'name') return variableKind(graph, call, of.name);
  if (of.is === 'member') return of.of.is === 'self' ? 'own field' : 'field';
  if (of.is === 'call') return 'result of a call';
  if (of.is === 'index') return 'element';
  return of.is === 'new' ? 'new object' : 'other';
}
