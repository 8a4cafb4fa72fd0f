/**
 * What a declaration around a function literal says about the literal's own parameters, which then need no types:
 *
 *     const h: Handler = (c) => c.text()            Handler is (c: Context) => Response, so c is a Context
 *     function cors(): Handler { return (c) => … }  the same through a declared result
 *     const api: Api = { load(id) { … } }           through the member of the declared type
 *     on((c) => …)                                  through the parameter's type (call-flow.ts)
 */
import type { Value } from '../model/facts.ts';
import type { Flow } from './flow.ts';
import { definitionOf, fileOfScope } from './program.ts';
import type { ScopeId } from './program.ts';
import { isFunctionLike } from './qualified-names.ts';
import type { TypeAt } from './types.ts';

const MAX_DEPTH = 5;

/** Lets a declared type reach the function literals in a value that it is declared for. */
export function expectType(flow: Flow, scope: ScopeId, value: Value, at: TypeAt, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  if (value.is === 'function') {
    expectFunction(flow, fileOfScope(flow.linker.program, scope).base + value.definition, at);
  } else if (value.is === 'either') {
    for (const option of value.options) expectType(flow, scope, option, at, depth + 1);
  } else if (value.is === 'collection') {
    value.items.forEach((item, index) => {
      if (!holdsFunction(item)) return;
      for (const inner of itemTypes(flow, at, value.of === 'map' ? value.keys?.[index] : undefined)) {
        expectType(flow, scope, item, inner, depth + 1);
      }
    });
  }
}

/** Parameters without a type take theirs from a function type. */
function expectFunction(flow: Flow, fn: number, at: TypeAt): void {
  for (const meaning of flow.classes.types.meanings(at)) {
    if (meaning.is === 'function') meaning.params.forEach((type, index) => expectParameter(flow, fn, index, type));
  }
}

function expectParameter(flow: Flow, fn: number, index: number, type: TypeAt): void {
  const parameter = definitionOf(flow.linker.program, fn).parameters?.[index];
  if (parameter === undefined || parameter.type !== undefined) return;
  flow.typed(flow.parameter(fn, index), type);
}

function holdsFunction(value: Value): boolean {
  return value.is === 'function' || value.is === 'collection' || value.is === 'either';
}

/** Types declared for one item: of the member of that name, or of any element. */
function itemTypes(flow: Flow, at: TypeAt, key: string | null | undefined): TypeAt[] {
  const { classes, linker } = flow;
  return classes.types.meanings(at).flatMap((meaning): TypeAt[] => {
    if (meaning.is === 'external') return meaning.args.slice(-1);
    if (meaning.is !== 'class' || key === undefined || key === null) return [];
    const defs = classes.find(meaning.def, key)?.defs ?? [];
    return defs.flatMap((number): TypeAt[] => {
      const def = definitionOf(linker.program, number);
      if (def.type !== undefined) return [{ type: def.type, scope: number }];
      if (!isFunctionLike(def)) return [];
      const args = (def.parameters ?? []).map((parameter) => parameter.type ?? { name: '' });
      return [{ type: { name: '->', args: [...args, def.returns ?? { name: '' }] }, scope: number }];
    });
  });
}

/** All declarations with a type whose value holds function literals. */
export function expectDeclared(flow: Flow): void {
  const { program } = flow.linker;
  program.defs.forEach((def, number) => {
    const scope = program.outer[number] ?? -1;
    if (isFunctionLike(def)) {
      const declared = def.type === undefined ? undefined : { type: def.type, scope };
      if (declared !== undefined) expectFunction(flow, number, declared);
      const result = resultType(flow, number);
      if (result === undefined) return;
      for (const value of def.returned ?? []) if (holdsFunction(value)) expectType(flow, number, value, result);
    } else if (def.type !== undefined && def.value !== undefined && holdsFunction(def.value)) {
      expectType(flow, scope, def.value, { type: def.type, scope });
    }
  });
}

/** Declared result of a function: its own, or that of the function type its variable is declared with. */
export function resultType(flow: Flow, fn: number): TypeAt | undefined {
  const def = definitionOf(flow.linker.program, fn);
  if (def.returns !== undefined) return { type: def.returns, scope: fn };
  if (def.type === undefined) return undefined;
  const meanings = flow.classes.types.meanings({ type: def.type, scope: flow.linker.program.outer[fn] ?? -1 });
  for (const meaning of meanings) if (meaning.is === 'function') return meaning.result;
  return undefined;
}
