/** A changed file as the linters are given it. */
import type { Hunk } from '../diff/hunks.ts';

export interface LintedFile {
  path: string;
  /** At head. */
  text: string;
  /** What the review looks at: findings outside are left out. */
  hunks: readonly Hunk[];
}
