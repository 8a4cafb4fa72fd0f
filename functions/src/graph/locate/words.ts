/**
 * The words of a text, source code or prose, as `locate` compares them: each identifier as it is, in lower case, and the
 * stems of the words that it is made of, so that prose about merging meets `mergeBranches`.
 *
 *     wordsOf('mergedBranches() fails')   → ['mergedbranches', 'merg', 'branch', 'fail']
 */
const IDENTIFIER = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}\p{M}]+|\p{Lt}\p{Ll}*|\p{N}+/gu;

/** Longer ones are data: a hash, an encoded image. */
const LONGEST = 80;

/** As they stand in a text, in their order. */
export function identifiersIn(text: string): string[] {
  return (text.match(IDENTIFIER) ?? []).filter(({ length }) => length <= LONGEST);
}

/** In the order of the text, with repeats. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [identifier] of text.matchAll(IDENTIFIER)) {
    if (identifier.length <= LONGEST) for (const word of wordsOfIdentifier(identifier)) words.push(word);
  }
  return words;
}

/** The same, each with what it was made from: `Merging` and `merg`. */
export function writtenWords(text: string): [written: string, word: string][] {
  return identifiersIn(text).flatMap((identifier) => {
    const parts = identifier.match(PART) ?? [];
    const written = parts.length > 1 ? [identifier, ...parts] : parts;
    return written.map((part, at): [string, string] => [part, wordsOfIdentifier(identifier)[at] ?? '']);
  });
}

/** What identifiers are made of stands in a text many times. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 200_000;

function wordsOfIdentifier(identifier: string): readonly string[] {
  const before = known.get(identifier);
  if (before !== undefined) return before;
  const parts = (identifier.match(PART) ?? []).map((part) => stemOf(part.toLowerCase()));
  const words = parts.length > 1 ? [identifier.toLowerCase(), ...parts] : parts;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(identifier, words);
  return words;
}

/** Endings of English words, the longest first, with what stays in their place. */
const ENDINGS: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/(?<=[a-z]{3})ies$/, 'y'],
  [/(?<=ss|x|ch|sh)es$/, ''],
  [/(?<=[a-z]{2}[^aious])s$/, ''],
];
const VERB = /(?<=[a-z]{2}[a-z])(?:ing|ed)$/;
const NOUN = /(?<=[a-z]{3}[ts])ion$/;
const DOUBLED = /([bdfgmnprt])\1$/;

/** A word of lower-case letters without its ending: `merging`, `merged` and `merges` are `merg`. */
export function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stem = word;
  for (const [ending, instead] of ENDINGS) {
    const cut = stem.replace(ending, instead);
    if (cut === stem) continue;
    stem = cut;
    break;
  }
  const verb = stem.replace(VERB, '');
  if (verb !== stem && /[aeiouy]/.test(verb)) stem = verb.replace(DOUBLED, '$1');
  stem = stem.replace(NOUN, '');
  return stem.length > 3 ? stem.replace(/e$/, '') : stem;
}
