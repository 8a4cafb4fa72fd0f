/**
 * In some languages a bare name is a call unless a local variable has it:
 *
 *     def run(x)
 *       total = x      # x is a parameter
 *       total + rate   # total is a variable, rate calls a method
 *
 * Which it is can be said only when the file's variables are known, so such calls are captured first and dropped here.
 */
import { FILE_SCOPE, type CallFact, type FileFacts, type Value } from '../../model/facts.ts';

function addTargets(target: Value, names: Set<string>): void {
  if (target.is === 'name') names.add(target.name);
}

/**
 * The calls without those of a bare name that belongs to a variable or parameter around it. Of calls without arguments the
 * implicit ones are asked for, and with `all` the written ones too.
 */
export function callsOfNoVariable(facts: FileFacts, all: boolean): CallFact[] {
  const { bindings, calls, definitions } = facts;
  const variables = new Map<number, Set<string>>();
  const at = (scope: number): Set<string> => {
    let names = variables.get(scope);
    if (names === undefined) variables.set(scope, (names = new Set()));
    return names;
  };
  // What a condition says of a name, `if x.is_a?(Dog)`, makes no variable.
  for (const { scope, target, until } of bindings) if (until === undefined) addTargets(target, at(scope));
  definitions.forEach(({ parameters = [] }, scope) => {
    for (const { name } of parameters) at(scope).add(name);
  });
  const isVariable = (name: string, from: number): boolean => {
    for (let scope = from; ;) {
      if (variables.get(scope)?.has(name) === true) return true;
      const definition = definitions[scope];
      // Blocks see the variables around them; methods and classes do not.
      if (scope === FILE_SCOPE || definition?.anonymous !== true) return false;
      scope = definition.parent;
    }
  };
  return calls.filter(
    ({ args, callee, scope, implicit }) =>
      (!all && implicit !== true) || args !== undefined || callee.is !== 'name' || !isVariable(callee.name, scope),
  );
}
