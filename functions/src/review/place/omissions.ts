/**
 * Lines that stand for code that was left out: models write them in quotes and in suggestions. In a quote they are a gap;
 * in a suggestion they would delete what they stand for.
 *
 *     // ...          # ... rest of the function ...          `existing code` between marks of a comment          <!-- unchanged -->          ⋮
 */
const COMMENT = /^(?:\/\/+|\/\*+|#+|--+|;+|%+|<!--|\{\/\*|\(\*|"""|''')\s*/;
const COMMENT_END = /\s*(?:\*\/\}?|-->|\*\)|"""|''')\s*$/;
const DOTS = /^(?:\.{3,}|…+|⋮|\[(?:\.{3,}|…)\]|\((?:\.{3,}|…)\)|<(?:snip|omitted|\.{3,})>|\[snip\])$/i;
const WORDS =
  /\b(?:existing|remaining|rest of|other|previous|original|same)\b.*\b(?:code|function|method|class|file|implementation|logic|body|block|lines?|imports?|fields?|cases?|methods|functions|statements?|stuff)\b|\b(?:unchanged|omitted|elided|truncated|snipped|stays? (?:the same|as (?:it )?is|unchanged)|remains? (?:the same|as is|unchanged)|as before|same as (?:before|above)|(?:code|implementation|logic|body) (?:goes )?here|and so on)\b/i;

/** A line that is nothing but the mark of an omission. */
export function isOmission(line: string): boolean {
  const text = line.trim();
  if (DOTS.test(text)) return true;
  if (!COMMENT.test(text)) return false;
  const words = text.replace(COMMENT, '').replace(COMMENT_END, '').trim();
  const inner = words.replace(/^(?:\.{3,}|…)\s*|\s*(?:\.{3,}|…)$/g, '').trim();
  if (DOTS.test(words) || inner === '') return words !== '';
  return WORDS.test(inner) || (inner !== words && /^(?:\.{3}|…)/.test(words));
}

/** Marks of omissions in a text, each line trimmed: `['// ...']`. Those within a line of code count as well. */
export function omissionsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    if (isOmission(trimmed) || TRAILING.test(trimmed) || ENCLOSED.test(trimmed)) return [trimmed];
    return [];
  });
}

/** `foo(); // ... rest unchanged` and `{ ... }`; `...args` and `[...list]` are code. */
const TRAILING = /\s(?:\/\/|\/\*|#)\s*(?:\.{3}|…)/;
const ENCLOSED = /[{(]\s*(?:\.{3}|…|\/\*\s*(?:\.{3}|…)\s*\*\/)\s*[})]/;
