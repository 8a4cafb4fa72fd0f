/**
 * Members that call a function with what it gave before and an element, and give what it gives last (JavaScript).
 *
 *     dogs.reduce((all, dog) => all.add(dog), new Kennel())      all is a Kennel, dog one of dogs
 */
import type { Argument } from '../../../model/facts.ts';
import type { CallSite } from '../../program/call-site.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import type { LanguageRules } from '../../rules/rules-format.ts';
import type { Flow, Idiom } from '../contract.ts';

const keys = ruleSet({
  foldingMembers: words.describe(
    'Members that call a function with what it gave before and an element, and give what it gives last: reduce.',
  ),
});

export const folding: Idiom = { keys, isIn: (rules) => keys.of(rules).foldingMembers.size > 0 };

export function isFold(rules: LanguageRules, member: string): boolean {
  return keys.of(rules).foldingMembers.has(member);
}

/** Lets elements of a container, and what the function gave before, reach the parameters of a function literal. */
export function enterFold(flow: Flow, of: number, args: Argument[] | undefined, scope: ScopeId): void {
  const { constraints, program } = flow;
  const { before, by } = foldOf(args);
  if (by === undefined) return;
  const literal = fileOfScope(program, scope).base + by;
  const { parameters = [], returned = [] } = definitionOf(program, literal);
  const element = flow.element(of, undefined);
  if (parameters[1]?.type === undefined) constraints.flow(element, flow.given(literal, 1));
  if (parameters[0] === undefined || parameters[0].type !== undefined) return;
  const given = flow.given(literal, 0);
  constraints.flow(before === undefined ? element : flow.expression(scope, before.value), given);
  for (const value of returned) constraints.flow(flow.expression(literal, value), given);
}

/** Adds what such a call gives: what it is given first, and what the function gives. */
export function addFold(flow: Flow, of: number, { args, scope }: CallSite, to: number): void {
  const { constraints, program } = flow;
  const { before, by } = foldOf(args);
  if (before !== undefined) constraints.flow(flow.expression(scope, before.value), to);
  else constraints.flow(flow.element(of, undefined), to);
  if (by === undefined) return;
  const literal = fileOfScope(program, scope).base + by;
  for (const value of definitionOf(program, literal).returned ?? []) {
    constraints.flow(flow.expression(literal, value), to);
  }
}

/** `reduce((all, dog) => …, [])`: the function, and what it is given first. */
function foldOf(args: Argument[] = []): { by: number | undefined; before: Argument | undefined } {
  const by = args.find(({ value }) => value.is === 'function')?.value;
  return {
    by: by?.is === 'function' ? by.definition : undefined,
    before: args.find(({ value }) => value.is !== 'function'),
  };
}
