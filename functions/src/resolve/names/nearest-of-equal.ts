/**
 * Which of several definitions of one full name a file means, where one repository holds several programs: those nearest to
 * the file by their folders.
 *
 *     one/a.cs: class W     two/a.cs: class W     two/main.cs: new W()      two's
 *     src/jvmMain, src/jsMain: actual class W     src/jvmTest: W()          jvmMain's
 */
import type { Definition } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import { fullName } from '../program/class-parts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, SourceFile } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import { nearestDirs, ofPlatform } from '../program/folders.ts';
import type { ImportStrategy } from '../imports/import-strategy.ts';

interface Names {
  program: Program;
  strategyOf(file: SourceFile): ImportStrategy;
}

/** Without those that have a namesake nearer to the file. */
export function nearestOfEqual(names: Names, defs: number[], from: SourceFile): number[] {
  if (defs.length < 2) return defs;
  const { program } = names;
  const [first] = defs;
  if (defs.every((def) => program.fileOf[def] === program.fileOf[first ?? -1])) return defs;
  const groups = new Map<string, { def: number; dir: string }[]>();
  for (const def of new Set(defs)) {
    const key = knownIdentity(names, def);
    if (key !== undefined) append(groups, key, { def, dir: fileOfScope(program, def).dir });
  }
  const further = new Set<number>();
  for (const group of groups.values()) {
    const near = new Set(ofPlatform(nearestDirs(group, from.dir), from.dir).map(({ def }) => def));
    for (const { def } of group) if (!near.has(def)) further.add(def);
  }
  return further.size === 0 ? defs : defs.filter((def) => !further.has(def));
}

/** Identities of definitions that were asked of: a call of overloads asks for each of them. */
const identities = new WeakMap<Program, Map<number, string | undefined>>();

function knownIdentity(names: Names, def: number): string | undefined {
  const known = identities.get(names.program) ?? new Map<number, string | undefined>();
  identities.set(names.program, known);
  if (known.has(def)) return known.get(def);
  const identity = identityOf(names, def);
  known.set(def, identity);
  return identity;
}

/** The same for all that can be one only in different programs; undefined for what may stand several times in one. */
function identityOf({ program, strategyOf }: Names, def: number): string | undefined {
  const file = fileOfScope(program, def);
  const definition = definitionOf(program, def);
  if (!isClassLike(definition) && !isFunctionLike(definition)) return undefined;
  const isApart = definition.extension === true || definition.implementing !== undefined;
  if (strategyOf(file).namesAreGlobal !== true && !isApart) return undefined;
  if (definition.anonymous === true || isOwnToFile(definition)) return undefined;
  const outer = program.outer[def] ?? -1;
  const around = outer < 0 ? (file.facts.module ?? '') : fullName(program, outer);
  if (around === undefined) return undefined;
  return `${file.rules.family} ${around} ${signatureOf(definition)}`;
}

/** Kind, name and types of parameters as they are written. */
export function signatureOf({ kind, name, owner, parameters = [], typeParameters = [] }: Definition): string {
  const types = parameters.map(({ type }) => JSON.stringify(type ?? null)).join();
  return `${kind} ${owner?.name ?? ''}.${name} ${typeParameters.length}(${types})`;
}

/** `static` outside a class keeps a function to its file (C). */
function isOwnToFile({ kind, modifiers }: Definition): boolean {
  return kind === 'function' && modifiers?.some((word) => word === 'static' || word === 'private') === true;
}
