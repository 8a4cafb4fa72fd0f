/**
 * Parameter lists and type parameters, by the `parameters` and `typeParameters` tables.
 *
 *     (self, name: str = "x", *rest)   →   [{ name: 'self' }, { name: 'name', type, default }, { name: 'rest', variadic }]
 *
 * A destructured parameter has no name of its own. It is called `{0}`, `{1}` by its position, and bindings in the scope of
 * the function say which of its parts the written names take.
 */
import type { Node } from 'web-tree-sitter';
import type { Parameter, TypeParameter } from '../../model/facts.ts';
import type { ParameterForm, Tables } from '../compile/tables.ts';
import type { TypeReader } from './types.ts';
import type { ValueReader } from './values.ts';

const MAX_NAME = 300;
/** Forms within each other that are looked into for a name. */
const MAX_NESTING = 4;

export interface DestructuredParameter {
  name: string;
  pattern: Node;
}

export interface ParameterList {
  parameters: Parameter[];
  destructured: DestructuredParameter[];
  /** Default values. Some languages evaluate them outside of the function. */
  defaults: Node[];
}

export class ParameterReader {
  readonly tables: Tables;
  readonly types: TypeReader;
  readonly values: ValueReader;

  constructor(tables: Tables, types: TypeReader, values: ValueReader) {
    this.tables = tables;
    this.types = types;
    this.values = values;
  }

  read(nodes: Node[]): ParameterList {
    const list: ParameterList = { parameters: [], destructured: [], defaults: [] };
    for (const node of nodes) this.add(node, list, {}, 0);
    return list;
  }

  /** `<T: A, U> … where T: B`: names in the order of their first mention, with all their bounds. */
  typeParameters(containers: Node[]): TypeParameter[] {
    const byName = new Map<string, TypeParameter>();
    const entries = containers
      .flatMap((container) => container.namedChildren)
      .flatMap((node) => {
        const form = this.tables.typeParameters.get(node.type);
        return form === undefined ? [] : [{ node, form }];
      })
      .sort((a, b) => Number(a.form.clause) - Number(b.form.clause));
    for (const { node, form } of entries) {
      const bounds = form.bounds === undefined ? [] : this.types.readAll(form.bounds(node));
      for (const { text: name } of form.name(node)) {
        const known = byName.get(name) ?? { name };
        if (form.clause && !byName.has(name)) continue;
        if (bounds.length > 0) known.bounds = [...(known.bounds ?? []), ...bounds];
        byName.set(name, known);
      }
    }
    return [...byName.values()];
  }

  private formOf(node: Node): ParameterForm | undefined {
    const forms = this.tables.parameters.get(node.type);
    return forms?.find((form) => form.applies === undefined || form.applies(node));
  }

  private add(node: Node, list: ParameterList, outer: Partial<Parameter>, depth: number): void {
    const form = this.formOf(node);
    if (form === undefined) {
      if (this.tables.targets.has(node.type)) this.addDestructured(node, list, outer);
      return;
    }
    const given = form.default?.(node) ?? null;
    if (given !== null) list.defaults.push(given);
    const own = this.described(form, node, given, outer);
    const names = form.name(node);
    if (names.length === 0 && own.type !== undefined) list.parameters.push({ ...own, name: '' });
    for (const name of names) {
      // The name may itself be a form: `*args: int` is a typed parameter around a rest parameter.
      if (name.id !== node.id && depth < MAX_NESTING && this.isForm(name)) this.add(name, list, own, depth + 1);
      else list.parameters.push({ ...own, name: name.text.slice(0, MAX_NAME) });
    }
  }

  private isForm(node: Node): boolean {
    return this.formOf(node) !== undefined || this.tables.targets.has(node.type);
  }

  /** What a form says of its parameters beside their names; what it does not say the form around it says. */
  private described(
    form: ParameterForm,
    node: Node,
    given: Node | null,
    outer: Partial<Parameter>,
  ): Partial<Parameter> {
    const own = { ...outer };
    const type = this.types.read(form.type?.(node) ?? null);
    const label = form.label?.(node) ?? null;
    if (type !== undefined) own.type = type;
    if (label !== null) own.label = label.text === '_' ? '' : label.text;
    if (given !== null) own.default = this.values.read(given);
    if (form.variadic !== undefined) own.variadic = form.variadic;
    if (form.self !== undefined) own.self = form.self;
    if (form.fieldWhen !== undefined && this.hasChild(node, form.fieldWhen)) own.field = true;
    return own;
  }

  private hasChild(node: Node, types: Set<string>): boolean {
    return node.children.some((child) => types.has(child.type));
  }

  private addDestructured(pattern: Node, list: ParameterList, outer: Partial<Parameter>): void {
    const name = `{${list.parameters.length}}`;
    list.parameters.push({ ...outer, name });
    list.destructured.push({ name, pattern });
  }
}
