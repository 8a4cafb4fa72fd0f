/**
 * Names that are given a value or a type, destructuring included, by the `targets` table.
 *
 *     a, (b, c) = f()     a: key 0 of f() · b: key 0 of f()[1] · c: key 1 of f()[1]
 *     const { x: y } = o  y: key 'x' of o
 *     for k in ks         k: through element of ks
 */
import type { Node } from 'web-tree-sitter';
import type { BindingFact, TypeRef, Value } from '../../model/facts.ts';
import type { Found } from './captures.ts';
import type { Lines, ScopeAt } from '../assemble/scopes.ts';
import type { Tables } from '../compile/tables.ts';
import type { TypeReader } from './types.ts';
import { UNKNOWN } from './sized-values.ts';
import type { ValueReader } from './values.ts';

const MAX_PARTS = 500;

export interface Bound {
  value?: Value;
  type?: TypeRef;
  through?: NonNullable<BindingFact['through']>;
  key?: string | number;
  assigns?: true;
  /** Name of the variant or type that a pattern takes fields of, before their keys: `Shape::Circle(r)` takes `Circle.0`. */
  variant?: string;
  /** Where it holds, when that is not from its own place to the end of its scope. */
  within?: { at: number; until: number };
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

  constructor(tables: Tables, types: TypeReader, values: ValueReader, lines: Lines, scopeAt: ScopeAt) {
    this.tables = tables;
    this.types = types;
    this.values = values;
    this.lines = lines;
    this.scopeAt = scopeAt;
  }

  /** One `@binding` or a variable's declaration: `@target` (or `@name`) takes `@value`, of `@type`. */
  add(found: Pick<Found, 'parts' | 'settings'>): void {
    const target = found.parts.target ?? found.parts.name;
    if (target === undefined) return;
    const type = this.types.read(found.parts.type ?? null);
    const through = THROUGH[found.settings['through'] ?? ''];
    const key = found.settings['key'];
    this.bind(target, {
      ...(found.parts.value === undefined ? {} : { value: this.values.read(found.parts.value) }),
      ...(type === undefined ? {} : { type }),
      ...(through === undefined ? {} : { through }),
      ...(typeof key === 'string' ? { key } : {}),
      ...(found.settings['assigns'] === undefined ? {} : { assigns: true as const }),
      // A variable of an expression has a name of its own.
      ...(found.parts.within === undefined || through !== undefined
        ? {}
        : { within: rangeOf(found.parts.within, found.settings['rest'] !== undefined) }),
    });
  }

  /** Gives every name in a target its part of a value. */
  bind(target: Node, bound: Bound): void {
    const work: { node: Node; bound: Bound }[] = [{ node: target, bound }];
    for (let done = 0; done < work.length && done < MAX_PARTS; done += 1) {
      const next = work[done];
      if (next !== undefined) work.push(...this.step(next.node, next.bound));
    }
  }

  private step(node: Node, bound: Bound): { node: Node; bound: Bound }[] {
    const forms = this.tables.targets.get(node.type);
    const form = forms?.find((one) => one.applies === undefined || one.applies(node));
    if (form === undefined) {
      this.emit(node, bound);
      return [];
    }
    switch (form.is) {
      case 'same': {
        const inner = form.of(node);
        return inner === null ? [] : [{ node: inner, bound }];
      }
      case 'rest': {
        const inner = form.of(node);
        const whole = { ...bound };
        const { key, value, through } = bound;
        delete whole.key;
        if (typeof key === 'number' && value !== undefined && through === undefined) {
          whole.value = { is: 'slice', of: value, from: key };
        }
        return inner === null ? [] : [{ node: inner, bound: whole }];
      }
      case 'entry': {
        const inner = form.target(node);
        const { variant, ...taken } = bound;
        const key = form
          .key?.(node)
          ?.text.replace(/^["'`](.*)["'`]$/s, '$1')
          .slice(0, 300);
        const part = key === undefined ? taken : { ...taken, key: variant === undefined ? key : `${variant}.${key}` };
        // `{ a }` is key and target in one node.
        if (inner?.id === node.id) this.emit(node, part);
        else if (inner !== null) return [{ node: inner, bound: part }];
        return [];
      }
      default: {
        const outer = partOf(bound);
        const children = form.of(node).filter((child) => !this.tables.comments.has(child.type));
        const variant = form
          .variant?.(node)
          ?.text.replace(/<[^<>]*>/g, '')
          .match(/\w+$/)?.[0];
        if (form.is === 'keys') {
          return children.map((child) => ({
            node: child,
            bound: variant === undefined ? outer : { ...outer, variant },
          }));
        }
        const skipped = holesOf(node);
        const rest = children.findIndex((child) => this.tables.targets.get(child.type)?.[0]?.is === 'rest');
        return children.map((child, index) => {
          // What stands behind one that takes the rest is counted from the end.
          const fromEnd = rest >= 0 && index > rest;
          const key = fromEnd
            ? index - children.length
            : index + skipped.filter((hole) => hole < child.startIndex).length;
          return { node: child, bound: { ...outer, key: variant === undefined ? key : `${variant}.${key}` } };
        });
      }
    }
  }

  private emit(node: Node, bound: Bound): void {
    const target = this.values.read(node);
    if (target.is === 'unknown' || target.is === 'literal' || target.is === 'call') return;
    const { constantPattern } = this.tables;
    if (bound.through === 'pattern' && target.is === 'name' && constantPattern?.test(target.name)) return;
    const place = this.values.lastNameOffset(node);
    const { within, ...rest } = bound;
    const at = within?.at ?? place;
    const until = within === undefined ? {} : { until: within.until };
    this.bindings.push({ scope: this.scopeAt(place), line: this.lines.lineOf(at), at, ...until, target, ...rest });
  }
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
  const { key, value, through, assigns } = bound;
  const how = assigns === undefined ? {} : { assigns };
  if (key === undefined) return { ...how, ...(value ? { value } : {}), ...(through ? { through } : {}) };
  if (value === undefined || through === 'outer') return { ...how, value: UNKNOWN };
  // An element's part is destructured as that of an index without a key; what else it goes through is lost.
  const of: Value = through === 'element' ? { is: 'index', of: value } : through === undefined ? value : UNKNOWN;
  return {
    ...how,
    value: typeof key === 'number' ? { is: 'index', of, key: String(key) } : { is: 'member', of, name: key },
  };
}
