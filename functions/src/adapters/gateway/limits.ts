/**
 * What a server means by a refusal that is about lengths. Each says in its own words that question and answer together do
 * not fit into its model, or that its model gives no such long answer; what can be conceded is the answer's length.
 *
 *   … maximum context length is 32768 tokens and your request has 786 input tokens   → ask for 8,192 tokens
 *   `max_tokens` must be less than or equal to `8192`                                → ask for 8,192
 *   Range of max_tokens should be [1, 8192]                                          → ask for 8,192
 *   `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 786 `inputs` tokens   → ask for 1,024
 *
 * There are too many wordings to know them all, so numbers are read by what they can be: what was asked for is known, sums
 * and questions are named as such, and the limit is what is left.
 */

export interface AnswerLimit {
  most: number;
  /** No number was said, so it may be the question alone that is too long. */
  guessed: boolean;
}

/** A review needs some room to answer in. */
const LEAST_ANSWER = 1_024;
/** Part of a context window that is kept for answers: questions grow. */
const ANSWER_SHARE = 0.25;
/** Fits beside a question into 8,192 tokens. */
const GUESSED_ANSWER = 4_096;
/** A larger number is a time or an id. */
const LARGEST_WINDOW = 20_000_000;

const NUMBER = String.raw`(\d{1,3}(?:[,_]\d{3})+(?!\d)|\d+)`;
const any = (...forms: string[]): RegExp[] => forms.map((form) => new RegExp(form, 'i'));

const OUTPUT = any(
  `at most ${NUMBER} (?:completion |output )?tokens`,
  `> ?${NUMBER}, which is the maximum`,
  String.raw`(?:completion|output|max_(?:completion_|output_|new_)?)[ _]?tokens?[^\n]{0,60}?(?:less (?:than )?or equal to|<=|at most|no more than|maximum(?: value)?(?: is| of)?|between 1 and|\[1, ?)\W{0,2}${NUMBER}`,
  String.raw`(?:supports|maximum(?: allowed)?(?: number of)?) (?:output|completion) tokens[^\d\n]{0,30}?${NUMBER}`,
);
const INPUT = any(
  String.raw`${NUMBER} (?:input|prompt|\Winputs\W) tokens`,
  String.raw`\(?${NUMBER}(?: tokens)? (?:of text input|(?:in|from) (?:the|your)(?: input)? (?:messages|prompt|input))`,
  String.raw`(?:messages|prompt|input)[^\d\n]{0,40}?(?:resulted in|has|contains?|is|of|:) ${NUMBER} tokens`,
  String.raw`(?:input tokens|input:|prompt length \(|prompt \() ?${NUMBER}`,
);
/** Both together. */
const TOTAL = any(String.raw`(?:requested|current length is)(?: a total of| about)?\W{1,3}${NUMBER}`);
/** What goes before a number that is no limit: question and answer together, what is too much of them, an id. */
const NO_LIMIT = /(?:request(?:ed)?|needs?|current length is|remove|received|got|\bid)(?: a total of| about)?\W{1,3}$/i;
/** Question and answer share the limit. */
const SHARED = /\+|\bplus\b|\bsum\b|\btotal\b|prompt|input|messages|context|model[ _]len|limit \d|limit is/i;
/** The limit itself is refused. */
const EXCLUSIVE = /exclusive|(?:lower|smaller) than|less than (?!or\b)/i;
const ABOUT_LENGTH = /tokens?\b|context|max_gen_len|max_?output_?tokens|session_len|too (?:long|large)|length/i;
/** A question that is too long whatever the answer. */
const QUESTION_ALONE =
  /(?:prompt|input|messages?)[^.\n]{0,30}\b(?:is|are|was) too (?:long|large)|input length should be|inputs\W must have|input token count|payload too large|string too long|maximum prompt length/i;

const OVERFLOW = any(
  'context.?(length|window|size|limit)|too many tokens|token limit',
  String.raw`(prompt|inputs?|messages?|request|string)[^.\n]{0,40}?(too (long|large)|longer than|larger than)`,
  '(reduce|shorten) (the (length|number)|your (prompt|input|message))',
  String.raw`(tokens?|length|inputs?|prompt)[^\n]{0,80}?\bexceed|exceed\w*[^\n]{0,60}?(tokens?\b|length)`,
  String.raw`input length should be|inputs\W must have|maximum prompt length`,
);
/** A limit per minute that no waiting meets. */
const NEVER_MET = /request too large/i;

/** Whether a refusal says that question and answer, or the question alone, are too long. */
export function saysTooLong(status: unknown, text: string): boolean {
  if (status === 429) return NEVER_MET.test(text);
  return (status === 400 || status === 422) && OVERFLOW.some((form) => form.test(text));
}

/** How long an answer may be asked for after a refusal of one of `asked` tokens; undefined when a shorter one is no help. */
export function answerLimit(asked: number, refusal: string, tooLong: boolean): AnswerLimit | undefined {
  if (asked <= LEAST_ANSWER || !ABOUT_LENGTH.test(refusal) || QUESTION_ALONE.test(refusal)) return undefined;
  const output = /\+ ?\W?max_/.test(refusal) ? undefined : firstOf(refusal, OUTPUT);
  if (output !== undefined && output < asked) return { most: Math.max(1, output), guessed: false };
  const total = firstOf(refusal, TOTAL) ?? 0;
  const input = total > asked ? total - asked : firstOf(refusal, INPUT);
  const limit = limitIn(refusal, asked, input);
  if (limit === undefined) {
    return tooLong ? { most: asked > GUESSED_ANSWER ? GUESSED_ANSWER : LEAST_ANSWER, guessed: true } : undefined;
  }
  if (SHARED.test(refusal)) return withinWindow(asked, limit, input);
  if (limit >= asked) return undefined;
  return { most: EXCLUSIVE.test(refusal) ? limit - 1 : limit, guessed: false };
}

/** `This model's maximum context length is 32768 tokens and your request has 786 input tokens` → 8,192 of them. */
function withinWindow(asked: number, window: number, input: number | undefined): AnswerLimit | undefined {
  const share = Math.floor(window * ANSWER_SHARE);
  const fits = input === undefined ? asked <= share : input + asked <= window;
  if (fits) return undefined;
  const room = window - (input ?? 0);
  const most = Math.min(asked - 1, Math.max(share, LEAST_ANSWER));
  if (most <= room) return { most, guessed: false };
  // Too little is left: the question has to become shorter.
  return room > LEAST_ANSWER && room < asked ? { most: room - 1, guessed: false } : undefined;
}

/** The largest number that is neither what was asked for nor the question nor both. */
function limitIn(refusal: string, asked: number, input: number | undefined): number | undefined {
  const limits = [...refusal.matchAll(new RegExp(String.raw`(?<![\w.-])${NUMBER}(k?)(?![\w-])`, 'gi'))]
    .map(({ 1: digits = '', 2: thousands = '', index }) => ({
      value: numberFrom(digits) * (thousands === '' ? 1 : 1_000),
      isLimit: !NO_LIMIT.test(refusal.slice(Math.max(0, index - 40), index)),
    }))
    .filter(({ value, isLimit }) => isLimit && value >= LEAST_ANSWER && value <= LARGEST_WINDOW)
    .map(({ value }) => value)
    .filter((value) => value !== asked && value !== input && value !== asked + (input ?? 0));
  return limits.length === 0 ? undefined : Math.max(...limits);
}

function firstOf(text: string, forms: readonly RegExp[]): number | undefined {
  const digits = forms.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  return digits === undefined ? undefined : numberFrom(digits);
}

function numberFrom(digits: string): number {
  return Number(digits.replace(/[,_]/g, ''));
}
