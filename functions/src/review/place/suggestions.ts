/**
 * Whether a suggested replacement can be offered for committing with one click: it has to replace exactly the lines that
 * the comment stands on, change something, and leave a file that has no more syntax errors than before.
 */
import type { LineRange } from '../diff/hunk-lines.ts';
import { unseenIn } from './unseen-characters.ts';

/** Number of syntax errors of a text at a path; undefined when its language is not known or it could not be parsed. */
export type SyntaxErrorsOf = (path: string, text: string) => Promise<number | undefined>;

export interface CheckedSuggestion {
  /** As it would be committed. */
  text: string;
  committable: boolean;
  /** Why it is not. */
  reason: string | null;
}

export interface SuggestionCheck {
  path: string;
  suggestion: string;
  /** What the finding quoted, for its indentation. */
  quote: string;
  /** The whole text at head, and the lines of it that are replaced. */
  text: string;
  range: LineRange;
  syntaxErrorsOf: SyntaxErrorsOf;
}

export async function checkSuggestion(check: SuggestionCheck): Promise<CheckedSuggestion> {
  const { path, text, range, syntaxErrorsOf } = check;
  const suggestion = withIndentation(check);
  const refused = (reason: string): CheckedSuggestion => ({ text: suggestion, committable: false, reason });
  const applied = applySuggestion(text, range, suggestion);
  if (applied === text) return refused('it changes nothing');
  const known = unseenIn(text);
  if ([...unseenIn(suggestion)].some((character) => !known.has(character)))
    return refused('it holds characters that nobody sees');
  const before = await syntaxErrorsOf(path, text);
  const after = await syntaxErrorsOf(path, applied);
  if (before === undefined || after === undefined) return refused('its syntax could not be checked');
  if (after > before) return refused('it would break the syntax of the file');
  return { text: suggestion, committable: true, reason: null };
}

/** The text with the lines replaced; '' deletes them. Line ends are those of the lines that were there. */
function applySuggestion(text: string, { start, end }: LineRange, suggestion: string): string {
  const lines = text.split('\n');
  const returns = lines.slice(start - 1, end).every((line, at) => line.endsWith('\r') || start + at === lines.length);
  const replaced = suggestion === '' ? [] : suggestion.split('\n');
  const written = returns && text.includes('\r\n') ? replaced.map((line) => `${line}\r`) : replaced;
  // A last line without a line feed has no carriage return either.
  if (end === lines.length && written.length > 0) written.push((written.pop() ?? '').replace(/\r$/, ''));
  lines.splice(start - 1, end - start + 1, ...written);
  return lines.join('\n');
}

/** One line feed at the end is none; indentation that the quote lacked, the suggestion lacks as well. */
function withIndentation({ suggestion, quote, text, range }: SuggestionCheck): string {
  const lines = suggestion.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  const [actual, quoted, proposed] = [
    indentOf(text.split('\n').slice(range.start - 1, range.end)),
    indentOf(quote.split('\n')),
    indentOf(lines),
  ];
  if (quoted === actual || proposed !== quoted || !actual.endsWith(quoted)) return lines.join('\n');
  const missing = actual.slice(0, actual.length - quoted.length);
  return lines.map((line) => (line.trim() === '' ? line : missing + line)).join('\n');
}

function indentOf(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return /^[ \t]*/.exec(first)?.[0] ?? '';
}
