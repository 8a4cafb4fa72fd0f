/**
 * Text as runs of three characters, for finding any literal inside it: a piece of a file can hold the literal only if it
 * has all the literal's runs, and whoever has found such pieces compares their lines in full.
 *
 *   lineGrams('if (a)\n')            → 'if␠ f␠( ␠(a (a) a) )'
 *   gramClause('(a)', 'same')        → '+grams:\(a\)*'
 *   gramClause('if', 'same')         → '+grams:if*'
 *
 * Runs never cross a line end. A line's last two characters and its last one are runs too, so that one and two
 * characters are the beginning of some run wherever they stand. White space of any kind counts as one sign, since the
 * index's analyzer (`whitespace`) separates by it; nothing else is changed, so letters keep their case.
 */

const WHITE_SPACE = /[\s\p{Cc}]/gu;
const SPACE_SIGN = '␠';
const SURROGATE = /[\uD800-\uDFFF]/;
const RUN = 3;

/** What a literal's letters have to be: as they are written, or the same in upper and lower case. */
export type LetterCase = 'same' | 'any';

/** More runs than this narrow nothing down; the lines are compared anyway. */
const MOST_RUNS = 24;

/** Each run of the text once, separated by blanks. */
export function lineGrams(text: string): string {
  const runs = new Set<string>();
  const numbers: number[] = [];
  for (const line of text.split('\n')) {
    if (PLAIN.test(line)) addPlain(line, runs, numbers);
    else for (const run of runsOf(line)) runs.add(run);
  }
  for (const number of numbers) marks[number] = 0;
  return [...runs].join(' ');
}

/** Code units of seven bits only: nearly every line of nearly every file. */
const PLAIN = /^[\0-\x7f]*$/;
/** Numbers of runs of three are below it, those of the shorter ones at the ends of lines above. */
const SHORT = 1 << 21;
const marks = new Uint8Array(2 * SHORT);

/**
 * Runs of plain text by number, so that strings are made only of those that are new in the text: less than half the
 * time of a set of strings. `marks` is one table for all texts, and cleared by the numbers that were put in it.
 */
function addPlain(line: string, runs: Set<string>, numbers: number[]): void {
  for (let at = 0; at < line.length; at++) {
    const number = numberOf(line, at);
    if (marks[number] !== 0) continue;
    marks[number] = 1;
    numbers.push(number);
    runs.add(line.slice(at, at + RUN).replace(WHITE_SPACE, SPACE_SIGN));
  }
}

function numberOf(line: string, at: number): number {
  const first = folded(line.charCodeAt(at));
  if (at + 1 === line.length) return SHORT | (1 << 14) | first;
  const second = (first << 7) | folded(line.charCodeAt(at + 1));
  return at + 2 === line.length ? SHORT | second : (second << 7) | folded(line.charCodeAt(at + 2));
}

/** Blanks and control characters are one sign. */
function folded(unit: number): number {
  return unit <= 32 || unit === 127 ? 32 : unit;
}

function* runsOf(line: string): Generator<string> {
  const spaced = line.replace(WHITE_SPACE, SPACE_SIGN);
  // By characters where half of one could be cut off; plain text, nearly all of it, is sliced.
  const characters = SURROGATE.test(spaced) ? Array.from(spaced) : undefined;
  const length = characters?.length ?? spaced.length;
  for (let at = 0; at < length; at++) {
    yield characters ? characters.slice(at, at + RUN).join('') : spaced.slice(at, at + RUN);
  }
}

/**
 * Clauses of a full-text query that every piece with the literal in it meets, in the same case or in any.
 * undefined for a literal of line ends only. Each run is asked for as a beginning: for runs of three that is the same,
 * and the index then ranks nothing, which costs it time and would put the shortest pieces first, where least is found.
 */
export function gramClause(literal: string, letterCase: LetterCase): string | undefined {
  const whole = new Set<string>();
  const short = new Set<string>();
  for (const line of literal.split('\n')) {
    const runs = [...runsOf(line)];
    const full = runs.filter((run) => Array.from(run).length === RUN);
    for (const run of full) whole.add(run);
    if (full.length === 0 && runs[0] !== undefined) short.add(runs[0]);
  }
  const runs = spread(whole.size > 0 ? [...whole] : [...short]);
  return runs.length === 0 ? undefined : runs.map((run) => clauseOf(run, letterCase)).join(' ');
}

/** At most MOST_RUNS, evenly over all. */
function spread(runs: string[]): string[] {
  if (runs.length <= MOST_RUNS) return runs;
  return Array.from({ length: MOST_RUNS }, (_, at) => runs[Math.floor((at * runs.length) / MOST_RUNS)] ?? '');
}

function clauseOf(run: string, letterCase: LetterCase): string {
  const forms = letterCase === 'any' ? casesOf(run) : [run];
  const terms = forms.map((form) => `${escaped(form)}*`);
  return terms.length === 1 ? `+grams:${terms[0] ?? ''}` : `+grams:(${terms.join(' ')})`;
}

/** `ab1` → ab1, Ab1, aB1, AB1. */
function casesOf(run: string): string[] {
  return Array.from(run).reduce<string[]>(
    (starts, character) => {
      const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
      return starts.flatMap((start) => [...forms].map((form) => start + form));
    },
    [''],
  );
}

/** A backslash makes a character stand for itself: signs, and capitals too, since `AND` and `NOT` are operators. */
function escaped(text: string): string {
  return Array.from(text, (character) => (/[\p{Ll}\p{Lo}\d]/u.test(character) ? character : `\\${character}`)).join('');
}
