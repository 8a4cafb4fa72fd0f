/**
 * Each expression of a file once. Code repeats itself (`self.x`, and each call of a chain repeats all calls before it), so
 * stored facts hold a table of expressions, in which parts are named by their place, and places instead of expressions:
 *
 *     self.a.b(self.a)     table  0 self   1 {member, of: 0, name: a}   2 {member, of: 1, name: b}
 *                          call   { callee: 2, args: [{ value: 1 }] }
 *
 * Unfolded, equal expressions are one object. Two list literals are two lists, however equal they look, but one of them is one
 * wherever facts speak of it: as an argument of a call, and in what that call gives. Other expressions whose meaning depends on
 * their place are not in the table.
 */
import type { Argument, Definition, FileFacts, Parameter, Value } from '../model/facts.ts';

/** An expression, or its place in the table. */
type Folded = number | object;

export interface FoldedFacts {
  facts: object;
  table: object[];
}

export function foldValues(facts: FileFacts): FoldedFacts {
  const folder = new Folder();
  const folded = {
    ...facts,
    definitions: facts.definitions.map((one) => folder.definition(one)),
    calls: facts.calls.map((one) => ({
      ...one,
      callee: folder.value(one.callee),
      ...(one.args === undefined ? {} : { args: folder.arguments(one.args) }),
    })),
    bindings: facts.bindings.map((one) => ({
      ...one,
      target: folder.value(one.target),
      ...(one.value === undefined ? {} : { value: folder.value(one.value) }),
    })),
    exports: facts.exports.map((one) => ({ ...one, value: folder.value(one.value) })),
  };
  return { facts: folded, table: folder.table };
}

class Folder {
  readonly table: object[] = [];
  private readonly places = new Map<string, number>();
  private readonly own = new Map<Value, number>();

  definition(one: Definition): object {
    const { value, returned, yielded, parameters } = one;
    return {
      ...one,
      ...(value === undefined ? {} : { value: this.value(value) }),
      ...(returned === undefined ? {} : { returned: this.values(returned) }),
      ...(yielded === undefined ? {} : { yielded: this.values(yielded) }),
      ...(parameters === undefined ? {} : { parameters: parameters.map((each) => this.parameter(each)) }),
    };
  }

  arguments(args: Argument[]): (Omit<Argument, 'value'> & { value: Folded })[] {
    return args.map((one) => ({ ...one, value: this.value(one.value) }));
  }

  value(value: Value): Folded {
    switch (value.is) {
      case 'name':
        return this.placeOf(`n${value.name}`, value);
      case 'self':
      case 'super':
        return this.placeOf(value.is, value);
      case 'literal':
        return this.placeOf(literalKey(value), value);
      case 'member':
        return this.member(value);
      case 'call':
        return this.call(value);
      case 'new':
        return value.args === undefined ? value : { ...value, args: this.arguments(value.args) };
      case 'index':
      case 'slice':
        return { ...value, of: this.value(value.of) };
      case 'collection':
        return this.ownPlace(value, () => ({ ...value, items: this.values(value.items) }));
      case 'either':
        return { ...value, options: this.values(value.options) };
      case 'cast':
        return value.of === undefined ? value : { ...value, of: this.value(value.of) };
      default:
        return value;
    }
  }

  private values(values: Value[]): Folded[] {
    return values.map((one) => this.value(one));
  }

  private parameter(parameter: Parameter): object {
    return parameter.default === undefined ? parameter : { ...parameter, default: this.value(parameter.default) };
  }

  private member(value: Value & { is: 'member' }): Folded {
    const of = this.value(value.of);
    const { name } = value;
    return typeof of === 'number' ? this.placeOf(`m${of} ${name}`, { is: 'member', of, name }) : { ...value, of };
  }

  private call(value: Value & { is: 'call' }): Folded {
    const callee = this.value(value.callee);
    const args = value.args === undefined ? undefined : this.arguments(value.args);
    const folded = { ...value, callee, ...(args === undefined ? {} : { args }) };
    const isSame = typeof callee === 'number' && (args ?? []).every((one) => typeof one.value === 'number');
    return isSame ? this.placeOf(`c${JSON.stringify(folded)}`, folded) : folded;
  }

  /** Of an expression that is one object wherever facts speak of it. */
  private ownPlace(value: Value, entry: () => object): number {
    let place = this.own.get(value);
    if (place === undefined) this.own.set(value, (place = this.table.push(entry()) - 1));
    return place;
  }

  private placeOf(key: string, entry: object): number {
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, (place = this.table.push(entry) - 1));
    return place;
  }
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

function literalKey({ type, text = '' }: Value & { is: 'literal' }): string {
  return `l${type} ${text}`;
}
