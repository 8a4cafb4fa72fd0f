/** What an expression holds, by its form. Names, members and calls that several expressions share are in same-expressions.ts. */
import type { TypeRef, Value } from '../../../model/facts.ts';
import type { TypeAt } from '../../types/contract.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { isClassLike } from '../../program/qualified-names.ts';
import type { Flow } from '../contract.ts';
import { builtBy } from '../idioms/aliases.ts';
import { addName, addSymbol } from '../name-values.ts';
import { addPart } from '../parts.ts';
import { addOwn, addSelf, isOwnType } from '../self-values.ts';
import { codeRunsOn } from '../../program/runs-on.ts';

// eslint-disable-next-line complexity -- a plain dispatch by the form of the expression
export function addExpression(flow: Flow, node: number, scope: ScopeId, value: Value, at: number | undefined): void {
  switch (value.is) {
    case 'name':
      return addNameInPlace(flow, node, scope, value, at);
    case 'member':
      for (const add of flow.hooks(scope).memberRead) add(flow, node, scope, value, at);
      return;
    case 'new':
      return addBuilt(flow, node, scope, value.type);
    case 'index':
    case 'slice':
      return addPart(flow, node, scope, value, at);
    case 'self':
      return addSelf(flow, node, scope);
    case 'super':
      return addSuper(flow, node, scope);
    case 'literal':
      return flow.constraints.add(node, flow.external(value.type));
    case 'function':
      return addFunction(flow, node, fileOfScope(flow.program, scope).base + value.definition);
    case 'collection':
      return flow.constraints.add(node, flow.values.collection(value, scope));
    case 'either':
      for (const option of value.options) flow.constraints.flow(flow.expression(scope, option), node);
      return;
    case 'cast':
      if (value.of?.is === 'collection' && isTableOfFunctions(flow, { type: value.type, scope }))
        flow.constraints.flow(flow.expression(scope, value.of), node);
      else if (flow.says({ type: value.type, scope })) flow.typed(node, { type: value.type, scope });
      else if (value.of !== undefined) flow.constraints.flow(flow.expression(scope, value.of), node);
      return;
    case 'type':
      return addNamedType(flow, node, scope, value.type);
    case 'implicit':
      return flow.constraints.flow(flow.implicit(scope, value.at), node);
    case 'call':
    case 'unknown':
      return;
  }
}

function addNameInPlace(
  flow: Flow,
  node: number,
  scope: ScopeId,
  value: Value & { is: 'name' },
  at: number | undefined,
): void {
  const [add] = flow.hooks(scope).name;
  if (add === undefined) addName(flow, node, scope, value.name, at);
  else add(flow, node, scope, value, at);
}

/** `new Dog()` */
function addBuilt(flow: Flow, node: number, scope: ScopeId, type: TypeRef): void {
  for (const built of builtBy(flow, scope, type)) flow.add(node, built);
  if (flow.constraints.values(node).length > 0) return;
  if (isOwnType(flow, scope, type.name)) return addOwn(flow, node, scope, 'instance');
  const variable = variableNamed(flow, scope, type);
  if (variable === undefined) return flow.typed(node, { type, scope });
  flow.constraints.watch(variable, (id) => {
    const value = flow.values.get(id);
    if (value.is === 'class') flow.add(node, { is: 'instance', def: value.def, args: [] });
  });
}

/** Node of a variable or parameter that is built like a class: `const K = make(); new K()`. */
function variableNamed(flow: Flow, scope: ScopeId, { name }: TypeRef): number | undefined {
  if (name.includes('.')) return undefined;
  const places = flow.resolver.lookup(scope, name)?.places ?? [];
  const isVariable = places.some((place) => {
    if (place.at !== 'entry') return false;
    const { entry } = place;
    return entry.kind === 'param' || entry.kind === 'bind' || (entry.kind === 'def' && isHeld(flow, entry.def));
  });
  return isVariable ? flow.named(scope, name, undefined) : undefined;
}

function isHeld({ program }: Flow, def: number): boolean {
  const { kind } = definitionOf(program, def);
  return kind === 'variable' || kind === 'constant';
}

function addSuper(flow: Flow, node: number, scope: ScopeId): void {
  const cls = flow.classes.classOf(scope);
  if (cls === undefined) return;
  const [add] = flow.hooks(scope).superValue;
  if (add !== undefined) return add(flow, node, scope, cls);
  const on = codeRunsOn(flow.program, scope);
  if (on !== 'class') flow.add(node, { is: 'super', def: cls });
  if (on !== 'instance') flow.add(node, { is: 'super', def: cls, onClass: true });
}

/** A function or class expression. */
function addFunction(flow: Flow, node: number, def: number): void {
  flow.add(node, { is: isClassLike(definitionOf(flow.program, def)) ? 'class' : 'function', def });
}

/** `map[string]func(){"x": run}`: the literal says more than its type. */
function isTableOfFunctions({ classes }: Flow, at: TypeAt): boolean {
  return classes.types.meanings(at).some((meaning) => {
    const element = meaning.is === 'external' ? meaning.args.at(-1) : undefined;
    return element !== undefined && classes.types.meanings(element).some(({ is }) => is === 'function');
  });
}

/** A type's name as a value: `Dog::class`, `Box<Dog>`. */
function addNamedType(flow: Flow, node: number, scope: ScopeId, type: TypeRef): void {
  const { types } = flow.classes;
  const symbols = types.classesNamed(scope, type);
  for (const symbol of symbols) addSymbol(flow, node, symbol);
  if (symbols.length > 0) return;
  if (isOwnType(flow, scope, type.name)) addOwn(flow, node, scope, 'class');
  const built = types.built(scope, type);
  for (const def of built) flow.definition(node, def);
  const variable = built.length > 0 ? undefined : variableNamed(flow, scope, type);
  if (variable !== undefined) flow.constraints.flow(variable, node);
}
