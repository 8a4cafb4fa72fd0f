/**
 * The flow of values: which functions, classes and instances can reach an expression. Nodes are made on demand, for the
 * callee of each call and whatever that rests on; expressions that no call needs cost nothing.
 *
 *     b = Dog()           b holds an instance of Dog        (bindings)
 *     b.bark              Dog's member bark                 (members.ts)
 *     apply(f)            f reaches apply's parameter       (call-arguments.ts)
 *     for d in dogs       d is an element of dogs           (elements.ts)
 *
 * A declared type ends the flow: `x: Animal = Dog()` is an Animal, as it is to a type checker.
 */
import type { CallFact, Value } from '../../model/facts.ts';
import { addBareName, addSuperMethod, readsField } from './idioms/bare-calls.ts';
import { builtBy } from './idioms/aliases.ts';
import { bindTo, shadowedByResult } from './bindings.ts';
import type { CallSite, TypeContext } from '../program/call-site.ts';
import type { Classes } from '../classes/classes.ts';
import type { Constraints } from './constraints.ts';
import { chooseDeclarations, narrowingAt } from '../names/choose-declarations.ts';
import { addDecorators } from './decorators.ts';
import { addDefinition } from './definition-values.ts';
import type { DecoratorCalls, DecoratorStage } from './decorators.ts';
import { hasArity } from '../program/generic-arity.ts';
import type { NameResolver, Place } from '../names/contract.ts';
import { addRawNames, runsAlone } from './idioms/member-calls.ts';
import { tableClassOf } from './idioms/metatables.ts';
import type { Entry, ScopeId } from '../program/program.ts';
import { definitionOf, fileOfScope, fileScope } from '../program/program.ts';
import { addPart } from './parts.ts';
import { isClassLike } from '../program/qualified-names.ts';
import { createPlacesFlow } from './many-places.ts';
import { isModuleName } from '../names/places.ts';
import { createOwnExpressions } from './own-expressions.ts';
import { createSameExpressions } from './same-expressions.ts';
import { addScopeFunctions } from './idioms/scope-functions.ts';
import { addBounds, addOwn, addSelf, isOwnType } from './self-values.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { TypeAt } from '../types/types.ts';
import type { Abstract, Values } from './values.ts';

export interface Flow {
  resolver: NameResolver;
  classes: Classes;
  values: Values;
  constraints: Constraints;
  /** Node of an expression's values. `at`: where it stands, when that tells which declaration a name means. */
  expression(scope: ScopeId, value: Value, at?: number): number;
  /** Node of what a name or member is itself, where its value would be what it gives. */
  raw(scope: ScopeId, value: Value, at?: number): number;
  /** Node of what a bare name stands for. */
  named(scope: ScopeId, name: string, at: number | undefined): number;
  /** Node of what a place stands for. */
  place(place: Place): number;
  /** Node of a member of a value. */
  member(value: number, name: string): number;
  /** Node of an element of a value; any element when the key is unknown. */
  element(value: number, key: string | undefined): number;
  /** Node of what a file's text puts into a collection; without a key it may be anywhere in it. */
  put(collection: number, key: string | undefined): number;
  /** Adds what a declared type means to a node. */
  typed(to: number, at: TypeAt, context?: TypeContext): void;
  /** Whether a declared type says anything. */
  says(at: TypeAt | undefined): boolean;
  /** Node of the type that is expected at an offset. */
  implicit(scope: ScopeId, at: number): number;
  parameter(fn: number, index: number): number;
  /** Node of what a lambda has as its object. */
  objectOf(lambda: number): number;
  /** Classes of the objects that code has: those of the lambdas around, and the class it stands in. Known after solving. */
  objectsAround(scope: ScopeId): number[];
  /** Node of the members of that name that the objects of the lambdas around have; undefined where there are none. */
  ofLambdaObject(scope: ScopeId, name: string): number | undefined;
  /** Adds what calling a value gives to a node. */
  result(callee: number, call: CallSite, to: number): void;
  /** Calls that decorate a definition, outermost first. */
  decorators: DecoratorCalls;
  /** The same as applied, innermost first. */
  decorated(def: number): DecoratorStage[];
  /** Lets a call's arguments reach the parameters of what it runs. */
  register(fact: CallFact, scope: ScopeId): void;
  external(name: string): number;
  add(node: number, value: Abstract): void;
}

const MAX_NESTING = 300;

/** Adds names, bindings and expressions to a flow whose other parts are made elsewhere. */
export function addExpressions(flow: Flow): void {
  const { constraints, resolver, classes, values } = flow;
  const { program } = resolver;
  const { trace } = program;
  const entries = new Map<Entry, number>();
  let nesting = 0;

  flow.expression = (scope, value, at) => {
    if (nesting >= MAX_NESTING) return (tooDeep ??= unsureNode());
    nesting++;
    const node = same(scope, value, at) ?? own(scope, value, at);
    nesting--;
    return node;
  };

  let tooDeep: number | undefined;
  const unsureNode = (): number => {
    const node = constraints.node();
    trace.dependOnOrder(vertexOf(node));
    return node;
  };

  const fill = (node: number, scope: ScopeId, value: Value, at: number | undefined): void => {
    switch (value.is) {
      case 'name':
        if (fileOfScope(program, scope).rules.bareNamesCall) addBareName(flow, node, scope, value.name, at);
        else if (fileOfScope(program, scope).rules.membersCall)
          runsAlone(flow, node, scope, flow.raw(scope, value, at));
        else addName(node, scope, value.name, at);
        return;
      case 'member':
        return runsAlone(flow, node, scope, flow.raw(scope, value, at));
      case 'new':
        for (const built of builtBy(flow, scope, value.type)) flow.add(node, built);
        if (constraints.values(node).length > 0) return;
        if (isOwnType(flow, scope, value.type.name)) addOwn(flow, node, scope, 'instance');
        else flow.typed(node, { type: value.type, scope });
        return;
      case 'index':
      case 'slice':
        return addPart(flow, node, scope, value, at);
      case 'self':
        addSelf(flow, node, scope);
        return;
      case 'super': {
        const cls = classes.classOf(scope);
        if (cls === undefined) return;
        if (fileOfScope(program, scope).rules.superRunsMethod) addSuperMethod(flow, node, scope, cls);
        else flow.add(node, { is: 'super', def: cls });
        return;
      }
      case 'literal':
        constraints.add(node, flow.external(value.type));
        return;
      case 'function':
        addOwnDefinition(node, fileOfScope(program, scope).base + value.definition);
        return;
      case 'collection':
        constraints.add(node, values.collection(value, scope));
        return;
      case 'either':
        for (const option of value.options) constraints.flow(flow.expression(scope, option), node);
        return;
      case 'cast':
        if (flow.says({ type: value.type, scope })) flow.typed(node, { type: value.type, scope });
        else if (value.of !== undefined) constraints.flow(flow.expression(scope, value.of), node);
        return;
      case 'type': {
        const symbols = classes.types.classesNamed(scope, value.type);
        for (const symbol of symbols) addSymbol(node, symbol);
        if (symbols.length > 0) return;
        if (isOwnType(flow, scope, value.type.name)) addOwn(flow, node, scope, 'class');
        for (const def of classes.types.built(scope, value.type)) addDefinition(flow, node, def);
        return;
      }
      case 'implicit':
        constraints.flow(flow.implicit(scope, value.at), node);
        return;
      case 'call':
        // Filled below, with members that are read: they have their nodes from same-expressions.ts.
        return;
      case 'unknown':
        return;
    }
  };

  // Rules of most nodes there are: functions of their own would each hold on to all of these.
  const flowMember = (of: number, to: number, name: string): void => constraints.flow(flow.member(of, name), to);
  const flowResult = (callee: number, to: number, call: CallSite & { callee: Value }): void => {
    if (readsField(flow, call.scope, call.callee, callee)) constraints.add(to, callee);
    else flow.result(callee, call, to);
  };

  const own = createOwnExpressions(flow, fill);
  const same = createSameExpressions(flow, {
    name: (node, scope, name) => addName(node, scope, name, undefined),
    member: (node, of, name) => constraints.watchFor(of, flowMember, node, name),
    call(node, called, scope, { callee, args, typeArgs }) {
      constraints.watchFor(called, flowResult, node, { args, typeArgs, scope, callee });
    },
    word: (node, scope, value) => fill(node, scope, value, undefined),
  });

  const choose = (places: Place[], at?: number): Place[] =>
    chooseDeclarations(program, tableClassOf(flow, places) ?? places.filter(isMeant), at);

  /** A class with type parameters is not meant by its bare name where these tell classes apart. */
  const isMeant = (place: Place): boolean =>
    place.at !== 'entry' || place.entry.kind !== 'def' || hasArity(program, place.entry.def, 0);

  const addSymbol = (node: number, symbol: (Place & { at: 'ref' })['ref']): void => {
    if (symbol.to === 'external') constraints.add(node, flow.external(symbol.name));
    else if (symbol.to === 'def') addDefinition(flow, node, symbol.def);
    else {
      flow.add(node, { is: 'module', symbol });
      const file = symbol.to === 'file' ? program.files[symbol.file] : undefined;
      if (file !== undefined) trace.dependOnFile(file.index);
      // `module.exports = f` makes the module itself the function.
      for (const fact of file?.facts.exports ?? []) {
        if (file !== undefined && fact.name === '=')
          constraints.flow(flow.expression(fileScope(file), fact.value), node);
      }
    }
  };

  const flowPlaces = createPlacesFlow(flow);

  const addName = (node: number, scope: ScopeId, name: string, at: number | undefined): void => {
    const found = resolver.lookup(scope, name);
    if (isModuleName(program, scope, name, found))
      addSymbol(node, { to: 'file', file: fileOfScope(program, scope).index });
    const ofObject = flow.ofLambdaObject(scope, name);
    if (ofObject !== undefined) constraints.flow(ofObject, node);
    const chosen = choose(found?.places ?? [], at);
    flowPlaces(found?.places ?? [], chosen, node);
    shadowedByResult(flow, node, chosen, name);
    if (found !== undefined || addBounds(flow, node, scope, name)) return;
    const { rules } = fileOfScope(program, scope);
    const cls = rules.implicitSelf || rules.selfTypes.has(name) ? classes.classOf(scope) : undefined;
    if (cls === undefined) return;
    // `Self` is the class around; any other bare name may be a member that only subclasses or outside bases have.
    if (rules.selfTypes.has(name)) flow.add(node, { is: 'class', def: cls });
    else constraints.flow(flow.member(values.id({ is: 'instance', def: cls, args: [] }), name), node);
  };

  /** A function or class expression. */
  const addOwnDefinition = (node: number, def: number): void => {
    flow.add(node, { is: isClassLike(definitionOf(program, def)) ? 'class' : 'function', def });
  };

  const named = new Map<string, number>();
  flow.named = (scope, name, at) => {
    const narrowing = narrowingAt(resolver.lookup(scope, name)?.places ?? [], at);
    const key = `${scope} ${name} ${narrowing ?? ''}`;
    let node = named.get(key);
    if (node === undefined) {
      named.set(key, (node = constraints.node()));
      trace.enter(vertexOf(node));
      trace.dependOnFile(fileOfScope(program, scope).index);
      addName(node, scope, name, at);
      trace.leave();
    }
    return node;
  };

  flow.place = (place) => {
    if (place.at === 'ref') {
      const node = constraints.node();
      trace.enter(vertexOf(node));
      addSymbol(node, place.ref);
      trace.leave();
      return node;
    }
    if (place.at === 'value') return flow.expression(place.scope, place.value);
    if (place.at === 'member') {
      const on: Abstract = place.onClass
        ? { is: 'class', def: place.cls }
        : { is: 'instance', def: place.cls, args: [] };
      return flow.member(values.id(on), place.name);
    }
    const { entry } = place;
    const known = entries.get(entry);
    if (known !== undefined) return known;
    if (entry.kind === 'param') return flow.parameter(entry.fn, entry.index);
    const node = constraints.node();
    entries.set(entry, node);
    trace.enter(vertexOf(node));
    trace.dependOnFile(fileOfScope(program, place.scope).index);
    if (entry.kind === 'def') addEntryDefinition(node, entry.def);
    else if (entry.kind === 'bind') bindTo(flow, node, entry.fact, entry.scope);
    else {
      const file = program.files[entry.file];
      if (file !== undefined) {
        for (const next of choose(resolver.imported(entry.fact, file))) constraints.flow(flow.place(next), node);
      }
    }
    trace.leave();
    return node;
  };

  /** A decorated definition may be what its decorators gave; it is still itself, since most hand it on. */
  const addEntryDefinition = (node: number, def: number): void => {
    addDefinition(flow, node, def);
    const last = flow.decorated(def).at(-1);
    if (last !== undefined) constraints.flow(last.result, node);
  };

  addRawNames(flow, addName);
  addScopeFunctions(flow);
  addDecorators(flow, (node, def) => addDefinition(flow, node, def));
}
