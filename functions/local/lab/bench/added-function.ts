/** A function more at the end of a file, in the words of its language: what a small change of code is like. */
import { extname } from 'node:path';

const BRACES = (words: string) => (name: string) => `${words} ${name}() { return 1; }`;
/** Where functions stand in classes. */
const IN_CLASS = (name: string): string => `class ${name} { int one() { return 1; } }`;

const BY_EXTENSION: Readonly<Record<string, (name: string) => string>> = {
  '.c': BRACES('int'),
  '.cc': BRACES('int'),
  '.cpp': BRACES('int'),
  '.h': BRACES('int'),
  '.cs': IN_CLASS,
  '.go': (name) => `func ${name}() int { return 1 }`,
  '.java': IN_CLASS,
  '.js': BRACES('function'),
  '.kt': (name) => `fun ${name}() = 1`,
  '.php': BRACES('function'),
  '.py': (name) => `def ${name}():\n    return 1`,
  '.rb': (name) => `def ${name}\n  1\nend`,
  '.rs': (name) => `fn ${name}() -> i32 { 1 }`,
  '.scala': (name) => `object ${name} { def one = 1 }`,
  '.sh': (name) => `${name}() { echo 1; }`,
  '.swift': (name) => `func ${name}() -> Int { 1 }`,
  '.ts': BRACES('export function'),
  '.tsx': BRACES('export function'),
};

/** Undefined for files whose end may be no place for a function. */
export function addedFunction(path: string, name: string): string | undefined {
  const made = BY_EXTENSION[extname(path)]?.(name);
  return made && `\n${made}\n`;
}
