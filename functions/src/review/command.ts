/**
 * What a comment asks for. A command is the words behind the service's handle, where the comment's author wrote them to
 * be read as text: not in a quote, in code, or in an HTML comment, which nobody sees.
 *
 *     @reviewgraph full review deep     → { command: 'full_review', mode: 'deep' }
 *     @reviewgraph pause                → { command: 'pause', mode: undefined }
 *     @reviewgraph make tea             → 'unknown'
 *     > @reviewgraph review             → undefined: quoted, as is the line below a quote that goes on with it
 */
import type { RunRecord } from '../model/reviews.ts';
import { quotedLines } from './quoted-lines.ts';

/** What a pull request's automatic reviews are told: to rest, to go on, and to leave it alone. */
export const AUTO_COMMANDS = ['pause', 'resume', 'ignore'] as const;
export type AutoCommand = (typeof AUTO_COMMANDS)[number];

export interface ReviewCommand {
  command: RunRecord['command'] | AutoCommand;
  /** undefined: the server's default. */
  mode: 'deep' | undefined;
}

export function isAutoCommand(command: ReviewCommand['command']): command is AutoCommand {
  return AUTO_COMMANDS.some((each) => each === command);
}

const COMMANDS: [words: RegExp, command: ReviewCommand['command']][] = [
  [
    /^(?:(?:deep(?:er)?|in-depth|thorough)[ \t,_-]+)?(?:full|complete|whole)[ \t,_-]*(?:deep[ \t_-]+)?(?:re-?)?review(?![\w-])/i,
    'full_review',
  ],
  [
    /^(?:(?:deep(?:er)?|in-depth|thorough)[ \t,_-]+)?(?:(?:code|pr|mr|pull[ -]request|merge[ -]request)[ \t_-]+)?(?:re-?)?review(?![\w-])/i,
    'review',
  ],
  [/^(?:run[ \t_-]+)?(?:the[ \t]+)?lint(?:ers?|ing)?(?![\w-])/i, 'lint'],
  // Alone, or with the pull request behind it: `resume normal work` is no command.
  [/^pause(?:[ \t]+(?:automatic[ \t]+)?reviews?)?(?=[ \t]*(?:[.,!]|$|\n|please\b|here\b|this\b|for now\b))/i, 'pause'],
  [/^resume(?:[ \t]+(?:automatic[ \t]+)?reviews?)?(?=[ \t]*(?:[.,!]|$|\n|please\b|here\b|this\b))/i, 'resume'],
  [/^ignore(?:[ \t]+this)?(?=[ \t]*(?:[.,!]|$|\n|please\b|pull\b|pr\b|mr\b))/i, 'ignore'],
];
/** Behind a command, on its line. */
const DEEP = /^(?:[ \t]*(?:--|[,(:;–—-])[ \t]*|[ \t]+)(?:(?:in|with|mode|it|this)[ \t:=]+)*deep(?:ly)?(?![\w-])/i;
/** What people say before what they want. */
const COURTESIES =
  /^(?:please|pls|plz|kindly|hey|hi|hello|ok(?:ay)?|now|just|and|then|(?:can|could|would|will) you(?: please)?|do|run|start|make|give (?:it|this|me|us)|(?:a|an|another|the|your)|try|(?:can|could|may) (?:i|we) (?:get|have)|(?:i|we)(?:[ ’']?(?:would|d))? (?:like|want|need)(?: you)?(?: to)?|let[’']?s|needs?|request(?:ing)?|check)(?![\w-])[, \t]*/i;
/** A sentence about a review, as `your review is wrong`. */
const SPOKEN_OF =
  /^[ \t]+(?:is|was|are|were|has|had|miss(?:es|ed)|says?|said|did|does|found|finds|looks?|seems?|comments?|of yours)\b/i;
const NEGATED_BEFORE =
  /\b(?:don['’]?t|do not|does(?:n['’]?t| not)|did(?:n['’]?t| not)|never|no need (?:to|for)|without|not|stop|instead of|rather than|(?:should|must|can|could|would|will|need|ca|wo|sha)(?:n['’]?t| ?not))\b[^.!?;,\n]{0,40}$/i;
const NEGATED_AFTER = /^(?:please[ \t]+)?(?:don['’]?t|do not|never|no|not|stop|cancel)\b/i;

/**
 * The first command behind a mention of the handle; `unknown` when the handle is mentioned without one; undefined when
 * it is not mentioned at all, or only to say what it should not do.
 */
export function commandIn(body: string, handle: string): ReviewCommand | 'unknown' | undefined {
  let mentioned = false;
  for (const { before, rest } of mentionsIn(body, handle)) {
    if (NEGATED_BEFORE.test(before) || NEGATED_AFTER.test(rest)) continue;
    mentioned = true;
    const found = commandAt(withoutCourtesies(rest)) ?? commandBefore(before, rest);
    if (found !== undefined) return found;
  }
  return mentioned ? 'unknown' : undefined;
}

/** What keyboards and editors write for a space: of East Asian input, and one that does not break. */
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Has no width, and comes along with what is copied. */
const UNSEEN = /[\u200b\u2060\ufeff]/g;

/** Each mention of the handle in what the comment's author wrote: the text before it, and what is said to it. */
export function mentionsIn(body: string, handle: string): { before: string; rest: string }[] {
  const plain = body.replace(ODD_SPACE, ' ').replace(UNSEEN, '');
  const text = withoutEmphasis(spokenText(plainlyAsked(plain, handle)));
  // A word of its own: neither an address (a@handle), a team (@handle/x), a longer name (@handle-bot), nor a domain.
  const mention = new RegExp(`(?<![\\w@/.-])@${escaped(handle)}(?:\\[bot\\])?(?![\\w/@-]|\\.\\w)`, 'gi');
  return [...text.matchAll(mention)].map((match) => ({
    before: text.slice(0, match.index),
    rest: text.slice(match.index + match[0].length).replace(/^[ \t]*[,:;–—-]?[ \t]*(?:\n[ \t]*){0,2}/, ''),
  }));
}

/** What is written beside the mention as our help shows it, in code or in quotes, is asked; so is what a link's text mentions. */
function plainlyAsked(body: string, handle: string): string {
  const name = `@${escaped(handle)}`;
  return body
    .replaceAll('\u00a0', ' ')
    .replace(new RegExp(`(?<![\\w\`!])\\[(${name})\\]\\([^()\\s]{0,300}\\)`, 'gi'), '$1')
    .replace(
      new RegExp(`(?<![\\w@/.\`-])(${name}[,:]?[ \\t]+)(?:\`([a-z -]{4,30})\`|["“]([a-z -]{4,30})["”])`, 'gi'),
      '$1$2$3',
    );
}

function commandAt(text: string): ReviewCommand | undefined {
  for (const [words, command] of COMMANDS) {
    const found = words.exec(text);
    if (found === null) continue;
    if (SPOKEN_OF.test(text.slice(found[0].length))) return undefined;
    const isDeep = /\b(?:deep(?:er)?|in-depth|thorough)\b/i.test(found[0]) || DEEP.test(text.slice(found[0].length));
    return { command, mode: isDeep ? 'deep' : undefined };
  }
  return undefined;
}

/** `please review, @handle`: a line that is nothing else. `please ignore @handle` is said to people. */
function commandBefore(before: string, rest: string): ReviewCommand | undefined {
  if (!/^[.! \t]*(?:please)?[.! \t]*(?:\n|$)/i.test(rest)) return undefined;
  const line = withoutCourtesies((before.split('\n').at(-1) ?? '').trim());
  const whole = /^([\w \t-]*?)(?:[ \t]+(?:this|it|please|now|again))*[,: \t]*$/i.exec(line)?.[1] ?? '';
  const isOne = COMMANDS.some(([words]) => words.exec(whole)?.[0].length === whole.replace(DEEP, '').length);
  const found = isOne ? commandAt(whole) : undefined;
  return found === undefined || isAutoCommand(found.command) ? undefined : found;
}

function withoutCourtesies(text: string): string {
  let rest = text;
  // `run lint` is a command that begins like one.
  while (commandAt(rest) === undefined && COURTESIES.test(rest)) rest = rest.replace(COURTESIES, '');
  return rest;
}

/** Marks of bold and italic text around words. What is struck out is not said. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/~~(?=\S)[^~\n]{0,2000}~~/g, ' ')
    .replace(/(?<![\w*~])[*_~]{1,3}(?=[\w@])/g, '')
    .replace(/(?<=\w|\]|[.!,:])[*_~]{1,3}(?![\w*~])/g, '');
}

function escaped(handle: string): string {
  return handle.replace(/[^A-Za-z0-9]/g, '\\$&');
}

const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;

/** The comment without quotes, code blocks, code spans and HTML that is hidden or stands for them; lines end with \n. */
export function spokenText(body: string): string {
  const lines = body.replace(/\r\n?/g, '\n').split('\n');
  const kept: string[] = [];
  const quotes = quotedLines();
  let fence: string | undefined;
  let hidden = false;
  let code = false;
  let blank = true;
  for (const line of lines) {
    if (hidden) {
      const end = line.indexOf('-->');
      if (end < 0) continue;
      hidden = false;
      kept.push(line.slice(end + 3));
      continue;
    }
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    fence = fenceOf(line);
    if (fence !== undefined) {
      quotes.end();
      blank = true;
      continue;
    }
    if (quotes.next(line)) {
      kept.push('');
      continue;
    }
    const isBlank = line.trim() === '';
    code = !isBlank && (blank || code) && /^( {4}|\t| {1,3}\t)/.test(line);
    blank = isBlank;
    if (code) continue;
    const [seen, open] = withoutComments(line);
    hidden = open;
    kept.push(seen);
  }
  return withoutCodeSpans(kept.join('\n')).replace(
    /<(pre|code|blockquote)\b[^>]{0,200}>[\s\S]*?(?:<\/\1\s*>|$)/gi,
    ' ',
  );
}

/** The mark of the fence that a line opens. An info string with a backtick makes it a code span, not a fence. */
function fenceOf(line: string): string | undefined {
  const [, mark, info = ''] = FENCE.exec(line) ?? [];
  return mark?.startsWith('`') === true && info.includes('`') ? undefined : mark;
}

function closes(line: string, fence: string): boolean {
  const ending = line.trim();
  return ending.length >= fence.length && ending === (fence[0] ?? '').repeat(ending.length);
}

/** A line without its HTML comments, and whether the last one is still open at its end. */
function withoutComments(line: string): [text: string, open: boolean] {
  const spans = codeSpans(line);
  let text = '';
  let at = 0;
  let span = 0;
  for (;;) {
    let start = line.indexOf('<!--', at);
    for (let next = spans[span]; next !== undefined && next[0] < start; next = spans[++span]) {
      if (start < next[1]) start = line.indexOf('<!--', next[1]);
    }
    if (start < 0) return [text + line.slice(at), false];
    text += line.slice(at, start);
    const end = line.indexOf('-->', start + 4);
    if (end < 0) return [text, true];
    at = end + 3;
  }
}

function withoutCodeSpans(text: string): string {
  // A code span ends with its paragraph at the latest.
  const paragraphs = text.split(/(\n[ \t]*\n)/).map((paragraph) => {
    let out = '';
    let at = 0;
    for (const [from, to] of codeSpans(paragraph)) {
      out += `${paragraph.slice(at, from)} `;
      at = to;
    }
    return out + paragraph.slice(at);
  });
  return paragraphs.join('');
}

/** Where a paragraph's code spans stand, backticks included: a run of backticks to the next run of the same length. */
function codeSpans(paragraph: string): [from: number, to: number][] {
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({ from: run.index, length: run[0].length }));
  /** By length, the runs that are still ahead, the nearest last. */
  const ahead = new Map<number, number[]>();
  for (const [at, { length }] of [...runs.entries()].reverse()) {
    const same = ahead.get(length);
    if (same === undefined) ahead.set(length, [at]);
    else same.push(at);
  }
  const spans: [number, number][] = [];
  let next = 0;
  for (const [at, open] of runs.entries()) {
    const same = ahead.get(open.length);
    same?.pop();
    const closing = at < next ? undefined : same?.at(-1);
    const end = closing === undefined ? undefined : runs[closing];
    if (closing === undefined || end === undefined) continue;
    spans.push([open.from, end.from + end.length]);
    next = closing + 1;
  }
  return spans;
}
