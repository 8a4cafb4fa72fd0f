/**
 * What a framework runs later, by frameworks/*.json: a member of a function or class that stands for a call of it.
 *
 *     send.delay(1)                           runs send(1), which @shared_task decorates (Celery)
 *     SendJob.set(wait: 5).perform_later(1)   runs perform(1) of a SendJob (Rails)
 *     UserMailer.with(a: 1).welcome           runs welcome of a UserMailer (Rails)
 */
import type { CallFact, Definition } from '../../../model/facts.ts';
import { definitionOf, fileOfScope, type ScopeId, type SourceFile } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import { extendsNamed, importsNamed } from '../../program/uses-framework.ts';
import { frameworksOf, type Framework } from '../../rules/frameworks.ts';
import type { Flow, Idiom } from '../contract.ts';

type Dispatch = Framework['dispatches'][number];

export const dispatches: Idiom = {
  isIn: ({ language }) => frameworksOf(language).some((one) => one.dispatches.length > 0),

  memberOfClass(flow, node, cls, name) {
    const found = flow.classes.findOnClass(cls, name) === undefined ? ofClass(flow, cls, name) : undefined;
    if (found?.dispatch.passes.includes(name) !== true) return false;
    flow.add(node, { is: 'giving', of: flow.values.id({ is: 'class', def: cls }) });
    return true;
  },

  /** What it gives is a ticket, not what the function gives. */
  enterExternal(flow, _, { fact, args, scope, enter }) {
    const { callee } = fact;
    if (callee.is !== 'member' || args !== fact.args || !mayDispatch(flow, scope, callee.name)) return;
    flow.constraints.watch(flow.expression(scope, callee.of), (id) => {
      const run = runBy(flow, id, callee.name);
      if (run === undefined || run.dispatch.elsewhere.includes(callee.name)) return;
      for (const value of run.values) enter(flow.values.get(value), args);
    });
  },

  ranByCall(flow, fact, scope) {
    return dispatchedBy(flow, fact, scope).flatMap(({ values }) => values);
  },

  evidenceOf(flow, fact, scope) {
    const [found] = dispatchedBy(flow, fact, scope);
    return found === undefined ? undefined : { evidence: 'framework', confidence: found.framework.confidence };
  },
};

interface Found {
  framework: Framework;
  dispatch: Dispatch;
}

interface Run extends Found {
  /** Functions, and methods of an object. */
  values: number[];
}

/** What a call runs by a member of a function or class. */
function dispatchedBy(flow: Flow, { callee }: CallFact, scope: ScopeId): Run[] {
  if (callee.is !== 'member' || !mayDispatch(flow, scope, callee.name)) return [];
  return flow.constraints.values(flow.expression(scope, callee.of)).flatMap((id) => runBy(flow, id, callee.name) ?? []);
}

function runBy(flow: Flow, id: number, name: string): Run | undefined {
  const value = flow.values.get(id);
  if (value.is === 'function') {
    const found = ofFunction(flow, value.def, name);
    return found === undefined ? undefined : { ...found, values: [id] };
  }
  if (value.is !== 'class' || flow.classes.findOnClass(value.def, name) !== undefined) return undefined;
  const found = ofClass(flow, value.def, name);
  if (found === undefined || found.dispatch.passes.includes(name)) return undefined;
  const self = flow.values.id({ is: 'instance', def: value.def, args: [] });
  const methods = methodsOf(flow, value.def, found.dispatch.method ?? name);
  return { ...found, values: methods.map((def) => flow.values.id({ is: 'bound', def, self })) };
}

/** The names of a language's frameworks; undefined where any name may be one of a class's methods. */
const namesOfLanguages = new Map<string, Set<string> | undefined>();

function namesIn(language: string): Set<string> | undefined {
  if (namesOfLanguages.has(language)) return namesOfLanguages.get(language);
  const all = frameworksOf(language).flatMap((framework) => framework.dispatches);
  const names = all.flatMap(({ members, elsewhere, passes }) => [...members, ...elsewhere, ...passes]);
  const found = all.some(({ anyMember }) => anyMember) ? undefined : new Set(names);
  namesOfLanguages.set(language, found);
  return found;
}

/** Asked for each call: most names are no member of any framework's. */
function mayDispatch(flow: Flow, scope: ScopeId, name: string): boolean {
  return namesIn(fileOfScope(flow.program, scope).facts.language)?.has(name) ?? true;
}

function isNamed({ members, elsewhere, passes }: Dispatch, name: string): boolean {
  return members.includes(name) || elsewhere.includes(name) || passes.includes(name);
}

function ofFunction({ program }: Flow, fn: number, name: string): Found | undefined {
  const file = fileOfScope(program, fn);
  const definition = definitionOf(program, fn);
  return first(file, ({ framework, dispatch }) => {
    const { decorators } = dispatch;
    return isNamed(dispatch, name) && isDecorated(definition, decorators) && importsNamed(file, framework.packages);
  });
}

function ofClass({ classes, program }: Flow, cls: number, name: string): Found | undefined {
  return first(fileOfScope(program, cls), ({ dispatch }) => {
    if (dispatch.bases.length === 0 || !(dispatch.anyMember || isNamed(dispatch, name))) return false;
    return classes.order(cls).some((at) => extendsNamed(definitionOf(program, at), dispatch.bases));
  });
}

function first(file: SourceFile, applies: (found: Found) => boolean): Found | undefined {
  for (const framework of frameworksOf(file.facts.language)) {
    for (const dispatch of framework.dispatches) if (applies({ framework, dispatch })) return { framework, dispatch };
  }
  return undefined;
}

/** `@app.task(bind=True)` is decorated by `task`. */
function isDecorated({ decorators = [] }: Definition, names: readonly string[]): boolean {
  return decorators.some((text) => names.includes(/([\w$]+)\s*(\(|$)/.exec(text)?.[1] ?? ''));
}

function methodsOf({ classes, program }: Flow, cls: number, name: string): number[] {
  const defs = classes.find(cls, name)?.defs ?? [];
  return defs.filter((def) => isFunctionLike(definitionOf(program, def)));
}
