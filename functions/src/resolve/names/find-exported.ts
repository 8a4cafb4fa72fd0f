/**
 * What a file exports to importers under a name: what an export statement says, what the file declares, what it passes on
 * from its own imports, and what its strategy adds, such as the submodules of a package.
 *
 *     export { run }; export * from './b'; module.exports = api      run, all of b.ts, members of api
 */
import type { Value } from '../../model/facts.ts';
import { definitionOf, fileScope } from '../program/program.ts';
import type { SourceFile } from '../program/program.ts';
import type { Place } from './contract.ts';
import type { NameState } from './name-state.ts';
import { isImport, isReexport, sameFamily } from './places.ts';

/** The name of what a file exports without a name. */
const DEFAULT = 'default';
/** The name of a file's one value: `module.exports = api`. */
const WHOLE = '=';

export function findExported(names: NameState, file: SourceFile, name: string): Place[] {
  const { program } = names;
  program.trace.dependOnFile(file.index);
  const said = saidByStatement(file, name);
  if (said.length > 0) return said;
  const ofWhole = partOfWhole(file, name);
  if (name === DEFAULT && ofWhole.length > 0) return ofWhole;
  const declared = (name === DEFAULT ? declaredDefault(names, file) : undefined) ?? declaredName(names, file, name);
  if (declared.length > 0) return declared;
  const passedOn = passedOnByStar(names, file, name);
  if (passedOn.length > 0) return passedOn;
  const refs = names.strategyOf(file).exported?.(file, name) ?? [];
  return [...ofWhole, ...sameFamily(program, file, refs).flatMap(names.placesOf)];
}

function saidByStatement(file: SourceFile, name: string): Place[] {
  const scope = fileScope(file);
  return file.facts.exports.flatMap((fact) => (fact.name === name ? [{ at: 'value', value: fact.value, scope }] : []));
}

/** A member of the file's one value; as the default export the value itself. */
function partOfWhole(file: SourceFile, name: string): Place[] {
  const whole = file.facts.exports.findLast((fact) => fact.name === WHOLE)?.value;
  if (whole === undefined) return [];
  const value: Value = name === DEFAULT ? whole : { is: 'member', of: whole, name };
  return [{ at: 'value', value, scope: fileScope(file) }];
}

/** `export default class Dog {}`; undefined where no definition says so. */
function declaredDefault({ entryPlaces, program }: NameState, file: SourceFile): Place[] | undefined {
  for (const [local, entries] of program.fileNames[file.index] ?? []) {
    const isDefault = entries.some(
      (entry) => entry.kind === 'def' && definitionOf(program, entry.def).modifiers?.includes(DEFAULT) === true,
    );
    if (isDefault) return entryPlaces(fileScope(file), local);
  }
  return undefined;
}

/** What the file declares; its imports count where the language says so, or where one is a re-export. */
function declaredName({ entryPlaces }: NameState, file: SourceFile, name: string): Place[] {
  const { importsAreNames } = file.rules;
  return entryPlaces(fileScope(file), name).filter((place) => importsAreNames || !isImport(place) || isReexport(place));
}

function passedOnByStar(names: NameState, file: SourceFile, name: string): Place[] {
  if (name === DEFAULT) return [];
  for (const star of file.stars) {
    if (star.scope !== fileScope(file)) continue;
    if (!file.rules.importsAreNames && star.fact.reexport !== true) continue;
    const places = names.throughStar(star, file, name);
    if (places.length > 0) return places;
  }
  return [];
}
