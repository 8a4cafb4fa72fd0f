/**
 * Glob patterns out of a stranger's files, matched in at most pattern × path steps. As regular expressions, which is what
 * libraries make of them, a pattern of five stars holds a process for half a minute and one of eight for ever.
 *
 *     lib/**, a/?b*       `**` as a whole part stands for any number of folders, `*` and `?` stay within one
 *     [a-c]*.{ts,tsx}     classes, and alternatives where they are asked for
 *
 * The rules are those of gitignore(5) and gitattributes(5); `\` takes the next character as it is.
 */
type Token = { kind: 'star' } | { kind: 'one'; takes: (unit: string) => boolean };

const ANY_FOLDERS = Symbol('**');
type Part = Token[] | typeof ANY_FOLDERS;

const STAR: Token = { kind: 'star' };

/** More alternatives than these are no pattern that anybody wrote by hand. */
const MOST_ALTERNATIVES = 64;

/**
 * Whether a whole path matches. With `braces`, `{a,b}` are alternatives; without, they are characters, as in git's files.
 * undefined when there are more than 64 alternatives.
 */
export function compileGlob(pattern: string, { braces = false } = {}): ((path: string) => boolean) | undefined {
  const patterns = braces ? alternatives(pattern) : [pattern];
  if (patterns === undefined) return undefined;
  const compiled = patterns.map((each) => partsOf(each));
  return (path) => {
    const folders = path.split('/');
    return compiled.some((parts) => matchParts(parts, folders));
  };
}

function partsOf(pattern: string): Part[] {
  const parts = pattern.split('/');
  return parts.flatMap((part, at): Part[] => {
    // More stars are no more than two to git.
    if (!/^\*{2,}$/.test(part)) return [tokensOf(part)];
    // At the end it stands for what is inside, not for the folder itself: one part has to follow.
    return at === parts.length - 1 ? [ANY_FOLDERS, [STAR]] : [ANY_FOLDERS];
  });
}

function tokensOf(part: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < part.length; at++) {
    const unit = part[at] ?? '';
    if (unit === '*') {
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else if (unit === '?') tokens.push({ kind: 'one', takes: () => true });
    else if (unit === '[') {
      const group = classAt(part, at);
      if (group === undefined) tokens.push(literal(unit));
      else {
        tokens.push({ kind: 'one', takes: group.takes });
        at = group.end;
      }
    } else if (unit === '\\' && at + 1 < part.length) tokens.push(literal(part[++at] ?? ''));
    else tokens.push(literal(unit));
  }
  return tokens;
}

function literal(wanted: string): Token {
  return { kind: 'one', takes: (unit) => unit === wanted };
}

/** `[a-z_]`, `[!0-9]`: the class that begins at a bracket, and where its last bracket stands; undefined: it has none. */
function classAt(part: string, start: number): { takes: (unit: string) => boolean; end: number } | undefined {
  let at = start + 1;
  const negated = part[at] === '!' || part[at] === '^';
  if (negated) at++;
  const ranges: [from: string, to: string][] = [];
  const next = (): string => (part[at] === '\\' ? (part[++at] ?? '') : (part[at] ?? ''));
  for (let first = true; at < part.length; first = false, at++) {
    if (part[at] === ']' && !first) {
      return { takes: (unit) => ranges.some(([from, to]) => unit >= from && unit <= to) !== negated, end: at };
    }
    const from = next();
    if (part[at + 1] === '-' && part[at + 2] !== ']' && at + 2 < part.length) {
      at += 2;
      ranges.push([from, next()]);
    } else ranges.push([from, from]);
  }
  return undefined;
}

/**
 * Only the last wildcard passed can have to give more: whatever an earlier one would take, the later one can take too.
 * So both levels, parts and characters, go back to one place at most (Kirk Krauss, "Matching Wildcards").
 */
function matchParts(parts: readonly Part[], folders: readonly string[]): boolean {
  let part = 0;
  let folder = 0;
  let again: { part: number; folder: number } | undefined;
  while (folder < folders.length) {
    const wanted = parts[part];
    if (wanted === ANY_FOLDERS) {
      again = { part: ++part, folder };
    } else if (wanted !== undefined && matchPart(wanted, folders[folder] ?? '')) {
      part++;
      folder++;
    } else if (again !== undefined) {
      folder = ++again.folder;
      part = again.part;
    } else return false;
  }
  while (parts[part] === ANY_FOLDERS) part++;
  return part === parts.length;
}

function matchPart(tokens: readonly Token[], text: string): boolean {
  let token = 0;
  let at = 0;
  let again: { token: number; at: number } | undefined;
  while (at < text.length) {
    const wanted = tokens[token];
    if (wanted?.kind === 'star') again = { token: ++token, at };
    else if (wanted?.takes(text[at] ?? '') === true) {
      token++;
      at++;
    } else if (again !== undefined) {
      at = ++again.at;
      token = again.token;
    } else return false;
  }
  while (tokens[token]?.kind === 'star') token++;
  return token === tokens.length;
}

/** `{a,b{c,d}}.ts` → a.ts, bc.ts, bd.ts. A brace without a partner or a comma is a character. */
function alternatives(pattern: string): string[] | undefined {
  const done: string[] = [];
  const open = [{ text: pattern, from: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = groupFrom(next.text, next.from);
    if (group === undefined) done.push(next.text);
    else {
      const { text } = next;
      for (const choice of group.choices) {
        open.push({ text: text.slice(0, group.start) + choice + text.slice(group.end + 1), from: group.start });
      }
    }
    if (done.length + open.length > MOST_ALTERNATIVES) return undefined;
  }
  return done;
}

/** The first group at or behind a place that has its brace and a comma: where its braces stand, and its choices. */
function groupFrom(text: string, from: number): { start: number; end: number; choices: string[] } | undefined {
  const starts: { start: number; commas: number[] }[] = [];
  let found: { start: number; end: number; choices: string[] } | undefined;
  for (let at = from; at < text.length; at++) {
    const unit = text[at];
    if (unit === '\\') at++;
    else if (unit === '{') starts.push({ start: at, commas: [] });
    else if (unit === ',') starts.at(-1)?.commas.push(at);
    else if (unit === '}') {
      const group = starts.pop();
      if (group === undefined || group.commas.length === 0) continue;
      // Groups within are split when this one is; of two side by side the first counts.
      if (found !== undefined && found.start < group.start) continue;
      const bounds = [group.start, ...group.commas, at];
      const choices = bounds.slice(1).map((bound, index) => text.slice((bounds[index] ?? 0) + 1, bound));
      found = { start: group.start, end: at, choices };
      if (starts.length === 0) return found;
    }
  }
  return found;
}
