/**
 * The closed vocabulary of `facts.scm`: `languages/README.md` explains every word for authors.
 *
 *     (function_definition name: (identifier) @name parameters: (_) @parameters) @definition.function
 */
import type { Node, Query } from 'web-tree-sitter';
import type { DefinitionKind } from '../../model/facts.ts';
import { KIND_ORDER } from './definition-kinds.ts';
import { LanguageError } from './picks.ts';

export const HEADS = [
  'reference.call',
  'reference.inherits',
  'conformance',
  'signature',
  'pattern',
  'directive',
  'import',
  'binding',
  'export',
  'branch',
  'return',
  'yield',
  'doc',
  'module',
  'file',
  'island',
] as const;
export const PARTS = [
  'name',
  'owner',
  'implementing',
  'receiver',
  'callee',
  'arguments',
  'argument',
  'parameters',
  'parameter',
  'type_parameters',
  'returns',
  'source',
  'alias',
  'level',
  'target',
  'value',
  'type',
  'decorator',
  'modifier',
  'anonymous',
  'within',
] as const;
export const SETTINGS = new Set([
  'name',
  'variant',
  'modifier',
  'how',
  'through',
  'form',
  'reexport',
  'typeOnly',
  'static',
  'declaration',
  'extension',
  'constructs',
  'key',
  'parameter',
  'clause',
  'only',
  'implicit',
  'outranks',
  'rest',
  'assigns',
  'onward',
  'home',
  'ofAny',
]);

export type PartName = (typeof PARTS)[number];
export type Parts = Partial<Record<PartName, Node>>;
export type Settings = Record<string, string | null>;

export interface PatternShape {
  /** The definition kind it captures, if any. */
  kind?: DefinitionKind;
  /** Its only capture, when it has just one: most matches are calls and branches, and take a short road. */
  only?: string;
  settings: Settings;
  /** It captures text to be parsed on its own. */
  island?: true;
  callOrBranch?: true;
}

/** Checks the query against the vocabulary; throws LanguageError naming the unknown word. */
export function compileCaptures(query: Query, language: string): PatternShape[] {
  const known = new Set<string>([...HEADS, ...PARTS, ...KIND_ORDER.map((kind) => `definition.${kind}`)]);
  for (const name of query.captureNames) {
    if (!name.startsWith('_') && !known.has(name)) throw new LanguageError(`${language} facts.scm: unknown @${name}`);
  }
  return query.captureQuantifiers.map((quantifiers, pattern) => {
    const names = query.captureNames.filter((_, capture) => (quantifiers[capture] ?? 0) !== 0);
    const settings: Settings = query.setProperties[pattern] ?? {};
    if (names.length === 0) {
      // Tree-sitter accepts a predicate that stands outside of every pattern, and then ignores it.
      throw new LanguageError(
        `${language} facts.scm: pattern ${pattern + 1} captures nothing (a (#set! …) belongs inside)`,
      );
    }
    for (const key of Object.keys(settings)) {
      if (!SETTINGS.has(key)) throw new LanguageError(`${language} facts.scm: unknown (#set! ${key})`);
    }
    const kind = KIND_ORDER.find((candidate) => names.includes(`definition.${candidate}`));
    const [only] = names;
    return {
      settings,
      ...(kind === undefined ? {} : { kind }),
      ...(only !== undefined && names.length === 1 ? { only } : {}),
      ...(names.includes('island') ? { island: true as const } : {}),
      ...(names.includes('reference.call') || names.includes('branch') ? { callOrBranch: true as const } : {}),
    };
  });
}
