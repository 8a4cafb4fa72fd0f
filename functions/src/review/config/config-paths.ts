/**
 * Which files a list of patterns means, by the rules of gitignore(5): one without a slash is held against the last part of
 * a path, one that ends in a slash means what is inside that folder.
 *
 *     *.sql          any/where/a.sql          gen/          gen/x/y.py, and a folder gen anywhere
 *     /docs/*.md     docs/a.md                src/**        everything below src
 */
import { compileGlob } from '../../model/glob.ts';

/** Patterns that are no patterns (model/glob.ts) match nothing; the schema has named them. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.flatMap((pattern) => compileGlob(fromRoot(pattern), { braces: true }) ?? []);
  return (path) => matchers.some((matches) => matches(path));
}

function fromRoot(pattern: string): string {
  const inside = pattern.endsWith('/') ? `${pattern}**` : pattern;
  const named = inside.replace(/^\.\//, '/');
  if (named.startsWith('/')) return named.slice(1);
  // A slash within ties it to the root.
  return pattern.replace(/\/$/, '').includes('/') ? named : `**/${named}`;
}
