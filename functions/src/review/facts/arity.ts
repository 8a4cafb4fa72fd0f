/**
 * How many arguments a function takes and how many a call gives it, both read from text in whatever language. Whatever
 * is not plain is unknown: a fact is said only when it is certain.
 *
 *     'def total(self, name: str, tax=0):', 'total'   → { least: 1, most: 2, parts: ['name: str', 'tax=0'], … }
 *     'x = total(cart, tax=3)', 'total'               → { texts: ['cart'], named: ['tax'] }
 */
export interface Arity {
  least: number;
  /** Infinity for any number. */
  most: number;
  /** Of those that can be given by their place. */
  parts: string[];
  /** Every word of the parameters, their names among them. */
  words: ReadonlySet<string>;
  /** Parameters that have to be given, and by their names. */
  neededByName: string[];
  /** Any name may be given. */
  anyName: boolean;
}

export interface GivenArguments {
  /** Those given by their place, as written. */
  texts: string[];
  named: string[];
}

const RECEIVER = /^&?(?:'\w+\s+)?(?:mut\s+)?(?:self|cls)\b|^this\s*:/;
const REST = /^\*(?!\*)|\.\.\.|^params\s|\bvararg\b|\*$/;
const OPTIONAL = /(?<![=!<>])=(?![=>])|^(?:\w+\s+)*[\w$]+\?\s*(?::|$)/;
/** `key:` and `key: 1` are Ruby's, or types that are values: which is not known. An extension is called in two ways. */
const UNCLEAR = /^\w+:\s*(?:$|nil\b|true\b|false\b|\d|["'])|^this\s+\w/;
/** Lines that a declaration's parameters may take. */
const LONGEST_DECLARATION = 40;

/** `text` begins with the function's declaration; undefined where its parameters are not plain. */
export function arityOf(text: string, name: string): Arity | undefined {
  const head = text.split('\n').slice(0, LONGEST_DECLARATION).join('\n');
  const declared = new RegExp(`${nameIn(name)}\\s*(?:[=:]\\s*(?:async\\s*)?(?:function\\b\\s*\\w*\\s*)?)?${GENERICS}\\(`).exec(head); // prettier-ignore
  const parts = declared === null ? undefined : partsFrom(head, declared.index + declared[0].length - 1, true);
  // In JavaScript a function that asks for its `arguments` takes what is given.
  if (parts === undefined || /\barguments\b/.test(text)) return undefined;
  const own = parts.filter((part, at) => !(at === 0 && (RECEIVER.test(part) || part === 'void')));
  return own.some((part) => UNCLEAR.test(part)) ? undefined : arityOfParts(own);
}

function arityOfParts(parts: readonly string[]): Arity {
  const words = new Set(parts.flatMap((part) => (part.split('=')[0] ?? '').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
  const arity: Arity = { least: 0, most: 0, parts: [], words, neededByName: [], anyName: false };
  let byNameAlone = false;
  for (const part of parts) {
    if (part === '/' || /^&\w+$/.test(part)) continue;
    if (part.startsWith('**')) arity.anyName = true;
    else if (part === '*') byNameAlone = true;
    else if (REST.test(part)) [arity.most, byNameAlone] = [Infinity, true];
    else if (byNameAlone) arity.neededByName.push(...(OPTIONAL.test(part) ? [] : [/^\w+/.exec(part)?.[0] ?? part]));
    else {
      arity.parts.push(part);
      arity.most += 1;
      if (!OPTIONAL.test(part)) arity.least = arity.parts.length;
    }
  }
  return arity;
}

/** What the one call of the name that begins on the first line gives; undefined when it is not plain. */
export function argumentsGiven(lines: readonly string[], name: string): GivenArguments | undefined {
  const text = lines.join('\n');
  const first = (lines[0] ?? '').length;
  const calls = [...text.matchAll(new RegExp(`${nameIn(name)}${GENERICS}\\(`, 'g'))];
  const [only, more] = calls.filter(({ index }) => index <= first);
  if (only === undefined || more !== undefined) return undefined;
  const open = only.index + only[0].length - 1;
  const parts = partsFrom(text, open, false);
  if (parts === undefined || parts.some((part) => SPREAD.test(part))) return undefined;
  // A block behind the call is one more argument in some languages, and the body of an `if` in others.
  if (/^\s*(?:\{|do\b)/.test(text.slice(endOf(text, open) + 1))) return undefined;
  const named = parts.flatMap((part) => NAMED.exec(part)?.[1] ?? []);
  return { texts: parts.filter((part) => !NAMED.test(part)), named };
}

/** What is spread cannot be counted; a comma between angles may be one of a type, or of two comparisons. */
const SPREAD = /^(?:\*|\.\.\.|&)|\.\.\.$|<[^,]*$|^[^,]*>/;
const NAMED = /^([\p{L}_]\w*)\s*(?:=(?![=>])|:(?!:))/u;

function nameIn(name: string): string {
  return `(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}`;
}

/** `<T>`, `::<T>`, `[T]` */
const GENERICS = String.raw`\s*(?:(?:::)?<[^<>()]*>|\[[^[\]()]*\])?\s*`;

export function fits({ texts, named }: GivenArguments, { least, most, words, neededByName, anyName }: Arity): boolean {
  if (texts.length > most || texts.length + named.length < least) return false;
  if (!anyName && named.some((name) => !words.has(name))) return false;
  return neededByName.every((name) => named.includes(name));
}

/** Why the arguments do not fit. */
export function mismatch({ texts, named }: GivenArguments, arity: Arity): string {
  const unknown = arity.anyName ? undefined : named.find((name) => !arity.words.has(name));
  if (unknown !== undefined) return `gives \`${unknown}\`, and no parameter is called so now`;
  const missing = arity.neededByName.find((name) => !named.includes(name));
  if (missing !== undefined) return `does not give \`${missing}\`, which is needed now`;
  const given = texts.length + named.length;
  const gives = `gives ${given} ${given === 1 ? 'argument' : 'arguments'}`;
  return given < arity.least
    ? `${gives}, and ${arity.least} ${arity.least === 1 ? 'is' : 'are'} needed now`
    : `${gives}, and ${arity.most} ${arity.most === 1 ? 'is' : 'are'} taken now`;
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** The parts between the brackets that open at an index, by their commas; undefined when they do not close. */
function partsFrom(text: string, open: number, declared: boolean): string[] | undefined {
  const stack: string[] = [];
  const parts: string[] = [];
  let part = '';
  for (let at = open; at < text.length; at++) {
    const end = beginsString(text, at) ? endOfString(text, at) : at;
    nest(stack, text, at, declared);
    if (stack.length === 0) return part.trim() === '' ? parts : [...parts, part.trim()];
    const separates = stack.length === 1 && (text[at] === ',' || at === open);
    if (separates && at > open) parts.push(part.trim());
    part = separates ? '' : part + text.slice(at, end + 1);
    at = end;
  }
  return undefined;
}

/** Puts what the character at an index opens on the stack, or takes what it closes off it. */
function nest(stack: string[], text: string, at: number, declared: boolean): void {
  const char = text[at] ?? '';
  const closing = CLOSING[char] ?? (declared && opensType(text, at) ? '>' : undefined);
  const isArrow = char === '>' && '=-'.includes(text[at - 1] ?? ' ');
  if (closing !== undefined) stack.push(closing);
  else if (char === stack.at(-1) && !isArrow) stack.pop();
}

/** Among parameters an angle behind a name begins the arguments of a type. */
function opensType(text: string, at: number): boolean {
  return text[at] === '<' && /[\w$]/.test(text[at - 1] ?? '');
}

/** Index of the bracket that closes what opens at an index; the end where none does. */
function endOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? '';
    if (beginsString(text, at)) at = endOfString(text, at);
    else if (CLOSING[char] !== undefined) depth += 1;
    else if (')]}'.includes(char) && --depth === 0) return at;
  }
  return text.length;
}

const QUOTES = ['"', "'", '`'];

/** An apostrophe behind `&` or `<` is Rust's lifetime. */
function beginsString(text: string, at: number): boolean {
  const char = text[at] ?? '';
  return QUOTES.includes(char) && !(char === "'" && '&<'.includes(text[at - 1] ?? ' '));
}

/** Index of the quotation mark that ends the string which begins at an index. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}
