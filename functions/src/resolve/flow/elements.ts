/**
 * Elements of values: what `xs[0]`, `d['k']` and `for x in xs` give.
 *
 *     [f, g][1]              g                     {'k': f}['k']      f
 *     for x in gen()         what gen yields       m: Map<K, Dog>     m.get(k) is a Dog
 *     for x in Numbers()     what its __next__ returns
 */
import type { Argument } from '../../model/facts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { NOTHING, vertexOf } from '../tracking/trace.ts';
import type { Flow } from './contract.ts';
import { everyObjectHas } from './idioms/object-members.ts';
import { addEntries, isPairMap, valuesOf } from './idioms/pairs.ts';
import { addItems, isKnown, UNKNOWN_KEY } from './parts.ts';
import type { AbstractValue } from './values.ts';

export interface Elements {
  /** By value and key. */
  nodes: Map<string, number>;
  /** What was put into collections, by collection and key. */
  stored: Map<string, number>;
}

export function createElements(): Elements {
  return { nodes: new Map(), stored: new Map() };
}

export function elementNode(flow: Flow, elements: Elements, id: number, key: string | undefined): number {
  const name = elementName(id, key);
  const known = elements.nodes.get(name);
  if (known !== undefined) return known;
  return flow.node(elements.nodes, name, NOTHING, (node) =>
    addElement(flow, elements, node, id, flow.values.get(id), key),
  );
}

function elementName(id: number, key: string | undefined): string {
  return `${id} ${key ?? ''}${key === undefined ? '' : '='}`;
}

// eslint-disable-next-line complexity -- a plain dispatch by the kind of the value
function addElement(
  flow: Flow,
  elements: Elements,
  node: number,
  id: number,
  value: AbstractValue,
  key: string | undefined,
): void {
  const { constraints } = flow;
  switch (value.is) {
    case 'collection':
      if (key !== undefined || !isPairMap(flow, value)) return addOfCollection(flow, elements, node, id, key);
      return flow.add(node, { is: 'pair', at: 1, of: valuesOf(flow, id), keyed: true });
    case 'generator':
      return addYielded(flow, node, value.def);
    case 'rearranged':
      if (isPairMap(flow, flow.values.get(value.of))) addOfCollection(flow, elements, node, value.of, undefined);
      else constraints.flow(flow.element(value.of, undefined), node);
      return;
    case 'slice': {
      const place = isKnown(key) && value.from !== undefined ? Number(key) : -1;
      constraints.flow(flow.element(value.of, place >= 0 ? String(place + (value.from ?? 0)) : undefined), node);
      return;
    }
    case 'pairs':
      return flow.add(node, { ...value, is: 'pair' });
    case 'pair':
      if (key === String(value.at)) constraints.flow(flow.element(value.of, undefined), node);
      return;
    case 'mapped':
      return flow.result(value.by, { args: [], scope: -1 }, node);
    case 'function':
    case 'bound':
      if (key !== undefined) for (const add of flow.hooks(value.def).elementOfFunction) add(flow, node, id);
      return;
    case 'external':
      return addOfContainer(flow, node, value, key);
    case 'record':
      if (isKnown(key)) constraints.flow(flow.member(id, key), node);
      return;
    case 'module':
    case 'class':
      return addNamedMember(flow, node, id, value, key);
    case 'instance':
      return addOfInstance(flow, node, id, value, key);
    default:
      return;
  }
}

function addYielded(flow: Flow, node: number, generator: number): void {
  for (const item of definitionOf(flow.program, generator).yielded ?? []) {
    flow.constraints.flow(flow.expression(generator, item), node);
  }
}

/** `const { run } = engine`, `engine['run']`: where tables are objects, a key of one is its member. */
function addNamedMember(
  flow: Flow,
  node: number,
  id: number,
  value: AbstractValue & { is: 'module' | 'class' | 'instance' },
  key: string | undefined,
): void {
  if (keysAreMembers(flow, value) && isKnown(key)) flow.constraints.flow(flow.member(id, key), node);
}

function keysAreMembers({ program }: Flow, value: AbstractValue & { is: 'module' | 'class' | 'instance' }): boolean {
  if (value.is !== 'module') return fileOfScope(program, value.def).rules.objectLiterals;
  const { symbol } = value;
  const file = symbol.to === 'file' ? program.files[symbol.file] : undefined;
  return file?.rules.objectLiterals === true;
}

function addOfInstance(
  flow: Flow,
  node: number,
  id: number,
  value: AbstractValue & { is: 'instance' },
  key: string | undefined,
): void {
  const { constraints, program, values } = flow;
  addNamedMember(flow, node, id, value, key);
  addPositioned(flow, node, id, value.def, key);
  const { indexMember } = fileOfScope(program, value.def).rules;
  if (isKnown(key)) for (const add of flow.hooks(value.def).elementOfInstance) add(flow, node, id, value.def, key);
  const underlying = definitionOf(program, value.def).type;
  if (underlying !== undefined) {
    const inner = constraints.node();
    flow.typed(inner, { type: underlying, scope: value.def }, { receiver: id });
    constraints.watch(inner, (of) => {
      if (values.get(of).is === 'external') constraints.flow(flow.element(of, key), node);
    });
  }
  if (indexMember !== undefined && key !== undefined) {
    const call = { args: [{ value: { is: 'unknown' as const } }], scope: value.def };
    constraints.watch(flow.member(id, indexMember), (of) => flow.result(of, call, node));
  }
  if (key === undefined) addIterated(flow, node, id, value.def);
}

/** `val (name, dog) = pair`: the parts of an instance are what its constructor takes, or else its fields, in their order. */
function addPositioned(flow: Flow, node: number, id: number, cls: number, key: string | undefined): void {
  const { program } = flow;
  const { objectLiterals, partsInOrder } = fileOfScope(program, cls).rules;
  if (!partsInOrder || objectLiterals || !isKnown(key) || !/^\d+$/.test(key)) return;
  const fields = (program.children[cls] ?? []).map((child) => definitionOf(program, child));
  const named = definitionOf(program, cls).parameters ?? fields.filter(({ kind }) => kind === 'field');
  const part = named[Number(key)];
  if (part !== undefined) flow.constraints.flow(flow.member(id, part.name), node);
}

/** A loop over an instance takes what its iterator gives. */
function addIterated(flow: Flow, node: number, id: number, cls: number): void {
  const { constraints, values } = flow;
  const iteration = iterationOf(flow, cls);
  if (iteration === undefined) return;
  const call = { args: [], scope: cls };
  const iterator = resultOf(flow, flow.member(id, iteration.iterator), call);
  constraints.watch(iterator, (of) => {
    if (values.get(of).is === 'generator') constraints.flow(flow.element(of, undefined), node);
    else constraints.flow(resultOf(flow, flow.member(of, iteration.next), call), node);
  });
}

/** The protocol by which a loop takes what the instances of a class give: in Python that of `for`, or of `async for`. */
export function iterationOf({ classes, program }: Flow, cls: number): { iterator: string; next: string } | undefined {
  const { iteration } = fileOfScope(program, cls).rules;
  return iteration.find(({ iterator }) => classes.find(cls, iterator) !== undefined);
}

function resultOf(flow: Flow, callee: number, call: { args: Argument[]; scope: number }): number {
  const to = flow.constraints.node();
  flow.constraints.watch(callee, (value) => flow.result(value, call, to));
  return to;
}

/** A tuple's part by its position, a container's element by its last type argument, a loop's by its first. */
function addOfContainer(
  flow: Flow,
  node: number,
  value: AbstractValue & { is: 'external' },
  key: string | undefined,
): void {
  const { constraints, program, values } = flow;
  const { args } = value;
  // `const { test } = require('node:test')`: a named part of what is outside.
  if (args.length === 0 && isKnown(key) && !/^-?\d+$/.test(key)) constraints.add(node, flow.external(value.name));
  if (value.name === '()') {
    const part = isKnown(key) ? args.at(Number(key)) : undefined;
    for (const arg of part === undefined ? args : [part]) flow.typed(node, arg);
    return;
  }
  if (key === undefined && isPairMap(flow, value)) {
    const pairs = constraints.node();
    addEntries(flow, pairs, values.id(value));
    constraints.watch(pairs, (of) => constraints.flow(flow.element(of, undefined), node));
    return;
  }
  const first = args[0];
  const overKeys = first !== undefined && !fileOfScope(program, first.scope).rules.loopsOverValues;
  const arg = key === undefined && args.length > 1 && overKeys ? first : args.at(-1);
  if (arg !== undefined) flow.typed(node, arg);
}

function addOfCollection(flow: Flow, elements: Elements, node: number, id: number, key: string | undefined): void {
  const { constraints, values } = flow;
  const value = values.get(id);
  const site = value.is === 'collection' ? values.sites[value.site] : undefined;
  if (site === undefined) return;
  const { rules } = fileOfScope(flow.program, site.scope);
  const open = key === UNKNOWN_KEY && flow.hooks(site.scope).hidesUnknownKeys.length > 0;
  if (!open || site.value.items.length === 1) addItems(flow, node, site, key);
  // `x[name] = f` is not meant for `run` of `x = { run() {} }`.
  const isMember = rules.objectLiterals && isKnown(key);
  const isOwn = isMember && (site.value.keys?.includes(key) === true || everyObjectHas(rules, key));
  if (!isOwn) {
    constraints.flow(storedNode(flow, elements, id, undefined), node);
    constraints.watchFor(storedNode(flow, elements, id, COPIED), flow.rules.element, node, key);
  }
  if (!open) constraints.flow(storedNode(flow, elements, id, isKnown(key) ? key : ANY_KEY), node);
}

/** Gathers what was put in under any key. */
const ANY_KEY = '*';

/** Gathers the values whose members are copied, each under its own key. */
const COPIED = '\0copied';

/** Node of what was put into a collection under a key. */
function storedNode(flow: Flow, elements: Elements, id: number, key: string | undefined): number {
  const { constraints, program } = flow;
  const name = elementName(id, key);
  let node = elements.stored.get(name);
  if (node === undefined) {
    elements.stored.set(name, (node = constraints.node()));
    program.trace.addDependency(vertexOf(node), program.trace.entriesInput(storedKey(flow, id)));
    if (key !== undefined && key !== ANY_KEY && key !== COPIED)
      constraints.flow(node, storedNode(flow, elements, id, ANY_KEY));
  }
  return node;
}

/** Name of what other files put into the collections of a file. */
export function storedKey({ program, values }: Flow, id: number): string {
  const value = values.get(id);
  const site = value.is === 'collection' ? values.sites[value.site] : undefined;
  return `l:${site === undefined ? '' : fileOfScope(program, site.scope).facts.path}`;
}

/** Node of the values whose members a file's text copies into a collection. */
export function copiedNode(flow: Flow, elements: Elements, id: number): number {
  return putNode(flow, elements, id, COPIED);
}

/** Node of what a file's text puts into a collection. */
export function putNode(flow: Flow, elements: Elements, id: number, key: string | undefined): number {
  const { trace } = flow.program;
  trace.provide(trace.file, storedKey(flow, id));
  return storedNode(flow, elements, id, key);
}
