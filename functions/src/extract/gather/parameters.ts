/**
 * Parameter lists and type parameters, by the `parameters` and `typeParameters` tables.
 *
 *     (self, name: str = "x", *rest)   →   [{ name: 'self' }, { name: 'name', type, default }, { name: 'rest', variadic }]
 *
 * A destructured parameter has no name of its own: it is called `{0}`, `{1}` by its position, and bindings in the
 * function's scope say which of its parts the written names take.
 */
import type { Node } from 'web-tree-sitter';
import type { Parameter, TypeParameter } from '../../model/facts.ts';
import type { ParameterForm, Tables } from '../compile/tables.ts';
import type { TypeReader } from './types.ts';
import type { ValueReader } from './values.ts';

export interface DestructuredParameter {
  name: string;
  pattern: Node;
}

export interface ParameterList {
  parameters: Parameter[];
  destructured: DestructuredParameter[];
  /** Default values, which some languages evaluate outside the function. */
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
    const type = this.types.read(form.type?.(node) ?? null);
    const given = form.default?.(node) ?? null;
    const label = form.label?.(node) ?? null;
    if (given !== null) list.defaults.push(given);
    const own: Partial<Parameter> = {
      ...outer,
      ...(type === undefined ? {} : { type }),
      ...(label === null ? {} : { label: label.text === '_' ? '' : label.text }),
      ...(given === null ? {} : { default: this.values.read(given) }),
      ...(form.variadic === undefined ? {} : { variadic: form.variadic }),
      ...(form.self === undefined ? {} : { self: form.self }),
      ...(form.fieldWhen !== undefined && this.hasChild(node, form.fieldWhen) ? { field: true } : {}),
    };
    const names = form.name(node);
    if (names.length === 0 && own.type !== undefined) list.parameters.push({ ...own, name: '' });
    for (const name of names) {
      // The name may itself be a form: `*args: int` is a typed parameter around a rest parameter.
      if (name.id !== node.id && depth < 4 && (this.formOf(name) !== undefined || this.tables.targets.has(name.type))) {
        this.add(name, list, own, depth + 1);
      } else list.parameters.push({ ...own, name: name.text.slice(0, 300) });
    }
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
