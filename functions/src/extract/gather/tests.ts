/**
 * What a condition says of variables where it holds, or where it does not, by the `tests` table.
 *
 *     if (!(x instanceof Dog)) return;     behind it x is a Dog
 *     if isinstance(x, (A, B)) and x: …    within it x is an A or a B
 *     if (isDog(x)) …                      x may be what isDog says of what it is given
 */
import type { Node } from 'web-tree-sitter';
import type { TypeRef, Value } from '../../model/facts.ts';
import type { Tables, TestForm } from '../compile/tables.ts';
import type { TypeReader } from './types.ts';
import type { ValueReader } from './values.ts';

/** Conditions in each other that are looked into. */
const MAX_DEPTH = 8;

export interface Test {
  target: Node;
  /** The type that is asked for. */
  type?: TypeRef;
  /** The call that asks, where a function tells the type. */
  call?: Value;
  /** The variable is not of that type. */
  negated?: true;
}

export interface TestReaders {
  tables: Tables;
  types: TypeReader;
  values: ValueReader;
}

/** `holds`: what is known where the condition holds; else where it does not. */
export function testsIn(readers: TestReaders, node: Node, holds: boolean, depth = 0): Test[] {
  const form = depth > MAX_DEPTH ? undefined : formOf(readers.tables, node);
  const inner = (of: Node | null, is = holds): Test[] => (of === null ? [] : testsIn(readers, of, is, depth + 1));
  switch (form?.is) {
    case 'same':
      return inner(form.of(node));
    case 'not':
      return inner(form.of(node), !holds);
    case 'and':
      return holds ? form.of.flatMap((part) => inner(part(node))) : [];
    case 'or': {
      const parts = form.of.map((part) => inner(part(node)));
      return holds ? anyOf(parts) : parts.flat();
    }
    case 'type':
      return typeTest(readers, form, node, form.fails === true ? !holds : holds);
    case 'asked':
      return askedTest(readers, form, node, holds);
    default:
      return [];
  }
}

function formOf({ tests }: Tables, node: Node): TestForm | undefined {
  return tests.get(node.type)?.find((form) => form.applies === undefined || form.applies(node));
}

/** `x is A or x is B`: one of both types, where each part asks of the same variable alone. */
function anyOf(parts: Test[][]): Test[] {
  const singles = parts.flatMap((tests) => (tests.length === 1 ? tests : []));
  const [first] = singles;
  const types = singles.flatMap(({ negated, type }) => (negated === undefined && type !== undefined ? [type] : []));
  if (first === undefined || types.length !== parts.length) return [];
  if (singles.some(({ target }) => target.text !== first.target.text)) return [];
  return [{ target: first.target, type: { name: '|', args: types } }];
}

function typeTest(
  { types, values }: TestReaders,
  form: Extract<TestForm, { is: 'type' }>,
  node: Node,
  holds: boolean,
): Test[] {
  const target = form.target(node);
  const type = types.read(form.type(node));
  if (target === null || type === undefined || !isPathAt(values, target)) return [];
  return [{ target, type, ...(holds ? {} : { negated: true as const }) }];
}

function isPathAt(values: ValueReader, target: Node): boolean {
  const is = values.formOf(target)?.is;
  return is === 'name' || (is === 'member' && isPath(values.read(target)));
}

/** A variable, or members of one. */
export function isPath(value: Value, depth = 0): boolean {
  if (value.is === 'name') return true;
  if (value.is !== 'member' || depth > MAX_DEPTH) return false;
  return value.of.is === 'self' || isPath(value.of, depth + 1);
}

function askedTest(
  { tables, values }: TestReaders,
  form: Extract<TestForm, { is: 'asked' }>,
  node: Node,
  holds: boolean,
): Test[] {
  const callee = form.callee(node);
  const [target] = form.args(node);
  if (callee === null || target === undefined || !isPathAt(values, target)) return [];
  if (tables.builtins.has(callee.text)) return [];
  const call = values.read(node);
  return call.is === 'call' ? [{ target, call, ...(holds ? {} : { negated: true as const }) }] : [];
}
