/**
 * Functions from outside that give a list of what they are called with.
 *
 *     listOf(Dog()).map { it.bark() }      List.of(dog)      List(dog)
 */
import type { Argument, Collection } from '../../../model/facts.ts';
import { fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';
import { dottedName } from './pairs.ts';

const keys = ruleSet({
  listFunctions: words.describe('Functions from outside that give a list of their arguments: `listOf`, `List.of`.'),
});

/** The list that a call makes, by its arguments. */
const lists = new WeakMap<readonly Argument[], Collection>();

export const listFunctions: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).listFunctions.size > 0,

  resultOfExternal(flow, name, call, to) {
    const { args, scope } = call;
    const known = keys.of(fileOfScope(flow.program, scope).rules).listFunctions;
    if (args === undefined || !(known.has(dottedName(call)) || (known.has(name) && call.callee?.is === 'name')))
      return false;
    let list = lists.get(args);
    if (list === undefined) lists.set(args, (list = listOf(args)));
    flow.constraints.add(to, flow.values.collection(list, scope));
    return true;
  },
};

function listOf(args: readonly Argument[]): Collection {
  const spread = args.flatMap((argument, at) => (argument.spread === true ? [at] : []));
  return {
    is: 'collection',
    of: 'list',
    items: args.map(({ value }) => value),
    ...(spread.length > 0 ? { spread } : {}),
  };
}
