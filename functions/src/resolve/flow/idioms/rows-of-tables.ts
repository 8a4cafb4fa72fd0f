/**
 * Functions that a framework runs once for each row of a list, by `tables` of frameworks/*.json.
 *
 *     @pytest.mark.parametrize("run", [walk, swim])
 *     def test_it(run): run()                                        run is walk and swim
 *     @pytest.mark.parametrize(("run", "n"), [(walk, 1), pytest.param(swim, 2)])
 */
import type { Argument, CallFact, Value } from '../../../model/facts.ts';
import { append } from '../../program/append.ts';
import { lastName } from '../../program/dotted-name.ts';
import { definitionOf, fileOfScope, outerScope } from '../../program/program.ts';
import type { ScopeId, SourceFile } from '../../program/program.ts';
import { isClassLike } from '../../program/qualified-names.ts';
import { usesFramework } from '../../program/uses-framework.ts';
import { frameworksOf } from '../../rules/frameworks.ts';
import type { Framework } from '../../rules/frameworks.ts';
import { pattern } from '../../rules/pattern.ts';
import type { Flow, Idiom } from '../contract.ts';

type Table = Framework['tables'][number];

/** More rows than this are data, whose values are seldom functions. */
const MAX_ROWS = 200;

export const rowsOfTables: Idiom = {
  isIn: (rules) => frameworksOf(rules.language).some(({ tables }) => tables.length > 0),

  parameterGiven(flow, node, fn, index) {
    const file = fileOfScope(flow.program, fn);
    const outer = outerScope(flow.program, fn);
    const isMethod = outer !== undefined && outer >= 0 && isClassLike(definitionOf(flow.program, outer));
    for (const def of isMethod ? [fn, outer] : [fn]) {
      for (const { table, text, fact } of tablesOf(file, def)) {
        const at = positionOf(flow, table, text, fn, index);
        const rows = argumentOf(fact, table);
        if (at !== undefined && rows !== undefined)
          addRows(flow, node, { table, rows, scope: outerScope(flow.program, def) ?? def, ...at });
      }
    }
  },
};

interface TableOf {
  table: Table;
  /** The decorator as it is written: facts do not say what texts say. */
  text: string;
  /** The call that makes the decorator. */
  fact: Value & { is: 'call' };
}

const known = new WeakMap<SourceFile, Map<number, CallFact[]>>();

/** Tables among the decorators of a definition. */
function tablesOf(file: SourceFile, def: number): TableOf[] {
  const { decorators = [] } = file.facts.definitions[def - file.base] ?? {};
  if (decorators.length === 0) return [];
  return frameworksOf(file.facts.language)
    .filter(({ tables }) => tables.length > 0)
    .filter((framework) => usesFramework(file, framework))
    .flatMap(({ tables }) => tables)
    .flatMap((table) => {
      const texts = decorators.filter((text) => pattern(`(^|[@.])${table.decorator}\\s*\\(`).test(text));
      const calls = texts.length === 0 ? [] : decoratorCalls(file, def - file.base, table.decorator);
      // Both are in the order of the text; where they are not the same ones nothing is said.
      return calls.length === texts.length ? calls.map((fact, at) => ({ table, text: texts[at] ?? '', fact })) : [];
    });
}

function decoratorCalls(file: SourceFile, def: number, name: string): (Value & { is: 'call' })[] {
  let calls = known.get(file);
  if (calls === undefined) {
    known.set(file, (calls = new Map<number, CallFact[]>()));
    for (const fact of file.facts.calls) if (fact.decorates !== undefined) append(calls, fact.decorates, fact);
  }
  return (calls.get(def) ?? []).flatMap(({ callee }) =>
    callee.is === 'call' && lastName(callee.callee) === name ? [callee] : [],
  );
}

function argumentOf({ args = [] }: Value & { is: 'call' }, { rows }: Table): Value | undefined {
  const named = args.find(({ name }) => name !== undefined && name === rows.keyword);
  const placed = args[rows.argument];
  return named?.value ?? (placed?.name === undefined ? placed?.value : undefined);
}

/** Where in a row the value of a parameter stands; `alone` where a row is the value. */
function positionOf(
  { program }: Flow,
  { decorator, names }: Table,
  text: string,
  fn: number,
  index: number,
): { position: number; alone: boolean } | undefined {
  const { parameters = [] } = definitionOf(program, fn);
  const name = parameters[index]?.name;
  if (names === undefined) {
    const before = parameters[0]?.self === true ? 1 : 0;
    return index < before ? undefined : { position: index - before, alone: parameters.length - before === 1 };
  }
  const written = namesIn(text.slice(text.indexOf(decorator) + decorator.length));
  const position = written.findIndex((one) => one === name);
  return position < 0 ? undefined : { position, alone: written.length === 1 };
}

/** `("run, n", …` · `(("run", "n"), …` · `(argnames=["run", "n"], …` */
function namesIn(text: string): string[] {
  const written = /^\s*\(\s*(?:\w+\s*=\s*)?(?:"([^"]*)"|'([^']*)'|[([]([^)\]]*)[)\]])/.exec(text);
  const list = written?.[1] ?? written?.[2] ?? written?.[3] ?? '';
  return list.split(',').flatMap((one) => /^\s*["']?(\w+)["']?\s*$/.exec(one)?.[1] ?? []);
}

interface Rows {
  table: Table;
  rows: Value;
  scope: ScopeId;
  position: number;
  alone: boolean;
}

function addRows(flow: Flow, node: number, { table, rows, scope, position, alone }: Rows): void {
  const { constraints } = flow;
  if (rows.is === 'collection') {
    for (const row of rows.items.slice(0, MAX_ROWS)) {
      const value = inRow(row, table, position, alone);
      if (value !== undefined) constraints.flow(flow.expression(scope, value), node);
    }
    return;
  }
  constraints.watch(flow.expression(scope, rows), (id) => {
    const row = flow.element(id, undefined);
    if (alone) constraints.flow(row, node);
    else constraints.watch(row, (one) => constraints.flow(flow.element(one, `${position}`), node));
  });
}

function inRow(row: Value, { row: maker }: Table, position: number, alone: boolean): Value | undefined {
  const given: Argument | undefined =
    row.is === 'call' && maker !== undefined && lastName(row.callee) === maker ? row.args?.[position] : undefined;
  if (given !== undefined) return given.name === undefined ? given.value : undefined;
  if (alone) return row;
  return row.is === 'collection' ? row.items[position] : { is: 'index', of: row, key: `${position}` };
}
