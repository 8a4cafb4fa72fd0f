/**
 * Expressions of a file each once. Code says the same again and again (`self.x`, and each call of a chain says all before
 * it), so facts hold a table of what is said, in which parts are named by their place, and places instead of expressions:
 *
 *     self.a.b(self.a)     table  0 self   1 {member, of: 0, name: a}   2 {member, of: 1, name: b}
 *                          call   { callee: 2, args: [{ value: 1 }] }
 *
 * Unfolded, equal expressions are one object. Only those are in the table whose place in the code does not tell what they
 * are: two list literals are two lists, however equal.
 */
import type { Argument, FileFacts, Value } from '../model/facts.ts';

/** An expression, or its place in the table. */
type Folded = number | object;

export interface FoldedFacts {
  facts: object;
  table: object[];
}

export function foldValues(facts: FileFacts): FoldedFacts {
  const places = new Map<string, number>();
  const table: object[] = [];

  const placeOf = (key: string, entry: object): number => {
    let place = places.get(key);
    if (place === undefined) places.set(key, (place = table.push(entry) - 1));
    return place;
  };

  const fold = (value: Value): Folded => {
    switch (value.is) {
      case 'name':
        return placeOf(`n${value.name}`, value);
      case 'member': {
        const of = fold(value.of);
        const { name } = value;
        return typeof of === 'number' ? placeOf(`m${of} ${name}`, { is: 'member', of, name }) : { ...value, of };
      }
      case 'call': {
        const callee = fold(value.callee);
        const args = value.args === undefined ? undefined : foldArguments(value.args);
        const folded = { ...value, callee, ...(args === undefined ? {} : { args }) };
        const isSame = typeof callee === 'number' && (args ?? []).every((one) => typeof one.value === 'number');
        return isSame ? placeOf(`c${JSON.stringify(folded)}`, folded) : folded;
      }
      case 'self':
      case 'super':
        return placeOf(value.is, value);
      case 'literal':
        return placeOf(`l${value.type}`, value);
      case 'new':
        return value.args === undefined ? value : { ...value, args: foldArguments(value.args) };
      case 'index':
      case 'slice':
        return { ...value, of: fold(value.of) };
      case 'collection':
        return { ...value, items: value.items.map(fold) };
      case 'either':
        return { ...value, options: value.options.map(fold) };
      case 'cast':
        return value.of === undefined ? value : { ...value, of: fold(value.of) };
      default:
        return value;
    }
  };

  const foldArguments = (args: Argument[]) => args.map((one) => ({ ...one, value: fold(one.value) }));
  const folded = {
    ...facts,
    definitions: facts.definitions.map((one) => ({
      ...one,
      ...(one.value === undefined ? {} : { value: fold(one.value) }),
      ...(one.returned === undefined ? {} : { returned: one.returned.map(fold) }),
      ...(one.yielded === undefined ? {} : { yielded: one.yielded.map(fold) }),
      ...(one.parameters === undefined
        ? {}
        : {
            parameters: one.parameters.map((parameter) =>
              parameter.default === undefined ? parameter : { ...parameter, default: fold(parameter.default) },
            ),
          }),
    })),
    calls: facts.calls.map((one) => ({
      ...one,
      callee: fold(one.callee),
      ...(one.args === undefined ? {} : { args: foldArguments(one.args) }),
    })),
    bindings: facts.bindings.map((one) => ({
      ...one,
      target: fold(one.target),
      ...(one.value === undefined ? {} : { value: fold(one.value) }),
    })),
    exports: facts.exports.map((one) => ({ ...one, value: fold(one.value) })),
  };
  return { facts: folded, table };
}

/** Keys under which expressions stand, one or a list of them, wherever in facts. */
const HOLDS_VALUES = new Set([
  'callee', 'target', 'value', 'default', 'of', 'returned', 'yielded', 'items', 'options',
]); // prettier-ignore

/** Puts expressions back in place of places, in what JSON gave. */
export function unfoldValues({ facts, table }: FoldedFacts): FileFacts {
  unfold(table, table);
  unfold(facts, table);
  return facts as FileFacts;
}

function unfold(among: object, table: object[]): void {
  const items = among as Record<string, unknown>;
  for (const key in items) {
    const item = items[key];
    if (typeof item === 'number') {
      if (HOLDS_VALUES.has(key)) items[key] = table[item];
    } else if (Array.isArray(item)) {
      if (HOLDS_VALUES.has(key)) {
        for (let at = 0; at < item.length; at++) {
          if (typeof item[at] === 'number') item[at] = table[item[at] as number];
          else unfold(item[at] as object, table);
        }
      } else for (const one of item) if (typeof one === 'object' && one !== null) unfold(one as object, table);
    } else if (typeof item === 'object' && item !== null) unfold(item, table);
  }
}
