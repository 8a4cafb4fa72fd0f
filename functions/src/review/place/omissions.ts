/**
 * Lines that stand for code that was left out: models write them in quotes and in suggestions. In a quote they are a gap;
 * in a suggestion they would delete what they stand for.
 *
 *     // ...          # ... rest of the function ...          `existing code` between marks of a comment          <!-- unchanged -->          ⋮
 */
const COMMENT = /^(?:\/\/+|\/\*+|#+|--+|;+|%+|<!--|<%#|\{\/\*|\{\{(?:!--|\/\*)|\{-|\(\*|"""|'''|REM\b)\s*/;
const COMMENT_END = /\s*(?:\*\/\}{0,2}|-->|--\}\}|-\}|%>|\*\)|"""|''')\s*$/;
const DOTS = /^(?:\.{3,}|…+|⋮|\[(?:\.{3,}|…)\]|\((?:\.{3,}|…)\)|<(?:snip|omitted|\.{3,})>|\[snip\])$/i;
/** Code that is meant, at most two words behind what says that it is not there. */
const WORDS =
  /\b(?:existing|remaining|rest of|other|previous|original|same)\b(?:\W+\w+){0,2}?\W+(?:code|function|method|class|file|implementation|logic|body|block|lines?|imports?|fields?|cases?|methods|functions|statements?|stuff)\b|\b(?:unchanged|omitted|elided|truncated|snipped|stays? (?:the same|as (?:it )?is|unchanged)|remains? (?:the same|as is|unchanged)|as before|same as (?:before|above)|(?:code|implementation|logic|body) (?:goes )?here|and so on)\b/i;
/** Comments that say nothing else. */
const WHOLE =
  /^\W*(?:(?:the )?(?:rest|remainder)(?: of (?:(?:the|your|this|that|its|our) (?:\w+ )?)?\w+)?(?: (?:is|stays|remains|goes|here|below|follows)\b.*)?|no(?: other| further| more)? changes?(?: (?:here|below|above|needed|required))?|nothing else (?:changes|changed|to change)|everything else\b.{0,30}|(?:as|see|same as) (?:above|before|below)|(?:keep|leave) (?:(?:the )?(?:rest|remaining|others?)|everything else|existing)\b.{0,40}|etc|snip(?:ped)?|cont(?:inued?|inues)?|(?:implementation|code|function|method|class|file) continues\b.{0,20}|(?:other|remaining|existing) (?:props|properties|attributes|options|params|parameters|arguments|args|keys|entries|items|handlers|routes|tests|checks|branches|members|rules|columns))\W*$/i;

/** A line that is nothing but the mark of an omission. */
export function isOmission(line: string): boolean {
  const text = line.trim();
  if (DOTS.test(text)) return true;
  if (!COMMENT.test(text)) return false;
  const words = text.replace(COMMENT, '').replace(COMMENT_END, '').trim();
  const inner = words.replace(/^(?:\.{3,}|…)\s*|\s*(?:\.{3,}|…)$/g, '').trim();
  if (DOTS.test(words) || inner === '') return words !== '';
  return WHOLE.test(inner) || WORDS.test(inner) || (inner !== words && /^(?:\.{3}|…)/.test(words));
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
