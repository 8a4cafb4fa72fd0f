/**
 * Functions from outside that run a function among their arguments at once: calling the one calls the other.
 *
 *     map(parse, lines)                     parse takes the lines one by one, the result holds what it gives (Python)
 *     call_user_func([$this, 'run'], $x)    run($x)                                                         (PHP)
 *     pcall(load, name)                     load(name)                                                      (Lua)
 */
import type { Argument, Value } from '../../../model/facts.ts';
import type { Flow, Idiom } from '../contract.ts';
import { writtenName } from '../../program/dotted-name.ts';
import { fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import type { OutsideRun } from '../../rules/rules-format.ts';

export const outsideRuns: Idiom = {
  isIn: (rules) => rules.outsideRuns.size > 0,

  enterExternal(flow, _, { fact, args, scope, enter }) {
    // What is run may be an object that something from outside calls: that has arguments of its own, and runs none of these.
    const run = args === fact.args ? runOf(flow, fact, scope) : undefined;
    if (run === undefined) return;
    flow.constraints.watch(flow.expression(scope, run.given), (id) => {
      const value = flow.values.get(id);
      if (value.is !== 'external') enter(value, run.args);
    });
  },

  resultOfExternal(flow, _, call, to) {
    const run = runOf(flow, call, call.scope);
    if (run?.how.gives === undefined) return false;
    const { gives } = run.how;
    const site = { args: run.args, scope: call.scope };
    flow.constraints.watch(flow.expression(call.scope, run.given), (by) => {
      if (gives === 'result') flow.result(by, site, to);
      else flow.add(to, { is: 'mapped', by });
    });
    return true;
  },

  /** A function literal there is a part of the function around it anyway. */
  ranByCall(flow, fact, scope, callee) {
    const { constraints, values } = flow;
    const run = runOf(flow, fact, scope);
    if (run === undefined || run.given.is === 'function') return [];
    const isOutside = constraints.values(callee).every((id) => values.get(id).is === 'external');
    return isOutside ? constraints.values(flow.expression(scope, run.given)) : [];
  },
};

interface Run {
  how: OutsideRun;
  given: Value;
  args: Argument[];
}

/** Which argument a call runs, and with what; undefined where it runs none. */
function runOf(
  flow: Flow,
  { callee, args = [] }: { callee?: Value | undefined; args?: Argument[] | undefined },
  scope: ScopeId,
): Run | undefined {
  const name = writtenName(callee);
  if (name === undefined) return undefined;
  const how = fileOfScope(flow.program, scope).rules.outsideRuns.get(name);
  const given = how === undefined ? undefined : args[how.runs];
  if (how === undefined || given === undefined || given.spread === true) return undefined;
  return { how, given: given.value, args: argumentsOf(how, args) };
}

function argumentsOf(how: OutsideRun, args: Argument[]): Argument[] {
  if (how.takes === 'rest') return args.slice(how.runs + 1);
  return how.takes.flatMap((at) => {
    const argument = args[at];
    return argument === undefined ? [] : [{ value: { is: 'index', of: argument.value } }];
  });
}
