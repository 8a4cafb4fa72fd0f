/**
 * The function that an expression is, behind what changes nothing about it: parentheses, casts, and calls that give a
 * function the behaviour of their argument.
 *
 *     ((n: number) => run(n)) as Handler       the arrow function (TypeScript)
 *     memo(forwardRef((props, ref) => …))      the same, where `memo` and `forwardRef` are `namingCalls` (JavaScript)
 */
import type { Node } from 'web-tree-sitter';
import type { Tables, ValueForm } from '../compile/tables.ts';

/** What stands around a function by hand: far above what code has. */
const MAX_DEPTH = 12;

/** Undefined where there is none, or where it has a name of its own. */
export function functionInside(node: Node, tables: Tables): Node | undefined {
  let at: Node | null | undefined = node;
  for (let depth = 0; at != null && depth < MAX_DEPTH; depth += 1) {
    const form = formOf(at, tables);
    if (form?.is === 'function') return at.childForFieldName('name') === null ? at : undefined;
    at = form === undefined ? undefined : insideOf(form, at, tables);
  }
  return undefined;
}

function formOf(node: Node, { values }: Tables): ValueForm | undefined {
  return values.get(node.type)?.find((form) => form.applies === undefined || form.applies(node));
}

function insideOf(form: ValueForm, node: Node, { namingCalls }: Tables): Node | null | undefined {
  if (form.is === 'same' || form.is === 'cast') return form.of?.(node);
  if (form.is !== 'call' || !namingCalls.has(form.callee?.(node)?.text ?? '')) return undefined;
  return form.args?.(node)[0];
}
