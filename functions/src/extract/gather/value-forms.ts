/**
 * Values of the forms that have at most one part: names, members of what is not written, indexes, slices, casts and types.
 *
 *     xs[0]     →  { is: 'index', of: name xs, key: '0' }
 *     @name     →  { is: 'member', of: self, name: 'name' }       (Ruby)
 */
import type { Node } from 'web-tree-sitter';
import type { Value } from '../../model/facts.ts';
import type { Tables, ValueForm } from '../compile/tables.ts';
import type { OwnName } from './own-variables.ts';
import { grown, indexKey, nameOf, one, sliceStart, UNKNOWN_SIZED, withoutColon, type Sized } from './sized-values.ts';
import type { TypeReader } from './types.ts';

export interface PartReader {
  readonly tables: Tables;
  readonly types: TypeReader;
  /** The value of a part of a node at `depth`. */
  part(node: Node | null, depth: number): Sized;
}

type Form<K extends ValueForm['is']> = Extract<ValueForm, { is: K }>;

export function nameValue(form: Form<'name'>, node: Node, ownName: OwnName | undefined): Sized {
  const name = form.of === undefined ? node : form.of(node);
  if (name === null) return UNKNOWN_SIZED;
  // Some grammars count the dot to the qualifier: `Map.` of `Map.insert`.
  const text = nameOf(name.text).replace(/(?<=\w)\.$/, '');
  return one({ is: 'name', name: ownName?.(text, name.startIndex) ?? text }, node.startIndex);
}

export function selfMemberValue(name: Node | null): Sized {
  return name === null
    ? UNKNOWN_SIZED
    : one({ is: 'member', of: { is: 'self' }, name: nameOf(withoutColon(name.text)) });
}

/** `at`: where the expression begins, by which resolution finds the type that is expected there. */
export function implicitMemberValue(name: Node | null, at: number): Sized {
  const of: Value = { is: 'implicit', at };
  return name === null ? UNKNOWN_SIZED : one({ is: 'member', of, name: nameOf(name.text) }, name.startIndex);
}

export function indexValue(form: Form<'index'>, node: Node, depth: number, reader: PartReader): Sized {
  const of = reader.part(form.of(node), depth);
  const key = indexKey(form.key?.(node) ?? null, reader.tables.keysHaveTypes);
  return grown({ is: 'index', of: of.value, ...key }, of);
}

export function sliceValue(form: Form<'slice'>, node: Node, depth: number, reader: PartReader): Sized {
  const of = reader.part(form.of(node), depth);
  const from = sliceStart(form.from?.(node) ?? null);
  return grown({ is: 'slice', of: of.value, ...(from === undefined ? {} : { from }) }, of);
}

export function castValue(form: Form<'cast'>, node: Node, depth: number, reader: PartReader): Sized {
  const type = reader.types.read(form.type(node));
  const of = form.of === undefined ? undefined : reader.part(form.of(node), depth);
  if (type === undefined) return of ?? UNKNOWN_SIZED;
  return of === undefined ? one({ is: 'cast', type }) : grown({ is: 'cast', type, of: of.value }, of);
}

/** Longer texts name no method. */
const MAX_LITERAL = 100;

export function literalValue({ value, text }: Form<'literal'>, node: Node): Sized {
  const said = text === undefined ? undefined : withoutColon(text(node)?.text ?? '');
  return said === undefined || said === '' || said.length > MAX_LITERAL ? one(value) : one({ ...value, text: said });
}

export function typeValue(form: Form<'type'>, node: Node, types: TypeReader): Sized {
  const type = types.read(form.of === undefined ? node : form.of(node));
  return type === undefined ? UNKNOWN_SIZED : one({ is: 'type', type });
}
