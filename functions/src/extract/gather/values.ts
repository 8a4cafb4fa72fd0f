/**
 * Expression syntax → Value, by the `values` table: what an expression denotes as far as its own syntax tells.
 *
 *     self.voice.play(1)   →   call of member(member(self, 'voice'), 'play') with one literal
 *
 * A converted node is remembered, since a call inside a call is both a part of a value and a fact of its own. Values are
 * bounded in height and size: what would grow beyond becomes `unknown`, so that a chain of 100,000 calls stays linear.
 */
import type { Node } from 'web-tree-sitter';
import type { Argument, Value } from '../../model/facts.ts';
import {
  UNKNOWN,
  type Sized,
  UNKNOWN_SIZED,
  sliceStart,
  withoutColon,
  indexKey,
  nameOf,
  one,
  grown,
  given,
  sizesOf,
} from './sized-values.ts';
import { collectionValue, eitherValue, MAX_ITEMS } from './collection-values.ts';
import type { OwnName } from './own-variables.ts';
import type { Tables, ValueForm } from '../compile/tables.ts';
import { dotted, type TypeReader } from './types.ts';

const MAX_DEPTH = 50;
const MAX_SIZE = 400;
/** Parts of values in all facts of a file: some hundred bytes each once stored. */
const MAX_EMITTED = 600_000;

export class ValueReader {
  readonly tables: Tables;
  readonly types: TypeReader;
  /** Index of the definition a function or class expression became, by node id. */
  readonly definitionOf: (nodeId: number) => number | undefined;
  /** Tells variables of an expression from others of their name. */
  ownName: OwnName | undefined;
  /** Total of all values given out, for the file's budget. */
  private emitted = 0;
  /** Inner applications of a curried call, which are no calls of their own. */
  readonly absorbed = new Set<number>();
  /** Expressions that as arguments are functions with themselves as result: `_.name` in Scala. */
  readonly selfResults = new Set<number>();
  private readonly memory = new Map<number, Sized>();

  constructor(tables: Tables, types: TypeReader, definitionOf: (nodeId: number) => number | undefined) {
    this.tables = tables;
    this.types = types;
    this.definitionOf = definitionOf;
  }

  read(node: Node | null): Value {
    if (node === null || this.exhausted) return UNKNOWN;
    const sized = this.at(node, 0);
    this.emitted += sized.size;
    return sized.value;
  }

  /** True when the file says so much that the rest of its values are left out. */
  get exhausted(): boolean {
    return this.emitted > MAX_EMITTED;
  }

  /** The form that applies to a node, or undefined. */
  formOf(node: Node, type = node.type): ValueForm | undefined {
    const forms = this.tables.values.get(type);
    if (forms === undefined) return undefined;
    for (const form of forms) if (form.applies === undefined || form.applies(node)) return form;
    return undefined;
  }

  args(nodes: Node[]): Argument[] {
    const args = this.argumentsAt(nodes, 0);
    this.emitted += args.size;
    return args.list;
  }

  /** Where the last name of an expression begins: `play` in `self.voice.play`; the end of what has no name. */
  lastNameOffset(node: Node): number {
    const known = this.memory.get(node.id);
    if (known !== undefined && known.last >= 0 && known.value.is !== 'call') return known.last;
    let current = node;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const form = this.formOf(current);
      if (form === undefined) return current.startIndex;
      let next: Node | null = null;
      if (form.is === 'member') next = form.name(current);
      else if (form.is === 'call' || form.is === 'index') return current.endIndex;
      else if ((form.is === 'same' || form.is === 'cast' || form.is === 'type') && form.of) next = form.of(current);
      if (next === null || next.id === current.id) return current.startIndex;
      if (form.is === 'member') return next.startIndex;
      current = next;
    }
    return current.startIndex;
  }

  /** Where the callee of a call that was read has its last name; -1 when that must be looked for. */
  calleeOffset(call: Node): number {
    return this.memory.get(call.id)?.last ?? -1;
  }

  private at(node: Node, depth: number, type = node.type): Sized {
    if (depth > MAX_DEPTH) return UNKNOWN_SIZED;
    const known = this.memory.get(node.id);
    if (known !== undefined) return known.height + depth > MAX_DEPTH + 10 ? UNKNOWN_SIZED : known;
    const form = this.formOf(node, type);
    let sized = form === undefined ? UNKNOWN_SIZED : this.form(form, node, depth);
    if (sized.height > MAX_DEPTH || sized.size > MAX_SIZE) sized = UNKNOWN_SIZED;
    this.memory.set(node.id, sized);
    return sized;
  }

  private form(form: ValueForm, node: Node, depth: number): Sized {
    switch (form.is) {
      case 'name': {
        const name = form.of === undefined ? node : form.of(node);
        if (name === null) return UNKNOWN_SIZED;
        // Some grammars count the dot to the qualifier: `Map.` of `Map.insert`.
        const text = nameOf(name.text).replace(/(?<=\w)\.$/, '');
        return one({ is: 'name', name: this.ownName?.(text, name.startIndex) ?? text }, node.startIndex);
      }
      case 'self':
      case 'super':
        return one({ is: form.is });
      case 'literal':
        return one(form.value);
      case 'unknown':
        return UNKNOWN_SIZED;
      case 'function': {
        const definition = this.definitionOf(node.id);
        return definition === undefined ? UNKNOWN_SIZED : one({ is: 'function', definition });
      }
      case 'member': {
        const name = form.name(node);
        if (name === null) return UNKNOWN_SIZED;
        return this.member(form.of(node), name, form.optionalOf, depth);
      }
      case 'selfMember': {
        const name = form.name(node);
        const text = name === null ? '' : nameOf(withoutColon(name.text));
        return name === null ? UNKNOWN_SIZED : one({ is: 'member', of: { is: 'self' }, name: text });
      }
      case 'implicitMember': {
        const name = form.name(node);
        const of: Value = { is: 'implicit', at: node.startIndex };
        return name === null ? UNKNOWN_SIZED : one({ is: 'member', of, name: nameOf(name.text) }, name.startIndex);
      }
      case 'call':
        return this.call(form, node, depth);
      case 'new':
        return this.construction(form, node, depth);
      case 'index': {
        const of = this.part(form.of(node), depth);
        const key = indexKey(form.key?.(node) ?? null, this.tables.keysHaveTypes);
        return grown({ is: 'index', of: of.value, ...key }, of);
      }
      case 'slice': {
        const of = this.part(form.of(node), depth);
        const from = sliceStart(form.from?.(node) ?? null);
        return grown({ is: 'slice', of: of.value, ...(from === undefined ? {} : { from }) }, of);
      }
      case 'collection':
        return collectionValue(form, node, this.tables, (part) => this.part(part, depth));
      case 'either':
        return eitherValue(form.options.flatMap((option) => option(node)).map((part) => this.part(part, depth)));
      case 'cast': {
        const type = this.types.read(form.type(node));
        const of = form.of === undefined ? undefined : this.part(form.of(node), depth);
        if (type === undefined) return of ?? UNKNOWN_SIZED;
        return of === undefined ? one({ is: 'cast', type }) : grown({ is: 'cast', type, of: of.value }, of);
      }
      case 'type': {
        const type = this.types.read(form.of === undefined ? node : form.of(node));
        return type === undefined ? UNKNOWN_SIZED : one({ is: 'type', type });
      }
      case 'same': {
        const inner = form.of(node);
        return inner === null ? UNKNOWN_SIZED : this.at(inner, depth + 1);
      }
    }
  }

  private part(node: Node | null, depth: number): Sized {
    return node === null ? UNKNOWN_SIZED : this.at(node, depth + 1);
  }

  private member(of: Node | null, name: Node, optionalOf: boolean, depth: number): Sized {
    const text = nameOf(dotted(name.text, this.tables.separators));
    if (of === null && !optionalOf) return UNKNOWN_SIZED;
    let object = of === null ? undefined : this.at(of, depth + 1);
    // `a::b::c` may nest to the right: the name is then a path itself.
    const parts = this.tables.separators.length === 0 ? [text] : text.split('.').filter((part) => part !== '');
    for (const part of parts) {
      if (object === undefined) object = one({ is: 'name', name: part });
      else object = grown({ is: 'member', of: object.value, name: part }, object);
      object.last = name.startIndex;
    }
    return object ?? UNKNOWN_SIZED;
  }

  private construction(form: ValueForm & { is: 'new' }, node: Node, depth: number): Sized {
    const type = this.types.read(form.type(node));
    const args = form.args === undefined ? undefined : this.argumentsAt(form.args(node), depth + 1);
    if (type === undefined) {
      // `new this.kind()`, `new (pick())()`: the type is an expression, so this is a call of what it denotes.
      const callee = this.part(form.type(node), depth);
      return grown({ is: 'call', callee: callee.value, ...given(args) }, callee, ...sizesOf(args));
    }
    const typeArgs = form.typeArgs === undefined ? [] : this.types.readAll(form.typeArgs(node));
    const whole = typeArgs.length === 0 ? type : { name: type.name, args: typeArgs };
    return grown({ is: 'new', type: whole, ...given(args) }, ...sizesOf(args));
  }

  private call(form: ValueForm & { is: 'call' }, node: Node, depth: number): Sized {
    const calleeNode = form.callee?.(node) ?? null;
    const nameNode = form.name?.(node) ?? null;
    let callee: Sized;
    const name = nameNode === null ? undefined : form.names?.get(nameNode.text);
    if (form.names !== undefined && name === undefined) return UNKNOWN_SIZED;
    if (nameNode !== null && name !== undefined) {
      const of = this.part(form.receiver?.(node) ?? null, depth);
      callee = grown({ is: 'member', of: of.value, name }, of);
      callee.last = nameNode.startIndex;
    } else if (nameNode !== null) callee = this.member(form.receiver?.(node) ?? null, nameNode, true, depth);
    else callee = this.part(calleeNode ?? form.receiver?.(node) ?? null, depth);
    const args = form.args === undefined ? undefined : this.argumentsAt(form.args(node), depth + 1);
    if (form.curried && calleeNode !== null && callee.value.is === 'call') {
      this.absorbed.add(calleeNode.id);
      const list = [...(callee.value.args ?? []), ...(args?.list ?? [])];
      const whole = grown({ is: 'call', callee: callee.value.callee, args: list }, callee, ...sizesOf(args));
      whole.last = callee.last;
      return whole;
    }
    const types = form.typeArgs === undefined ? [] : this.types.readAll(form.typeArgs(node));
    const typeArgs = types.length === 0 ? {} : { typeArgs: types };
    const sized = grown({ is: 'call', callee: callee.value, ...given(args), ...typeArgs }, callee, ...sizesOf(args));
    sized.last = callee.value.is === 'call' ? -1 : callee.last;
    return sized;
  }

  private argumentAt(node: Node, depth: number, type: string): Sized {
    const definition = this.selfResults.has(node.id) ? this.definitionOf(node.id) : undefined;
    return definition === undefined ? this.at(node, depth, type) : one({ is: 'function', definition });
  }

  private argumentsAt(nodes: Node[], depth: number): { list: Argument[] } & Sized {
    const list: Argument[] = [];
    let height = 0;
    let size = 0;
    for (const node of nodes) {
      const type = node.type;
      if (this.tables.comments.has(type)) continue;
      if (list.length >= MAX_ITEMS) break;
      const labelled = this.tables.arguments.get(type);
      const inner = labelled === undefined ? node : labelled.value(node);
      const sized =
        inner === null ? UNKNOWN_SIZED : this.argumentAt(inner, depth + 1, labelled === undefined ? type : inner.type);
      const label = labelled?.name?.(node) ?? null;
      const name = label === null || label.id === inner?.id ? null : label;
      list.push({
        value: sized.value,
        ...(name === null ? {} : { name: nameOf(name.text.replace(/:$/, '')) }),
        ...(labelled?.spread === true ? { spread: true } : {}),
        ...(labelled?.trailing === true ? { trailing: true } : {}),
      });
      height = Math.max(height, sized.height);
      size += sized.size;
    }
    return { list, height, size, value: UNKNOWN, last: -1 };
  }
}
