/**
 * Extensions of types from elsewhere that are called on a value of unknown type (C#): the one that has the name, where it is
 * the only one and its namespace is in view.
 *
 *     builder.Services.AddMine();      static IServiceCollection AddMine(this IServiceCollection services)
 */
import type { CallFact } from '../../../model/facts.ts';
import { definitionOf, fileOfScope, outerScope } from '../../program/program.ts';
import type { Program, ScopeId } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import { namespaceAt } from '../../imports/namespace-at.ts';
import type { Flow, Idiom } from '../contract.ts';

const keys = ruleSet({
  extensionsOfUnknown: flag(
    'An extension with a name of its own is meant where the type of the receiver is not known.',
  ),
});

export const unknownReceivers: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).extensionsOfUnknown,

  supposedTarget(flow, fact, scope) {
    if (fact.callee.is !== 'member') return undefined;
    const [only, ...others] = flow.classes.extensionsNamed(
      fileOfScope(flow.program, scope).rules.family,
      fact.callee.name,
    );
    return only !== undefined && others.length === 0 && isInView(flow, only, fact, scope) ? only : undefined;
  },
};

function isInView({ program }: Flow, def: number, _: CallFact, scope: ScopeId): boolean {
  const file = fileOfScope(program, scope);
  if (
    definitionOf(program, def).modifiers?.includes('private') === true &&
    !isWithin(program, scope, program.outer[def])
  )
    return false;
  const home = namespaceAt(program, fileOfScope(program, def), def);
  const own = namespaceAt(program, file, scope);
  if (home === '' || own === home || own.startsWith(`${home}.`)) return true;
  return file.facts.imports.some(({ source, name }) => source === home && (name === undefined || name === '*'));
}

function isWithin(program: Program, scope: ScopeId, cls: number | undefined): boolean {
  for (let at: ScopeId | undefined = scope; at !== undefined; at = outerScope(program, at)) if (at === cls) return true;
  return false;
}
