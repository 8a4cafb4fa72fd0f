/** An identifier as a word of its own: `book` is neither in `booking` nor in `_book`. Undefined for what is no word. */
export function wordPattern(word: string): RegExp | undefined {
  if (!/[\p{L}\p{N}_$]/u.test(word)) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(word)}(?![\\p{L}\\p{N}_$])`, 'u');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
