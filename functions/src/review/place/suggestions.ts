/**
 * Whether a suggested replacement can be offered for committing with one click. It has to replace exactly the lines that
 * the comment stands on, in the file's own indentation and line ends, change something, leave nothing out, repeat no
 * neighbour, and leave a file that has no more syntax errors than before. Otherwise it is shown as code to read, and what
 * changes nothing or breaks the file not at all.
 */
import type { LineRange } from '../diff/hunk-lines.ts';
import { holdsMask } from '../secrets/mask.ts';
import { withFileIndentation } from './indentation.ts';
import { numberedText } from './line-numbers.ts';
import { aboutNeighbours, isSubstantial, withoutNeighbours, type Surroundings } from './neighbours.ts';
import { omissionsIn } from './omissions.ts';
import { unseenIn } from './unseen-characters.ts';

/** Number of syntax errors of a text at a path; undefined when its language is not known or it could not be parsed. */
export type SyntaxErrorsOf = (path: string, text: string) => Promise<number | undefined>;

export interface CheckedSuggestion {
  /** As it would be committed, or is shown; null when it is neither. */
  text: string | null;
  committable: boolean;
  /** Why it is not. */
  reason: string | null;
}

export interface SuggestionCheck {
  path: string;
  suggestion: string;
  /** What the finding quoted, for its indentation. */
  quote: string;
  /** The first line that the finding names, which its line numbers count from. */
  stated: number;
  /** The whole text at head, and the lines of it that are replaced. */
  text: string;
  range: LineRange;
  syntaxErrorsOf: SyntaxErrorsOf;
}

export async function checkSuggestion(check: SuggestionCheck): Promise<CheckedSuggestion> {
  const { text, range } = check;
  const file = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const around = {
    above: file.slice(0, range.start - 1),
    replaced: file.slice(range.start - 1, range.end),
    below: file.slice(range.end),
  };
  // A line feed at the end ends the last line, unless the last of those lines is a blank one.
  const whole = check.suggestion.replace(/\r\n?/g, '\n');
  const raw = around.replaced.length > 1 && around.replaced.at(-1) === '' ? whole : whole.replace(/\n$/, '');
  const shown = (reason: string, as = raw): CheckedSuggestion => ({ text: as, committable: false, reason });
  if (holdsMask(raw)) return shown('what it puts there is the mask of a secret');
  if (raw === '') return applied(check, around, '');
  const clean = withoutMarks(raw, check, around);
  if (clean === undefined) return shown('it carries line numbers or marks of a diff');
  const known = new Set(omissionsIn(around.replaced.join('\n')));
  if (omissionsIn(clean).some((line) => !known.has(line))) return shown('it leaves out a part of the code', clean);
  const quote = (numberedText(check.quote)?.text ?? check.quote).split('\n');
  const own = withoutNeighbours(clean.split('\n'), around);
  if (own === undefined) return shown('it repeats lines that stand next to it', clean);
  const indented = withFileIndentation({ suggestion: own, quote, replaced: around.replaced, file });
  if (indented === undefined) return shown('its indentation is not that of the file', clean);
  if (!hasOneLineEnd(text, range)) return shown('the lines end in different ways', indented.join('\n'));
  return withoutRepeats(check, around, indented);
}

/** Without a fence and without the numbers of the lines; undefined for other numbers and for a diff. */
function withoutMarks(raw: string, { stated, range }: SuggestionCheck, { replaced }: Surroundings): string | undefined {
  const fenced = /^\s*(`{3,}|~{3,})[^\n`]*\n(?:([\s\S]*)\n)?[ \t]*\1\s*$/.exec(raw);
  const code = fenced === null ? raw : (fenced[2] ?? '');
  const numbered = numberedText(code);
  const hasNumbers = numberedText(replaced.join('\n')) !== undefined || replaced.some((line) => /^\s*\d+\b/.test(line));
  if (numbered !== undefined && !hasNumbers) {
    return numbered.first === stated || numbered.first === range.start ? numbered.text : undefined;
  }
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  const isMarked = lines.length > 0 && lines.every((line) => /^[+-](?![+-])/.test(line));
  return isMarked && !replaced.some((line) => /^[+-]/.test(line)) ? undefined : code;
}

/** The suggestion without what stands next to it already, where that parses. */
async function withoutRepeats(
  check: SuggestionCheck,
  around: Surroundings,
  lines: readonly string[],
): Promise<CheckedSuggestion> {
  const whole = lines.join('\n');
  const shown = (reason: string): CheckedSuggestion => ({ text: whole, committable: false, reason });
  const rest = withoutNeighbours(lines, around);
  if (rest === undefined) return shown('it repeats lines that stand next to it');
  const about = aboutNeighbours(rest, around);
  if (about !== undefined) return shown(about);
  const trimmed = await applied(check, around, rest.join('\n'));
  if (rest.length === lines.length || trimmed.committable) return trimmed;
  // A bracket that the suggestion has of its own may look like the neighbour's.
  const isOwn = lines.every((line) => !isSubstantial(line) || rest.includes(line));
  return isOwn ? applied(check, around, whole) : shown(trimmed.reason ?? 'it repeats lines that stand next to it');
}

async function applied(
  { path, text, range, syntaxErrorsOf }: SuggestionCheck,
  { replaced }: Surroundings,
  suggestion: string,
): Promise<CheckedSuggestion> {
  const refused = (reason: string, as: string | null = suggestion): CheckedSuggestion => ({
    text: as,
    committable: false,
    reason,
  });
  if (suggestion !== '' && suggestion === replaced.join('\n')) return refused('it changes nothing', null);
  const after = applySuggestion(text, range, suggestion);
  if (after === text) return refused('it changes nothing', null);
  const known = unseenIn(text);
  if ([...unseenIn(suggestion)].some((character) => !known.has(character)))
    return refused('it holds characters that nobody sees');
  const errorsBefore = await syntaxErrorsOf(path, text);
  const errors = await syntaxErrorsOf(path, after);
  if (errorsBefore === undefined || errors === undefined) return refused('its syntax could not be checked');
  if (errors > errorsBefore) return refused('it would break the syntax of the file', null);
  return { text: suggestion, committable: true, reason: null };
}

/** The lines in question end alike, and as most lines do. */
function hasOneLineEnd(text: string, { start, end }: LineRange): boolean {
  const lines = text.split('\n').slice(start - 1, end + 1);
  const ended = lines.slice(0, end - start + 1).filter((_, at) => at < lines.length - 1);
  return new Set(ended.map((line) => line.endsWith('\r'))).size <= 1;
}

/** The text with the lines replaced; '' deletes them. Line ends are those of the lines that were there. */
export function applySuggestion(text: string, { start, end }: LineRange, suggestion: string): string {
  const lines = text.split('\n');
  const returns = lines.slice(start - 1, end).every((line, at) => line.endsWith('\r') || start + at === lines.length);
  const replaced = suggestion === '' ? [] : suggestion.split('\n');
  const written = returns && text.includes('\r\n') ? replaced.map((line) => `${line}\r`) : replaced;
  // A last line without a line feed has no carriage return either.
  if (end === lines.length && written.length > 0) written.push((written.pop() ?? '').replace(/\r$/, ''));
  lines.splice(start - 1, end - start + 1, ...written);
  return lines.join('\n');
}
