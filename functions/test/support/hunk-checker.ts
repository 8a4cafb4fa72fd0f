/**
 * What the platform takes, decided from `git diff`'s own output and nothing of ours: a comment's lines have to be in the
 * patch, on that side, and in one hunk; one that is not has the whole review refused.
 */
export interface HunkChecker {
  /** undefined when it takes the comment, else why not. */
  refusal(comment: { side: string; line: number; start_line: number | null; body: string }): string | undefined;
}

export function hunkChecker(patch: string): HunkChecker {
  const hunks = { LEFT: new Map<number, number>(), RIGHT: new Map<number, number>() };
  let [hunk, left, right] = [-1, 0, 0];
  for (const line of patch.split('\n')) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (header !== null) [hunk, left, right] = [hunk + 1, Number(header[1]), Number(header[2])];
    else {
      if (line.startsWith(' ') || line.startsWith('-')) hunks.LEFT.set(left++, hunk);
      if (line.startsWith(' ') || line.startsWith('+')) hunks.RIGHT.set(right++, hunk);
    }
  }
  return {
    refusal({ side, line, start_line: start, body }) {
      if (side !== 'LEFT' && side !== 'RIGHT') return `no side ${side}`;
      const end = hunks[side].get(line);
      if (end === undefined) return `line ${line} ${side} is not in the diff`;
      if (start !== null && start >= line) return `start ${start} is not before ${line}`;
      if (start !== null && hunks[side].get(start) !== end) return `${start} and ${line} are in two hunks`;
      return body.trim() === '' || body.length > 65_536 ? 'the body is empty or too long' : undefined;
    },
  };
}

/** The text of a comment's suggestion block, read as the platform reads it; undefined for none. */
export function suggestionIn(body: string): string | undefined {
  const lines = body.split('\n');
  const start = lines.findIndex((line) => /^`{3,}suggestion$/.test(line));
  if (start < 0) return undefined;
  const mark = /^`+/.exec(lines[start] ?? '')?.[0] ?? '';
  const length = lines.slice(start + 1).findIndex((line) => new RegExp(`^\`{${mark.length},}$`).test(line));
  return length < 0 ? undefined : lines.slice(start + 1, start + 1 + length).join('\n');
}

/** As platforms do: the lines of the comment go, those of the block come, with the file's line ends. */
export function commitSuggestion(text: string, start: number, end: number, block: string): string {
  const lines = text.split(/(?<=\n)/);
  const eol = (lines[start - 1] ?? '').endsWith('\r\n') ? '\r\n' : '\n';
  const isLast = end >= lines.length && !text.endsWith('\n');
  const written = block === '' ? '' : block.split('\n').join(eol) + (isLast ? '' : eol);
  return lines.slice(0, start - 1).join('') + written + lines.slice(end).join('');
}
