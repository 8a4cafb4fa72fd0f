/**
 * Facts that are made at random and speak mostly of themselves: few names, so that imports, aliases, types, supertypes,
 * members and values lead back to where they began, in every way that the schema allows.
 *
 *     randomPrograms(7)     files of one language, or of several, with definitions a, b, c that are each other's types
 */
import type {
  Argument,
  Base,
  BindingFact,
  CallFact,
  Definition,
  DefinitionKind,
  FileFacts,
  ImportFact,
  Parameter,
  TypeRef,
  Value,
} from '../../src/model/facts.ts';
import type { Dice } from './dice.ts';

const NAMES = ['a', 'b', 'c', 'm', 'A', 'B', '_', 'self', 'super', 'crate', 'new'];
const TYPE_NAMES = [
  'a',
  'b',
  'A',
  'B',
  'T',
  'a.b',
  'A.B',
  'A.A',
  '|',
  '&',
  '->',
  '[]',
  '()',
  '{}',
  '.',
  'typeof',
  'Self',
  'Option',
  'List',
];
const SOURCES = [
  'a',
  'b',
  'a.b',
  'b.a',
  'self',
  'self.a',
  'super',
  'super.a',
  'crate.a',
  'crate',
  './a',
  './b',
  'a.rs',
  'b.h',
  'A.B',
  'b.a.b',
  '',
];
const KINDS: DefinitionKind[] = [
  'module',
  'class',
  'interface',
  'enum',
  'function',
  'method',
  'field',
  'variable',
  'constant',
  'type',
];
const VARIANTS = [
  'lambda',
  'constructor',
  'object',
  'companion',
  'getter',
  'mixin',
  'module',
  'macro',
  'package_object',
  undefined,
  undefined,
];
const MODIFIERS = ['static', 'abstract', 'partial', 'default', 'private', 'override', 'property', 'class', 'case'];
const FORMS = [
  'mod',
  'using',
  'run',
  'load',
  'include',
  'require',
  'require_relative',
  'global',
  'export',
  'hiding',
  'package',
  undefined,
  undefined,
];
const THROUGH = ['element', 'key', 'pattern', 'context', 'outer'] as const;
const HOW: Base['how'][] = [
  'extends',
  'implements',
  'mixes_in',
  'embeds',
  'prepends',
  'extends_class',
  'extends_users',
];

/** Files of the languages, two for each, which import each other. */
export function randomProgram(dice: Dice, languages: readonly { name: string; extension: string }[]): FileFacts[] {
  return languages.flatMap(({ name, extension }) =>
    ['a', 'b', 'a/b'].map((path) => randomFile(dice, name, `${path}${extension}`)),
  );
}

function randomFile(dice: Dice, language: string, path: string): FileFacts {
  const count = 1 + dice.below(7);
  const scope = (): number => dice.below(count + 1) - 1;
  const definitions: Definition[] = Array.from({ length: count }, (_, index) => randomDefinition(dice, index, count));
  return {
    language,
    path,
    lines: 1,
    ...(dice.chance(40) ? { module: dice.of(['a', 'a.b', 'b', 'A']) } : {}),
    definitions,
    calls: dice.some(6, () => randomCall(dice, scope(), count)),
    bindings: dice.some(6, () => randomBinding(dice, scope(), count)),
    imports: dice.some(5, () => randomImport(dice, scope())),
    exports: dice.some(3, () => ({
      line: 1,
      name: dice.of(['a', 'b', 'default', '=']),
      value: randomValue(dice, count, 2),
    })),
    conformances: dice.some(2, () => ({ scope: scope(), line: 1, type: randomType(dice, 1), base: randomBase(dice) })),
    problems: [],
  };
}

// eslint-disable-next-line complexity -- each field of a definition is there or not
function randomDefinition(dice: Dice, index: number, count: number): Definition {
  const kind = dice.of(KINDS);
  const variant = dice.of(VARIANTS);
  const anonymous = dice.chance(10);
  return {
    kind,
    ...(variant === undefined ? {} : { variant }),
    name: anonymous ? '<anonymous>' : dice.of(NAMES),
    ...(anonymous ? { anonymous: true } : {}),
    parent: dice.chance(5) ? dice.below(count) : dice.below(index + 1) - 1,
    ...(dice.chance(20) ? { owner: randomType(dice, 1) } : {}),
    ...(dice.chance(10) ? { implementing: randomType(dice, 1) } : {}),
    ...(dice.chance(10) ? { extension: true } : {}),
    line: 1,
    endLine: 1,
    start: index,
    end: index + 1,
    ...(dice.chance(50) ? { parameters: dice.some(3, () => randomParameter(dice, count)) } : {}),
    ...(dice.chance(40) ? { returns: randomType(dice, 2) } : {}),
    ...(dice.chance(30)
      ? {
          typeParameters: dice.some(2, () => ({
            name: dice.of(['T', 'a']),
            bounds: dice.some(2, () => randomType(dice, 2)),
          })),
        }
      : {}),
    ...(dice.chance(50) ? { bases: dice.some(3, () => randomBase(dice)) } : {}),
    ...(dice.chance(50) ? { type: randomType(dice, 3) } : {}),
    ...(dice.chance(50) ? { value: randomValue(dice, count, 3) } : {}),
    modifiers: dice.some(2, () => dice.of(MODIFIERS)),
    ...(dice.chance(50) ? { returned: dice.some(2, () => randomValue(dice, count, 2)) } : {}),
    ...(dice.chance(20) ? { yielded: dice.some(2, () => randomValue(dice, count, 2)) } : {}),
    ...(dice.chance(15) ? { declaration: dice.of(['prototype', 'overload', 'abstract'] as const) } : {}),
  };
}

function randomType(dice: Dice, depth: number): TypeRef {
  const args = depth === 0 ? [] : dice.some(3, () => randomType(dice, depth - 1));
  return { name: dice.of(TYPE_NAMES), ...(args.length > 0 ? { args } : {}) };
}

function randomBase(dice: Dice): Base {
  return { type: randomType(dice, 2), how: dice.of(HOW) };
}

function randomParameter(dice: Dice, count: number): Parameter {
  return {
    name: dice.of(NAMES),
    ...(dice.chance(40) ? { type: randomType(dice, 2) } : {}),
    ...(dice.chance(30) ? { default: randomValue(dice, count, 2) } : {}),
    ...(dice.chance(10) ? { variadic: dice.of(['rest', 'keywords'] as const) } : {}),
    ...(dice.chance(10) ? { field: true } : {}),
    ...(dice.chance(10) ? { self: true } : {}),
  };
}

function randomArguments(dice: Dice, count: number, depth: number): Argument[] {
  return dice.some(2, () => ({
    value: randomValue(dice, count, depth),
    ...(dice.chance(20) ? { name: dice.of(NAMES) } : {}),
    ...(dice.chance(10) ? { spread: true } : {}),
  }));
}

// eslint-disable-next-line complexity -- a plain dispatch by the form of the value
function randomValue(dice: Dice, count: number, depth: number): Value {
  const inner = (): Value => randomValue(dice, count, depth - 1);
  switch (depth === 0 ? dice.below(5) : dice.below(15)) {
    case 0:
    case 1:
      return { is: 'name', name: dice.of(NAMES) };
    case 2:
      return { is: dice.of(['self', 'super', 'unknown'] as const) };
    case 3:
      return { is: 'type', type: randomType(dice, 2) };
    case 4:
      return { is: 'function', definition: dice.below(count) };
    case 5:
      return { is: 'member', of: inner(), name: dice.of(NAMES) };
    case 6:
      return { is: 'call', callee: inner(), args: randomArguments(dice, count, depth - 1) };
    case 7:
      return { is: 'new', type: randomType(dice, 2), args: randomArguments(dice, count, depth - 1) };
    case 8:
      return { is: 'index', of: inner(), ...(dice.chance(50) ? { key: dice.of(['a', '0']) } : { by: dice.of(NAMES) }) };
    case 9:
      return { is: 'slice', of: inner(), from: dice.below(2) };
    case 10:
      return { is: 'implicit', at: dice.below(3) };
    case 11:
      return { is: 'either', options: [inner(), inner()] };
    case 12:
      return { is: 'cast', type: randomType(dice, 2), of: inner() };
    case 13: {
      const items = dice.some(2, inner);
      return {
        is: 'collection',
        of: 'map',
        items,
        keys: items.map(() => dice.of(['a', 'b', null])),
        spread: dice.some(1, () => 0),
      };
    }
    default:
      return { is: 'collection', of: dice.of(['list', 'tuple', 'set'] as const), items: dice.some(2, inner) };
  }
}

function randomCall(dice: Dice, scope: number, count: number): CallFact {
  return {
    scope,
    line: 1,
    at: dice.below(20),
    callee: randomValue(dice, count, 3),
    args: randomArguments(dice, count, 2),
    ...(dice.chance(20) ? { typeArgs: [randomType(dice, 1)] } : {}),
    ...(dice.chance(20) ? { constructs: true } : {}),
    ...(dice.chance(20) ? { implicit: true } : {}),
    ...(dice.chance(10) ? { decorates: dice.below(count) } : {}),
  };
}

function randomBinding(dice: Dice, scope: number, count: number): BindingFact {
  const target: Value = dice.chance(60) ? { is: 'name', name: dice.of(NAMES) } : randomValue(dice, count, 2);
  return {
    scope,
    line: 1,
    at: dice.below(20),
    target,
    ...(dice.chance(80) ? { value: randomValue(dice, count, 3) } : {}),
    ...(dice.chance(30) ? { type: randomType(dice, 2) } : {}),
    ...(dice.chance(20) ? { through: dice.of(THROUGH) } : {}),
    ...(dice.chance(20) ? { assigns: true } : {}),
    ...(dice.chance(20) ? { until: dice.below(30) } : {}),
    ...(dice.chance(20) ? { key: dice.of(['a', 0, -1, 'A.0']) } : {}),
  };
}

function randomImport(dice: Dice, scope: number): ImportFact {
  const form = dice.of(FORMS);
  return {
    scope,
    line: dice.below(4),
    source: dice.of(SOURCES),
    ...(dice.chance(80) ? { name: dice.of(['*', 'a', 'b', 'self', 'default', 'A', 'm', '=']) } : {}),
    ...(dice.chance(40) ? { alias: dice.of(NAMES) } : {}),
    ...(dice.chance(20) ? { level: 1 } : {}),
    ...(dice.chance(50) ? { reexport: true } : {}),
    ...(dice.chance(10) ? { static: true } : {}),
    ...(dice.chance(10) ? { of: dice.of(NAMES) } : {}),
    ...(form === undefined ? {} : { form }),
  };
}
