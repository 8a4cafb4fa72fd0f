/**
 * Doc comments and docstrings as plain text, without marks and common indentation, and which comment documents which
 * definition. Directives of queries for this, such as `#strip!`, do not run in web-tree-sitter.
 *
 *     /**
 *      * Barks.          →   'Barks.'   on the definition that begins where only blanks, modifiers and decorators
 *      *\/                              stand between it and the comment
 */
import type { Node } from 'web-tree-sitter';

const MAX_DOC = 8_000;
/** Characters between a doc comment and what it documents. */
const MAX_GAP = 2_000;

/** Removes common indentation, blank lines at both ends and blanks at line ends (as Python's `inspect.cleandoc`). */
function dedent(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const [first = '', ...rest] = lines;
  let margin = Infinity;
  for (const line of rest) if (line.trim() !== '') margin = Math.min(margin, line.length - line.trimStart().length);
  const cut = [first.trimStart(), ...rest.map((line) => line.slice(Math.min(margin, line.length)))];
  const cleaned = cut
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
  return cleaned.length > MAX_DOC ? cleaned.slice(0, MAX_DOC) : cleaned;
}

/** Text of a string literal used as documentation: prefix letters and quotes removed. */
function cleanString(text: string): string {
  const body = /^[a-zA-Z]{0,2}("""|'''|"|')([\s\S]*)\1$/.exec(text)?.[2];
  return dedent(body ?? text);
}

function cleanBlock(text: string): string {
  const body = text
    .replace(/^(\/\*+!?|\{-\s*[|^]?|=begin\b[^\n]*|--\[=*\[)/, '')
    .replace(/((?<!\*)\*+\/|-\}|=end|\]=*\])\s*$/, '');
  const [first = '', ...rest] = body.split('\n');
  const starred = rest.every((line) => line.trim() === '' || line.trim().startsWith('*'));
  return dedent([first, ...rest.map((line) => (starred ? line.replace(/^\s*\* ?/, '') : line))].join('\n'));
}

function cleanLines(text: string): string {
  return dedent(
    text
      .split('\n')
      .map((line) => line.replace(/^\s*(\/\/[/!]?<?|#+[:'!]?|--+\s?[|^]?|;+) ?/, ''))
      .join('\n'),
  );
}

function isBlockComment(text: string): boolean {
  return /^(\/\*|\{-|=begin|--\[=*\[)/.test(text);
}

/** Documentation text of a docstring or comment (or several line comments, joined by line breaks). */
export function cleanDoc(text: string): string | undefined {
  let cleaned: string;
  if (/^[a-zA-Z]{0,2}["']/.test(text)) cleaned = cleanString(text);
  else if (isBlockComment(text)) cleaned = cleanBlock(text);
  else cleaned = cleanLines(text);
  return cleaned === '' ? undefined : cleaned;
}

/** Text of a captured docstring or comment; line comments of the same mark that touch it belong to it. */
export function wholeDoc(node: Node): string | undefined {
  const mark = /^[/!#;-]+/.exec(node.text)?.[0];
  if (mark === undefined || isBlockComment(node.text)) return cleanDoc(node.text);
  const touches = (upper: Node, lower: Node): boolean =>
    lower.startPosition.row - upper.endPosition.row <= (upper.text.endsWith('\n') ? 0 : 1);
  const belongs = (other: Node | null): other is Node =>
    other !== null && other.type === node.type && /^[/!#;-]+/.exec(other.text)?.[0] === mark;
  const lines = [node.text.trimEnd()];
  for (let last = node, next = last.nextSibling; belongs(next) && touches(last, next); next = last.nextSibling) {
    lines.push(next.text.trimEnd());
    last = next;
  }
  for (
    let first = node, next = first.previousSibling;
    belongs(next) && touches(next, first);
    next = first.previousSibling
  ) {
    lines.unshift(next.text.trimEnd());
    first = next;
  }
  return cleanDoc(lines.join('\n'));
}

export interface Comment {
  start: number;
  end: number;
}

/** What may stand between a doc comment and its definition: no blank line, only modifiers and attribute lines. */
function isJustBefore(gap: string): boolean {
  if (gap.length > MAX_GAP || /\n[ \t\r]*\n/.test(gap)) return false;
  return gap
    .split('\n')
    .every((line) => /^\s*([\p{L}_]+\s+)*([\p{L}_]+)?\s*$/u.test(line) || /^\s*(@|#\[|\[|template\b)/.test(line));
}

/** Nothing but a line break, and indentation, stands between two comments. */
function isNextLine(gap: string): boolean {
  return /^[ \t]*(?:(?:\r\n?|\n)[ \t]*)?$/.test(gap);
}

/** Doc comments of a file and what they document. */
export class DocComments {
  private readonly text: string;
  private readonly comments: Comment[];
  private readonly used = new Set<number>();

  /** Keeps the comments that begin with one of `prefixes` and have their line for themselves (if a line comment). */
  constructor(text: string, comments: Comment[], prefixes: string[]) {
    this.text = text;
    const kept = comments.filter(({ start }) => prefixes.some((prefix) => text.startsWith(prefix, start)));
    kept.sort((a, b) => a.start - b.start);
    this.comments = kept.filter(({ start, end }) => {
      if (isBlockComment(text.slice(start, Math.min(end, start + 8)))) return true;
      const lineStart = text.lastIndexOf('\n', start - 1) + 1;
      return text.slice(lineStart, start).trim() === '';
    });
  }

  /** Documentation of what begins at `offset` (its decorators and modifiers included). */
  before(offset: number): string | undefined {
    let index = this.lastEndingBefore(offset);
    const last = this.comments[index];
    if (last === undefined) return undefined;
    // A /** comment documents what comes next, blank lines or not; at the head of a file it may speak of the file.
    const gap = this.text.slice(last.end, Math.min(offset, last.end + MAX_GAP + 1));
    const isApart = index > 0 && this.text.startsWith('/**', last.start);
    if (!isJustBefore(isApart ? gap.replace(/^(?:[ \t\r]*\n)+/, '\n') : gap)) return undefined;
    this.used.add(index);
    let start = last.start;
    if (isBlockComment(this.text.slice(last.start, last.start + 8))) return this.blocksUpTo(index);
    for (index -= 1; index >= 0; index -= 1) {
      const previous = this.comments[index];
      if (previous === undefined || isBlockComment(this.text.slice(previous.start, previous.start + 8))) break;
      if (!isNextLine(this.text.slice(previous.end, start))) break;
      this.used.add(index);
      start = previous.start;
    }
    return cleanDoc(this.text.slice(start, last.end));
  }

  /** A block comment, or several of one line each that stand under each other. */
  private blocksUpTo(index: number): string | undefined {
    const parts: string[] = [];
    for (let at = index; at >= 0; at -= 1) {
      const { start, end } = this.comments[at] ?? { start: 0, end: 0 };
      const text = this.text.slice(start, end);
      const below = this.comments[at + 1];
      if (at < index && (below === undefined || !isNextLine(this.text.slice(end, below.start)))) break;
      if (text.includes('\n') && at < index) break;
      this.used.add(at);
      if (!/^\/\*\s*[-=*_#~+]{3,}\s*\*\/$/.test(text)) parts.unshift(cleanDoc(text) ?? '');
      if (text.includes('\n') || !text.startsWith('/*')) break;
    }
    return parts.length === 0 ? undefined : dedent(parts.join('\n')) || undefined;
  }

  /** The first comment of the file, if it documents no definition and only a shebang line stands before it. */
  ofFile(): string | undefined {
    const first = this.comments[0];
    if (first === undefined || this.used.has(0)) return undefined;
    const before = this.text.slice(0, first.start).replace(/^\uFEFF?(#![^\n]*\n)?/, '');
    if (before.trim() !== '') return undefined;
    let end = first.end;
    if (!isBlockComment(this.text.slice(first.start, first.start + 8))) {
      for (const next of this.comments.slice(1)) {
        if (!isNextLine(this.text.slice(end, next.start))) break;
        end = next.end;
      }
    }
    return cleanDoc(this.text.slice(first.start, end));
  }

  private lastEndingBefore(offset: number): number {
    let low = 0;
    let high = this.comments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.comments[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
