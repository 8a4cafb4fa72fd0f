/**
 * What is certain of a path that a shell computes.
 *
 *     "$(dirname "$0")/a.sh"        a.sh, beside the script
 *     "${ROOT}/lib/$name/b.sh"      b.sh, wherever that stands
 */

/**
 * The part of a path behind the last thing that is computed: `$(dirname "$0")/a.sh` → a.sh; '' when no part is certain.
 * `inside`: folders between are computed too, so that it need not stand beside the script.
 */
export function staticPart(source: string): { path: string; computed: boolean; inside: boolean } {
  const text = source.replaceAll(/["']/g, '');
  let end = 0;
  let inside = false;
  for (let at = nextExpansion(text, 0); at >= 0; at = nextExpansion(text, end)) {
    inside ||= at > end || end > 0;
    end = endOfExpansion(text, at);
  }
  const rest = text.slice(end);
  if (/[*?<]/.test(rest) || (end > 0 && !rest.startsWith('/'))) return { path: '', computed: true, inside };
  return { path: end > 0 ? rest.slice(1) : rest, computed: end > 0, inside };
}

function nextExpansion(text: string, from: number): number {
  const at = text.slice(from).search(/[$`]/);
  return at < 0 ? -1 : from + at;
}

/** Index behind the `$x`, `${x}`, `$(x)` or `` `x` `` that begins at `start`. */
function endOfExpansion(text: string, start: number): number {
  if (text[start] === '`') return text.indexOf('`', start + 1) + 1 || text.length;
  const next = text[start + 1];
  if (next === '(' || next === '{') return closing(text, start + 1) + 1;
  return start + (/^\$(?:\w+|[^\w/])/.exec(text.slice(start))?.[0].length ?? 1);
}

/** Index of the bracket that closes the one at `open`, or the text's end. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{') depth++;
    else if ((text[at] === ')' || text[at] === '}') && --depth === 0) return at;
  }
  return text.length;
}
