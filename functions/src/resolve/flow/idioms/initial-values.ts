/**
 * Initial values of structures, where pointers to functions are ordinary values (C): a call through a field runs what some
 * initial value or assignment put into that field of the structure.
 *
 *     struct ops { int (*open)(int); };
 *     static const struct ops table = { .open = do_open };     table.open(1), o->open(1) run do_open
 *     struct cmd cmds[] = { { "a", do_a } };                   by the order of the fields
 */
import type { Collection, Definition, Value } from '../../../model/facts.ts';
import { definitionOf, scopeOf } from '../../program/program.ts';
import type { Program, ScopeId } from '../../program/program.ts';
import type { TypeAt } from '../../types/contract.ts';
import type { Flow, Idiom } from '../contract.ts';

const MAX_DEPTH = 4;

export const initialValues: Idiom = {
  isIn: (rules) => rules.functionPointers,

  prepare(flow, file) {
    for (const { type, value, scope } of file.facts.bindings) {
      if (type === undefined || value?.is !== 'collection') continue;
      const at = scopeOf(file, scope);
      flow.program.trace.forFile(file.index, () => storeValue(flow, { type, scope: at }, value, at, 0));
    }
  },
};

function storeValue(flow: Flow, at: TypeAt, value: Value, scope: ScopeId, depth: number): void {
  if (value.is !== 'collection' || depth > MAX_DEPTH) return;
  for (const meaning of flow.classes.types.meanings(at)) {
    if (meaning.is === 'external' && meaning.name === '[]' && meaning.args[0] !== undefined) {
      for (const item of value.items) storeValue(flow, meaning.args[0], item, scope, depth + 1);
    }
    if (meaning.is === 'class') storeFields(flow, meaning.def, value, scope, depth);
  }
}

function storeFields(flow: Flow, cls: number, value: Collection, scope: ScopeId, depth: number): void {
  const fields = fieldsOf(flow.program, cls);
  value.items.forEach((item, index) => {
    const key = value.keys?.[index] ?? fields[index]?.name;
    if (item.is === 'name' && key !== undefined) {
      flow.constraints.flow(flow.expression(scope, item), flow.store(cls, key));
    } else if (item.is === 'collection') {
      const type = fields.find(({ name }) => name === key)?.type;
      if (type !== undefined) storeValue(flow, { type, scope: cls }, item, scope, depth + 1);
    }
  });
}

function fieldsOf(program: Program, cls: number): Definition[] {
  return (program.children[cls] ?? [])
    .map((child) => definitionOf(program, child))
    .filter(({ kind }) => kind === 'field');
}
