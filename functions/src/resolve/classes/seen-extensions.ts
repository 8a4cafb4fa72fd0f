/**
 * Whether a file sees an extension that stands outside of classes, where extensions are imported: one of its own package, one
 * that it imports by name, and all of a package that it imports whole.
 *
 *     import acme.text.shout      import acme.lines.*      "a".shout() may run these, and none of another package
 */
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import { extensionMembers } from './extensions.ts';

/** Packages that a file sees without importing them begin so. */
const ALWAYS_SEEN = /^kotlin(?:\.|$)/;

/** What each file imports: packages as a whole, and full names. */
const imported = new WeakMap<SourceFile, { packages: Set<string>; names: Set<string> }>();

function importedBy(file: SourceFile): { packages: Set<string>; names: Set<string> } {
  const known = imported.get(file);
  if (known !== undefined) return known;
  const packages = new Set<string>();
  const names = new Set<string>();
  for (const { name, source } of file.facts.imports) {
    if (name === '*') packages.add(source);
    else if (name !== undefined) names.add(`${source}.${name}`);
  }
  const found = { packages, names };
  imported.set(file, found);
  return found;
}

/** Whether a function is an extension that has to be seen, since it stands outside of classes. */
export function hasToBeSeen(program: Program, def: number): boolean {
  if (definitionOf(program, def).extension !== true || (program.outer[def] ?? -1) >= 0) return false;
  return extensionMembers.of(fileOfScope(program, def).rules).extensionsByImport;
}

/** Whether the file of a scope sees such an extension. */
export function isSeen(program: Program, def: number, scope: ScopeId): boolean {
  const here = fileOfScope(program, scope);
  const there = fileOfScope(program, def);
  const home = there.facts.module ?? '';
  if (here === there || home === (here.facts.module ?? '') || ALWAYS_SEEN.test(home)) return true;
  const { names, packages } = importedBy(here);
  return packages.has(home) || names.has(`${home}.${definitionOf(program, def).name}`);
}
