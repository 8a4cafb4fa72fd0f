/**
 * A text under one choice of its preprocessor's conditions: the first branch of each, of `#if 0` the second. Where
 * branches cut through statements, no grammar can read the text as it stands, and the rest of the file is lost with it;
 * one choice of branches is ordinary code. Lines and offsets stay: what is left out is blanked.
 *
 *     int v = {                     int v = {
 *     #ifdef A
 *       1,                  →         1,
 *     #else
 *       2,
 *     #endif
 *     };                            };
 */
export interface Conditions {
  begin: RegExp;
  otherwise: RegExp;
  end: RegExp;
  /** A beginning whose branch never holds. */
  never: RegExp;
}

/** Undefined when there are no conditions. The patterns are matched against lines. */
export function firstBranches(text: string, { begin, otherwise, end, never }: Conditions): string | undefined {
  const lines = text.split('\n');
  /** Of each condition around: whether the current branch is the chosen one, and whether one was. */
  const open: { chosen: boolean; done: boolean }[] = [];
  let found = false;
  let continued = false;
  const out = lines.map((line) => {
    const blank = line.replace(/[^\r]/g, ' ');
    const top = open.at(-1);
    const goesOn = /\\\r?$/.test(line);
    if (continued) {
      continued = goesOn;
      return blank;
    }
    if (begin.test(line)) {
      const chosen = !never.test(line);
      open.push({ chosen, done: chosen });
      found = true;
    } else if (top !== undefined && otherwise.test(line)) {
      top.chosen = !top.done;
      top.done = true;
    } else if (top !== undefined && end.test(line)) open.pop();
    else return open.every(({ chosen }) => chosen) ? line : blank;
    continued = goesOn;
    return blank;
  });
  return found ? out.join('\n') : undefined;
}
