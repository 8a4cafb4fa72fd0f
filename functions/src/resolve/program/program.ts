/**
 * All files of a repository as one numbered program: every definition gets a global number, every scope a table of the
 * names it declares. Nothing is resolved here; this is the index that resolution reads.
 *
 * A scope is a number too: a definition's own number, or `-1 - file` for a file's top level, so that one array lookup
 * leads outward from anywhere. Files are sorted by path first: the order in which they are given changes nothing.
 */
import type { BindingFact, Definition, FileFacts, ImportFact } from '../../model/facts.ts';
import { FILE_SCOPE } from '../../model/facts.ts';
import { append } from './append.ts';
import { openTypes } from './open-types.ts';
import { sharedBlocks } from './shared-blocks.ts';
import { languageRules } from '../rules/language-rules.ts';
import type { LanguageRules } from '../rules/rules-format.ts';
import { pathKey } from '../tracking/path-keys.ts';
import { isClassLike, isFunctionLike, leadsOutward, standsInType } from './qualified-names.ts';
import { Trace } from '../tracking/trace.ts';

export type ScopeId = number;

export type Entry =
  | { kind: 'def'; def: number }
  | { kind: 'param'; fn: number; index: number }
  | { kind: 'bind'; fact: BindingFact; scope: ScopeId; unique?: true }
  | { kind: 'import'; fact: ImportFact; file: number };

export interface Star {
  fact: ImportFact;
  scope: ScopeId;
  /** Names that the import leaves out. */
  hidden?: Set<string>;
}

export interface SourceFile {
  index: number;
  facts: FileFacts;
  /** Its facts are not loaded: all that is known of it is that it exists. */
  outline: boolean;
  rules: LanguageRules;
  /** Global number of the file's first definition. */
  base: number;
  /** Folder of the path, '' at the root. */
  dir: string;
  /** Imports of everything (`from a import *`), by scope. */
  stars: Star[];
}

type Names = Map<string, Entry[]>;

export interface Program {
  files: SourceFile[];
  /** For `fileAt`, which remembers what was asked. */
  paths: Map<string, SourceFile>;
  defs: Definition[];
  /** File of each definition. */
  fileOf: SourceFile[];
  /** Enclosing scope of each definition. */
  outer: ScopeId[];
  /** Names each scope declares: definitions by number, files by index. */
  defNames: (Names | undefined)[];
  fileNames: Names[];
  /** Named definitions directly inside a definition. */
  children: (number[] | undefined)[];
  /** Records what answers depend on. */
  trace: Trace;
}

/** The file at a path. */
export function fileAt(program: Program, path: string): SourceFile | undefined {
  program.trace.isProvided(pathKey(path));
  return program.paths.get(path);
}

/** Name of what a table of all files has under a definition: its members, its callers, … */
export function definitionKey(program: Program, table: string, def: number): string {
  const [file, definition] = [program.fileOf[def], program.defs[def]];
  // Who speaks of a function without a name depends on its file's content, so the place is told anew when it changes.
  const place = definition?.anonymous === true ? `@${def - (file?.base ?? 0)}` : '';
  return `${table}:${file?.facts.path ?? ''}#${definition?.name ?? ''}${place}`;
}

export function fileScope(file: SourceFile): ScopeId {
  return -1 - file.index;
}

export function scopeOf(file: SourceFile, scope: number): ScopeId {
  return scope === FILE_SCOPE ? fileScope(file) : file.base + scope;
}

export function fileOfScope(program: Program, scope: ScopeId): SourceFile {
  const file = scope < 0 ? program.files[-1 - scope] : program.fileOf[scope];
  if (file === undefined) throw new Error(`scope ${scope} belongs to no file`);
  return file;
}

/** A number from 0 on, also for the scopes of files, which are below zero. */
export function placeOfScope(program: Program, scope: ScopeId): number {
  return scope < 0 ? program.defs.length - 1 - scope : scope;
}

export function definitionOf(program: Program, def: number): Definition {
  const found = program.defs[def];
  if (found === undefined) throw new Error(`no definition ${def}`);
  return found;
}

/** Scope around a scope, or undefined outside a file's top level. */
export function outerScope(program: Program, scope: ScopeId): ScopeId | undefined {
  return scope < 0 ? undefined : program.outer[scope];
}

export function namesIn(program: Program, scope: ScopeId): Names | undefined {
  return scope < 0 ? program.fileNames[-1 - scope] : program.defNames[scope];
}

/** Whether a scope is a class's body; false for a method of it, wherever that stands. */
export function isClassScope(program: Program, scope: ScopeId): boolean {
  return scope >= 0 && isClassLike(definitionOf(program, scope));
}

export function isFunctionScope(program: Program, scope: ScopeId): boolean {
  return scope >= 0 && isFunctionLike(definitionOf(program, scope));
}

/** Key in a function's table of the object that it makes itself: `local self = setmetatable({}, Dog)`. */
const OWN_SELF = '<self>';
/** Functions of object literals, as extraction calls them: `{ run() {}, get state() {} }`. */
export const MEMBER_VARIANTS: ReadonlySet<string> = new Set(['method', 'getter', 'setter']);

/** What code has as its object where a function around it says so itself; undefined where it is the receiver. */
export function ownSelf(program: Program, scope: ScopeId): Entry[] | undefined {
  for (let at = scope; isFunctionScope(program, at); at = program.outer[at] ?? -1) {
    const entries = namesIn(program, at)?.get(OWN_SELF);
    if (entries !== undefined) return entries;
    const { kind, modifiers } = definitionOf(program, at);
    if (kind === 'method' && modifiers?.includes('static') !== true) return undefined;
  }
  return undefined;
}

/** The name an import makes visible; undefined when it makes none or the strategy must say. */
export type LocalNameOf = (fact: ImportFact, file: SourceFile) => string | undefined;

/** `outlines`: files whose facts are not there. */
export function buildProgram(
  given: FileFacts[],
  trace = new Trace(),
  outlines: ReadonlySet<FileFacts> = new Set(),
): Program {
  const sorted = [...given].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const program: Program = {
    files: [],
    paths: new Map(),
    defs: [],
    fileOf: [],
    outer: [],
    defNames: [],
    fileNames: [],
    children: [],
    trace,
  };
  for (const facts of sorted) addFile(program, facts, outlines.has(facts));
  return program;
}

/** Of all files whose facts are not there, which may be nearly all of a large repository. */
const NO_NAMES: Names = new Map();

function addFile(program: Program, facts: FileFacts, outline: boolean): void {
  const slash = facts.path.lastIndexOf('/');
  const file: SourceFile = {
    index: program.files.length,
    facts,
    outline,
    rules: languageRules(facts.language),
    base: program.defs.length,
    dir: slash < 0 ? '' : facts.path.slice(0, slash),
    stars: [],
  };
  program.files.push(file);
  program.paths.set(facts.path, file);
  program.fileNames.push(outline ? NO_NAMES : new Map<string, Entry[]>());
  program.trace.leftOut.push(outline);
  if (outline) return;
  for (const [index, def] of facts.definitions.entries()) {
    program.defs.push(def);
    program.fileOf.push(file);
    program.outer.push(scopeOf(file, leadsOutward(facts.definitions, index) ? def.parent : FILE_SCOPE));
    program.defNames.push(undefined);
    program.children.push(undefined);
  }
  facts.definitions.forEach((def, index) => addDefinition(program, file, def, file.base + index));
  const elsewhere = new Set<string>();
  for (const fact of facts.bindings) {
    if (fact.through === 'outer' && fact.target.is === 'name') elsewhere.add(`${fact.scope} ${fact.target.name}`);
  }
  const speaksOf = (fact: BindingFact): boolean => fact.until !== undefined || fact.assigns === true;
  for (const fact of facts.bindings) if (!speaksOf(fact)) addBinding(program, file, fact, elsewhere);
  // What an assignment or a condition says of a name is a fact of the variable, wherever that is declared.
  for (const fact of facts.bindings) if (speaksOf(fact)) addToVariable(program, file, fact);
}

/** Whether the code beside a definition sees its name. A function of an object literal is a member of the object. */
function isSeen({ anonymous, declaration, kind, variant }: Definition): boolean {
  const isMember = kind === 'function' && MEMBER_VARIANTS.has(variant ?? '');
  return anonymous !== true && declaration !== 'overload' && !isMember;
}

function addDefinition(program: Program, file: SourceFile, def: Definition, number: number): void {
  const parent = outerScope(program, number);
  if (parent !== undefined && (def.owner === undefined || standsInType(file.facts.definitions, def))) {
    if (parent >= 0) (program.children[parent] ??= []).push(number);
    if (isSeen(def)) declare(program, parent, def.seenAs ?? def.name, { kind: 'def', def: number });
    if (parent >= 0 && openTypes.of(file.rules).openTypesMembers && isClassScope(program, parent)) {
      declare(program, fileScope(file), def.name, { kind: 'def', def: number });
    }
  }
  def.parameters?.forEach((parameter, index) => {
    declare(program, number, parameter.name, { kind: 'param', fn: number, index });
  });
}

/** `elsewhere`: names that a function only borrows (`global x`), which are declared further out. */
function addBinding(program: Program, file: SourceFile, fact: BindingFact, elsewhere: ReadonlySet<string>): void {
  const scope = scopeOf(file, fact.scope);
  if (fact.target.is === 'self' && fact.value?.is !== 'self')
    declare(program, scope, OWN_SELF, { kind: 'bind', fact, scope });
  if (fact.target.is !== 'name' || fact.through === 'outer') return;
  const { name } = fact.target;
  let home = sharedBlocks.of(file.rules).blocksShareVariables ? sharedHome(program, scope, name) : scope;
  if (elsewhere.has(`${fact.scope} ${name}`)) {
    home = fileScope(file);
    for (let at = outerScope(program, scope); at !== undefined && at >= 0; at = outerScope(program, at)) {
      if (!isClassScope(program, at) && namesIn(program, at)?.has(name) === true) home = at;
    }
  }
  declare(program, home, name, { kind: 'bind', fact, scope });
}

/** The scope around blocks that has the name, or the block itself. */
function sharedHome(program: Program, scope: ScopeId, name: string): ScopeId {
  for (let at: ScopeId | undefined = scope; at !== undefined; at = outerScope(program, at)) {
    if (namesIn(program, at)?.has(name) === true) return at;
    if (at < 0 || definitionOf(program, at).anonymous !== true) break;
  }
  return scope;
}

function addToVariable(program: Program, file: SourceFile, fact: BindingFact): void {
  if (fact.target.is !== 'name') return;
  const { name } = fact.target;
  // `exports = module.exports = x` gives exports itself.
  if (fact.assigns === true && fact.value?.is === 'name' && fact.value.name === name) return;
  const scope = scopeOf(file, fact.scope);
  for (let at: ScopeId | undefined = scope; at !== undefined; at = outerScope(program, at)) {
    const entries = namesIn(program, at)?.get(name);
    if (isClassScope(program, at) || entries === undefined) continue;
    // `Base(n)` among a constructor's initializers names a class.
    const isClass = entries.every((entry) => entry.kind === 'def' && isClassScope(program, entry.def));
    if (isClass && file.rules.functionPointers) return;
    declare(program, at, name, { kind: 'bind', fact, scope });
    return;
  }
  // Nobody declares it: a global, unless it may be a member of a class.
  if (fact.assigns === true && !file.rules.implicitSelf)
    declare(program, fileScope(file), name, { kind: 'bind', fact, scope });
}

function declare(program: Program, scope: ScopeId, name: string, entry: Entry): void {
  let names = namesIn(program, scope);
  if (names === undefined) {
    names = new Map();
    program.defNames[scope] = names;
  }
  append(names, name, entry);
}

/** Puts imports into the tables of their scopes, once the strategies exist that know which name each one binds. */
export function addImports(program: Program, localNameOf: LocalNameOf): void {
  for (const file of program.files) {
    for (const fact of file.facts.imports) {
      const scope = scopeOf(file, fact.scope);
      if (fact.form === 'hiding' || fact.form === 'export') continue;
      if (fact.name === '*' && fact.alias === undefined) {
        file.stars.push({ fact, scope });
        continue;
      }
      // An answer that reads the file's names depends on this too.
      program.trace.enter(program.trace.fileInput(file.index));
      const name = localNameOf(fact, file);
      program.trace.leave();
      if (name !== undefined) declare(program, scope, name, { kind: 'import', fact, file: file.index });
    }
    for (const fact of file.facts.imports) {
      if (fact.form !== 'hiding' || fact.name === undefined) continue;
      const star = file.stars.find((one) => one.fact.source === fact.source && one.fact.line <= fact.line);
      if (star !== undefined) (star.hidden ??= new Set()).add(fact.name);
    }
  }
}
