/** One text of a change as everybody after this sees it: the same lines, with each secret masked (mask.ts). */
import type { FoundSecret } from '../../model/secrets.ts';
import { masked, spansOfValues } from './mask.ts';

export interface MaskedSide {
  text: string;
  /** A line as the diff shows it, masked: 1-based, with the text that the diff has for it. */
  lineOf(line: number, shown: string): string;
  /** Something in it is masked. */
  hasSecrets: boolean;
}

export function maskedSide(text: string, found: readonly FoundSecret[], values: readonly string[]): MaskedSide {
  const spans = [...found.flatMap((secret) => secret.parts ?? [secret]), ...spansOfValues(text, values)];
  if (spans.length === 0) return { text, lineOf: (_, shown) => shown, hasSecrets: false };
  const out = masked(text, spans);
  const [before, after] = [text.split('\n'), out.split('\n')];
  return {
    text: out,
    hasSecrets: true,
    lineOf(line, shown) {
      const [was = '', is = ''] = [before[line - 1], after[line - 1]];
      if (was === is) return shown;
      // A file that changes its encoding is shown in another than its text: then nobody knows which characters are meant.
      return shown === was ? is : masked(shown, [{ start: 0, end: shown.length }]);
    },
  };
}

/** The same number of lines with nothing in them. */
export function withheldSide(text: string): MaskedSide {
  return { text: '\n'.repeat(text.split('\n').length - 1), lineOf: () => '', hasSecrets: true };
}
