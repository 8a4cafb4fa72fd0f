/**
 * Objects that a variable of a file holds and that functions are given to one by one (JavaScript): what their `this` has beside
 * those functions, and parameters that are named like such an object, as prototypes are named after what they make.
 *
 *     const res = Object.create(base)
 *     res.set = res.header = function () {…}
 *     res.type = function () { this.set() }              runs res.header, which is set, too
 *     app.use(function (req, res) { res.type() })        runs res.type; of `reply`, a member of class Reply
 */
import type { Definition } from '../../../model/facts.ts';
import { append } from '../../program/append.ts';
import { definitionOf, fileOfScope, outerScope } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { isProperty, isSetter } from '../../program/properties.ts';
import type { Idiom } from '../contract.ts';

/** What has fewer functions may have its name by chance. */
const LEAST_FUNCTIONS = 3;

export const objectsOfVariables: Idiom = {
  isIn: (rules) => rules.objectLiterals,

  undeclaredMember(flow, node, _, cls, name) {
    const { kind, value } = definitionOf(flow.program, cls);
    if (!isVariable(kind) || value === undefined) return false;
    const held = flow.expression(outerScope(flow.program, cls) ?? cls, value);
    flow.constraints.watch(held, (id) => flow.constraints.flow(flow.member(id, name), node));
    return true;
  },

  prepare({ program }, file) {
    for (const key of prototypesIn(file).keys()) program.trace.provide(file.index, keyOf(file, key));
  },

  supposedTarget({ program, resolver }, { callee }, scope) {
    if (callee.is !== 'member' || callee.of.is !== 'name') return undefined;
    const place = resolver.lookup(scope, callee.of.name)?.places[0];
    if (place?.at !== 'entry' || place.entry.kind !== 'param') return undefined;
    if (definitionOf(program, place.entry.fn).parameters?.[place.entry.index]?.type !== undefined) return undefined;
    const file = fileOfScope(program, scope);
    const name = `${callee.of.name}.${callee.name}`;
    program.trace.dependOnEntries(keyOf(file, name));
    const [only, ...others] = prototypesOf(program).get(keyOf(file, name)) ?? [];
    if (only === undefined || others.length > 0) return undefined;
    program.trace.dependOnFile(fileOfScope(program, only).index);
    return only;
  },
};

function isVariable(kind: Definition['kind']): boolean {
  return kind === 'variable' || kind === 'constant';
}

function keyOf({ rules }: SourceFile, name: string): string {
  return `v:${rules.family} ${name}`;
}

const prototypesOfFiles = new WeakMap<SourceFile, Map<string, number>>();
const prototypesOfPrograms = new WeakMap<Program, Map<string, number[]>>();

/** Functions of the objects of a file's variables, and of its classes, by the name that such an object goes by and their own. */
function prototypesIn(file: SourceFile): Map<string, number> {
  let known = prototypesOfFiles.get(file);
  if (known !== undefined) return known;
  prototypesOfFiles.set(file, (known = new Map<string, number>()));
  // What a declaration file describes is mostly not the repository's own: `stats.isDirectory()` is no interface there.
  if (/\.d\.[cm]?ts$/.test(file.facts.path)) return known;
  const { definitions } = file.facts;
  for (const members of functionsByObject(definitions).values()) {
    if (members.length < LEAST_FUNCTIONS) continue;
    for (const { name, at } of members) known.set(name, file.base + at);
  }
  return known;
}

/** Functions by the object that has them, each with the name of both. */
function functionsByObject(definitions: readonly Definition[]): Map<string, { name: string; at: number }[]> {
  const written = new Set(definitions.filter(holdsObject).map(({ name }) => name));
  const functions = new Map<string, { name: string; at: number }[]>();
  for (const [at, def] of definitions.entries()) {
    const holder =
      def.kind === 'method' && isOfObjects(def) ? (def.owner?.name ?? definitions[def.parent]?.name) : undefined;
    if (holder === undefined) continue;
    const isClass = /^[A-Z]/.test(holder);
    const object = isClass ? lowerFirst(holder) : holder;
    if (isClass || written.has(object)) append(functions, object, { name: `${object}.${def.name}`, at });
  }
  return functions;
}

function holdsObject({ kind, parent, value }: Definition): boolean {
  return parent < 0 && isVariable(kind) && value?.is === 'collection';
}

function isOfObjects(def: Definition): boolean {
  return (
    !isProperty(def) && !isSetter(def) && def.variant !== 'constructor' && def.modifiers?.includes('static') !== true
  );
}

function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function prototypesOf(program: Program): Map<string, number[]> {
  let known = prototypesOfPrograms.get(program);
  if (known !== undefined) return known;
  prototypesOfPrograms.set(program, (known = new Map<string, number[]>()));
  for (const file of program.files) {
    if (!file.rules.objectLiterals) continue;
    for (const [name, def] of prototypesIn(file)) append(known, keyOf(file, name), def);
  }
  return known;
}
