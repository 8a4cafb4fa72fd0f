/**
 * Calls that a function's own file writes without its name: of whatever member a value names, of what a macro pastes, or by
 * a macro that the function was given to.
 *
 *     this[block.type](block)     getattr(self, action)()     #define M(x) {#x, py##x}     quickcheck! { fn holds() … }
 */
import { extname } from 'node:path';
import { fileIdOf } from '../../model/ids.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import { escaped } from '../reader/word-pattern.ts';

/** No file of the graph has more. */
const MOST_LINES = 20_000;

/** Lines with a setter's name that are read. */
const MOST_WRITES = 100;

/** By the endings of files: lines that call any member of the object or class around them. `NAME` is the class's. */
const ANY_MEMBER: readonly [endings: RegExp, call: string][] = [
  [/^\.[cm]?[jt]sx?$/, String.raw`\b(?:this|self|that|NAME|any\)|prototype)\[(?!\s*(?:['"\d]|\x60[^$\x60]*\x60))`],
  [/^\.pyi?$/, String.raw`\bgetattr\(\s*(?:self|cls|type\(self\)|NAME)\s*,(?!\s*['"]\w+['"])`],
  [/^\.(?:rb|rake)$/, String.raw`\b(?:public_send|send|__send__|method)[( ]\s*(?!:\w+\b(?!["'])|['"]\w+['"])[\w@:"'#]`],
  [/^\.(?:php|inc|phtml)$/, String.raw`(?:\$this->|(?:self|static|NAME)::)(?:\$\w|\{)|\bcall_user_func|\[\s*\$this\s*,\s*\$`],
  [/^\.lua$/, String.raw`\b(?:self|NAME)\[(?!\s*['"\d])`],
  [/^\.(?:java|kts?|cs|scala|groovy)$/, String.raw`\bgetDeclaredMethods?\(|\bGetMethods?\(|\bdeclaredFunctions\b|\bdeclaredMemberFunctions\b`],
]; // prettier-ignore

/** Bash: a command that a value names, wholly or in part: `_$name`, `"$@"`, `eval "${1}_done"`. */
const ANY_COMMAND =
  /(?:^|[;&|({`]|\$\(|\b(?:then|do|else|elif|eval|if|while|until|exec|time|command|trap|type|declare -[Ff])\b|!)\s*["']?[\w-]*\$[\w{@*]/;

const SHELL = /^(?:|\.(?:ba|da|k|z)?sh|\.bats)$/;

const MACROS_PASTE = /^\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|inl|m|mm)$/i;
const PASTED = /(\w{2,})\s*##|##\s*(\w{2,})/g;

const PHP = /\.(?:php\d?|phtml|inc)$/i;

/** Rust: what stands in the braces of a macro goes where the macro puts it. */
const MACRO_AROUND = /(?:^|[\s:])(?!macro_rules)\w+!\s*(?:\w+\s*)?[({[]\s*$/;

export async function mayCallUnnamed(
  reader: GraphReader,
  { repoId, path, name, className, line }: SymbolRecord,
): Promise<boolean> {
  const ending = extname(path);
  const call = className === null ? undefined : ANY_MEMBER.find(([endings]) => endings.test(ending))?.[1];
  const isC = MACROS_PASTE.test(ending);
  const mayBeShell = SHELL.test(ending);
  if (call === undefined && !isC && !mayBeShell && ending !== '.rs') return false;
  const lines = await reader.lines(fileIdOf(repoId, path), { from: 1, to: MOST_LINES });
  if (ending === '.rs') return headsAround(lines, line).some((head) => MACRO_AROUND.test(head));
  if (mayBeShell && /^#!.*sh\b/.test(lines[0] ?? ''))
    return lines.some((text) => ANY_COMMAND.test(text) && !/^\s*#/.test(text));
  if (isC) return lines.some((text) => text.includes('##') && isPasted(text, name));
  if (call === undefined) return false;
  const pattern = new RegExp(call.replaceAll('NAME', escaped(className ?? '')), 'u');
  return lines.some((text) => pattern.test(text));
}

/** PHP, where `safeWrap()` runs `safewrap`: the line of its file that writes the name in other capitals; words are looked up as written. */
export async function saidInOtherCapitals(
  reader: GraphReader,
  { repoId, path, name, line, endLine }: SymbolRecord,
): Promise<{ path: string; line: number } | undefined> {
  if (!PHP.test(path)) return undefined;
  const lines = await reader.lines(fileIdOf(repoId, path), { from: 1, to: MOST_LINES });
  const said = new RegExp(`(?<![\\w$])${escaped(name)}(?!\\w)`, 'iu');
  const at = lines.findIndex((text, index) => (index + 1 < line || index + 1 > endLine) && said.test(text));
  return at < 0 ? undefined : { path, line: at + 1 };
}

/** Ruby and Scala, where `one.level = 3` runs `level=` and `level_=`: a line that sets it so. */
export async function setWithoutCall(
  reader: GraphReader,
  { repoId, name, path, line, endLine }: SymbolRecord,
): Promise<{ path: string; line: number } | undefined> {
  const [, plain, scala] = /^([\p{L}_][\p{L}\p{N}_]*?)(_?)=$/u.exec(name) ?? [];
  if (plain === undefined) return undefined;
  const { lines, more } = await reader.wordLines(plain, MOST_WRITES);
  // Ruby's `level = 3` makes a variable.
  const before = scala === '' ? String.raw`(?:\.|::)\s*` : String.raw`(?<!\b(?:val|var|def|type)\s+)(?<![\w$])`;
  const set = new RegExp(`${before}${plain}\\s*(?:(?:[-+*/%|&^]|\\|\\||&&|<<|>>|\\*\\*)?=(?![=~>])|,[^=]*=(?!=))`, 'u');
  for (const one of lines) {
    if (one.path === path && one.line >= line && one.line <= endLine) continue;
    const [text = ''] = await reader.lines(fileIdOf(repoId, one.path), { from: one.line, to: one.line });
    if (set.test(text)) return one;
  }
  return more ? lines[0] : undefined;
}

function isPasted(text: string, name: string): boolean {
  return [...text.matchAll(PASTED)].some(([, head = name, tail = name]) =>
    head === name ? name.endsWith(tail) && tail !== name : name.startsWith(head),
  );
}

/** Lines that begin what the line stands in, by how far they are indented. */
function headsAround(lines: readonly string[], line: number): string[] {
  const heads: string[] = [];
  let depth = indentOf(lines[line - 1] ?? '');
  for (let at = line - 2; at >= 0 && depth > 0; at--) {
    const text = lines[at] ?? '';
    if (text.trim() === '' || indentOf(text) >= depth) continue;
    depth = indentOf(text);
    heads.push(text);
  }
  return heads;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
