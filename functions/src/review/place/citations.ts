/**
 * Code that a finding speaks of, so that a finding about functions and files that do not exist is seen as what it is.
 * Only what reads as a claim counts: a call or a path in a code span. What a finding proposes ("use `isinstance()`") need
 * not exist, and a name of another library (`strconv.Atoi()`) is not for the graph to know.
 *
 *     "`total()` skips the check in `src/tax.py`, use `safe_total()`"   → { names: ['total'], paths: ['src/tax.py'] }
 */
export interface Citations {
  /** Last parts of calls: `Cart.total()` is `total`. */
  names: string[];
  paths: string[];
}

const SPAN = /(?<!`)(`+)(?!`)([\s\S]{1,400}?)(?<!`)\1(?!`)/g;
const CALL = /^(?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|->|#))?([\p{L}_$][\p{L}\p{N}_$]*[!?]?)\([^()]*\)$/u;
const PATH = /^\.{0,2}\/?(?:[\w@.+-]+\/)+[\w@.+-]+\.\w{1,8}(?::\d+(?:-\d+)?)?$/;
const PROPOSES =
  /\b(use|using|uses?d? instead|prefer|consider|replace|switch|wrap|add|introduce|call|calling|try|apply|like|e\.g|such as|with|via|instead|should|could|would|extract|rename)\b[^.;]*$/i;

export function citationsIn(text: string): Citations {
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const match of text.matchAll(SPAN)) {
    const span = (match[2] ?? '').trim();
    if (PROPOSES.test(text.slice(Math.max(0, match.index - 80), match.index))) continue;
    if (PATH.test(span)) paths.add(span.replace(/:\d+(-\d+)?$/, '').replace(/^\.\//, ''));
    const call = CALL.exec(span);
    // A qualified name may be another library's.
    if (call !== null && !/[.#:>]/.test(span.slice(0, span.indexOf('(')))) names.add(call[1] ?? '');
  }
  return { names: [...names], paths: [...paths] };
}

/** True when the text has the name as a whole word. */
export function hasWord(text: string, word: string): boolean {
  const part = /[\p{L}\p{N}_$]/u;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!part.test(text[at - 1] ?? '') && !part.test(text[at + word.length] ?? '')) return true;
  }
  return false;
}
