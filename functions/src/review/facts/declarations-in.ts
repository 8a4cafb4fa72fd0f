/**
 * Declarations without a body, as a text has them: `total(items: Item[]): number;`, `int total(int rate = 1);`. What is called
 * by their name may be called by them. Brackets are followed by hand: an expression would go back over the whole text.
 */
export interface Declaration {
  /** Of its line, before the name. */
  before: string;
  parameters: string;
  /** Between the parameters and the semicolon. */
  behind: string;
}

const LONGEST_PARAMETERS = 2_000;
const LONGEST_BEHIND = 300;
const LONGEST_BEFORE = 300;

/** Of more places nobody can say in time what they are. */
const MOST_PLACES = 1_000;

/**
 * Where the name is followed by brackets and, before any brace, a semicolon: calls as statements are among them. Undefined
 * where the name is followed by brackets too often to look at each.
 */
export function declarationsIn(text: string, name: string): Declaration[] | undefined {
  const found: Declaration[] = [];
  let places = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (/[\w$.]/.test(text[at - 1] ?? '')) continue;
    const open = /^\s{0,100}\(/.exec(text.slice(at + name.length, at + name.length + 101))?.[0].length;
    if (open === undefined) continue;
    if (++places > MOST_PLACES) return undefined;
    const from = at + name.length + open;
    const length = parametersAt(text.slice(from, from + LONGEST_PARAMETERS));
    if (length === undefined) continue;
    const behind = /^([^;{}]*);/.exec(text.slice(from + length + 1, from + length + 1 + LONGEST_BEHIND))?.[1];
    if (behind === undefined) continue;
    const line = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
    found.push({ before: line.slice(line.lastIndexOf('\n') + 1), parameters: text.slice(from, from + length), behind });
  }
  return found;
}

/** Characters up to the bracket that closes; undefined where none does before a brace or a semicolon. */
function parametersAt(text: string): number | undefined {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at;
    else if (';{}'.includes(character)) return undefined;
  }
  return undefined;
}

/** An overload's signature: it gives a type and no value. */
export function isSignature({ before, behind }: Declaration): boolean {
  return !/[=.]/.test(before) && /^[^()]*:/.test(behind);
}

/** A prototype with defaults. */
export function isPrototype({ before, parameters }: Declaration): boolean {
  return !before.endsWith('>') && /^[^()]*=/.test(parameters);
}
