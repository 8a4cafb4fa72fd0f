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
import type { ArgumentForm, Tables, ValueForm } from '../compile/tables.ts';
import { callValue, constructionValue, memberValue, type SizedArguments } from './call-values.ts';
import { collectionValue, eitherValue, MAX_ITEMS } from './collection-values.ts';
import type { OwnName } from './own-variables.ts';
import { nameOf, one, UNKNOWN, UNKNOWN_SIZED, type Sized } from './sized-values.ts';
import type { TypeReader } from './types.ts';
import {
  castValue,
  implicitMemberValue,
  literalValue,
  indexValue,
  nameValue,
  selfMemberValue,
  sliceValue,
  typeValue,
} from './value-forms.ts';

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
  /** Members that were read, with the offsets of their names. */
  readonly members: { value: Value; at: number }[] = [];
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
      if (form?.is === 'call' || form?.is === 'index') return current.endIndex;
      if (form?.is === 'member') return (form.name(current) ?? current).startIndex;
      const inner = form === undefined ? null : innerOf(form, current);
      if (inner === null || inner.id === current.id) return current.startIndex;
      current = inner;
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
    if (this.tables.readsRun && sized.value.is === 'member') this.members.push({ value: sized.value, at: sized.last });
    return sized;
  }

  // eslint-disable-next-line complexity -- a plain dispatch over the forms
  private form(form: ValueForm, node: Node, depth: number): Sized {
    switch (form.is) {
      case 'name':
        return nameValue(form, node, this.ownName);
      case 'self':
      case 'super':
        return one({ is: form.is });
      case 'literal':
        return literalValue(form, node);
      case 'unknown':
        return UNKNOWN_SIZED;
      case 'function':
        return this.functionValue(node);
      case 'member':
        return memberValue(form, node, depth, this);
      case 'selfMember':
        return selfMemberValue(form.name(node));
      case 'implicitMember':
        return implicitMemberValue(form.name(node), node.startIndex);
      case 'call':
        return callValue(form, node, depth, this);
      case 'new':
        return constructionValue(form, node, depth, this);
      case 'index':
        return indexValue(form, node, depth, this);
      case 'slice':
        return sliceValue(form, node, depth, this);
      case 'collection':
        return collectionValue(form, node, this.tables, (part) => this.part(part, depth));
      case 'either':
        return eitherValue(form.options.flatMap((option) => option(node)).map((part) => this.part(part, depth)));
      case 'cast':
        return castValue(form, node, depth, this);
      case 'type':
        return typeValue(form, node, this.types);
      case 'same':
        return this.part(form.of(node), depth);
    }
  }

  private functionValue(node: Node): Sized {
    const definition = this.definitionOf(node.id);
    return definition === undefined ? UNKNOWN_SIZED : one({ is: 'function', definition });
  }

  /** The value of a part of a node at `depth`. */
  part(node: Node | null, depth: number): Sized {
    return node === null ? UNKNOWN_SIZED : this.at(node, depth + 1);
  }

  private argumentAt(node: Node | null, depth: number, type?: string): Sized {
    if (node === null) return UNKNOWN_SIZED;
    const definition = this.selfResults.has(node.id) ? this.definitionOf(node.id) : undefined;
    return definition === undefined ? this.at(node, depth, type) : one({ is: 'function', definition });
  }

  /** Values of the arguments in a list that is at `depth`. */
  argumentsAt(nodes: Node[], depth: number): SizedArguments {
    const list: Argument[] = [];
    let height = 0;
    let size = 0;
    for (const node of nodes) {
      const type = node.type;
      if (this.tables.comments.has(type)) continue;
      if (list.length >= MAX_ITEMS) break;
      const labelled = this.tables.arguments.get(type);
      const inner = labelled === undefined ? node : labelled.value(node);
      const sized = this.argumentAt(inner, depth + 1, labelled === undefined ? type : undefined);
      list.push(argumentOf(sized.value, node, inner, labelled));
      height = Math.max(height, sized.height);
      size += sized.size;
    }
    return { list, height, size, value: UNKNOWN, last: -1 };
  }
}

/** An argument by its form: with its name and how it is passed. A label that is the value itself names nothing. */
function argumentOf(value: Value, node: Node, inner: Node | null, form: ArgumentForm | undefined): Argument {
  if (form === undefined) return { value };
  const label = form.name?.(node) ?? null;
  const argument: Argument = { value };
  if (label !== null && label.id !== inner?.id) argument.name = nameOf(label.text.replace(/:$/, ''));
  if (form.spread === true) argument.spread = true;
  if (form.trailing === true) argument.trailing = true;
  return argument;
}

/** What a form passes through. */
function innerOf(form: ValueForm, node: Node): Node | null {
  if (form.is !== 'same' && form.is !== 'cast' && form.is !== 'type') return null;
  return form.of?.(node) ?? null;
}
