/**
 * How many arguments a function takes, by its signature as the graph has it, and how many a line of text gives it. Both
 * are read from text in whatever language, so whatever is not plain is unknown: a fact is said only when it is certain.
 *
 *     '(self, name: str, tax=0)'   → { least: 1, most: 2 }          'x = total(cart, 3)', 'total'   → 2
 */
export interface Arity {
  least: number;
  /** Infinity for any number. */
  most: number;
}

const RECEIVER = /^&?(?:mut\s+)?(?:self|this|cls)\b/;

export function arityOf(signature: string | null | undefined): Arity | undefined {
  const open = signature?.indexOf('(') ?? -1;
  if (signature == null || open < 0) return undefined;
  const parts = argumentsFrom(signature, open);
  if (parts === undefined) return undefined;
  const own = parts.filter((part, at) => !(at === 0 && RECEIVER.test(part)) && part !== '*' && part !== '/');
  const rest = own.some((part) => /^(?:\*|\.\.\.|&?\w+\.\.\.)|\.\.\.|\bparams\b|\bvararg\b/.test(part));
  const optional = own.filter((part) => /=|^\w+\?\s*(?::|$)/.test(part.replace(/=>/g, ''))).length;
  const variadic = own.filter((part) => /^\*|\.\.\.|\bparams\b|\bvararg\b/.test(part)).length;
  return { least: own.length - optional - variadic, most: rest ? Infinity : own.length };
}

/** Arguments of the one call of the name that begins on the first line; undefined when it is not plain. */
export function argumentsGiven(lines: readonly string[], name: string): number | undefined {
  const text = lines.join('\n');
  const call = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}\\s*\\(`, 'g');
  const first = (lines[0] ?? '').length;
  const calls = [...text.matchAll(call)].filter(({ index }) => index <= first);
  const [only] = calls;
  if (only === undefined || calls.length > 1) return undefined;
  const parts = argumentsFrom(text, only.index + only[0].length - 1);
  // What is spread, named or passed as a block cannot be counted.
  return parts === undefined || parts.some((part) => /^(?:\*|\.\.\.|&)|^\w+\s*[:=](?![:=])|=>|\bdo\b/.test(part))
    ? undefined
    : parts.length;
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** The parts between the brackets that open at an index, by their commas; undefined when they do not close. */
function argumentsFrom(text: string, open: number): string[] | undefined {
  const stack: string[] = [];
  const parts: string[] = [];
  let part = '';
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? '';
    const end = QUOTES.includes(char) ? endOfString(text, at) : at;
    if (CLOSING[char] !== undefined) stack.push(CLOSING[char]);
    else if (char === stack.at(-1)) stack.pop();
    if (stack.length === 0) return part.trim() === '' ? parts : [...parts, part.trim()];
    const separates = stack.length === 1 && (char === ',' || at === open);
    if (separates && at > open) parts.push(part.trim());
    part = separates ? '' : part + text.slice(at, end + 1);
    at = end;
  }
  return undefined;
}

const QUOTES = ['"', "'", '`'];

/** Index of the quotation mark that ends the string which begins at an index. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}
