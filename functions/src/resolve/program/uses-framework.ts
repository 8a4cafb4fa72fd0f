/** Whether the code of a file uses a framework: by what it imports, or by what a class of it extends. */
import type { Definition } from '../../model/facts.ts';
import type { Framework } from '../rules/frameworks.ts';
import type { SourceFile } from './program.ts';

const known = new WeakMap<SourceFile, Map<Framework, boolean>>();

/** Whether a file imports one of a framework's packages: looked up once for each file. */
export function usesFramework(file: SourceFile, framework: Framework): boolean {
  let used = known.get(file);
  if (used === undefined) known.set(file, (used = new Map<Framework, boolean>()));
  let found = used.get(framework);
  if (found === undefined) {
    const { packages } = framework;
    found = file.facts.imports.some(({ source }) => packages.includes(source.split('.')[0] ?? ''));
    used.set(framework, found);
  }
  return found;
}

/** The same for a file that imports a module named so of its repository: `from shop.celery import app`. */
export function importsNamed({ facts }: SourceFile, packages: readonly string[]): boolean {
  return facts.imports.some(({ source }) => source.split('.').some((part) => packages.includes(part)));
}

/** Whether a class says itself that it extends one of these, by the whole name or its end: `models.Model` is a `Model`. */
export function extendsNamed({ bases = [] }: Definition, names: readonly string[]): boolean {
  return bases.some(({ type }) => names.some((name) => type.name === name || type.name.endsWith(`.${name}`)));
}
