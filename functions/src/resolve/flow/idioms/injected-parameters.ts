/**
 * Parameters that a framework gives a value, by frameworks/*.json.
 *
 *     @pytest.fixture def app(): …     def test_it(app): …           app is what the fixture gives
 *     def read(db=Depends(get_db)): …                                db is what get_db gives
 */
import type { Definition, Value } from '../../../model/facts.ts';
import { FILE_SCOPE } from '../../../model/facts.ts';
import { append } from '../../program/append.ts';
import { lastName } from '../../program/dotted-name.ts';
import { fileAt, definitionOf, fileOfScope, namesIn, fileScope } from '../../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../../program/program.ts';
import { isClassLike, isFunctionLike } from '../../program/qualified-names.ts';
import { usesFramework } from '../../program/uses-framework.ts';
import { frameworksOf } from '../../rules/frameworks.ts';
import type { Framework } from '../../rules/frameworks.ts';
import { pattern } from '../../rules/pattern.ts';
import type { Flow, Idiom } from '../contract.ts';

/** Folders around a file that are looked into. */
const MAX_FOLDERS = 30;

export const injectedParameters: Idiom = {
  isIn: (rules) => frameworksOf(rules.language).length > 0,

  parameterGiven(flow, node, fn, index) {
    for (const { def } of injectionsOf(flow, fn, index)) {
      const to = flow.constraints.node();
      flow.result(flow.values.id({ is: 'function', def }), { args: [], scope: fn }, to);
      flow.constraints.watch(to, (id) => {
        // What runs until `yield` gives what it yields.
        if (flow.values.get(id).is === 'generator') flow.constraints.flow(flow.element(id, undefined), node);
        else flow.constraints.add(node, id);
      });
    }
  },
};

export interface Injection {
  /** The function that gives the value. */
  def: number;
  confidence: number;
}

/** Functions that a framework runs for a parameter. */
export function injectionsOf(flow: Flow, fn: number, index: number): Injection[] {
  const { program } = flow;
  const parameter = definitionOf(program, fn).parameters?.[index];
  if (parameter === undefined || parameter.self === true) return [];
  const file = fileOfScope(program, fn);
  // Asked for each parameter of each function, so what can be none is left early.
  const find = parameter.default === undefined ? fixturesFor : providersOf;
  return frameworksOf(file.facts.language).flatMap((framework) =>
    find(flow, framework, file, fn, index).map((def) => ({ def, confidence: framework.confidence })),
  );
}

function fixturesFor({ program }: Flow, framework: Framework, file: SourceFile, fn: number, index: number): number[] {
  const def = definitionOf(program, fn);
  const parameter = def.parameters?.[index];
  if (parameter === undefined) return [];
  for (const fixtures of framework.fixtures) {
    if (!pattern(fixtures.askedBy).test(def.name) && !isDecorated(def, fixtures.decorator)) continue;
    const found = fixtureNamed(program, framework, file, fn, parameter.name, fixtures);
    if (found !== undefined && found !== fn) return [found];
  }
  return [];
}

function isDecorated({ decorators = [] }: Definition, name: string): boolean {
  return decorators.some((text) => pattern(`(^|[@.])${name}\\s*(\\(|$)`).test(text));
}

/** The nearest fixture: in the class around, in the file, in the shared files of the folders around it. */
function fixtureNamed(
  program: Program,
  framework: Framework,
  file: SourceFile,
  fn: number,
  name: string,
  { decorator, named, sharedIn }: Framework['fixtures'][number],
): number | undefined {
  const inScope = (scope: ScopeId): number | undefined => {
    const known = namesIn(program, scope);
    const own = (known?.get(name) ?? []).flatMap((entry) => (entry.kind === 'def' ? [entry.def] : []));
    const isMeant = (def: number): boolean => def !== fn && isDecorated(definitionOf(program, def), decorator);
    const found = own.findLast(isMeant);
    if (found !== undefined || known === undefined || named === undefined) return found;
    const renamed = pattern(`[(,]\\s*${named}\\s*=\\s*["']([^"']*)["']`, 'gu');
    const isNamed = (text: string): boolean => [...text.matchAll(renamed)].some(([, given]) => given === name);
    const isRenamed = (def: number): boolean => definitionOf(program, def).decorators?.some(isNamed) === true;
    return definitionsOf(program, scope).findLast((def) => isRenamed(def) && isMeant(def));
  };
  for (let at: ScopeId = program.outer[fn] ?? -1; at >= 0; at = program.outer[at] ?? -1) {
    const found = isClassLike(definitionOf(program, at)) ? inScope(at) : undefined;
    if (found !== undefined) return found;
  }
  const own = usesFramework(file, framework) ? inScope(fileScope(file)) : undefined;
  if (own !== undefined) return own;
  for (const folder of foldersAround(file.dir)) {
    const shared = fileAt(program, folder === '' ? sharedIn : `${folder}/${sharedIn}`);
    if (shared === undefined) continue;
    program.trace.dependOnFile(shared.index);
    const found = usesFramework(shared, framework) ? inScope(fileScope(shared)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Definitions that stand in a scope themselves and have decorators with arguments. */
function definitionsOf(program: Program, scope: ScopeId): readonly number[] {
  const file = fileOfScope(program, scope);
  let scopes = decoratedWithArguments.get(file);
  if (scopes === undefined) {
    decoratedWithArguments.set(file, (scopes = new Map<number, number[]>()));
    for (const [at, def] of file.facts.definitions.entries())
      if (def.decorators?.some((text) => text.includes('=')) === true) append(scopes, def.parent, file.base + at);
  }
  return scopes.get(scope < 0 ? FILE_SCOPE : scope - file.base) ?? [];
}

const decoratedWithArguments = new WeakMap<SourceFile, Map<number, number[]>>();

function foldersAround(dir: string): string[] {
  const folders = [dir];
  for (let at = dir; at !== '' && folders.length < MAX_FOLDERS;) {
    at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '';
    folders.push(at);
  }
  return folders;
}

/** `db=Depends(get_db)` */
function providersOf(flow: Flow, framework: Framework, file: SourceFile, fn: number, index: number): number[] {
  const given = definitionOf(flow.program, fn).parameters?.[index]?.default;
  if (given?.is !== 'call' || !usesFramework(file, framework)) return [];
  const name = lastName(given.callee);
  const provider = framework.providers.find((one) => one.function === name);
  const value: Value | undefined = provider === undefined ? undefined : given.args?.[provider.argument]?.value;
  if (value === undefined) return [];
  const scope = flow.program.outer[fn] ?? -1;
  return flow.classes.types
    .symbolsOf(scope, value)
    .flatMap((symbol) =>
      symbol.to === 'def' && isFunctionLike(definitionOf(flow.program, symbol.def)) ? [symbol.def] : [],
    );
}

/** Functions of a file that have parameters which a framework may give. */
export function injectedFunctions({ facts, base }: SourceFile): number[] {
  if (frameworksOf(facts.language).length === 0) return [];
  return facts.definitions.flatMap((def, at) =>
    isFunctionLike(def) && (def.parameters?.length ?? 0) > 0 ? [base + at] : [],
  );
}
