/**
 * Which files `.gitattributes` marks as generated or vendored, as the hosting platforms read it:
 *
 *     *.pb.go        linguist-generated
 *     static/lib/**  linguist-vendored=true
 *     static/lib/our.js -linguist-vendored
 *
 * A pattern is matched below the folder its file stands in; the last line that matches wins, and a file nearer to the
 * path comes after one farther away (https://git-scm.com/docs/gitattributes). Unlike in .gitignore, a pattern that
 * matches a folder says nothing about the files in it.
 *
 * Every rule is compared with every path, so there are limits to what a repository can ask for. Rules beyond them do not
 * count, those of the deepest folders first, and longer paths than people write have no marks.
 */
import { compileGlob } from '../model/glob.ts';

export interface AttributesFile {
  /** `.gitattributes` or `some/folder/.gitattributes`. */
  path: string;
  text: string;
}

export type LinguistMark = 'generated' | 'vendored';

interface Rule {
  folder: string;
  pattern: string;
  matches: (path: string) => boolean;
  marks: Map<LinguistMark, boolean>;
}

const MARKS: LinguistMark[] = ['generated', 'vendored'];
const MAX_PATTERN = 1_024;
const MAX_RULES = 5_000;
/** Of all patterns with several stars, which can take as many steps as they and the path are long, multiplied. */
const MAX_STARRED = 10_000;
const MAX_PATH = 1_024;

function marksOf(attributes: string[]): Map<LinguistMark, boolean> {
  const marks = new Map<LinguistMark, boolean>();
  for (const attribute of attributes) {
    const [, sign, name, value] = /^([-!]?)linguist-(generated|vendored)(?:=(.*))?$/.exec(attribute) ?? [];
    const mark = MARKS.find((known) => known === name);
    if (mark !== undefined) marks.set(mark, sign === '' && !/^(false|0|no|off)$/i.test(value ?? ''));
  }
  return marks;
}

/** `"with space.js" linguist-generated`: a quoted pattern is C-style quoted. */
function splitLine(line: string): { pattern: string; attributes: string[] } | undefined {
  const found = /^\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))\s*([^]*)$/.exec(line);
  if (found === null || line.trimStart().startsWith('#')) return undefined;
  const pattern = found[1]?.replace(/\\(["\\])/g, '$1') ?? found[2];
  // Git refuses negative patterns here; `[attr]` defines a macro, which linguist has none of.
  if (pattern === undefined || /^!|^\[attr\]/.test(pattern) || pattern.length > MAX_PATTERN) return undefined;
  return { pattern, attributes: (found[3] ?? '').split(/\s+/).filter((part) => part !== '') };
}

/** A pattern without a slash is held against a file's name alone. */
function matcherOf(pattern: string): (path: string) => boolean {
  const matches = compileGlob(pattern.replace(/^\//, '')) ?? (() => false);
  return pattern.includes('/') ? matches : (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}

function rulesOf(file: AttributesFile): Rule[] {
  const folder = file.path.slice(0, file.path.length - '.gitattributes'.length);
  return file.text.split(/\r?\n/).flatMap((line) => {
    const parts = splitLine(line);
    const marks = parts === undefined ? undefined : marksOf(parts.attributes);
    if (parts === undefined || marks === undefined || marks.size === 0) return [];
    return [{ folder, pattern: parts.pattern, matches: matcherOf(parts.pattern), marks }];
  });
}

function bounded(files: AttributesFile[]): Rule[] {
  const rules: Rule[] = [];
  let starred = 0;
  for (const file of files) {
    for (const rule of rulesOf(file)) {
      starred += /[*?[].*\*/.test(rule.pattern) ? rule.pattern.length : 0;
      if (rules.length === MAX_RULES || starred > MAX_STARRED) return rules;
      rules.push(rule);
    }
  }
  return rules;
}

/** Path → its mark, 'generated' before 'vendored', or undefined. */
export function readGitAttributes(files: AttributesFile[]): (path: string) => LinguistMark | undefined {
  const nearestLast = [...files].sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  const rules = bounded(nearestLast);
  return (path) => {
    if (path.length > MAX_PATH) return undefined;
    const marks = new Map<LinguistMark, boolean>();
    for (const rule of rules) {
      if (!path.startsWith(rule.folder) || !rule.matches(path.slice(rule.folder.length))) continue;
      for (const [mark, set] of rule.marks) marks.set(mark, set);
    }
    return MARKS.find((mark) => marks.get(mark) === true);
  };
}
