/**
 * An identifier as a word of its own: `book` is neither in `booking` nor in `_book`. An end that is of no identifier may have
 * anything beside it: `get${` is in `get${key}`, and `get_` in `get_${key}`. Undefined for what has nothing of a word.
 */
export function wordPattern(word: string): RegExp | undefined {
  if (!/[\p{L}\p{N}_$]/u.test(word)) return undefined;
  const before = /^[\p{L}\p{N}_$]/u.test(word) ? '(?<![\\p{L}\\p{N}_$])' : '';
  const behind = word.endsWith('_')
    ? '(?![\\p{L}\\p{N}_])'
    : /[\p{L}\p{N}$]$/u.test(word)
      ? '(?![\\p{L}\\p{N}_$])'
      : '';
  return new RegExp(`${before}${escaped(word)}${behind}`, 'u');
}

/** As it stands for itself in a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
