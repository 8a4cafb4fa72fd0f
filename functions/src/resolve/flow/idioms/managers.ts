/**
 * Objects that the manager of a class gives, and fields that hold objects of another one, by frameworks/*.json.
 *
 *     Book.objects.get(pk=1).url()                    the url of Book (Django)
 *     for book in Book.objects.filter(old=True): …    each book is a Book
 *     book = models.ForeignKey(Book)                  shelf.book is a Book
 */
import type { Value } from '../../../model/facts.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import { extendsNamed, usesFramework } from '../../program/uses-framework.ts';
import { frameworksOf } from '../../rules/frameworks.ts';
import type { Framework } from '../../rules/frameworks.ts';
import type { Flow, Idiom } from '../contract.ts';

type Manager = Framework['managers'][number];

export const managers: Idiom = {
  isIn: ({ language }) => frameworksOf(language).some((one) => one.managers.length + one.holders.length > 0),

  memberOfClass(flow, node, cls, name) {
    const manager = managerOf(flow, cls, name);
    if (manager === undefined) return false;
    const { program } = flow;
    const type = { name: definitionOf(program, cls).name };
    flow.add(node, { is: 'external', name: nameOf(manager), args: [{ type, scope: program.outer[cls] ?? -1 }] });
    return true;
  },

  resultOfContainer(flow, { name, of }, call, to) {
    const value = flow.values.get(of);
    if (value.is !== 'external') return false;
    const { language } = fileOfScope(flow.program, call.scope).facts;
    const manager = tablesOf(language).managers.get(value.name)?.manager;
    if (manager === undefined) return false;
    if (manager.elements.includes(name)) flow.constraints.flow(flow.element(of, undefined), to);
    else if (manager.containers.includes(name)) flow.constraints.add(to, of);
    else flow.constraints.add(to, flow.external(name));
    return true;
  },

  resultOfExternal(flow, _, { callee, args = [], scope }, to) {
    const file = fileOfScope(flow.program, scope);
    const called = callee?.is === 'member' || callee?.is === 'name' ? callee.name : undefined;
    if (called === undefined) return false;
    const holder = tablesOf(file.facts.language).holders.get(called);
    if (holder === undefined || !usesFramework(file, holder.framework)) return false;
    const given = args[holder.argument]?.value;
    if (given === undefined) return false;
    flow.constraints.watch(flow.expression(scope, given), (id) => {
      const value = flow.values.get(id);
      if (value.is === 'class') flow.add(to, { is: 'instance', def: value.def, args: [] });
    });
    return true;
  },

  evidenceOf(flow, { callee }, scope) {
    const { language } = fileOfScope(flow.program, scope).facts;
    for (const [name, { manager, framework }] of tablesOf(language).managers) {
      const read = readOf(callee, manager.member);
      // Other code has members of that name, too: what it holds tells whose it is.
      const isIts = (id: number): boolean => {
        const value = flow.values.get(id);
        return value.is === 'external' && value.name === name;
      };
      if (read === undefined || !flow.constraints.values(flow.expression(scope, read)).some(isIts)) continue;
      return { evidence: 'framework', confidence: framework.confidence };
    }
    return undefined;
  },
};

interface Tables {
  /** By the names of the values that stand for them. */
  managers: Map<string, { manager: Manager; framework: Framework }>;
  /** By function. */
  holders: Map<string, { argument: number; framework: Framework }>;
}

const tables = new Map<string, Tables>();

/** Of a language, made once: they are asked for each call. */
function tablesOf(language: string): Tables {
  let known = tables.get(language);
  if (known !== undefined) return known;
  known = { managers: new Map(), holders: new Map() };
  for (const framework of frameworksOf(language)) {
    for (const manager of framework.managers) known.managers.set(nameOf(manager), { manager, framework });
    for (const { functions, argument } of framework.holders)
      for (const name of functions) known.holders.set(name, { argument, framework });
  }
  tables.set(language, known);
  return known;
}

/** Of the value that stands for a manager: no type of a repository has such a name. */
function nameOf({ member }: Manager): string {
  return `<${member}>`;
}

/** The manager that a class has under a name, where it or a class above it extends the framework's. */
function managerOf({ classes, program }: Flow, cls: number, name: string): Manager | undefined {
  const { language } = fileOfScope(program, cls).facts;
  for (const framework of frameworksOf(language)) {
    const manager = framework.managers.find(({ member }) => member === name);
    const isModel = (at: number): boolean =>
      manager !== undefined &&
      extendsNamed(definitionOf(program, at), manager.bases) &&
      usesFramework(fileOfScope(program, at), framework);
    if (manager !== undefined && classes.order(cls).some(isModel)) return manager;
  }
  return undefined;
}

const MAX_DEPTH = 12;

/** The member of that name in a chain of calls and members, below its last. */
function readOf(callee: Value, member: string): Value | undefined {
  let at: Value | undefined = callee.is === 'member' ? callee.of : undefined;
  for (let depth = 0; at !== undefined && depth < MAX_DEPTH; depth += 1) {
    if (at.is === 'member' && at.name === member) return at;
    at = at.is === 'member' || at.is === 'index' ? at.of : at.is === 'call' ? at.callee : undefined;
  }
  return undefined;
}
