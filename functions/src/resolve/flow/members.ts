/**
 * Members of values: what `a.b` is once it is known what `a` is.
 *
 *     instance of Dog, 'bark'      Dog's or a supertype's method, its receiver given
 *     class Dog, 'create'          a static or unbound method, a nested class, an enum case
 *     module a.b, 'f'              what the file offers
 *     {a: f}, 'a'                  the value under the key, where map literals are objects
 *
 * A member that no class in the order declares may be one of subclasses only (dynamic languages): those are taken when
 * they are few, and no supertype outside the repository could have it.
 */
import { companionIn } from '../classes/companions.ts';
import type { Flow } from './flow.ts';
import { addDeclaredMember } from './idioms/held-lambdas.ts';
import { createMemberValues } from './member-values.ts';
import { declaredBehind, declaredBelow } from './members-below.ts';
import { addTableMember, isTableClass } from './idioms/metatables.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';
import { memberType } from '../types/types.ts';
import { addCaseMember } from './idioms/case-members.ts';
import { createExportedMembers } from './idioms/exported-members.ts';
import { createStores } from './stores.ts';
import { addLibraryMember } from './idioms/table-classes.ts';
import type { Abstract, CollectionSite } from './values.ts';

/** Nodes that assignments to members add to, by the value they are made on and by its class. */
export interface Stores {
  /** Undefined where the value keeps nothing under names. */
  store: (value: number, name: string) => number | undefined;
  storeOf: (cls: number, name: string) => number;
}

/** Adds `member` to a flow. */
export function addMembers(flow: Flow): Stores {
  const { constraints, resolver, classes, values } = flow;
  const { program } = resolver;
  const { trace } = program;
  const nodes: (Map<string, number> | undefined)[] = [];
  const storeOf = createStores(flow);
  const exported = createExportedMembers(flow);
  const declared = createMemberValues(flow);
  /** Supertypes of types from elsewhere, whose extensions these have, too. */
  const above = new Map(program.files.flatMap((file) => [...file.rules.outsideSupertypes]));
  const ofContainers = new Set(
    program.files.flatMap(({ rules }) => [...rules.callbackMembers, ...rules.mapMembers, ...rules.containerMembers]),
  );
  const elementFields = new Set(program.files.flatMap((file) => [...file.rules.elementFields]));
  /** Names of scope functions, `x.let`, which the caller's language gives to values of any. */
  const scoped = new Set(program.files.flatMap((file) => [...file.rules.scopeMembers.keys()]));

  flow.member = (id, name) => {
    const table = (nodes[id] ??= new Map<string, number>());
    const known = table.get(name);
    if (known !== undefined) return known;
    const node = constraints.node();
    table.set(name, node);
    trace.enter(vertexOf(node));
    if (!addLibraryMember(flow, node, values.get(id), name)) fill(node, id, values.get(id), name);
    trace.leave();
    return node;
  };

  const fill = (node: number, id: number, value: Abstract, name: string): void => {
    switch (value.is) {
      case 'instance':
        return ofInstance(node, id, value.def, name);
      case 'class':
        return ofClass(node, id, value.def, name);
      case 'super': {
        const member = classes.find(value.def, name, value.def);
        const self = values.id({ is: 'instance', def: value.def, args: [] });
        if (member !== undefined) declared.add(node, member, self, 'object');
        else if (classes.hasOutsideBase(value.def)) constraints.add(node, flow.external(name));
        else for (const one of declaredBehind(classes, value.def, name)) declared.add(node, one, self, 'object');
        return;
      }
      case 'module':
        for (const place of resolver.memberOf(value.symbol, name)) constraints.flow(flow.place(place), node);
        return;
      case 'external':
        return ofExternal(node, id, value, name);
      case 'collection':
        return ofCollection(node, id, name);
      case 'record': {
        const type = memberType(value.of, name);
        if (type === undefined) constraints.add(node, flow.external(name));
        else flow.typed(node, type);
        return;
      }
      case 'function':
      case 'bound':
        return ofFunction(node, id, value.def, name);
      case 'mapped':
      case 'rearranged':
      case 'slice':
      case 'pairs':
        flow.add(node, { is: 'containerMember', name, of: id });
        return;
      case 'containerMember': {
        // `xs.first.name`, where an element is a property: a member of a method would mean nothing.
        if (elementFields.has(value.name)) {
          constraints.watch(flow.element(value.of, undefined), (of) => constraints.flow(flow.member(of, name), node));
        } else constraints.add(node, flow.external(name));
        return;
      }
      case 'pair':
        return constraints.flow(flow.element(id, name), node);
      default:
        constraints.add(node, flow.external(name));
    }
  };

  const ofInstance = (node: number, id: number, cls: number, name: string): void => {
    const { classMember, fieldSigil } = fileOfScope(program, cls).rules;
    const field = fieldSigil === undefined ? undefined : classes.find(cls, fieldSigil + name);
    const member = classes.find(cls, name) ?? field;
    if (member !== undefined) declared.add(node, member, id, 'object');
    else if (name === classMember) {
      flow.add(node, { is: 'class', def: cls });
      return;
    }
    // What is declared with a type or as a function is not what some assignment elsewhere makes of it.
    if (member === undefined || !declared.isSettled(member)) {
      for (const at of classes.order(cls)) constraints.flow(storeOf(at, name), node);
    }
    if (member !== undefined || exported.add(node, classes.order(cls), name)) return;
    const embedded = embeddedAs(cls, name);
    if (embedded !== undefined) {
      flow.add(node, { is: 'instance', def: embedded, args: [] });
      return;
    }
    if (isTableClass(flow, cls)) {
      addTableMember(flow, node, cls, name);
      return;
    }
    if (extension(node, id, definitionOf(program, cls).name, cls, name)) return;
    if (scoped.has(name)) flow.add(node, { is: 'scoped', name, of: id });
    else if (fileOfScope(program, cls).rules.passFields.has(name)) constraints.add(node, id);
    else if (fileOfScope(program, cls).rules.passMembers.has(name)) flow.add(node, { is: 'giving', of: id });
    else if (classes.hasOutsideBase(cls)) constraints.add(node, flow.external(name));
    else if (fileOfScope(program, cls).rules.membersBelow) {
      for (const below of declaredBelow(program, classes, cls, name)) {
        declared.add(node, below, values.id({ is: 'instance', def: below.cls, args: [] }), 'object');
      }
    }
  };

  const embeddedAs = (cls: number, name: string): number | undefined =>
    classes.supertypes(cls).find((base) => base.how === 'embeds' && definitionOf(program, base.def).name === name)?.def;

  const ofClass = (node: number, id: number, cls: number, name: string): void => {
    const { rules } = fileOfScope(program, cls);
    if (name === rules.newMember) return flow.add(node, { is: 'class', def: cls });
    const member = classes.findOnClass(cls, name);
    constraints.flow(storeOf(cls, name), node);
    if (member === undefined && addCaseMember(flow, node, cls, name)) return;
    const companion = member === undefined ? companionIn(program, cls) : undefined;
    if (companion !== undefined) {
      const self = values.id({ is: 'instance', def: companion, args: [] });
      return constraints.flow(flow.member(self, name), node);
    }
    if (member === undefined && resolver.strategyOf(fileOfScope(program, cls)).namespaceBeside?.(cls) !== undefined) {
      for (const place of resolver.memberOf({ to: 'def', def: cls }, name)) constraints.flow(flow.place(place), node);
    }
    if (member !== undefined) declared.add(node, member, id, 'class');
    else if (exported.add(node, [cls], name)) return;
    else if (isTableClass(flow, cls)) addTableMember(flow, node, cls, name);
    else if (classes.hasOutsideBase(cls)) constraints.add(node, flow.external(name));
    else if (name === 'prototype') flow.add(node, { is: 'instance', def: cls, args: [] });
  };

  const ofFunction = (node: number, id: number, fn: number, name: string): void => {
    const { rules } = fileOfScope(program, fn);
    const member = classes.own(fn, name);
    if (member !== undefined) declared.add(node, member, id, 'class');
    constraints.flow(storeOf(fn, name), node);
    if (member === undefined && rules.functionMembers.has(name)) constraints.add(node, id);
    if (member === undefined && rules.bindMembers.has(name)) flow.add(node, { is: 'giving', of: id });
    if (member === undefined) addDeclaredMember(flow, node, fn, name);
    if (name === 'prototype') flow.add(node, { is: 'instance', def: fn, args: [] });
  };

  const ofExternal = (node: number, id: number, value: Abstract & { is: 'external' }, name: string): void => {
    if (extension(node, id, value.name, undefined, name)) return;
    const isOfContainer = value.args.length > 0 && ofContainers.has(name);
    if (scoped.has(name) && !isOfContainer) flow.add(node, { is: 'scoped', name, of: id });
    else if (value.args.length > 0) flow.add(node, { is: 'containerMember', name, of: id });
    else constraints.add(node, flow.external(value.name));
  };

  const ofCollection = (node: number, id: number, name: string): void => {
    const value = values.get(id);
    const site = value.is === 'collection' ? values.sites[value.site] : undefined;
    if (site === undefined) return;
    const { rules } = fileOfScope(program, site.scope);
    if (rules.objectLiterals && site.value.of === 'map') {
      constraints.flow(flow.element(id, name), node);
      if (site.value.keys?.includes(name) !== true) ofSpread(node, site, name);
    } else flow.add(node, { is: 'containerMember', name, of: id });
  };

  /** `{ ...base, own }`: a member that is no own key may come from what is spread. */
  const ofSpread = (node: number, site: CollectionSite, name: string): void => {
    site.value.items.forEach((item, index) => {
      if (site.value.spread?.includes(index) !== true) return;
      constraints.watch(flow.expression(site.scope, item), (of) => constraints.flow(flow.member(of, name), node));
    });
  };

  /** Members that an extension adds to a type from anywhere. */
  const extension = (node: number, id: number, type: string, scope: number | undefined, name: string): boolean => {
    const family = scope === undefined ? undefined : fileOfScope(program, scope).rules.family;
    const types = [type, ...(above.get(type) ?? [])];
    const found = types.map((one) => classes.extensionsOf(family, one, name)).find((list) => list.length > 0) ?? [];
    for (const def of found) flow.add(node, { is: 'bound', def, self: id });
    return found.length > 0;
  };

  return {
    storeOf,
    store(id, name) {
      const value = values.get(id);
      if (value.is === 'instance' || value.is === 'class' || value.is === 'function') return storeOf(value.def, name);
      return value.is === 'collection' ? flow.element(id, name) : undefined;
    },
  };
}
