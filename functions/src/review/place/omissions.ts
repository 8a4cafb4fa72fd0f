/**
 * Lines that stand for code that was left out: models write them in quotes and in suggestions. In a quote they are a gap;
 * in a suggestion they would delete what they stand for.
 *
 *     // ...          # ... rest of the function ...          `existing code` between marks of a comment          <!-- unchanged -->          ⋮
 */
const COMMENT =
  /^(?:\/\/[/!]*|\/\*+|#+|--+|;+|%+|<!--|<%#|\{\/\*|\{#|\{%-? *comment *-?%\}|\{\{(?:!--|\/\*)|\{-|\(\*|"""|'''|\*(?=\s)|'+(?=\s)|"(?=\s)|REM\b|dnl\b)\s*/;
const COMMENT_END = /\s*(?:\*\/\}{0,2}|-->|--\}\}|-\}|#\}|\{%-? *endcomment *-?%\}|%>|\*\)|"""|''')\s*$/;
const DOTS =
  /^(?:\.{3,}|(?:\. ){2,}\.|…+|[⋮⋯]+|~{3,}|(?:8<|>8)[ -]*|\[(?:\.{3,}|…)\]|\((?:\.{3,}|…)\)|<(?:snip|omitted|\.{3,})>|\[snip\])$/i;
/** Code that is meant, at most two words behind what says that it is not there. */
const WORDS =
  /\b(?:existing|remaining|rest of|other|previous|original|same)\b(?:\W+\w+){0,2}?\W+(?:code|function|method|class|file|implementation|logic|body|block|lines?|imports?|fields?|cases?|methods|functions|statements?|stuff)\b|\b(?:unchanged|omitted|elided|truncated|snipped|stays? (?:the same|as (?:it )?is|unchanged)|remains? (?:the same|as is|unchanged)|as before|same as (?:before|above)|(?:code|implementation|logic|body) (?:goes )?here|and so on)\b/i;
/** Comments that say nothing else. */
const WHOLE = [
  String.raw`(?:the )?(?:rest|remainder)(?: of (?:(?:the|your|this|that|its|our) (?:\w+ )?)?\w+)?(?: (?:is|stays|remains|goes|here|below|follows)\b.*)?`,
  String.raw`no(?: other| further| more)? changes?(?: (?:here|below|above|needed|required))?|nothing else (?:changes|changed|to change)|everything else\b.{0,30}`,
  String.raw`(?:as|see|same as|same) (?:above|before|below|original|is)|(?:the )?same as (?:the )?original|unmodified|not shown|existing|original|implementation|so forth|and so forth`,
  String.raw`(?:TODO:? )?(?:keep|leave|retain|preserve) (?:(?:the |your |all )?(?:rest|remaining|others?|existing|original|current)|everything else|as is)\b.{0,40}`,
  String.raw`etc|snip(?:ped)?|cont(?:inued?|inues)?|(?:implementation|code|function|method|class|file) continues\b.{0,20}|lines? \d+(?: ?(?:-|–|to|through) ?\d+)?(?: (?:stay|stays|remain|remains|are|is|unchanged|omitted)\b.*)?`,
  String.raw`(?:(?:and|any|all|the) )*(?:other|more|remaining|existing|additional|further) (?:code|jsx|markup|html|props|properties|attributes|options|params|parameters|arguments|args|keys|entries|items|handlers|routes|tests|checks|branches|members|rules|columns|fields|cases|methods|functions|lines|logic|imports|settings|styles)(?: (?:here|below|above|go(?:es)? here))?`,
].map((form) => new RegExp(String.raw`^\W*(?:${form})\W*$`, 'i'));
/** The same in other languages that people have models write comments in. */
const ABROAD =
  /省略|以下略|既存の|变更なし|変更なし|其余|其他代码|现有代码|(?:保持|代码)不变|기존 코드|나머지|생략|\b(?:resto|restante)s? d(?:el?|a|o)\b|\bc[oó]digo existente\b|\bsin cambios\b|\bsem altera|\brestlicher?\b|\bbestehender? code\b|\bunverändert|\breste d(?:u|e)\b|\bcode existant\b|\binchangé|остальн|существующ|без изменений/iu;
/** More words than a placeholder has. */
const MOST_WORDS = 9;

/** A line that is nothing but the mark of an omission. */
export function isOmission(line: string): boolean {
  const text = line.trim();
  if (DOTS.test(text)) return true;
  if (!COMMENT.test(text)) return false;
  const words = text.replace(COMMENT, '').replace(COMMENT_END, '').trim();
  const inner = words.replace(/^(?:\.{3,}|…)\s*|\s*(?:\.{3,}|…)$/g, '').trim();
  if (DOTS.test(words) || inner === '') return words !== '';
  if (inner !== words && /^(?:\.{3}|…)/.test(words)) return true;
  if (inner.split(/\s+/).length > MOST_WORDS) return false;
  return WHOLE.some((form) => form.test(inner)) || WORDS.test(inner) || ABROAD.test(inner);
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
