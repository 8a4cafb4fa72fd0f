/** Where what stands after disturbed work differs from what stands after undisturbed: the first line of the first list. */
export function differenceOf(
  found: Readonly<Record<string, string[]>>,
  wanted: Readonly<Record<string, string[]>>,
): string | undefined {
  for (const [what, lines] of Object.entries(found)) {
    const others = wanted[what] ?? [];
    const differing = lines.findIndex((line, at) => line !== others[at]);
    if (lines.length === others.length && differing < 0) continue;
    const [is, was] = [lines[differing] ?? 'nothing', others[Math.max(0, differing)] ?? 'nothing'];
    return `${what}: ${lines.length} for ${others.length}; ${firstDifference(is, was)}`;
  }
  return undefined;
}

function firstDifference(is: string, was: string): string {
  const at = [...is].findIndex((letter, i) => letter !== was[i]);
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80));
  return `${around(is)} for ${around(was)}`;
}

/** A text without the ids of comments that it links to: each has its own. */
export function withoutIds(text: string): string {
  return text.replaceAll(/#(?:discussion_r|issuecomment-|note_)\d+/g, '#');
}
