/**
 * The type that a definition belongs to where it is written apart from it, and what its place in a type makes of it.
 *
 *     func (d *Dog) Bark() {}          owner Dog
 *     this.close = () => {}            owner: the class around it, or the function that builds the object
 *     def __init__(self): ...          variant constructor
 */
import { FILE_SCOPE, type TypeRef } from '../../model/facts.ts';
import { isClass, isFunction } from '../compile/definition-kinds.ts';
import type { LanguageSource } from '../compile/language-schema.ts';
import { dotted, type TypeReader } from '../gather/types.ts';
import type { ValueReader } from '../gather/values.ts';
import type { Placed } from './place-definitions.ts';

/** `$class` among the names stands for the name of the class. */
function isConstructor(
  name: string,
  owner: { name: string } | undefined,
  { constructorNames }: LanguageSource,
): boolean {
  if (constructorNames.includes(name)) return true;
  return constructorNames.includes('$class') && owner?.name.split('.').pop() === name;
}

/** `this.a = () => …` belongs to the class around it, or to the constructor function that it stands in. */
function selfOwner(placed: Placed, all: Placed[]): string | undefined {
  let builder: string | undefined;
  for (let outer = all[placed.parent]; outer !== undefined; outer = all[outer.parent]) {
    if (isClass(outer.kind)) return outer.name;
    if (isFunction(outer.kind) && !outer.anonymous) builder ??= outer.name;
  }
  return builder;
}

/** The type that a member is written for: of `a::B<T>::m` what stands before `m`. */
export function ownerOf(
  placed: Placed,
  all: Placed[],
  { separators }: LanguageSource,
  { types, values }: { types: TypeReader; values: ValueReader },
): TypeRef | undefined {
  const { owner, name } = placed.draft.parts;
  if (owner === undefined) return undefined;
  if (values.formOf(owner)?.is === 'self') {
    const around = selfOwner(placed, all);
    return around === undefined ? undefined : { name: around };
  }
  const endsInName = name !== undefined && name.startIndex > owner.startIndex && name.endIndex === owner.endIndex;
  if (!endsInName) return types.read(owner) ?? { name: dotted(owner.text, separators) };
  const before = owner.text.slice(0, name.startIndex - owner.startIndex);
  return { name: dotted(before, separators).replace(/(?<!\.)\.+$/, '') };
}

/** What is given to its owner itself, `F.run = …`, is static where that is a function or class that is seen there. */
export function addOfOwner(
  modifiers: string[],
  { draft, parent }: Placed,
  all: Placed[],
  owner: TypeRef | undefined,
): void {
  if (!('ofOwner' in draft.settings) || owner === undefined) return;
  const around = new Set<number>();
  for (let at = parent; !around.has(at); at = all[at]?.parent ?? FILE_SCOPE) around.add(at);
  const isMeant = all.some(
    ({ name, kind, parent: of }) => name === owner.name && around.has(of) && (isClass(kind) || isFunction(kind)),
  );
  if (isMeant) modifiers.push('static');
}

/**
 * The language's own word for the definition, or what its name and place say. `owner` is the type that it belongs to, or
 * the definition around it.
 */
export function variantOf(
  placed: Placed,
  owner: { name: string } | undefined,
  source: LanguageSource,
): string | undefined {
  const written = placed.draft.settings['variant'];
  if (typeof written === 'string') return written;
  if (placed.kind === 'method' && isConstructor(placed.name, owner, source)) return 'constructor';
  return placed.anonymous && isFunction(placed.kind) ? 'lambda' : undefined;
}
