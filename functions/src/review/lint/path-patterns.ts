/**
 * Glob patterns out of a stranger's configuration. Those that are too long or have too many alternatives match nothing and
 * are named.
 */
import { compileGlob } from '../../model/glob.ts';

const MAX_LENGTH = 200;
const MAX_PATTERNS = 200;

export interface PathPatterns {
  matches(path: string): boolean;
  refused: string[];
}

/** A pattern without a slash is also held against the last part, as the tools do. */
export function compilePatterns(patterns: readonly string[]): PathPatterns {
  const matchers: ((path: string) => boolean)[] = [];
  const refused: string[] = [];
  for (const [at, pattern] of patterns.entries()) {
    const fits = at < MAX_PATTERNS && pattern.length <= MAX_LENGTH;
    const matches = fits ? compileGlob(pattern.replace(/^\.?\//, '').replace(/\/$/, ''), { braces: true }) : undefined;
    if (matches === undefined) refused.push(pattern);
    else matchers.push(matches);
  }
  return {
    matches: (path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return matchers.some((matches) => matches(path) || matches(name));
    },
    refused,
  };
}

/** Every folder a path lies in, and the path: `a/b.py` → `a`, `a/b.py`. */
export function withFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
