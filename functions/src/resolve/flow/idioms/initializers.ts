/**
 * Initial values of objects that are written as a list of fields. Where pointers to functions are ordinary values (C), a
 * call through a field runs what some initial value or assignment put into that field of the structure; where a table
 * becomes an object by its metatable (Lua), the class's methods find in `self` what the table was written with.
 *
 *     struct ops { int (*open)(int); };
 *     static const struct ops table = { .open = do_open };     table.open(1), o->open(1) run do_open
 *     struct cmd cmds[] = { { "a", do_a } };                   by the order of the fields
 *     setmetatable({ store = Store.new() }, Cache)             self.store:read() is Store's
 */
import type { Definition, Value } from '../../../model/facts.ts';
import type { Flow } from '../contract.ts';
import { tableClasses } from './metatables.ts';
import { definitionOf, scopeOf } from '../../program/program.ts';
import type { Program, ScopeId } from '../../program/program.ts';
import type { TypeAt } from '../../types/types.ts';

const MAX_DEPTH = 4;

export function storeInitializers(flow: Flow): void {
  const { program } = flow.resolver;
  const store = (at: TypeAt, value: Value, scope: ScopeId, depth: number): void => {
    if (value.is !== 'collection' || depth > MAX_DEPTH) return;
    for (const meaning of flow.classes.types.meanings(at)) {
      if (meaning.is === 'external' && meaning.name === '[]' && meaning.args[0] !== undefined) {
        for (const item of value.items) store(meaning.args[0], item, scope, depth + 1);
      }
      if (meaning.is !== 'class') continue;
      const fields = fieldsOf(program, meaning.def);
      value.items.forEach((item, index) => {
        const key = value.keys?.[index] ?? fields[index]?.name;
        if (item.is === 'name' && key !== undefined) {
          flow.constraints.flow(flow.expression(scope, item), flow.store(meaning.def, key));
        } else if (item.is === 'collection') {
          const field = fields.find(({ name }) => name === key);
          if (field?.type !== undefined) {
            store({ type: field.type, scope: meaning.def }, item, scope, depth + 1);
          }
        }
      });
    }
  };
  for (const file of program.files) {
    const { metatables } = file.rules;
    for (const { callee, args, scope } of metatables === undefined ? [] : file.facts.calls) {
      const [object, table] = args ?? [];
      if (callee.is !== 'name' || callee.name !== metatables?.set || object?.value.is !== 'collection') continue;
      const { items, keys } = object.value;
      const at = scopeOf(file, scope);
      program.trace.forFile(file.index, () => {
        for (const cls of table === undefined ? [] : tableClasses(flow, at, table.value)) {
          items.forEach((item, index) => {
            const key = keys?.[index];
            if (typeof key === 'string') flow.constraints.flow(flow.expression(at, item), flow.store(cls, key));
          });
        }
      });
    }
    if (!file.rules.functionPointers) continue;
    for (const { type, value, scope } of file.facts.bindings) {
      if (type === undefined || value?.is !== 'collection') continue;
      const at = scopeOf(file, scope);
      program.trace.forFile(file.index, () => store({ type, scope: at }, value, at, 0));
    }
  }
}

function fieldsOf(program: Program, cls: number): Definition[] {
  return (program.children[cls] ?? [])
    .map((child) => definitionOf(program, child))
    .filter(({ kind }) => kind === 'field');
}
