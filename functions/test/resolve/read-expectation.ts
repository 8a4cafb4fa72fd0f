/**
 * One line below `=== expect` in a case file (their form: read-cases.ts), as data:
 *
 *     no contains A --> *
 *     { kind: 'no-edge', type: 'CONTAINS', from: 'a.py#A', to: '*' }
 */

const COUNTS = ['sites', 'resolved', 'external', 'ambiguous', 'unresolved'] as const;
const TYPES = ['contains', 'defines', 'imports', 'inherits'] as const;

/** Both ends as in the graph, without the repository: `a.py#A.m`, `a.py`, `module python:os.path`. */
interface Ends {
  from: string;
  to: string;
}

export type Expectation =
  | ({ kind: 'call'; sites: number[] | undefined } & Ends)
  | ({ kind: 'edge'; type: string } & Ends)
  | { kind: 'no-other-calls' }
  /** Patterns, where `*` stands for anything; `type` is undefined for any. */
  | ({ kind: 'no-edge'; type: string | undefined } & Ends)
  | { kind: 'no-edge-at'; end: string }
  | { kind: 'functions'; are: string[] }
  | { kind: 'node'; id: string; line: number; decorators: string[] }
  | { kind: 'counts'; path: string; are: Record<string, number> };

/** Throws when a line says nothing; `paths` are those of the program's files. */
export function readExpectation(line: string, paths: string[]): Expectation {
  if (line === 'no calls' || line === 'no other calls') return { kind: 'no-other-calls' };
  if (line.startsWith('no ')) return readRefusal(line.slice(3), paths);
  const [word = ''] = line.split(' ', 1);
  const rest = line.slice(word.length + 1);
  if (word === 'functions') return { kind: 'functions', are: rest.split(', ').map(functionWithComplexity) };
  if (word === 'node') return readNode(rest, paths);
  if (word === 'counts') return readCounts(rest, paths);
  if (isType(word)) return { kind: 'edge', type: word.toUpperCase(), ...readEnds(rest, paths) };
  const sites = / at (\d+(?:, \d+)*)$/.exec(line);
  const ends = readEnds(line.slice(0, sites?.index), paths);
  return { kind: 'call', ...ends, sites: sites?.[1]?.split(', ').map(Number) };
}

function isType(word: string): boolean {
  return TYPES.some((type) => type === word);
}

function readRefusal(text: string, paths: string[]): Expectation {
  if (text.startsWith('edge at ')) return { kind: 'no-edge-at', end: endOf(text.slice('edge at '.length), paths) };
  const [word = ''] = text.split(' ', 1);
  const rest = text.slice(word.length + 1);
  if (word === 'edge') return { kind: 'no-edge', type: undefined, ...readEnds(rest, paths) };
  if (isType(word)) return { kind: 'no-edge', type: word.toUpperCase(), ...readEnds(rest, paths) };
  return { kind: 'no-edge', type: 'CALLS', ...readEnds(text, paths) };
}

function readEnds(text: string, paths: string[]): Ends {
  const [from, to, ...more] = text.split(' --> ');
  if (!from || !to || more.length > 0) throw new Error(`"${text}" is no expectation: write "from --> to"`);
  return { from: endOf(from, paths), to: endOf(to, paths) };
}

/** A name as written → as it stands in the graph. */
function endOf(name: string, paths: string[]): string {
  if (name === '*' || paths.includes(name) || name.startsWith('module ')) return name;
  const word = /^([a-z]+) /.exec(name)?.[1];
  if (word !== undefined)
    throw new Error(`"${word}" is no type of edge: write ${TYPES.join(', ')}, or nothing before the name for a call`);
  const [only = '', ...others] = paths;
  if (others.length === 0) {
    if (name.startsWith(`${only}#`)) throw new Error(`the program has one file: leave "${only}#" out`);
    return `${only}#${name}`;
  }
  const path = name.slice(0, Math.max(0, name.indexOf('#')));
  if (!paths.includes(path) && !name.startsWith('*'))
    throw new Error(`"${name}" begins with no path of the program: write one of ${paths.join('#, ')}# before the name`);
  return name;
}

function functionWithComplexity(text: string): string {
  if (!/^\S.* \d+$/.test(text)) throw new Error(`"${text}" is no function: write "name complexity"`);
  return text;
}

function readNode(text: string, paths: string[]): Expectation {
  const [, name = '', line = '', decorators = ''] = /^(\S+) at (\d+)(?: with (.+))?$/.exec(text) ?? [];
  if (name === '') throw new Error(`"${text}" is no node: write "name at line", and "with @decorator" behind it`);
  return {
    kind: 'node',
    id: endOf(name, paths),
    line: Number(line),
    decorators: decorators === '' ? [] : decorators.split(' '),
  };
}

function readCounts(text: string, paths: string[]): Expectation {
  const [path = '', told = ''] = text.split(': ');
  if (!paths.includes(path)) throw new Error(`"${path}" is no path of the program: write one of ${paths.join(', ')}`);
  const shape = new RegExp(`^${COUNTS.map((name) => `(\\d+) ${name}`).join(', ')}$`);
  const [, ...numbers] = shape.exec(told) ?? [];
  if (numbers.length === 0)
    throw new Error(`"${told}" are no counts: write ${COUNTS.map((name) => `N ${name}`).join(', ')}`);
  return { kind: 'counts', path, are: Object.fromEntries(COUNTS.map((name, at) => [name, Number(numbers[at])])) };
}
