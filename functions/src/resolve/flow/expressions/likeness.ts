/**
 * How well what an argument holds fits the type of a parameter: 2 where it has just this type, less where it may be given,
 * -1 where not, 0 where nobody knows.
 */
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { TypeMeaning } from '../../types/contract.ts';
import type { Flow } from '../contract.ts';
import type { AbstractValue } from '../values.ts';
import { isOnlyOurs, kindOf, likenessOfLambda } from './written-types.ts';

/** The most that an argument tells for a function that takes any number of them: one of a fixed number comes first. */
const OF_REST = 0.2;
/** What the elements of a container tell beside its name. */
const OF_ELEMENTS = 0.1;

const NOTHING_GIVEN = /^(void|unit|\(\))$/i;

type Outside = AbstractValue & { is: 'external' };

export function bestLikeness(flow: Flow, given: readonly AbstractValue[], wanted: readonly TypeMeaning[]): number {
  const found = given.flatMap((value) => wanted.map((meaning) => likeness(flow, value, meaning)));
  return found.length === 0 ? 0 : Math.max(...found);
}

/**
 * The same for a parameter that takes any number of arguments, by the first of them: `wanted` of each, or what stands for
 * all of them: a list of its own type, or any array.
 */
export function likenessToRest(
  flow: Flow,
  given: readonly AbstractValue[],
  wanted: readonly TypeMeaning[],
  { lists, takesArray }: { lists: readonly TypeMeaning[]; takesArray: boolean },
): number {
  const found = given.map((value) => {
    const isContainer = value.is === 'external' && value.args.length > 0;
    if (isContainer && takesArray && value.name === '[]') return elementsAgree(flow, value, wanted) * OF_REST;
    const each = Math.min(bestLikeness(flow, [value], wanted), OF_REST);
    return isContainer && lists.length > 0 ? Math.max(each, bestLikeness(flow, [value], lists)) : each;
  });
  return found.length === 0 ? 0 : Math.max(...found);
}

export function takesLambda({ program }: Flow, lambda: number, wanted: TypeMeaning): number {
  const { transparent } = fileOfScope(program, lambda).rules;
  // `Task` alone gives nothing, `Task<T>` a T.
  return likenessOfLambda(
    definitionOf(program, lambda),
    wanted,
    ({ type }) => NOTHING_GIVEN.test(type.name) || (type.args === undefined && transparent.has(type.name)),
  );
}

function likeness(flow: Flow, value: AbstractValue, meaning: TypeMeaning): number {
  if (value.is === 'external' && value.name === 'null') return 0;
  if (meaning.is === 'class') return likenessToClass(flow, value, meaning.def);
  if (
    meaning.is === 'function' &&
    value.is === 'function' &&
    definitionOf(flow.program, value.def).variant === 'lambda'
  )
    return takesLambda(flow, value.def, meaning);
  if (meaning.is === 'function') return isNoFunction(value) ? -1 : 0;
  if (meaning.is !== 'external') return 0;
  if (value.is === 'instance') {
    if (kindOf(meaning.name) !== undefined) return -1;
    return isOnlyOurs(flow, value.def) ? -0.5 : 0;
  }
  return value.is === 'external' ? likenessOutside(flow, value, meaning) : 0;
}

function likenessOutside(flow: Flow, value: Outside, meaning: TypeMeaning & { is: 'external' }): number {
  const kind = sameKind(value.name, meaning.name);
  const [last] = meaning.args.slice(-1);
  // A map is a list of pairs, too.
  const isContainer = kind >= 0 && last !== undefined && value.args.length === meaning.args.length;
  return isContainer ? kind + elementsAgree(flow, value, flow.classes.types.meanings(last)) * OF_ELEMENTS : kind;
}

/** 1 where the elements of a container are of one of these types, -1 where they are of another, 0 where nobody knows. */
function elementsAgree({ classes }: Flow, { args }: Outside, wanted: readonly TypeMeaning[]): number {
  const given = args.slice(-1).flatMap((last) => classes.types.meanings(last));
  const found = given.flatMap((one) =>
    wanted.map((other) => {
      if (one.is === 'external' && other.is === 'external') return one.name === other.name ? 1 : -1;
      if (one.is === 'class' && other.is === 'class') return classes.order(one.def).includes(other.def) ? 1 : -1;
      return 0;
    }),
  );
  return found.length === 0 ? 0 : Math.max(...found);
}

function likenessToClass({ classes }: Flow, value: AbstractValue, cls: number): number {
  if (value.is === 'external') return classes.conformsOutside(value.name, cls) ? 1 : -1;
  if (value.is !== 'instance') return 0;
  const distance = classes.order(value.def).indexOf(cls);
  return distance < 0 ? -1 : 2 / (1 + distance);
}

function isNoFunction(value: AbstractValue): boolean {
  return value.is === 'instance' || (value.is === 'external' && kindOf(value.name) !== undefined);
}

function sameKind(a: string, b: string): number {
  if (a === b) return 2;
  const left = kindOf(a);
  const right = kindOf(b);
  if (left === undefined || right === undefined) return left === right ? 0 : -0.5;
  return left === right ? 1 : -1;
}
