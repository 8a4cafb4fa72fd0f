/**
 * Texts as GitLab may be given them. GitLab carries out a line that begins with a quick action, with the rights of whoever
 * posts it: `/close` in a model's answer would close the merge request. Such a line is written so that it is text.
 *
 *     /close            →  \/close                outside of code, which Markdown shows as /close
 *     ```suggestion     →  ```suggestion:-2+0     replaces the comment's line and the two above
 *
 * https://docs.gitlab.com/user/project/quick_actions/
 * https://docs.gitlab.com/user/project/merge_requests/reviews/suggestions/#multi-line-suggestions
 */
const FENCE = /^(`{3,}|~{3,})/;
const ACTION = /^\/[A-Za-z_]/;
/** GitLab's own limit for the lines above. */
const MOST_LINES_ABOVE = 100;

/**
 * GitLab looks for actions outside of code only, but it pairs fences in its own way, so lines within them are written
 * differently as well. A suggestion with such a line is shown as code: applying it would commit the difference.
 */
export function noteText(body: string): string {
  const lines = body.replaceAll('\r', '').split('\n');
  let open: { at: number; fence: string } | undefined;
  lines.forEach((line, at) => {
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (open === undefined) open = { at, fence };
      else if (fence.startsWith(open.fence) && line.trimEnd() === fence) open = undefined;
    } else if (ACTION.test(line)) {
      lines[at] = `${open === undefined ? '\\' : ' '}${line}`;
      if (open !== undefined && /^\W+suggestion/.test(lines[open.at] ?? '')) lines[open.at] = open.fence;
    }
  });
  return lines.join('\n');
}

/** A comment on `linesAbove` lines and the one that it stands on: its suggestion replaces all of them. */
export function commentText(body: string, linesAbove: number): string {
  const info = linesAbove > MOST_LINES_ABOVE ? '' : `suggestion:-${linesAbove}+0`;
  return noteText(linesAbove === 0 ? body : body.replaceAll(/^(`{3,})suggestion$/gm, `$1${info}`));
}
