/**
 * Classes that are written in several places: Ruby opens a class again, C# has partial ones. Each part stays a class of
 * its own (its node, its file). A member that one part lacks is looked for in the others.
 *
 *     a.rb: class Acme::Job; def run; log; end; end        b.rb: class Acme::Job; def log; end; end
 *     parts of the first: the second; a.rb's `log` is b.rb's
 *
 * Tests make small classes of ordinary names (`class User`), so a class in a test adds nothing to one elsewhere. Neither does
 * a class of another program in the same repository: one of another project, or one that writes the same methods again in a
 * folder of its own.
 */
import { append } from './append.ts';
import { sharedFolders } from './folders.ts';
import { definitionOf, fileOfScope } from './program.ts';
import type { Program } from './program.ts';
import { isClassLike, isFunctionLike } from './qualified-names.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';
import { remember } from '../tracking/memo.ts';

export const openClasses = ruleSet({
  openClasses: flag('A class of the same full name written again adds to it; elsewhere `partial` says so.'),
});

const TEST_PATH = /(^|\/)(specs?|tests?|features|fixtures|examples?)\//;

export interface ClassParts {
  /** Other parts of a class that has any. */
  others(cls: number): number[];
  /**
   * All parts of a class that is opened again, itself among them, where each of them has all the others: one list for all of
   * them. Asked as a whole, since each of a thousand parts would look through a thousand.
   */
  whole(cls: number): readonly number[] | undefined;
  /** The part that stands for the class where it is named: the one with the most members. */
  primary(cls: number): number;
}

/** `projects`: folders that hold a program each, as their manifests say. */
export function createClassParts(program: Program, projects: readonly string[]): ClassParts {
  const groups = new Map<string, number[]>();
  const keys = new Map<number, string>();
  program.defs.forEach((_, number) => {
    const key = partKey(program, number);
    if (key === undefined) return;
    keys.set(number, key);
    program.trace.provide(fileOfScope(program, number).index, key);
    append(groups, key, number);
  });
  const out = new Map<number, number[]>();
  const primaries = new Map<number, number>();
  const wholes = new Map<number, number[]>();
  const weight = (part: number): number => program.children[part]?.length ?? 0;
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const homes = new Map(group.map((part) => [part, homeOf(fileOfScope(program, part).dir, projects)]));
    const isOneProgram = createSameProgram(program, group, homes);
    for (const part of group) {
      const others = group.filter((other) => other !== part && isOneClass(program, part, other, isOneProgram));
      if (others.length > 0) out.set(part, nearestFirst(program, part, others));
      const atHome = others.filter((other) => homes.get(other)?.folder === homes.get(part)?.folder);
      const lasting = [part, ...atHome].filter((one) => !isInTest(program, one));
      const [primary] = lasting.sort((a, b) => weight(b) - weight(a) || a - b);
      if (primary !== undefined && !isInTest(program, part)) primaries.set(part, primary);
    }
    if (isOpen(program, group[0] ?? 0)) addWholes(group, out, wholes);
  }
  /** An answer about parts depends on the files of all parts, and of those that are none: a thousand parts have one list of them. */
  const askGroup = remember(program.trace, (key: string): void => {
    program.trace.dependOnEntries(key);
    for (const part of groups.get(key) ?? []) program.trace.dependOnFile(fileOfScope(program, part).index);
  });
  const ask = (cls: number): void => {
    const key = keys.get(cls);
    if (key !== undefined) askGroup(key);
  };
  return {
    others(cls) {
      ask(cls);
      return out.get(cls) ?? [];
    },
    whole(cls) {
      ask(cls);
      return wholes.get(cls);
    },
    primary(cls) {
      ask(cls);
      return primaries.get(cls) ?? cls;
    },
  };
}

function isOpen(program: Program, cls: number): boolean {
  return openClasses.of(fileOfScope(program, cls).rules).openClasses;
}

/** Finds among parts of one name those that are each other's others, and no one else's. */
function addWholes(group: number[], others: ReadonlyMap<number, number[]>, wholes: Map<number, number[]>): void {
  const alike = new Map<string, number[]>();
  for (const part of group) {
    const all = [part, ...(others.get(part) ?? [])];
    const [sum, mixed] = all.reduce(([a, b], one) => [a + one, b ^ Math.imul(one, 0x9e3779b1)], [0, 0] as [
      number,
      number,
    ]);
    append(alike, `${all.length} ${sum} ${mixed}`, part);
  }
  for (const parts of alike.values()) {
    const [first = -1] = parts;
    const all = new Set(others.get(first)).add(first);
    if (parts.length < 2 || all.size !== parts.length || !parts.every((part) => all.has(part))) continue;
    for (const part of parts) wholes.set(part, parts);
  }
}

/** Those that share the most folders with a part come first: what several have is the nearest one's. */
function nearestFirst(program: Program, part: number, others: number[]): number[] {
  const { dir } = fileOfScope(program, part);
  const ofFolders = new Map<string, number>();
  const sharedWith = (other: number): number => {
    const { dir: folder } = fileOfScope(program, other);
    let known = ofFolders.get(folder);
    if (known === undefined) ofFolders.set(folder, (known = sharedFolders(folder, dir)));
    return known;
  };
  const shared = new Map(others.map((other) => [other, sharedWith(other)]));
  return [...others].sort((a, b) => (shared.get(b) ?? 0) - (shared.get(a) ?? 0) || a - b);
}

type SamePlace = (a: number, b: number) => boolean;

function isOneClass(program: Program, part: number, other: number, isOneProgram: SamePlace): boolean {
  if (program.fileOf[other] === program.fileOf[part]) return true;
  return !isInTest(program, other) && isOneProgram(part, other);
}

/** Folders that are a part of one program: what stands in front of them is the program's own folder. */
const INNER_FOLDERS = /^(.*?)(?:^|\/)(?:lib|app|src|tests?|specs?|config|bin|ext|tasks|db|script|rakelib)(?:\/|$)/;

/** Whether two parts belong to one program, by the projects that they stand in, or else by what they write. */
function createSameProgram(program: Program, group: number[], homes: ReadonlyMap<number, Home>): SamePlace {
  const methods = new Map<string, Set<string>>();
  for (const part of group) {
    const { folder = '' } = homes.get(part) ?? {};
    let names = methods.get(folder);
    if (names === undefined) methods.set(folder, (names = new Set()));
    for (const child of program.children[part] ?? []) {
      const def = definitionOf(program, child);
      if (isFunctionLike(def)) names.add(`${def.name}/${def.parameters?.length ?? 0}`);
    }
  }
  const areRivals = (a: string, b: string): boolean => {
    const [few, many] = [methods.get(a) ?? new Set<string>(), methods.get(b) ?? new Set<string>()];
    const least = Math.min(few.size, many.size);
    return least > 0 && [...few].filter((name) => many.has(name)).length * 2 >= least;
  };
  return (a, b) => {
    const [one, other] = [homes.get(a), homes.get(b)];
    if (one === undefined || other === undefined || one.folder === other.folder) return true;
    if (one.isProject && other.isProject) return false;
    return !areRivals(one.folder, other.folder);
  };
}

interface Home {
  folder: string;
  /** A manifest says that the folder is a program's. */
  isProject: boolean;
}

function homeOf(dir: string, projects: readonly string[]): Home {
  const around = projects.filter((project) => project === '' || dir === project || dir.startsWith(`${project}/`));
  const [nearest] = around.sort((a, b) => b.length - a.length);
  if (nearest !== undefined) return { folder: nearest, isProject: true };
  return { folder: INNER_FOLDERS.exec(dir)?.[1] ?? dir, isProject: false };
}

/** The same for all parts of a class; undefined for a class that has none but itself. */
function partKey(program: Program, number: number): string | undefined {
  const { rules } = fileOfScope(program, number);
  const def = definitionOf(program, number);
  if (!isClassLike(def) || def.anonymous === true) return undefined;
  if (!openClasses.of(rules).openClasses && def.modifiers?.includes('partial') !== true) return undefined;
  const path = fullName(program, number);
  return path === undefined ? undefined : `part:${rules.family} ${path} ${def.typeParameters?.length ?? 0}`;
}

/** True for a definition that stands in a folder of tests. */
export function isInTest(program: Program, number: number): boolean {
  return TEST_PATH.test(program.fileOf[number]?.facts.path ?? '');
}

/** Dotted name with namespaces and enclosing classes; undefined for a class inside a function. */
export function fullName(program: Program, number: number): string | undefined {
  const names: string[] = [];
  for (let at = number; at >= 0; at = program.outer[at] ?? -1) {
    const def = definitionOf(program, at);
    if (!isClassLike(def) && def.kind !== 'module') return undefined;
    names.unshift(def.owner === undefined ? def.name : `${def.owner.name}.${def.name}`);
  }
  const file = program.fileOf[number];
  return [file?.facts.module ?? '', ...names].filter((name) => name !== '').join('.');
}
