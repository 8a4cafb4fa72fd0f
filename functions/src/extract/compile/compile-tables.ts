/**
 * `language.json`'s tables → what extraction asks for each node, for one grammar.
 *
 *     "values": { "identifier": "name" }   →   values: Map { 'identifier' → [{ is: 'name' }] }
 */
import type { Language } from 'web-tree-sitter';
import { FormCompiler } from './compile-forms.ts';
import type { LanguageSource } from './language-schema.ts';
import type { Tables } from './tables.ts';

function list<T>(forms: T | T[]): T[] {
  return Array.isArray(forms) ? forms : [forms];
}

/** Throws LanguageError naming the table and the node type or field that the grammar does not have. */
export function compileTables(source: LanguageSource, grammar: Language): Tables {
  const lenient = source.grammars.length > 1;
  const at = (table: string): FormCompiler => new FormCompiler(grammar, `${source.name} ${table}`, lenient);
  const values = at('values');
  const args = at('arguments');
  const types = at('types');
  const parameters = at('parameters');
  const typeParameters = at('typeParameters');
  const targets = at('targets');
  const tests = at('tests');
  const prefixes = at('importPrefixes');
  const reexports = at('reexports');
  return {
    values: values.table(source.values, (forms) => list(forms).map((form) => values.value(form))),
    arguments: args.table(source.arguments, (form) => ({
      value: args.one(form.value),
      name: args.maybeOne(form.name),
      spread: form.spread,
      trailing: form.trailing,
    })),
    types: types.table(source.types, (forms) => list(forms).map((form) => types.type(form))),
    parameters: parameters.table(source.parameters, (forms) => list(forms).map((form) => parameters.parameter(form))),
    typeParameters: typeParameters.table(source.typeParameters, (form) => ({
      name: typeParameters.many(form.name),
      clause: form.clause ?? false,
      bounds: typeParameters.elements(form.bounds),
    })),
    targets: targets.table(source.targets, (forms) => list(forms).map((form) => targets.target(form))),
    tests: tests.table(source.tests, (forms) => list(forms).map((form) => tests.test(form))),
    blocks: source.blocks && { scopes: new Set(source.blocks.scopes), hoisted: new Set(source.blocks.hoisted) },
    importPrefixes: prefixes.table(source.importPrefixes, (pick) => prefixes.one(pick)),
    reexports: reexports.table(source.reexports, (pick) => reexports.one(pick)),
    constantPattern: source.constantPattern === undefined ? undefined : new RegExp(source.constantPattern, 'u'),
    genericForms: new Map(Object.entries(source.genericForms)),
    nothingTypes: new Set(source.nothingTypes),
    comments: new Set(source.comments.types),
    builtins: new Set(source.builtins),
    separators: source.separators,
    keysHaveTypes: source.keysHaveTypes,
    readsRun: source.readsRun,
    namingCalls: new Set(source.namingCalls),
  };
}
