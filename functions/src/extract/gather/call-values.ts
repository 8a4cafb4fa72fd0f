/**
 * Values of members, calls and constructions: what is called, on what, with which arguments.
 *
 *     dog.bark(2)    →  { is: 'call', callee: member(name dog, 'bark'), args: [literal] }
 *     new Dog(1)     →  { is: 'new', type: Dog, args: [literal] }
 */
import type { Node } from 'web-tree-sitter';
import type { Argument, TypeRef } from '../../model/facts.ts';
import type { PickMany } from '../compile/picks.ts';
import type { ValueForm } from '../compile/tables.ts';
import { given, grown, nameOf, one, sizesOf, UNKNOWN_SIZED, type Sized } from './sized-values.ts';
import { dotted } from './types.ts';
import type { PartReader } from './value-forms.ts';

export type SizedArguments = { list: Argument[] } & Sized;

export interface CallReader extends PartReader {
  /** Inner applications of a curried call, which are no calls of their own. */
  readonly absorbed: Set<number>;
  /** Values of the arguments in a list that is at `depth`. */
  argumentsAt(nodes: Node[], depth: number): SizedArguments;
}

type Form<K extends ValueForm['is']> = Extract<ValueForm, { is: K }>;

export function memberValue(form: Form<'member'>, node: Node, depth: number, reader: CallReader): Sized {
  const name = form.name(node);
  if (name === null) return UNKNOWN_SIZED;
  const of = form.of(node);
  if (of === null && !form.optionalOf) return UNKNOWN_SIZED;
  return memberOf(of, name, depth, reader);
}

/** `name` of `of`. Without an object it is a name, or a path of them. */
function memberOf(of: Node | null, name: Node, depth: number, reader: CallReader): Sized {
  const { separators } = reader.tables;
  const text = nameOf(dotted(name.text, separators));
  let object = of === null ? undefined : reader.part(of, depth);
  // `a::b::c` may nest to the right: the name is then a path itself.
  const parts = separators.length === 0 ? [text] : text.split('.').filter((part) => part !== '');
  for (const part of parts) {
    if (object === undefined) object = one({ is: 'name', name: part });
    else object = grown({ is: 'member', of: object.value, name: part }, object);
    object.last = name.startIndex;
  }
  return object ?? UNKNOWN_SIZED;
}

export function constructionValue(form: Form<'new'>, node: Node, depth: number, reader: CallReader): Sized {
  const type = reader.types.read(form.type(node));
  const args = form.args === undefined ? undefined : reader.argumentsAt(form.args(node), depth + 1);
  if (type === undefined) {
    // `new this.kind()`, `new (pick())()`: the type is an expression, so this is a call of what it denotes.
    const callee = reader.part(form.type(node), depth);
    return grown({ is: 'call', callee: callee.value, ...given(args) }, callee, ...sizesOf(args));
  }
  const typeArgs = typesAt(form.typeArgs, node, reader);
  const whole = typeArgs.length === 0 ? type : { name: type.name, args: typeArgs };
  return grown({ is: 'new', type: whole, ...given(args) }, ...sizesOf(args));
}

export function callValue(form: Form<'call'>, node: Node, depth: number, reader: CallReader): Sized {
  const calleeNode = form.callee?.(node) ?? null;
  const callee = calleeValue(form, node, calleeNode, depth, reader);
  if (callee === undefined) return UNKNOWN_SIZED;
  const args = form.args === undefined ? undefined : reader.argumentsAt(form.args(node), depth + 1);
  if (form.curried && calleeNode !== null && callee.value.is === 'call') {
    reader.absorbed.add(calleeNode.id);
    const list = [...(callee.value.args ?? []), ...(args?.list ?? [])];
    const whole = grown({ is: 'call', callee: callee.value.callee, args: list }, callee, ...sizesOf(args));
    whole.last = callee.last;
    return whole;
  }
  const types = typesAt(form.typeArgs, node, reader);
  const typeArgs = types.length === 0 ? {} : { typeArgs: types };
  const sized = grown({ is: 'call', callee: callee.value, ...given(args), ...typeArgs }, callee, ...sizesOf(args));
  sized.last = callee.value.is === 'call' ? -1 : callee.last;
  return sized;
}

function typesAt(pick: PickMany | undefined, node: Node, { types }: CallReader): TypeRef[] {
  return pick === undefined ? [] : types.readAll(pick(node));
}

/** What is called; undefined for an operator that runs no function. */
function calleeValue(
  form: Form<'call'>,
  node: Node,
  calleeNode: Node | null,
  depth: number,
  reader: CallReader,
): Sized | undefined {
  const nameNode = form.name?.(node) ?? null;
  if (form.names !== undefined) {
    const name = nameNode === null ? undefined : form.names.get(nameNode.text);
    if (nameNode === null || name === undefined) return undefined;
    const of = reader.part(form.receiver?.(node) ?? null, depth);
    const callee = grown({ is: 'member', of: of.value, name }, of);
    callee.last = nameNode.startIndex;
    return callee;
  }
  const receiver = form.receiver?.(node) ?? null;
  return nameNode === null ? reader.part(calleeNode ?? receiver, depth) : memberOf(receiver, nameNode, depth, reader);
}
