/**
 * Classes that are written in several places: Ruby opens a class again, C# has partial ones. Each part stays a class of
 * its own (its node, its file). A member that one part lacks is looked for in the others.
 *
 *     a.rb: class Acme::Job; def run; log; end; end        b.rb: class Acme::Job; def log; end; end
 *     parts of the first: the second; a.rb's `log` is b.rb's
 *
 * Tests make small classes of ordinary names (`class User`), so a class in a test adds nothing to one elsewhere.
 */
import { append } from './append.ts';
import { definitionOf, fileOfScope } from './program.ts';
import type { Program } from './program.ts';
import { isClassLike } from './qualified-names.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

export const openClasses = ruleSet({
  openClasses: flag('A class of the same full name written again adds to it; elsewhere `partial` says so.'),
});

const TEST_PATH = /(^|\/)(specs?|tests?|features|fixtures|examples?)\//;

export interface ClassParts {
  /** Other parts of a class that has any. */
  others(cls: number): number[];
  /** The part that stands for the class where it is named: the one with the most members. */
  primary(cls: number): number;
}

export function createClassParts(program: Program): ClassParts {
  const groups = new Map<string, number[]>();
  program.defs.forEach((_, number) => {
    const key = partKey(program, number);
    if (key === undefined) return;
    program.trace.provide(fileOfScope(program, number).index, key);
    append(groups, key, number);
  });
  const out = new Map<number, number[]>();
  const primaries = new Map<number, number>();
  const weight = (part: number): number => program.children[part]?.length ?? 0;
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const lasting = group.filter((part) => !isInTest(program, part));
    const [primary] = [...lasting].sort((a, b) => weight(b) - weight(a) || a - b);
    for (const part of lasting) if (primary !== undefined) primaries.set(part, primary);
    for (const part of group) {
      const sameFile = group.filter((other) => program.fileOf[other] === program.fileOf[part]);
      const others = [...new Set([...sameFile, ...lasting])].filter((other) => other !== part);
      if (others.length > 0) out.set(part, others);
    }
  }
  /** An answer about parts depends on the files of all parts. */
  const ask = (cls: number): void => {
    const key = program.fileOf[cls] === undefined ? undefined : partKey(program, cls);
    if (key === undefined) return;
    program.trace.dependOnEntries(key);
    for (const part of out.get(cls) ?? []) program.trace.dependOnFile(fileOfScope(program, part).index);
  };
  return {
    others(cls) {
      ask(cls);
      return out.get(cls) ?? [];
    },
    primary(cls) {
      ask(cls);
      return primaries.get(cls) ?? cls;
    },
  };
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
