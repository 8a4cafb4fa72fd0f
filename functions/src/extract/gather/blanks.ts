/**
 * Text that the grammar cannot read is written over before parsing. Offsets and line breaks stay as they are.
 *
 *     class MY_API Window {          class        Window {
 *     @Preview                                              still a decorator of view
 *     @Composable                    @Composable
 *     private fun view() {           private fun view() {
 */
import type { Blank } from '../compile/text-patterns.ts';

export interface BlankedDecorators {
  /** Offset of the first one. */
  start: number;
  texts: string[];
}

/** The text with every match of the language's blanks written over. */
export function blanked(text: string, blanks: Blank[], path = ''): string {
  let result = text;
  for (const blank of blanks) {
    if (!isFor(blank, text, path)) continue;
    result = result.replace(blank.pattern, (match: string, group: string | undefined) => {
      if (group === undefined) return match;
      const at = match.lastIndexOf(group);
      const { by } = blank;
      return match.slice(0, at) + by + group.slice(by.length).replace(/[^\r\n]/g, ' ') + match.slice(at + group.length);
    });
  }
  return result;
}

/** The decorators among what is blanked, by the offset of what they decorate. */
export function blankedDecorators(text: string, blanks: Blank[], path: string): Map<number, BlankedDecorators> {
  const found = new Map<number, BlankedDecorators>();
  for (const blank of blanks) {
    if (blank.decorators === undefined || !isFor(blank, text, path)) continue;
    for (const match of text.matchAll(blank.pattern)) {
      const texts = match[0].match(blank.decorators) ?? [];
      found.set(match.index + match[0].length, { start: match.index, texts });
    }
  }
  return found;
}

function isFor({ extensions, when, unless }: Blank, text: string, path: string): boolean {
  if (extensions?.some((extension) => path.endsWith(extension)) === false) return false;
  return when?.test(text) !== false && unless?.test(text) !== true;
}
