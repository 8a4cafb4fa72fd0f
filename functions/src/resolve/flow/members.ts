/**
 * Members of values: what `a.b` is once it is known what `a` is.
 *
 *     instance of Dog, 'bark'      Dog's or a supertype's method, its receiver given
 *     class Dog, 'create'          a static or unbound method, a nested class, an enum case
 *     module a.b, 'f'              what the file exports
 *     {a: f}, 'a'                  the value under the key, where map literals are objects
 *
 * A member that no class in the order declares may be one of subclasses only (dynamic languages): those are taken when
 * they are few, and no supertype outside the repository could have it.
 */
import { companionIn } from '../classes/companions.ts';
import type { Member } from '../classes/contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import { languagesOf } from '../program/languages-of.ts';
import { readExportClauses } from '../program/export-clauses.ts';
import type { ExportClauses } from '../program/export-clauses.ts';
import { NOTHING } from '../tracking/trace.ts';
import type { Place } from '../names/contract.ts';
import { memberType } from '../types/types.ts';
import type { Flow } from './contract.ts';
import { addCaseMember } from './idioms/case-members.ts';
import { addExportedMember } from './idioms/exported-members.ts';
import { addDeclaredMember } from './idioms/held-lambdas.ts';
import { kindOf } from './expressions/written-types.ts';
import { isClassByUse } from './definition-values.ts';
import { addDeclaration, isSettled } from './member-values.ts';
import { declaredBehind, declaredBelow } from '../classes/members-below.ts';
import { storeOfClass } from './stores.ts';
import type { AbstractValue, CollectionSite } from './values.ts';

export interface Members {
  /** By value, then by name. */
  nodes: (Map<string, number> | undefined)[];
  exports: ExportClauses;
  /** Supertypes of types from elsewhere, whose extensions these have, too. */
  above: Map<string, string[]>;
  /** Members of pairs, by the place that they read. */
  pairFields: Map<string, number>;
  /** Members of containers that give or take elements. */
  ofContainers: Set<string>;
  /** Names of scope functions, `x.let`, which the caller's language gives to values of any. */
  scoped: Set<string>;
}

export function createMembers(program: Program): Members {
  const languages = languagesOf(program);
  return {
    nodes: [],
    exports: readExportClauses(program),
    above: new Map(languages.flatMap((rules) => [...rules.outsideSupertypes])),
    pairFields: new Map(languages.flatMap((rules) => [...rules.pairFields])),
    ofContainers: new Set(
      languages.flatMap((rules) => [...rules.callbackMembers, ...rules.mapMembers, ...rules.containerMembers]),
    ),
    scoped: new Set(languages.flatMap((rules) => [...rules.scopeMembers.keys()])),
  };
}

export function memberNode(flow: Flow, members: Members, id: number, name: string): number {
  const table = (members.nodes[id] ??= new Map<string, number>());
  const known = table.get(name);
  if (known !== undefined) return known;
  return flow.node(table, name, NOTHING, (node) => {
    const value = flow.values.get(id);
    if (!addFirst(flow, node, value, name)) addMember(flow, members, node, id, value, name);
  });
}

/** A member that comes before any that a class declares. */
function addFirst(flow: Flow, node: number, value: AbstractValue, name: string): boolean {
  if (value.is !== 'class' && value.is !== 'instance') return false;
  return flow.hooks(value.def).firstMember.some((add) => add(flow, node, value, name));
}

// eslint-disable-next-line complexity -- a plain dispatch by the kind of the value
function addMember(flow: Flow, members: Members, node: number, id: number, value: AbstractValue, name: string): void {
  switch (value.is) {
    case 'instance':
      return addOfInstance(flow, members, node, id, value.def, name);
    case 'class':
      return addOfClass(flow, members, node, id, value.def, name);
    case 'super':
      return addOfSuper(flow, node, value, name);
    case 'module':
      return addOfModule(flow, members, node, id, flow.resolver.memberOf(value.symbol, name), name);
    case 'external':
      return addOfExternal(flow, members, node, id, value, name);
    case 'collection':
      return addOfCollection(flow, node, id, value.site, name);
    case 'record': {
      const type = memberType(value.of, name);
      if (type === undefined) flow.constraints.add(node, flow.external(name));
      else flow.typed(node, type);
      return;
    }
    case 'function':
    case 'bound':
      return addOfFunction(flow, node, id, value.def, name);
    case 'mapped':
    case 'rearranged':
    case 'slice':
    case 'pairs':
      return flow.add(node, { is: 'containerMember', name, of: id });
    case 'containerMember':
      if (flow.anyHooks.memberOfElement.some((add) => add(flow, node, value, name))) return;
      return flow.constraints.add(node, flow.external(name));
    case 'pair':
      return addOfPair(flow, members, node, id, name);
    default:
      flow.constraints.add(node, flow.external(name));
  }
}

/** What a module exports; a module that is loaded later is waited for: `import('./page').then((page) => …)`. */
function addOfModule(
  flow: Flow,
  members: Members,
  node: number,
  id: number,
  places: readonly Place[],
  name: string,
): void {
  for (const place of places) flow.constraints.flow(flow.place(place), node);
  if (places.length === 0 && members.scoped.has(name)) flow.add(node, { is: 'scoped', name, of: id });
}

/** `entry.value`, `entry.getValue()`: a part of a pair, read or called for. */
function addOfPair(flow: Flow, { pairFields }: Members, node: number, id: number, name: string): void {
  const at = pairFields.get(name);
  if (at === undefined) return flow.constraints.flow(flow.element(id, name), node);
  flow.constraints.watch(flow.element(id, String(at)), (part) => {
    flow.constraints.add(node, part);
    flow.add(node, { is: 'giving', of: part });
  });
}

function addOfInstance(flow: Flow, members: Members, node: number, id: number, cls: number, name: string): void {
  const { classes, constraints, program } = flow;
  const { memberOfObject, renamedMember } = flow.hooks(cls);
  const [renamed] = renamedMember.map((find) => find(flow, cls, name));
  const member = classes.find(cls, name) ?? renamed;
  if (member !== undefined) addDeclaration(flow, node, member, id, 'object');
  else if (memberOfObject.some((add) => add(flow, node, cls, name))) return;
  // What is declared with a type or as a function is not what some assignment elsewhere makes of it.
  if (member === undefined || !isSettled(flow, member)) {
    for (const at of classes.order(cls)) constraints.flow(flow.store(at, name), node);
  }
  if (member !== undefined || addExportedMember(flow, members.exports, node, classes.order(cls), name)) return;
  const embedded = embeddedAs(flow, cls, name);
  if (embedded !== undefined) flow.add(node, { is: 'instance', def: embedded, args: [] });
  else if (isClassByUse(flow, cls)) addOfUsedClass(flow, node, cls, name);
  else if (!addExtension(flow, members, node, id, { type: definitionOf(program, cls).name, cls }, name)) {
    addUndeclared(flow, members, node, id, cls, name);
  }
}

/** A member that no class in an object's order declares. */
function addUndeclared(flow: Flow, members: Members, node: number, id: number, cls: number, name: string): void {
  const { classes, constraints, program, values } = flow;
  const { membersBelow, passMembers } = fileOfScope(program, cls).rules;
  if (members.scoped.has(name)) flow.add(node, { is: 'scoped', name, of: id });
  else if (flow.hooks(cls).undeclaredMember.some((add) => add(flow, node, id, cls, name))) return;
  else if (passMembers.has(name)) flow.add(node, { is: 'giving', of: id });
  else if (classes.hasOutsideBase(cls)) constraints.add(node, flow.external(name));
  else if (membersBelow) {
    for (const below of declaredBelow(program, classes, cls, name)) {
      addDeclaration(flow, node, below, values.id({ is: 'instance', def: below.cls, args: [] }), 'object');
    }
  }
}

/** `struct Kennel { Dog }`: kennel.Dog is the Dog in it. */
function embeddedAs({ classes, program }: Flow, cls: number, name: string): number | undefined {
  const bases = classes.supertypes(cls);
  return bases.find((base) => base.how === 'embeds' && definitionOf(program, base.def).name === name)?.def;
}

function addOfClass(flow: Flow, members: Members, node: number, id: number, cls: number, name: string): void {
  const { classes, constraints, program, resolver, values } = flow;
  const file = fileOfScope(program, cls);
  if (flow.hooks(cls).memberOfClass.some((add) => add(flow, node, cls, name))) return;
  const member = classes.findOnClass(cls, name);
  constraints.flow(storeOfClass(flow, cls, name), node);
  if (member === undefined && addCaseMember(flow, node, cls, name)) return;
  const companion = member === undefined ? companionIn(program, cls) : undefined;
  if (companion !== undefined) {
    const self = values.id({ is: 'instance', def: companion, args: [] });
    return constraints.flow(flow.member(self, name), node);
  }
  if (member === undefined && resolver.strategyOf(file).namespaceBeside?.(cls) !== undefined) {
    for (const place of resolver.memberOf({ to: 'def', def: cls }, name)) constraints.flow(flow.place(place), node);
  }
  if (member !== undefined) addDeclaration(flow, node, member, id, 'class');
  else if (addExportedMember(flow, members.exports, node, [cls], name)) return;
  else if (isClassByUse(flow, cls)) addOfUsedClass(flow, node, cls, name);
  else if (classes.hasOutsideBase(cls)) constraints.add(node, flow.external(name));
  else if (name === 'prototype') flow.add(node, { is: 'instance', def: cls, args: [] });
}

/** `super.bark`: what stands behind the class in its order. */
function addOfSuper(flow: Flow, node: number, value: AbstractValue & { is: 'super' }, name: string): void {
  const { classes, constraints, values } = flow;
  const { def: cls, onClass } = value;
  const member = onClass === true ? classes.findOnClass(cls, name, cls) : classes.find(cls, name, cls);
  const self = values.id(onClass === true ? { is: 'class', def: cls } : { is: 'instance', def: cls, args: [] });
  if (member !== undefined) addDeclaration(flow, node, withBodies(flow, member), self, 'object');
  else if (classes.hasOutsideBase(cls)) constraints.add(node, flow.external(name));
  else for (const one of declaredBehind(classes, cls, name)) addDeclaration(flow, node, one, self, 'object');
}

/** `base.init()` runs what a class above has, whatever an interface asks for beside it. */
function withBodies({ program }: Flow, member: Member): Member {
  const defs = member.defs.filter((def) => definitionOf(program, def).declaration !== 'abstract');
  return defs.length === 0 || defs.length === member.defs.length ? member : { ...member, defs };
}

function addOfFunction(flow: Flow, node: number, id: number, fn: number, name: string): void {
  const { classes, constraints, program } = flow;
  const { functionMembers } = fileOfScope(program, fn).rules;
  const member = classes.findOnClass(fn, name);
  if (member !== undefined) addDeclaration(flow, node, member, id, 'class');
  constraints.flow(storeOfClass(flow, fn, name), node);
  if (member === undefined && functionMembers.has(name)) constraints.add(node, id);
  if (member === undefined) for (const add of flow.hooks(fn).memberOfFunction) add(flow, node, id, fn, name);
  if (member === undefined) addDeclaredMember(flow, node, fn, name);
  if (name === 'prototype') flow.add(node, { is: 'instance', def: fn, args: [] });
}

function addOfExternal(
  flow: Flow,
  members: Members,
  node: number,
  id: number,
  value: AbstractValue & { is: 'external' },
  name: string,
): void {
  if (addExtension(flow, members, node, id, { type: value.name, cls: undefined }, name)) return;
  const isOfContainer = value.args.length > 0 && members.ofContainers.has(name);
  if (members.scoped.has(name) && !isOfContainer) flow.add(node, { is: 'scoped', name, of: id });
  else if (value.args.length > 0) flow.add(node, { is: 'containerMember', name, of: id });
  else flow.constraints.add(node, flow.external(value.name));
}

function addOfCollection(flow: Flow, node: number, id: number, at: number, name: string): void {
  const site = flow.values.sites[at];
  if (site === undefined) return;
  const { rules } = fileOfScope(flow.program, site.scope);
  if (rules.objectLiterals && site.value.of === 'map') {
    flow.constraints.flow(flow.element(id, name), node);
    if (site.value.keys?.includes(name) !== true) addOfSpread(flow, node, site, name);
  } else flow.add(node, { is: 'containerMember', name, of: id });
}

/** `{ ...base, own }`: a member that is no own key may come from what is spread. */
function addOfSpread(flow: Flow, node: number, site: CollectionSite, name: string): void {
  const { constraints } = flow;
  site.value.items.forEach((item, index) => {
    if (site.value.spread?.includes(index) !== true) return;
    constraints.watch(flow.expression(site.scope, item), (of) => constraints.flow(flow.member(of, name), node));
  });
}

/** A member that a class by use has though no function was written to it. */
function addOfUsedClass(flow: Flow, node: number, cls: number, name: string): void {
  for (const add of flow.hooks(cls).memberOfUsedClass) add(flow, node, cls, name);
}

/** Members that an extension adds to a type: to one of the repository, or by its name to one from anywhere. */
function addExtension(
  flow: Flow,
  members: Members,
  node: number,
  id: number,
  { type, cls }: { type: string; cls: number | undefined },
  name: string,
): boolean {
  const family = cls === undefined ? undefined : fileOfScope(flow.program, cls).rules.family;
  const types = [type, ...(members.above.get(type) ?? [])];
  const named = types.map((one) => flow.classes.extensionsOf(family, one, name)).find((list) => list.length > 0) ?? [];
  // `fun <T : Table> T.insert()`: a Table has it as a member, and neither a class that is none nor a text can be one.
  const isOfKnown = cls !== undefined || kindOf(type) !== undefined;
  const found = isOfKnown ? named.filter((def) => flow.classes.ownerOf(def) === undefined) : named;
  for (const def of found) flow.add(node, { is: 'bound', def, self: id });
  return found.length > 0;
}
