/**
 * Supertypes of classes, from wherever a text says so, and the order in which they are searched.
 *
 *     class B(A)                     of(B) = [A], order(B) = [B, A], subclasses(A) = [B]
 *     impl Shout for Dog {}          of(Dog) = [Shout], though it stands far from Dog
 *
 * Names of supertypes are found through members of classes, and members through supertypes. So the answers that are given
 * while the program is being read are forgotten when all of it is read (`settle`).
 */
import type { Base } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import { basesNamed, nestedBases } from '../types/bases-named.ts';
import type { ClassParts } from '../program/class-parts.ts';
import type { Supertype } from './contract.ts';
import { aroundParts, linearize } from './linearize.ts';
import type { AroundParts, OrderedBase } from './linearize.ts';
import { definitionKey, definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import { isClassLike } from '../program/qualified-names.ts';
import { Memo } from '../tracking/memo.ts';
import type { Types } from '../types/contract.ts';

/** What the text says of a class's supertypes. */
interface Named {
  list: Supertype[];
  /** One that is no class of the repository is named. */
  outside: boolean;
}

/** A class of more parts than this is searched once for all who have it among their supertypes. */
const MANY_PARTS = 32;

export interface Supertypes {
  of(cls: number): Supertype[];
  /** Whether one that is no class of the repository is named, at the class or at a supertype of it. */
  hasOutside(cls: number): boolean;
  /** The class and its supertypes in the order members are searched. */
  order(cls: number): number[];
  /** What stands before and behind the parts of a class of many in the order of each of them. */
  around(whole: readonly number[]): AroundParts;
  /** Direct subclasses; known once all is settled. */
  subclasses(cls: number): number[];
  /** Classes that a file's text gives supertypes to apart from their definition. */
  conforming(file: SourceFile): number[];
  /** Notes a supertype that a file gives a class apart from its definition; called for that file (`Trace.forFile`). */
  conform(cls: number, base: Base, scope: ScopeId): void;
  /** All has been read: forgets what was answered before, and knows who is whose subclass. */
  settle(): void;
}

export function createSupertypes(program: Program, types: Types, parts: ClassParts): Supertypes {
  const { trace } = program;
  const subs = new Map<number, number[]>();
  const conformances: Conformances = new Map();
  const conformingIn = new Map<number, number[]>();

  const named = new Memo<number, Named>(trace);
  /** While the supertypes of a class are being read, its supertypes are those that were read so far. */
  const namedAt = (cls: number): Named => {
    const known = named.recall(cls);
    if (known !== undefined) return known;
    const result: Named = { list: [], outside: false };
    return named.of(cls, () => readNamed({ program, types, parts, conformances }, cls, result), { value: result });
  };

  const { order, around, forget } = createOrders(program, parts, (cls) => namedAt(cls).list);

  return {
    of: (cls) => namedAt(cls).list,
    hasOutside: (cls) => order(cls).some((at) => namedAt(at).outside),
    order,
    around,
    subclasses(cls) {
      trace.dependOnEntries(definitionKey(program, 's', cls));
      const list = subs.get(cls) ?? [];
      for (const sub of list) trace.dependOnFile(fileOfScope(program, sub).index);
      return list;
    },
    conforming: (file) => conformingIn.get(file.index) ?? [],
    conform(cls, base, scope) {
      append(conformingIn, fileOfScope(program, scope).index, cls);
      trace.provideEntry(definitionKey(program, 'c', cls));
      append(conformances, cls, { base, scope });
    },
    settle() {
      forget();
      named.forget();
      program.defs.forEach((def, number) => {
        if (!isClassLike(def) && !conformances.has(number)) return;
        trace.forFile(fileOfScope(program, number).index, () => {
          for (const base of namedAt(number).list) {
            trace.provideEntry(definitionKey(program, 's', base.def));
            append(subs, base.def, number);
          }
        });
      });
    },
  };
}

/** The orders in which classes and their supertypes are searched. */
function createOrders(
  program: Program,
  parts: ClassParts,
  listOf: (cls: number) => Supertype[],
): Pick<Supertypes, 'order' | 'around'> & { forget(): void } {
  const { trace } = program;
  const orders = new Memo<number, number[]>(trace);
  const order = (cls: number): number[] => orders.recall(cls) ?? orders.of(cls, findOrder, { value: [cls] });

  const basesOf = (at: number): OrderedBase[] =>
    listOf(at).filter((base) => base.how !== 'extends_class' && base.how !== 'extends_users');
  const withParts = (at: number): OrderedBase[] => [
    ...parts.others(at).map((def) => ({ def, how: 'part' })),
    ...basesOf(at),
  ];
  /** Of a class of many parts alone: where it is a supertype, each of them would be asked for all others. */
  const orderOfMany = (at: number): readonly number[] | undefined =>
    (parts.whole(at)?.length ?? 0) > MANY_PARTS ? order(at) : undefined;

  const arounds = new Memo<readonly number[], AroundParts>(trace);
  const around = (whole: readonly number[]): AroundParts =>
    arounds.of(
      whole,
      () => aroundParts(whole, (at) => (parts.whole(at) === whole ? basesOf(at) : withParts(at)), orderOfMany),
      { value: { before: [], behind: [] } },
    );

  const findOrder = (cls: number): number[] => {
    const { linearization } = fileOfScope(program, cls).rules;
    const isOfMixins = linearization === 'mixins';
    const whole = isOfMixins ? parts.whole(cls) : undefined;
    if (whole === undefined) return linearize(cls, withParts, linearization, isOfMixins ? orderOfMany : undefined);
    const { before, behind } = around(whole);
    return [...before, cls, ...parts.others(cls), ...behind];
  };

  return {
    order,
    around,
    forget() {
      orders.forget();
      arounds.forget();
    },
  };
}

/** Supertypes given to a class apart from its definition. */
type Conformances = Map<number, { base: Base; scope: ScopeId }[]>;

interface Sources {
  program: Program;
  types: Types;
  parts: ClassParts;
  conformances: Conformances;
}

/** Fills `result` with the supertypes that the class and its conformances name. */
function readNamed({ program, types, parts, conformances }: Sources, cls: number, result: Named): Named {
  program.trace.dependOnFile(fileOfScope(program, cls).index);
  program.trace.dependOnEntries(definitionKey(program, 'c', cls));
  const around = program.outer[cls] ?? -1;
  const add = (base: Base, scope: ScopeId): void => {
    const nested = nestedBases(program, base, () => [cls, ...parts.others(cls)]);
    const found = nested ?? basesNamed(program, types, scope, base.type).filter((def) => def !== cls);
    if (found.length === 0) result.outside = true;
    const args = (base.type.args ?? []).map((type) => ({ type, scope: scope === around ? cls : scope }));
    const file = fileOfScope(program, scope).index;
    for (const def of found) result.list.push({ def, how: base.how, args, file });
  };
  for (const base of definitionOf(program, cls).bases ?? []) add(base, around);
  for (const given of conformances.get(cls) ?? []) add(given.base, given.scope);
  return result;
}
