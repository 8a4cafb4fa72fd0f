/** `visibility` of `language.json`, with its patterns as regular expressions. What the rules do is in `assemble/visibility.ts`. */
import type { LanguageSource } from './language-schema.ts';
import { withoutUndefined } from './without-undefined.ts';

type WrittenRule = LanguageSource['visibility'][number];
type Patterns = 'names' | 'head' | 'paths' | 'text' | 'unless' | 'listed' | 'pasted' | 'unlisted';

/** A rule of `visibility` with its patterns. */
export type VisibilityRule = Omit<WrittenRule, Patterns | 'inside'> & { [key in Patterns]?: RegExp } & {
  inside?: { node: string; without?: string; head?: RegExp };
};

export function compileVisibility(rules: readonly WrittenRule[]): VisibilityRule[] {
  return rules.map(({ inside, names, head, paths, text, unless, listed, pasted, unlisted, ...rest }) =>
    withoutUndefined<VisibilityRule>({
      ...rest,
      inside:
        inside &&
        withoutUndefined<NonNullable<VisibilityRule['inside']>>({ ...inside, head: optionalPattern(inside.head, 'u') }),
      names: optionalPattern(names, 'u'),
      head: optionalPattern(head, 'u'),
      paths: optionalPattern(paths, 'u'),
      text: optionalPattern(text, 'gmu'),
      unless: optionalPattern(unless, 'gmu'),
      listed: optionalPattern(listed, 'gmu'),
      pasted: optionalPattern(pasted, 'gmu'),
      unlisted: optionalPattern(unlisted, 'gmu'),
    }),
  );
}

function optionalPattern(source: string | undefined, flags: string): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source, flags);
}
