/**
 * Whether a call is used as if its result were there at once. What hands the promise on (`return f()`, `all([f()])`,
 * `p = f()`) may wait for it elsewhere, so only what cannot is told.
 *
 *     f(x)              a statement of its own
 *     if (f(x)) …       a condition
 *     f(x).name         a member of the result
 */
export function unawaitedIn(lines: readonly string[], name: string): boolean {
  const [first = ''] = lines;
  const escaped = name.replace(/[^\w]/g, '\\$&');
  const calls = [...first.matchAll(new RegExp(`(?<![\\w$])${escaped}\\s*\\(`, 'g'))];
  const [only, more] = calls;
  if (only === undefined || more !== undefined) return false;
  const before = first.slice(0, only.index).replace(/[\w$.?\]]*[.?]$/, '');
  if (/\b(?:await|return|yield|go|launch|async|spawn|void|then|run|task|Task|wait|block_on|gather|all)\b|=>|->/.test(first)) return false; // prettier-ignore
  const rest = behind(lines.join('\n'), only.index + only[0].length - 1);
  if (rest === undefined) return false;
  if (/^\s*$/.test(before) && /^\s*;?\s*(?:\n|$)/.test(rest)) return true;
  if (/^\s*(?:if|while|elif|else if)\s*\(?\s*(?:!|not\s+)?$/.test(before)) return true;
  return /^\s*(?:\.(?!\s*(?:then|catch|finally|await|unwrap|map|and_then|result|get|join|ContinueWith|ConfigureAwait|Wait|Result|GetAwaiter)\b)[\p{L}_]|\[)/u.test(rest); // prettier-ignore
}

/** What stands behind the bracket that closes the one at an index. */
function behind(text: string, open: number): string | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    else if (')]}'.includes(text[at] ?? '') && --depth === 0) return text.slice(at + 1);
  }
  return undefined;
}
