/**
 * Names that are given a value or a type, destructuring included, by the `targets` table.
 *
 *     a, (b, c) = f()     a: key 0 of f() · b: key 0 of f()[1] · c: key 1 of f()[1]
 *     const { x: y } = o  y: key 'x' of o
 *     for k in ks         k: through element of ks
 */
import type { Node } from 'web-tree-sitter';
import type { BindingFact, TypeRef, Value } from '../../model/facts.ts';
import type { Found } from './gathered.ts';
import type { Lines, ScopeAt } from './scopes.ts';
import type { Tables, TargetForm } from '../compile/tables.ts';
import type { TypeReader } from './types.ts';
import { isPath, testsIn } from './tests.ts';
import { UNKNOWN } from './sized-values.ts';
import type { ValueReader } from './values.ts';

const MAX_PARTS = 500;
const MAX_KEY = 300;

export interface Bound {
  value?: Value;
  type?: TypeRef;
  through?: NonNullable<BindingFact['through']>;
  key?: string | number;
  assigns?: true;
  /** Name of the variant or type that a pattern takes fields of, before their keys: `Shape::Circle(r)` takes `Circle.0`. */
  variant?: string;
  /** Where it holds, when that is less than from its own place to the end of its scope. */
  within?: { at: number; until: number };
  /** Offset behind the value. */
  ends?: number;
}

type Form<K extends TargetForm['is']> = Extract<TargetForm, { is: K }>;

/** A target, and what it takes. */
interface Target {
  node: Node;
  bound: Bound;
}

const THROUGH: Record<string, NonNullable<BindingFact['through']>> = {
  element: 'element',
  pattern: 'pattern',
  context: 'context',
  outer: 'outer',
  key: 'key',
};

export class BindingReader {
  readonly tables: Tables;
  readonly types: TypeReader;
  readonly values: ValueReader;
  readonly lines: Lines;
  readonly scopeAt: ScopeAt;
  readonly bindings: BindingFact[] = [];
  /** Offset behind the value of each. */
  readonly ends = new Map<BindingFact, number>();

  constructor(tables: Tables, types: TypeReader, values: ValueReader, lines: Lines, scopeAt: ScopeAt) {
    this.tables = tables;
    this.types = types;
    this.values = values;
    this.lines = lines;
    this.scopeAt = scopeAt;
  }

  /** One `@binding` or a variable's declaration: `@target` (or `@name`) takes `@value`, of `@type`. */
  add({ parts, settings }: Pick<Found, 'parts' | 'settings'>): void {
    if (parts.test !== undefined) return this.addTests(parts.test, parts.within ?? parts.test, settings);
    const target = parts.target ?? parts.name;
    if (target === undefined) return;
    const through = THROUGH[settings['through'] ?? ''];
    const bound: Bound = {};
    const type = this.types.read(parts.type ?? null);
    if (parts.value !== undefined) {
      bound.value = this.values.read(parts.value);
      bound.ends = parts.value.endIndex;
    }
    if (type !== undefined) bound.type = type;
    if (through !== undefined) bound.through = through;
    if (typeof settings['key'] === 'string') bound.key = settings['key'];
    if (settings['assigns'] !== undefined) bound.assigns = true;
    // A variable of an expression has a name of its own.
    if (parts.within !== undefined && through === undefined) {
      bound.within = rangeOf(parts.within, settings['rest'] !== undefined);
    }
    this.bind(target, bound);
  }

  /** What a condition says of variables, where it holds or, with the setting `fails`, where it does not. */
  private addTests(condition: Node, within: Node, settings: Found['settings']): void {
    const tests = testsIn(this, condition, settings['fails'] === undefined);
    if (tests.length === 0) return;
    const { at, until } = rangeOf(within, settings['rest'] !== undefined);
    for (const { call, negated, target, type } of tests) {
      const asked = target.startIndex;
      const asks = this.values.read(target);
      if (!isPath(asks)) continue;
      this.bindings.push({
        scope: this.scopeAt(asked),
        line: this.lines.lineOf(at),
        at,
        until,
        target: asks,
        ...(type === undefined ? {} : { type }),
        ...(call === undefined ? {} : { value: call, through: 'test' as const }),
        asked,
        ...(negated === undefined ? {} : { negated }),
      });
    }
  }

  /** Gives every name in a target its part of a value. */
  bind(target: Node, bound: Bound): void {
    const work: Target[] = [{ node: target, bound }];
    for (let done = 0; done < work.length && done < MAX_PARTS; done += 1) {
      const next = work[done];
      if (next !== undefined) work.push(...this.step(next.node, next.bound));
    }
  }

  /** Binds a name, or says which targets within this one take which part. */
  private step(node: Node, bound: Bound): Target[] {
    const forms = this.tables.targets.get(node.type);
    const form = forms?.find((one) => one.applies === undefined || one.applies(node));
    if (form === undefined) {
      this.emit(node, bound);
      return [];
    }
    switch (form.is) {
      case 'same':
        return targetsAt(form.of(node), bound);
      case 'rest':
        return targetsAt(form.of(node), restOf(bound));
      case 'entry':
        return this.entry(form, node, bound);
      case 'keys':
        return this.keys(form, node, bound);
      case 'positions':
        return this.positions(form, node, bound);
    }
  }

  private entry(form: Form<'entry'>, node: Node, bound: Bound): Target[] {
    const inner = form.target(node);
    const { variant, ...taken } = bound;
    const key = form
      .key?.(node)
      ?.text.replace(/^["'`](.*)["'`]$/s, '$1')
      .slice(0, MAX_KEY);
    const part = key === undefined ? taken : { ...taken, key: keyIn(variant, key) };
    if (inner?.id !== node.id) return targetsAt(inner, part);
    // `{ a }` is key and target in one node.
    this.emit(node, part);
    return [];
  }

  private keys(form: Form<'keys'>, node: Node, bound: Bound): Target[] {
    const outer = partOf(bound);
    const variant = variantOf(form.variant?.(node) ?? null);
    const part = variant === undefined ? outer : { ...outer, variant };
    return this.parts(form.of(node)).map((child) => ({ node: child, bound: part }));
  }

  private positions(form: Form<'positions'>, node: Node, bound: Bound): Target[] {
    const outer = partOf(bound);
    const children = this.parts(form.of(node));
    const variant = variantOf(form.variant?.(node) ?? null);
    const skipped = holesOf(node);
    const rest = children.findIndex((child) => this.tables.targets.get(child.type)?.[0]?.is === 'rest');
    return children.map((child, index) => {
      // What stands behind one that takes the rest is counted from the end.
      const fromEnd = rest >= 0 && index > rest;
      const position = fromEnd
        ? index - children.length
        : index + skipped.filter((hole) => hole < child.startIndex).length;
      return { node: child, bound: { ...outer, key: variant === undefined ? position : keyIn(variant, position) } };
    });
  }

  private parts(nodes: Node[]): Node[] {
    return nodes.filter((node) => !this.tables.comments.has(node.type));
  }

  private emit(node: Node, bound: Bound): void {
    const target = this.values.read(node);
    if (target.is === 'unknown' || target.is === 'literal' || target.is === 'call') return;
    const { constantPattern } = this.tables;
    if (bound.through === 'pattern' && target.is === 'name' && constantPattern?.test(target.name)) return;
    const place = this.values.lastNameOffset(node);
    const { ends, within, ...rest } = bound;
    const at = within?.at ?? place;
    const until = within === undefined ? {} : { until: within.until };
    const fact = { scope: this.scopeAt(place), line: this.lines.lineOf(at), at, ...until, target, ...rest };
    this.bindings.push(fact);
    if (ends !== undefined) this.ends.set(fact, ends);
  }
}

function targetsAt(node: Node | null, bound: Bound): Target[] {
  return node === null ? [] : [{ node, bound }];
}

/** Of a value that is destructured, what a target takes that stands for the rest of it. */
function restOf({ key, ...whole }: Bound): Bound {
  const { value, through } = whole;
  if (typeof key !== 'number' || value === undefined || through !== undefined) return whole;
  return { ...whole, value: { is: 'slice', of: value, from: key } };
}

function keyIn(variant: string | undefined, key: string | number): string | number {
  return variant === undefined ? key : `${variant}.${key}`;
}

/** The last name of a variant or type: `Circle` of `Shape::Circle<T>`. */
function variantOf(node: Node | null): string | undefined {
  return node?.text.replace(/<[^<>]*>/g, '').match(/\w+$/)?.[0];
}

/** Where a binding holds: in a node, or in what follows it: `if (x !is Dog) return`. */
function rangeOf(node: Node, rest: boolean): { at: number; until: number } {
  if (!rest) return { at: node.startIndex, until: node.endIndex };
  return { at: node.endIndex, until: node.parent?.endIndex ?? node.endIndex };
}

/** Offsets of the commas in `[, a, , b]` that stand for a part nobody takes. */
function holesOf(node: Node): number[] {
  const holes: number[] = [];
  let afterElement = false;
  for (const child of node.children) {
    if (child.type !== ',') afterElement = child.isNamed;
    else if (afterElement) afterElement = false;
    else holes.push(child.startIndex);
  }
  return holes;
}

/** What is destructured further: the value's part that a key named so far, as a value. */
function partOf(bound: Bound): Bound {
  const { key, value, through, assigns, ends } = bound;
  const how = { ...(assigns === undefined ? {} : { assigns }), ...(ends === undefined ? {} : { ends }) };
  if (key === undefined) return { ...how, ...(value ? { value } : {}), ...(through ? { through } : {}) };
  if (value === undefined || through === 'outer') return { ...how, value: UNKNOWN };
  // An element's part is destructured as that of an index without a key; what else it goes through is lost.
  const of: Value = through === 'element' ? { is: 'index', of: value } : through === undefined ? value : UNKNOWN;
  return {
    ...how,
    value: typeof key === 'number' ? { is: 'index', of, key: String(key) } : { is: 'member', of, name: key },
  };
}
