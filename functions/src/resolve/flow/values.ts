/**
 * Abstract values: what an expression can be at run time, as far as its text tells. Each value exists once and has a
 * number, so sets of values are small arrays of numbers.
 *
 *     Dog          { is: 'class', def: 7 }
 *     Dog()        { is: 'instance', def: 7, args: [] }
 *     rex.bark     { is: 'bound', def: 9, self: the number of that instance }
 */
import type { Collection, TypeRef } from '../../model/facts.ts';
import type { ResolvedRef } from '../names/contract.ts';
import type { ScopeId } from '../program/program.ts';
import type { TypeAt } from '../types/contract.ts';

export type AbstractValue =
  | { is: 'function'; def: number }
  /** A method taken from a receiver: its receiver is already given. */
  | { is: 'bound'; def: number; self: number }
  /** A member with many overloads, as one value. */
  | { is: 'overloads'; defs: number[]; self: number; taken: boolean }
  | { is: 'class'; def: number }
  | { is: 'instance'; def: number; args: TypeAt[] }
  /** `super` in a method of the class; in one that belongs to the class itself `onClass`. */
  | { is: 'super'; def: number; onClass?: true }
  | { is: 'module'; symbol: ResolvedRef }
  /** A value of a type from outside; `args` when it is a container whose elements are known. */
  | { is: 'external'; name: string; args: TypeAt[] }
  | { is: 'collection'; site: number }
  | { is: 'generator'; def: number }
  /** A value known only by its function type; `taken` where what callers give is known beside it. */
  | { is: 'callable'; params: TypeAt[]; result: TypeAt | undefined; taken?: true }
  /** A value of a type that lists its members where it is used. */
  | { is: 'record'; of: TypeAt }
  /** A function whose call gives a known value: `f.bind`. */
  | { is: 'giving'; of: number }
  /** A member that runs a lambda for the value: `x.let`. */
  | { is: 'scoped'; name: string; of: number }
  /** A container of another's elements in some order: `sorted(xs)`. */
  | { is: 'rearranged'; of: number }
  /** The elements of a collection from a place on, where it is known: `xs[1:]`. */
  | { is: 'slice'; of: number; from: number | undefined }
  /**
   * A container of pairs that have at one place the elements of another container, and one such pair; `keyed` where the
   * part before is what that element stands under.
   */
  | { is: 'pairs' | 'pair'; at: number; of: number; keyed?: true }
  /** A container of what a function gives: `xs.map(f)`. */
  | { is: 'mapped'; by: number }
  /** A member of a container from outside that gives or takes elements: `xs.map`, `m.get`. */
  | { is: 'containerMember'; name: string; of: number };

/** The single functions of a member with many overloads; any other value as it is. */
export function eachOverload(value: AbstractValue): AbstractValue[] {
  if (value.is !== 'overloads') return [value];
  const { defs, self, taken } = value;
  return defs.map((def) => (taken ? { is: 'bound', def, self } : { is: 'function', def }));
}

export interface CollectionSite {
  value: Collection;
  scope: ScopeId;
}

/** Elements from a later place on count as from any. */
const MAX_FROM = 16;

export class Values {
  private readonly all: AbstractValue[] = [];
  private readonly ids = new Map<string, number>();
  private readonly typeIds = new Map<TypeRef, number>();
  private readonly writtenTypes = new Map<string, number>();
  readonly sites: CollectionSite[] = [];
  private readonly siteIds = new Map<object, { scope: ScopeId; site: number }[]>();

  get(id: number): AbstractValue {
    const value = this.all[id];
    if (value === undefined) throw new Error(`no value ${id}`);
    return value;
  }

  id(given: AbstractValue): number {
    const value = this.plain(given);
    const key = this.keyOf(value);
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.all.push(value) - 1;
      this.ids.set(key, id);
    }
    return id;
  }

  /** A container of a container's elements as one of the first: `xs = sorted(xs)` in a loop would else make ever new ones. */
  private plain(value: AbstractValue): AbstractValue {
    if (value.is !== 'rearranged' && value.is !== 'slice') return value;
    const inner = this.get(value.of);
    if (inner.is === 'rearranged') return inner;
    if (inner.is !== 'slice') return value;
    if (value.is === 'rearranged') return { is: 'rearranged', of: inner.of };
    const from = (inner.from ?? MAX_FROM) + (value.from ?? MAX_FROM);
    return { is: 'slice', of: inner.of, from: from < MAX_FROM ? from : undefined };
  }

  collection(value: Collection, scope: ScopeId): number {
    let known = this.siteIds.get(value);
    if (known === undefined) this.siteIds.set(value, (known = []));
    let site = known.find((one) => one.scope === scope)?.site;
    if (site === undefined) {
      site = this.sites.push({ value, scope }) - 1;
      known.push({ scope, site });
    }
    return this.id({ is: 'collection', site });
  }

  // eslint-disable-next-line complexity -- a plain dispatch by the kind of the value
  private keyOf(value: AbstractValue): string {
    switch (value.is) {
      case 'function':
        return `f${value.def}`;
      case 'bound':
        return `b${value.def}:${value.self}`;
      case 'overloads':
        return `u${value.defs.join(',')}:${value.self}`;
      case 'class':
        return `c${value.def}`;
      case 'instance':
        return `i${value.def}${this.typesKey(value.args)}`;
      case 'super':
        return `s${value.def}${value.onClass === true ? '.' : ''}`;
      case 'module':
        return `m${JSON.stringify(value.symbol)}`;
      case 'external':
        return `e${value.name}${this.typesKey(value.args)}`;
      case 'collection':
        return `l${value.site}`;
      case 'generator':
        return `g${value.def}`;
      case 'callable':
        return `t${value.taken === true ? '!' : ''}${this.typesKey(value.params)}>${value.result === undefined ? '' : this.typesKey([value.result])}`;
      case 'record':
        return `r${this.typesKey([value.of])}`;
      case 'giving':
        return `v${value.of}`;
      case 'scoped':
        return `o${value.of}.${value.name}`;
      case 'rearranged':
        return `q${value.of}`;
      case 'slice':
        return `y${value.of}:${value.from ?? ''}`;
      case 'pairs':
        return `j${value.of}:${value.at}${value.keyed === true ? '=' : ''}`;
      case 'pair':
        return `k${value.of}:${value.at}${value.keyed === true ? '=' : ''}`;
      case 'mapped':
        return `p${value.by}`;
      case 'containerMember':
        return `x${value.of}.${value.name}`;
    }
  }

  private typesKey(types: TypeAt[]): string {
    return types.map((at) => `<${this.typeId(at.type)}@${at.scope}`).join('');
  }

  /** Types that are written alike have one number, whichever facts say them. */
  private typeId(type: TypeRef): number {
    let id = this.typeIds.get(type);
    if (id === undefined) {
      const text = JSON.stringify(type);
      id = this.writtenTypes.get(text) ?? this.writtenTypes.size;
      this.writtenTypes.set(text, id);
      this.typeIds.set(type, id);
    }
    return id;
  }
}
