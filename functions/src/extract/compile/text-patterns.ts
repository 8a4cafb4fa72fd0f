/**
 * The patterns of `language.json` that change a text before it is parsed, as regular expressions: `blanks` and
 * `conditions`. What they do is in `gather/blanks.ts` and `gather/conditions.ts`.
 *
 *     "blanks": ["\\bclass (MY_\\w+) "]   →   [{ pattern: /\bclass (MY_\w+) /gmu, by: '' }]
 */
import type { LanguageSource } from './language-schema.ts';
import { withoutUndefined } from './without-undefined.ts';

export interface Blank {
  /** Its first group is written over. */
  pattern: RegExp;
  /** What is written there; blanks fill the rest. */
  by: string;
  extensions?: string[];
  when?: RegExp;
  unless?: RegExp;
  /** Matches each decorator in the blanked text. They decorate the definition that begins right behind it. */
  decorators?: RegExp;
}

/** Directives of a preprocessor, each matched against one line. */
export interface Conditions {
  begin: RegExp;
  otherwise: RegExp;
  end: RegExp;
  /** A beginning whose branch never holds. */
  never: RegExp;
}

function optionalPattern(source: string | undefined, flags: string): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source, flags);
}

export function compileBlanks({ blanks }: LanguageSource): Blank[] {
  return blanks.map((blank) => {
    if (typeof blank === 'string') return { pattern: new RegExp(blank, 'gmu'), by: '' };
    return withoutUndefined<Blank>({
      pattern: new RegExp(blank.match, 'gmu'),
      by: blank.with,
      extensions: blank.extensions,
      when: optionalPattern(blank.when, 'mu'),
      unless: optionalPattern(blank.unless, 'mu'),
      decorators: optionalPattern(blank.decorators, 'gu'),
    });
  });
}

export function compileConditions({ conditions }: LanguageSource): Conditions | undefined {
  if (conditions === undefined) return undefined;
  return {
    begin: new RegExp(conditions.begin, 'u'),
    otherwise: new RegExp(conditions.otherwise, 'u'),
    end: new RegExp(conditions.end, 'u'),
    never: new RegExp(conditions.never, 'u'),
  };
}
