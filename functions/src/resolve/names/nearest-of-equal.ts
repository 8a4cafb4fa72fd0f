/**
 * Which of several definitions of one full name a file means, where one repository holds several programs: those nearest to
 * the file by their folders.
 *
 *     one/a.cs: class W     two/a.cs: class W     two/main.cs: new W()      two's
 *     src/jvmMain, src/jsMain: actual class W     src/jvmTest: W()          jvmMain's
 *     src/main/java, src/test/data: class W       src/test/java: new W()    src/main/java's
 */
import type { Definition } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import { fullName } from '../program/class-parts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, SourceFile } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import { nearestDirs, ofPlatform, ofSources } from '../program/folders.ts';
import type { ImportStrategy } from '../imports/import-strategy.ts';

interface Names {
  program: Program;
  strategyOf(file: SourceFile): ImportStrategy;
}

interface InFolder {
  def: number;
  dir: string;
}

/** The same for all of one name in one place, and for those of them that say the same of what they take. */
interface Identity {
  name: string;
  whole: string;
}

/** Without those that have a namesake nearer to the file. */
export function nearestOfEqual(names: Names, defs: number[], from: SourceFile): number[] {
  if (defs.length < 2) return defs;
  const { program } = names;
  const [first] = defs;
  if (defs.every((def) => program.fileOf[def] === program.fileOf[first ?? -1])) return defs;
  const alike = new Map<string, InFolder[]>();
  const ofName = new Map<string, InFolder[]>();
  for (const def of new Set(defs)) {
    const identity = knownIdentity(names, def);
    if (identity === undefined) continue;
    const one = { def, dir: fileOfScope(program, def).dir };
    append(alike, identity.whole, one);
    append(ofName, identity.name, one);
  }
  const further = new Set<number>();
  const keep = (group: InFolder[], kept: InFolder[]): void => {
    for (const one of group) if (!kept.includes(one)) further.add(one.def);
  };
  // Another platform may write the types of the same function another way.
  for (const group of ofName.values()) {
    keep(group, ofPlatform(group, from.dir));
    keep(group, ofSources(group, from.dir));
  }
  for (const group of alike.values()) {
    const left = group.filter(({ def }) => !further.has(def));
    keep(left, nearestDirs(left, from.dir));
  }
  return further.size === 0 ? defs : defs.filter((def) => !further.has(def));
}

/** Identities of definitions that were asked of: a call of overloads asks for each of them. */
const identities = new WeakMap<Program, Map<number, Identity | undefined>>();

function knownIdentity(names: Names, def: number): Identity | undefined {
  const known = identities.get(names.program) ?? new Map<number, Identity | undefined>();
  identities.set(names.program, known);
  if (known.has(def)) return known.get(def);
  const identity = identityOf(names, def);
  known.set(def, identity);
  return identity;
}

/** What tells whether definitions can be one only in different programs; undefined for what may stand several times in one. */
function identityOf({ program, strategyOf }: Names, def: number): Identity | undefined {
  const file = fileOfScope(program, def);
  const definition = definitionOf(program, def);
  if (!isClassLike(definition) && !isFunctionLike(definition)) return undefined;
  const isApart = definition.extension === true || definition.implementing !== undefined;
  if (strategyOf(file).namesAreGlobal !== true && !isApart) return undefined;
  if (definition.anonymous === true || isOwnToFile(definition)) return undefined;
  const outer = program.outer[def] ?? -1;
  const around = outer < 0 ? (file.facts.module ?? '') : fullName(program, outer);
  if (around === undefined) return undefined;
  const name = `${file.rules.family} ${around} ${definition.owner?.name ?? ''}.${definition.name}`;
  return { name, whole: `${name} ${signatureOf(definition)}` };
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
