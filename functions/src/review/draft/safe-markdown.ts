/**
 * Text that a model or a stranger wrote, made fit for posting: it can ping nobody, link to no issue, call no other bot,
 * hide nothing and load nothing. Code spans and fences stay as they are, since nothing in them is acted upon, and are
 * never cut in two: half a fence would swallow what follows.
 *
 *     @octocat see #12 <b>            →  @​octocat see #​12 &lt;b>         (a zero-width space behind @ and #)
 *     run `@octocat`                  →  run `@octocat`
 */
import { visible } from '../place/unseen-characters.ts';

interface Segment {
  code: boolean;
  text: string;
}

const FENCE = /^( *)(`{3,}|~{3,})(.*)$/;
/** A language. More behind a mark is shown to nobody, but other readers may act upon it. */
const INFO = /^\s*[\w+#.-]{1,30}\s*$/;
/** What a platform does more with than show it. */
const ACTIVE_INFO = /^\s*(suggestion|mermaid|geojson|topojson|stl|math)\b/i;

interface Fence {
  mark: string;
  indent: number;
}

/** The fence that a line opens, and the line as it comes out. Backticks behind the mark make it a code span. */
function opening(line: string): { fence: Fence; line: string } | undefined {
  const [, indent = '', mark, info = ''] = FENCE.exec(line) ?? [];
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined;
  const shown = INFO.test(info) && !ACTIVE_INFO.test(info) ? info : '';
  return { fence: { mark, indent: indent.length }, line: mark + shown };
}

function closesFence(line: string, open: Fence): boolean {
  const [, , mark = '', info = ''] = FENCE.exec(line) ?? [];
  return mark[0] === open.mark[0] && mark.length >= open.mark.length && info.trim() === '';
}

/**
 * Fences and the lines between them. Every fence comes out at the start of its lines and closed: one in a list would end
 * with the list, and what a reader takes for code would be text to the platform.
 */
function splitFences(markdown: string): Segment[] {
  const segments: Segment[] = [];
  let open: Fence | undefined;
  let lines: string[] = [];
  const flush = (code: boolean) => {
    if (lines.length > 0) segments.push({ code, text: lines.join('\n') });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const opened = open === undefined ? opening(line) : undefined;
    if (opened !== undefined) {
      flush(false);
      open = opened.fence;
      lines.push(opened.line);
    } else if (open === undefined) lines.push(line);
    else if (closesFence(line, open)) {
      lines.push(open.mark);
      flush(true);
      open = undefined;
    } else lines.push(line.slice(Math.min(open.indent, /^ */.exec(line)?.[0].length ?? 0)));
  }
  if (open !== undefined) lines.push(open.mark);
  flush(open !== undefined);
  return segments;
}

/** Code spans within a line, and what stands between them. A backtick without a partner is text. */
function splitSpans(text: string): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    if (isEscaped(text, at)) {
      at++;
      continue;
    }
    const run = /^`+/.exec(text.slice(at))?.[0] ?? '`';
    const close = closingRun(text, at + run.length, run.length);
    const span = close === undefined ? '' : text.slice(at, close);
    // A table's cells are split before code spans are seen.
    if (close === undefined || (span.includes('|') && /[@#:]/.test(span))) {
      segments.push({ code: false, text: text.slice(start, at) }, { code: true, text: '\\`'.repeat(run.length) });
      start = at += run.length;
      continue;
    }
    segments.push({ code: false, text: text.slice(start, at) }, { code: true, text: span });
    start = at = close;
  }
  return [...segments, { code: false, text: text.slice(start) }].filter((segment) => segment.text !== '');
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** On the same line: lists, quotes and tables end code spans that a look at the text alone would not. */
function closingRun(text: string, from: number, length: number): number | undefined {
  const line = text.indexOf('\n', from);
  for (const run of text.slice(from, line < 0 ? text.length : line).matchAll(/`+/g)) {
    if (run[0].length === length) return from + run.index + length;
  }
  return undefined;
}

const ZERO_WIDTH = '\u200b';

/** `markdown` is already as short as it shall be: what is cut afterwards could cut a code span open. */
export function neutralise(markdown: string): string {
  return splitFences(visible(markdown))
    .map((segment) => (segment.code ? segment.text : splitSpans(segment.text).map(disarm).join('')))
    .join('\n');
}

function disarm({ code, text }: Segment): string {
  if (code) return text;
  return (
    text
      .replace(/&(?=#?\w+;)/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/@(?=[\p{L}\p{N}_-])/gu, `@${ZERO_WIDTH}`)
      .replace(/#(?=\d)/g, `#${ZERO_WIDTH}`)
      .replace(/(GH)-(?=\d)/gi, `$1${ZERO_WIDTH}-`)
      .replace(/(https?|ftp|mailto|xmpp):(?=\S)/gi, `$1:${ZERO_WIDTH}`)
      .replace(/(www)\.(?=\S)/gi, `$1${ZERO_WIDTH}.`)
      // Links show one thing and lead to another; images call home.
      .replace(/\](?=[([:])/g, `]${ZERO_WIDTH}`)
      .replace(/!(?=\[)/g, `!${ZERO_WIDTH}`)
      // Headings and commands (`/approve`) work at the start of a line, also within quotes and lists.
      .replace(/^((?:[ \t>]|[*+-][ \t]|\d{1,9}[.)][ \t])*)(#{1,6})(?=\s|$)/gm, '$1\\$2')
      .replace(/^((?:[ \t>]|[*+-][ \t]|\d{1,9}[.)][ \t])*)\/(?=\w)/gm, `$1${ZERO_WIDTH}/`)
  );
}

/** Shortened to a number of UTF-16 units, the mark for it included; never within a code span, and fences are closed. */
export function cutMarkdown(markdown: string, limit: number, mark = ' … (cut)'): string {
  if (markdown.length <= limit) return markdown;
  let out = '';
  let afterFence = false;
  // Behind a fence the mark needs a line of its own, or the fence would not be closed.
  const marked = (text: string) => text + (afterFence ? `\n${mark.trimStart()}` : mark);
  const room = limit - mark.length - 1;
  for (const segment of splitFences(markdown)) {
    const lead = out === '' ? '' : '\n';
    if (out.length + lead.length + segment.text.length <= room) {
      out += lead + segment.text;
      afterFence = segment.code;
      continue;
    }
    const left = room - out.length - lead.length;
    const part = segment.code ? cutFence(segment.text, left) : cutSpans(segment.text, left);
    if (part === '') return marked(out);
    afterFence = segment.code;
    return marked(out + lead + part);
  }
  return marked(out);
}

function cutFence(text: string, room: number): string {
  const lines = text.split('\n');
  const close = FENCE.exec(lines[0] ?? '')?.[2] ?? '```';
  const kept: string[] = [];
  let length = close.length + 1;
  for (const line of lines.slice(0, -1)) {
    if (length + line.length + 1 > room) break;
    kept.push(line);
    length += line.length + 1;
  }
  // An opening line alone shows nothing.
  return kept.length < 2 ? '' : [...kept, close].join('\n');
}

function cutSpans(text: string, room: number): string {
  let out = '';
  for (const segment of splitSpans(text)) {
    if (out.length + segment.text.length <= room) {
      out += segment.text;
      continue;
    }
    if (segment.code) return out;
    const part = segment.text.slice(0, Math.max(0, room - out.length)).replace(/[\uD800-\uDBFF]$/, '');
    return out + part.replace(/(?<!\s)\s+\S*$/, '');
  }
  return out;
}

/** A fence longer than any run of backticks in the text, so that nothing in it can close it. */
export function fence(text: string, info = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return text === '' ? `${mark}${info}\n${mark}` : `${mark}${info}\n${text}\n${mark}`;
}

/** Any text, a path for example, as one code span on one line. */
export function codeSpan(text: string): string {
  const line = visible(text).replace(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${mark}${pad}${line}${pad}${mark}`;
}

/** Neutralised text on one line, for headings. */
export function oneLine(text: string): string {
  return neutralise(text.replace(/\s+/g, ' ').trim());
}

/**
 * The same for what stands between HTML tags of ours on one line, where Markdown means nothing: the summary of what is
 * folded. Code spans become tags.
 *
 *     Use `a < b`, @octocat        →  Use <code>a &lt; b</code>, @​octocat
 */
export function oneLineHtml(text: string): string {
  return splitSpans(visible(text).replace(/\s+/g, ' ').trim())
    .map(({ code, text: part }) => {
      if (!code) return disarm({ code, text: part }).replace(/>/g, '&gt;');
      const inner = part
        .replace(/^(`+) ?([^]*?) ?\1$/, '$2')
        .replace(/&/g, '&amp;')
        .replace(/</g, '&lt;');
      return `<code>${inner.replace(/>/g, '&gt;').replace(/@/g, `@${ZERO_WIDTH}`)}</code>`;
    })
    .join('');
}

/** Finished Markdown as a table's cell. */
export function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\\*\|/g, '\\|');
}
