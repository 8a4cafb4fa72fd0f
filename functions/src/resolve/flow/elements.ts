/**
 * Elements of values: what `xs[0]`, `d['k']` and `for x in xs` give.
 *
 *     [f, g][1]              g                     {'k': f}['k']      f
 *     for x in gen()         what gen yields       m: Map<K, Dog>     m.get(k) is a Dog
 *     for x in Numbers()     what its __next__ returns
 */
import type { Argument } from '../../model/facts.ts';
import type { Flow } from './flow.ts';
import { addEntries, isPairMap, valuesOf } from './idioms/pairs.ts';
import { addItems, isKnown, UNKNOWN_KEY } from './parts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { Abstract } from './values.ts';

export function addElements(flow: Flow): void {
  const { constraints, values, resolver } = flow;
  const { program } = resolver;
  const { trace } = program;
  const nodes = new Map<string, number>();
  const stored = new Map<string, number>();

  flow.element = (id, key) => {
    const name = `${id} ${key ?? ''}${key === undefined ? '' : '='}`;
    const known = nodes.get(name);
    if (known !== undefined) return known;
    const node = constraints.node();
    nodes.set(name, node);
    trace.enter(vertexOf(node));
    fill(node, id, values.get(id), key);
    trace.leave();
    return node;
  };

  const fill = (node: number, id: number, value: Abstract, key: string | undefined): void => {
    switch (value.is) {
      case 'collection':
        if (key !== undefined || !isPairMap(flow, value)) return ofCollection(node, id, key);
        flow.add(node, { is: 'pair', at: 1, of: valuesOf(flow, id) });
        return;
      case 'generator':
        for (const item of definitionOf(program, value.def).yielded ?? []) {
          constraints.flow(flow.expression(value.def, item), node);
        }
        return;
      case 'rearranged':
        if (isPairMap(flow, values.get(value.of))) ofCollection(node, value.of, undefined);
        else constraints.flow(flow.element(value.of, undefined), node);
        return;
      case 'slice': {
        const place = isKnown(key) && value.from !== undefined ? Number(key) : -1;
        constraints.flow(flow.element(value.of, place >= 0 ? String(place + (value.from ?? 0)) : undefined), node);
        return;
      }
      case 'pairs':
        flow.add(node, { ...value, is: 'pair' });
        return;
      case 'pair':
        if (key === String(value.at)) constraints.flow(flow.element(value.of, undefined), node);
        return;
      case 'mapped':
        flow.result(value.by, { args: [], scope: -1 }, node);
        return;
      case 'function':
      case 'bound':
        // `first[int](xs)`: an instance of the function.
        if (key !== undefined && fileOfScope(program, value.def).rules.bracketsInstantiate) constraints.add(node, id);
        return;
      case 'external':
        return ofContainer(node, value, key);
      case 'record':
        if (isKnown(key)) constraints.flow(flow.member(id, key), node);
        return;
      case 'module':
      case 'class':
        if (keysAreMembers(value) && isKnown(key)) constraints.flow(flow.member(id, key), node);
        return;
      case 'instance':
        return ofInstance(node, id, value, key);
      default:
        return;
    }
  };

  const ofInstance = (
    node: number,
    id: number,
    value: Abstract & { is: 'instance' },
    key: string | undefined,
  ): void => {
    if (keysAreMembers(value) && isKnown(key)) constraints.flow(flow.member(id, key), node);
    if (isKnown(key) && fileOfScope(program, value.def).rules.patternsOfVariants) ofVariant(node, id, value.def, key);
    const underlying = definitionOf(program, value.def).type;
    if (underlying !== undefined) {
      const inner = constraints.node();
      flow.typed(inner, { type: underlying, scope: value.def }, { receiver: id });
      constraints.watch(inner, (of) => {
        if (values.get(of).is === 'external') constraints.flow(flow.element(of, key), node);
      });
    }
    const { iteration, indexMember } = fileOfScope(program, value.def).rules;
    if (indexMember !== undefined && key !== undefined) {
      const call = { args: [{ value: { is: 'unknown' as const } }], scope: value.def };
      constraints.watch(flow.member(id, indexMember), (of) => flow.result(of, call, node));
    }
    if (iteration === undefined || key !== undefined) return;
    const call = { args: [], scope: value.def };
    const iterator = resultOf(flow.member(id, iteration.iterator), call);
    constraints.watch(iterator, (of) => {
      if (values.get(of).is === 'generator') constraints.flow(flow.element(of, undefined), node);
      else constraints.flow(resultOf(flow.member(of, iteration.next), call), node);
    });
  };

  /** `const { run } = engine`, `engine['run']`: where tables are objects, a key of one is its member. */
  const keysAreMembers = (value: Abstract & { is: 'module' | 'class' | 'instance' }): boolean => {
    if (value.is !== 'module') return fileOfScope(program, value.def).rules.objectLiterals;
    const { symbol } = value;
    const file = symbol.to === 'file' ? program.files[symbol.file] : undefined;
    return file?.rules.objectLiterals === true;
  };

  /** `Circle.0` of an enum is what the first field of its variant Circle has, of a struct called Circle its own. */
  const ofVariant = (node: number, id: number, cls: number, key: string): void => {
    const [variant = '', field] = key.split('.');
    if (field === undefined) return;
    const fields = (flow.classes.own(cls, variant)?.defs ?? [])
      .flatMap((def) => program.children[def] ?? [])
      .map((child) => definitionOf(program, child));
    const type = fields.find(({ name }) => name === field)?.type;
    if (type !== undefined) flow.typed(node, { type, scope: cls }, { receiver: id });
    else if (fields.length === 0) constraints.flow(flow.member(id, field), node);
  };

  const resultOf = (callee: number, call: { args: Argument[]; scope: number }): number => {
    const to = constraints.node();
    constraints.watch(callee, (value) => flow.result(value, call, to));
    return to;
  };

  /** A tuple's part by its position, a container's element by its last type argument, a loop's by its first. */
  const ofContainer = (node: number, value: Abstract & { is: 'external' }, key: string | undefined): void => {
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
  };

  const ofCollection = (node: number, id: number, key: string | undefined): void => {
    const value = values.get(id);
    const site = value.is === 'collection' ? values.sites[value.site] : undefined;
    if (site === undefined) return;
    const { rules } = fileOfScope(program, site.scope);
    const open = key === UNKNOWN_KEY && !rules.tablesRunAny;
    if (!open || site.value.items.length === 1) {
      addItems(flow, node, site, key);
    }
    // `x[name] = f` is not meant for `run` of `x = { run() {} }`.
    const isOwn = key !== undefined && rules.objectLiterals && site.value.keys?.includes(key) === true;
    if (!isOwn) constraints.flow(storedAt(id, undefined), node);
    if (!open) constraints.flow(storedAt(id, isKnown(key) ? key : '*'), node);
  };

  /** What was put in under a key; `*` gathers what was put in under any. */
  const storedAt = (id: number, key: string | undefined): number => {
    const name = `${id} ${key ?? ''}${key === undefined ? '' : '='}`;
    let node = stored.get(name);
    if (node === undefined) {
      stored.set(name, (node = constraints.node()));
      trace.addDependency(vertexOf(node), trace.entriesInput(storedKey(id)));
      if (key !== undefined && key !== '*') constraints.flow(node, storedAt(id, '*'));
    }
    return node;
  };

  /** What other files put into the collections of a file. */
  const storedKey = (id: number): string => {
    const value = values.get(id);
    const site = value.is === 'collection' ? values.sites[value.site] : undefined;
    return `l:${site === undefined ? '' : fileOfScope(program, site.scope).facts.path}`;
  };

  flow.put = (id, key) => {
    if (trace.file >= 0) trace.provide(trace.file, storedKey(id));
    return storedAt(id, key);
  };
}
