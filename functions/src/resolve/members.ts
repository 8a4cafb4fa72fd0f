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
import type { Definition } from '../model/facts.ts';
import type { Member } from './class-members.ts';
import { bindTo } from './bindings.ts';
import { counts } from './field-writes.ts';
import type { Flow } from './flow.ts';
import { addDeclaredMember, calledByName } from './held-lambdas.ts';
import { declaredBehind, declaredBelow } from './members-below.ts';
import { addTableMember, isTableClass } from './metatables.ts';
import { definitionOf, fileOfScope } from './program.ts';
import { noteOf } from './trace.ts';
import { isClassLike, isFunctionLike } from './qualified-names.ts';
import { addDeclared } from './typed.ts';
import { memberType } from './types.ts';
import { addCaseMember } from './case-members.ts';
import { createExportedMembers } from './exported-members.ts';
import { createStores } from './stores.ts';
import { addLibraryMember } from './table-classes.ts';
import type { Abstract, CollectionSite } from './values.ts';

/** More overloads than this are one value, lest they fill a set of values. */
const MANY_OVERLOADS = 6;

export function addMembers(flow: Flow): {
  store: (value: number, name: string) => number | undefined;
  storeOf: (cls: number, name: string) => number;
} {
  const { constraints, linker, classes, values } = flow;
  const { program } = linker;
  const { trace } = program;
  const nodes: (Map<string, number> | undefined)[] = [];
  const storeOf = createStores(flow);
  const exported = createExportedMembers(flow);
  /** Names of scope functions, `x.let`, which the caller's language gives to values of any. */
  const above = new Map(program.files.flatMap((file) => Object.entries(file.rules.outsideSupertypes)));
  const ofContainers = new Set(
    program.files.flatMap(({ rules }) => [...rules.callbackMembers, ...rules.mapMembers, ...rules.containerMembers]),
  );
  const elementFields = new Set(program.files.flatMap((file) => file.rules.elementFields));
  const scoped = new Set(program.files.flatMap((file) => [...file.rules.scopingMembers.keys()]));

  flow.member = (id, name) => {
    const table = (nodes[id] ??= new Map<string, number>());
    const known = table.get(name);
    if (known !== undefined) return known;
    const node = constraints.node();
    table.set(name, node);
    trace.enter(noteOf(node));
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
        if (member !== undefined) addMember(node, member, self, true);
        else if (classes.hasOutsideBase(value.def)) constraints.add(node, flow.external(name));
        else for (const one of declaredBehind(classes, value.def, name)) addMember(node, one, self, true);
        return;
      }
      case 'module':
        for (const place of linker.memberOf(value.symbol, name)) constraints.flow(flow.place(place), node);
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
    if (member !== undefined) addMember(node, member, id, true);
    else if (name === classMember) {
      flow.add(node, { is: 'class', def: cls });
      return;
    }
    // What is declared with a type or as a function is not what some assignment elsewhere makes of it.
    if (member === undefined || !isSettled(member)) {
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
    else if (fileOfScope(program, cls).rules.passFields.includes(name)) constraints.add(node, id);
    else if (fileOfScope(program, cls).rules.passMembers.includes(name)) flow.add(node, { is: 'giving', of: id });
    else if (classes.hasOutsideBase(cls)) constraints.add(node, flow.external(name));
    else if (fileOfScope(program, cls).rules.membersBelow) {
      for (const below of declaredBelow(program, classes, cls, name)) {
        addMember(node, below, values.id({ is: 'instance', def: below.cls, args: [] }), true);
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
    const companion = member === undefined ? companionOf(cls) : undefined;
    if (companion !== undefined) {
      const self = values.id({ is: 'instance', def: companion, args: [] });
      return constraints.flow(flow.member(self, name), node);
    }
    if (member === undefined && linker.strategyOf(fileOfScope(program, cls)).namespaceBeside?.(cls) !== undefined) {
      for (const place of linker.memberOf({ to: 'def', def: cls }, name)) constraints.flow(flow.place(place), node);
    }
    if (member !== undefined) addMember(node, member, id, false);
    else if (exported.add(node, [cls], name)) return;
    else if (isTableClass(flow, cls)) addTableMember(flow, node, cls, name);
    else if (classes.hasOutsideBase(cls)) constraints.add(node, flow.external(name));
    else if (name === 'prototype') flow.add(node, { is: 'instance', def: cls, args: [] });
  };

  /** The object inside a class whose members are the class's static ones (Kotlin). */
  const companionOf = (cls: number): number | undefined =>
    program.children[cls]?.find((child) => definitionOf(program, child).variant === 'companion');

  const ofFunction = (node: number, id: number, fn: number, name: string): void => {
    const { rules } = fileOfScope(program, fn);
    const member = classes.own(fn, name);
    if (member !== undefined) addMember(node, member, id, false);
    constraints.flow(storeOf(fn, name), node);
    if (member === undefined && rules.functionMembers.includes(name)) constraints.add(node, id);
    if (member === undefined && rules.bindMembers.includes(name)) flow.add(node, { is: 'giving', of: id });
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

  const addMember = (node: number, member: Member, self: number, bound: boolean): void => {
    const defs = member.defs.map((def) => ({ number: def, def: definitionOf(program, def) }));
    let functions = linker.builtFirst(defs.filter(({ def }) => isFunctionLike(def)));
    const { rules } = fileOfScope(program, member.cls);
    const completed = functions.filter(({ def }) => def.declaration !== 'prototype');
    if (completed.length > 0 && completed.length < functions.length) functions = completed;
    const { called, settled } = calledByName(functions, rules);
    functions = called;
    const getters = functions.filter(({ def }) => isProperty(def));
    if (getters.length > 0) {
      for (const { number } of getters.slice(0, 1)) {
        flow.result(values.id({ is: 'bound', def: number, self }), { args: [], scope: number }, node);
      }
    } else {
      // Signatures of one method in an interface are one method; elsewhere the last definition of a name is the one that counts.
      const isAnnounced = functions.every(({ def }) => def.declaration === 'abstract');
      const chosen = rules.overloads ? functions : isAnnounced ? functions.slice(0, 1) : functions.slice(-1);
      const isTaken = (def: Definition): boolean =>
        bound || def.modifiers?.some((word) => word === 'class' || word === 'static') === true;
      const many = chosen.length > MANY_OVERLOADS ? chosen : [];
      for (const taken of [true, false]) {
        const group = many.filter(({ def }) => isTaken(def) === taken).map(({ number }) => number);
        if (group.length > 0) flow.add(node, { is: 'overloads', defs: group, self, taken });
      }
      for (const { number, def } of many.length > 0 ? [] : chosen) {
        const taken = isTaken(def);
        flow.add(node, taken ? { is: 'bound', def: number, self } : { is: 'function', def: number });
        const last = flow.decorated(number).at(-1);
        if (last !== undefined) constraints.flow(last.result, node);
      }
    }
    for (const { fn, index } of member.parameters) addParameterField(node, fn, index, self);
    for (const { number, def } of defs) if (!isFunctionLike(def)) addField(node, member.cls, number, def, self);
    for (const at of ordered(member.cls, self)) {
      for (const { fact, scope } of classes.own(at, defs[0]?.def.name ?? nameOf(flow, member))?.writes ?? []) {
        if (!settled && !declaredField(member) && counts(flow, member, fact)) bindTo(flow, node, fact, scope);
      }
    }
  };

  /** Fields are shared by the whole hierarchy of the receiver: what a supertype's method writes, all see. */
  const ordered = (cls: number, self: number): number[] => {
    const value = values.get(self);
    return value.is === 'instance' || value.is === 'class' ? classes.order(value.def) : [cls];
  };

  const isSettled = (member: Member): boolean =>
    declaredField(member) || member.defs.some((def) => isFunctionLike(definitionOf(program, def)));

  const declaredField = (member: Member): boolean =>
    member.defs.some((def) => {
      const { type } = definitionOf(program, def);
      return type !== undefined && flow.says({ type, scope: program.outer[def] ?? -1 });
    });

  const addField = (node: number, cls: number, number: number, def: Definition, self: number): void => {
    if (isClassLike(def)) {
      flow.add(node, { is: 'class', def: number });
      return;
    }
    const declared = def.type === undefined ? undefined : { type: def.type, scope: cls };
    if (addDeclared(flow, node, declared, self)) return;
    if (def.value !== undefined) constraints.flow(flow.expression(program.outer[number] ?? cls, def.value), node);
    else if (definitionOf(program, cls).kind === 'enum') flow.add(node, { is: 'instance', def: cls, args: [] });
  };

  const addParameterField = (node: number, fn: number, index: number, self: number): void => {
    const type = definitionOf(program, fn).parameters?.[index]?.type;
    const declared = type === undefined ? undefined : { type, scope: fn };
    if (!addDeclared(flow, node, declared, self)) constraints.flow(flow.parameter(fn, index), node);
  };

  return {
    storeOf,
    /** Node that an assignment to a member from outside its class adds to. */
    store(id, name) {
      const value = values.get(id);
      if (value.is === 'instance' || value.is === 'class' || value.is === 'function') return storeOf(value.def, name);
      return value.is === 'collection' ? flow.element(id, name) : undefined;
    },
  };
}

function nameOf(flow: Flow, member: Member): string {
  const [parameter] = member.parameters;
  if (parameter !== undefined) {
    return definitionOf(flow.linker.program, parameter.fn).parameters?.[parameter.index]?.name ?? '';
  }
  const target = member.writes[0]?.fact.target;
  return target?.is === 'member' ? target.name : '';
}

/** It is read like a field: a property, a getter. */
function isProperty(def: Definition): boolean {
  if (def.variant === 'getter' || def.variant === 'property') return true;
  return def.modifiers?.some((word) => word === 'property' || word === 'get') === true;
}
