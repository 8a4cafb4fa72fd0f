/**
 * Glob patterns out of a stranger's configuration. They become regular expressions, which a pattern can make very slow on
 * purpose, so only plain ones of moderate size are taken; the others match nothing and are named.
 */
import picomatch from 'picomatch';

const MAX_LENGTH = 200;
const MAX_STARS = 3;
const MAX_PATTERNS = 200;

export interface PathPatterns {
  matches(path: string): boolean;
  refused: string[];
}

/** A pattern without a slash is also held against the last part, as the tools do. */
export function compilePatterns(patterns: readonly string[]): PathPatterns {
  const taken = patterns.slice(0, MAX_PATTERNS).filter(isPlain);
  const matchers = taken.map((pattern) => picomatch(pattern.replace(/^\.?\//, '').replace(/\/$/, ''), OPTIONS));
  return {
    matches: (path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return matchers.some((matches) => matches(path) || matches(name));
    },
    refused: patterns.filter((pattern, at) => at >= MAX_PATTERNS || !isPlain(pattern)),
  };
}

const OPTIONS = { dot: true, noextglob: true, nonegate: true } as const;

function isPlain(pattern: string): boolean {
  return (
    pattern.length <= MAX_LENGTH &&
    pattern.split('/').every((part) => (part.match(/[*+]/g) ?? []).length <= MAX_STARS) &&
    (pattern.match(/\*\*/g) ?? []).length <= MAX_STARS &&
    (pattern.match(/[{(]/g) ?? []).length <= MAX_STARS
  );
}

/** Every folder a path lies in, and the path: `a/b.py` → `a`, `a/b.py`. */
export function withFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
