/** The languages of a program, whose rules its tables are made of: a large one has thousands of files and some of these. */
import type { LanguageRules } from '../rules/rules-format.ts';
import type { Program } from './program.ts';

/** In the order of their last files: where two say something else of a name, the last one is heard. */
export function languagesOf({ files }: Program): LanguageRules[] {
  return [...new Set(files.map(({ rules }) => rules).reverse())].reverse();
}
