/**
 * Conditions that speak of members of variables, and of fields by their bare names.
 *
 *     if isinstance(node.left, Name): node.left.id      node.left is a Name there
 *     if (shape instanceof Circle) shape.draw()         so is the field shape of the object at hand
 */
import type { BindingFact, Value } from '../../../model/facts.ts';
import { fileOfScope, isClassScope, namesIn, outerScope, scopeOf } from '../../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../../program/program.ts';
import type { Flow } from '../contract.ts';

/** What one file says of paths, by their texts: conditions, and where something is given to them. */
interface Paths {
  asked: Map<string, BindingFact[]>;
  given: Map<string, number[]>;
}

/** Members in members that are followed. */
const MAX_MEMBERS = 4;
const SELF = '<self>';

/** The text of `a.b.c`; undefined for what is more than names. */
function pathOf(value: Value, depth = 0): string | undefined {
  if (value.is === 'name') return value.name;
  if (value.is === 'self') return SELF;
  if (value.is !== 'member' || depth >= MAX_MEMBERS) return undefined;
  const of = pathOf(value.of, depth + 1);
  return of === undefined ? undefined : `${of}.${value.name}`;
}

const pathsOfFiles = new WeakMap<SourceFile, Paths>();

function pathsOf(program: Program, file: SourceFile): Paths {
  const known = pathsOfFiles.get(file);
  if (known !== undefined) return known;
  const found = readPaths(program, file);
  pathsOfFiles.set(file, found);
  return found;
}

function readPaths(program: Program, file: SourceFile): Paths {
  const asked = new Map<string, BindingFact[]>();
  for (const fact of file.facts.bindings) {
    if (fact.until === undefined || isOfVariable(program, file, fact)) continue;
    const path = pathOf(fact.target);
    if (path !== undefined) asked.set(path, [...(asked.get(path) ?? []), fact]);
  }
  const given = new Map<string, number[]>();
  if (asked.size === 0) return { asked, given };
  for (const { at, target, until } of file.facts.bindings) {
    const path = until === undefined ? pathOf(target) : undefined;
    if (path !== undefined) given.set(path, [...(given.get(path) ?? []), at]);
  }
  return { asked, given };
}

/** A variable's conditions stand among what is said of it (program.ts). */
function isOfVariable(program: Program, file: SourceFile, { scope, target }: BindingFact): boolean {
  if (target.is !== 'name') return false;
  if (!file.rules.implicitSelf) return true;
  for (let at: ScopeId | undefined = scopeOf(file, scope); at !== undefined; at = outerScope(program, at)) {
    if (!isClassScope(program, at) && namesIn(program, at)?.has(target.name) === true) return true;
  }
  return false;
}

/** The path that conditions of the file speak of somewhere, when an expression is one. */
function askedPath({ asked }: Paths, value: Value): string | undefined {
  const path = asked.size === 0 ? undefined : pathOf(value);
  return path !== undefined && asked.has(path) ? path : undefined;
}

/** Whether a condition of the file speaks of an expression somewhere. */
export function isAskedSomewhere({ program }: Flow, scope: ScopeId, value: Value): boolean {
  return askedPath(pathsOf(program, fileOfScope(program, scope)), value) !== undefined;
}

/** The innermost condition around a use that says what it is there, unless something was given to it in between. */
export function conditionAround(flow: Flow, scope: ScopeId, value: Value, use: number): BindingFact | undefined {
  if (value.is !== 'member' && value.is !== 'name') return undefined;
  const { program } = flow;
  const paths = pathsOf(program, fileOfScope(program, scope));
  const path = askedPath(paths, value);
  if (path === undefined) return undefined;
  const best = innermost(paths.asked.get(path), use);
  if (best === undefined || isGiven(paths, path, best.at, use) || isOther(program, scope, path, best)) return undefined;
  return best;
}

function innermost(conditions: BindingFact[] = [], use: number): BindingFact | undefined {
  let best: BindingFact | undefined;
  for (const fact of conditions) {
    const holds = fact.at <= use && use < (fact.until ?? 0);
    if (holds && (best === undefined || fact.at >= best.at)) best = fact;
  }
  return best;
}

/** Whether the path, or what it begins with, is given something between two offsets. */
function isGiven({ given }: Paths, path: string, from: number, to: number): boolean {
  for (let text = path; text !== ''; text = text.slice(0, Math.max(0, text.lastIndexOf('.')))) {
    if (given.get(text)?.some((at) => at >= from && at < to) === true) return true;
  }
  return false;
}

/** Whether a function between the condition and the use has another variable of that name. */
function isOther(program: Program, scope: ScopeId, path: string, { scope: asking }: BindingFact): boolean {
  const [root = ''] = path.split('.');
  const end = scopeOf(fileOfScope(program, scope), asking);
  for (let at: ScopeId | undefined = scope; at !== undefined && at !== end; at = outerScope(program, at)) {
    if (root === SELF ? isClassScope(program, at) : namesIn(program, at)?.has(root) === true) return true;
  }
  return false;
}
