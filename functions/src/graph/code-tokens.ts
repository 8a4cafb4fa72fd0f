/**
 * Source text as tokens, whatever the language: what two copies of a function have in common once comments and blanks are
 * gone, and, with names left out too, what a copy has in common with one whose names were changed.
 *
 *     if (a > 10) { return b; }     tokens: if ( a > 10 ) { return b ; }     shapes: if ( x > 0 ) { return x ; }
 */
export interface CodeTokens {
  /** As written. */
  tokens: string[];
  /** Names, numbers and strings are one each; words of the language stay. */
  shapes: string[];
}

/**
 * Comments to the end of the line, or between marks. A `#` within a word or a color is none. What is not closed goes on to
 * the end, so that a text is read once whatever stands in it; only an apostrophe alone may be a sign of its own.
 */
const COMMENT = String.raw`\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|(?<=^|\s)#(?![\w![{(<])[^\n]*|(?<=^|\s)--[ \t][^\n]*`;
const LONG_STRING = String.raw`"""(?:[\s\S]*?"""|[\s\S]*)|'''(?:[\s\S]*?'''|[\s\S]*)`;
const SHORT_STRING = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.){0,200}'|\x60(?:[^\x60\\]|\\[^])*\x60?`;
const TOKEN = new RegExp(
  `(?<comment>${COMMENT})|(?<string>${LONG_STRING}|${SHORT_STRING})|(?<number>\\d[\\w.]*)|` +
    '(?<word>[\\p{L}_$@][\\p{L}\\p{M}\\p{N}_$]*)|(?<sign>\\S)',
  'gu',
);

/** Words that say what code does; they are the same in a copy with other names. */
const KEYWORDS = new Set(
  (
    'if else elif elsif unless for while do until loop foreach switch case when match default break continue return yield ' +
    'await async try catch except finally rescue ensure throw throws raise new delete in is not and or instanceof typeof ' +
    'null nil None true false True False this self super with using import from def function func fn fun lambda class ' +
    'struct enum interface let var val const mut static public private protected end then begin guard defer go select'
  ).split(' '),
);

export function codeTokens(source: string): CodeTokens {
  const tokens: string[] = [];
  const shapes: string[] = [];
  for (const { 0: text, groups = {} } of source.matchAll(TOKEN)) {
    if (groups['comment'] !== undefined) continue;
    tokens.push(text);
    if (groups['string'] !== undefined) shapes.push('"');
    else if (groups['number'] !== undefined) shapes.push('0');
    else shapes.push(groups['word'] !== undefined && !KEYWORDS.has(text) ? 'x' : text);
  }
  return { tokens, shapes };
}
