/**
 * The lines of a text that may hold a secret, by what every match of a rule has: a keyword of the rule, and something near it
 * that can be the value. Gitleaks decides about those lines; all others are not given to it, since its expressions take
 * twenty times as long in WebAssembly, and most changes have no such line at all.
 *
 *     max_tokens = 100                      no line: nothing that could be a value
 *     key = "f3a9…"                         the line, with the one before it
 *     -----BEGIN RSA PRIVATE KEY-----       the lines up to its end
 *
 * It may give more than is needed and never less: test/adapters/lint/secret-candidates.test.ts compares with whole texts.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ScannedText } from '../../model/secrets.ts';

export interface Candidates {
  /** The lines, with a line between those that do not follow each other. */
  text: string;
  /** Where an offset of that text stands in the whole one. */
  originalOf(offset: number): number;
}

const RULES = new URL('../../../linters/gitleaks/rules.json', import.meta.url);
const rulesSchema = z.object({
  Rules: z.array(
    z.object({ ID: z.string(), Regex: z.string(), Path: z.string(), Keywords: z.array(z.string()).nullable() }),
  ),
});

/** What most rules have in common: a name that ends in a keyword, an operator, a value. */
const ASSIGNS = String.raw`(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|`;
/** Their value has something other than letters, or it is a long word that a service's name stands before. */
const VALUE = /[=>:|?,](?=[`'"\s=]{0,5}(?=[\w.=+/:%@-]{0,149}[\d=+/:])[\w.=+/:%@-]{8})/g;
const WORD_VALUE = /[=>:|?,](?=[`'"\s=]{0,5}[\w.=-]{14})/g;
/** From the keyword to the operator, with what stands between them. */
const BEFORE = 80;
const AFTER = 200;
/** A token with a form of its own holds its keyword, and no blank. */
const IN_TOKEN = /[\w./+=~|%:@\\-]/;
const LONGEST_SIDE = 300;
const SHORTEST_TOKEN = 14;
const SHORTEST_WORD = 30;
const GENERIC = 'generic-api-key';

const PRIVATE_KEY = /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY/gi;
const KEY_END = /KEY(?: BLOCK)?-----/gi;
const LONGEST_KEY = 20_000;
const CURL = /\bcurl\b/g;
/** A command goes on over five line ends. */
const CURL_LINES = 6;
/** Rules for kinds of files, whose matches have forms of their own: such a file is given whole. */
const WHOLE_FILES = /\.(?:tf|hcl|ya?ml)$|nuget\.config$/i;
const WHOLE_WORDS = /password|\bkind:[ \t]*["']?secret/i;

interface Keywords {
  assigned: RegExp;
  /** Without those of the rule for names of any service. */
  named: RegExp;
  tokens: RegExp;
}

let keywords: Keywords | undefined;

function loadKeywords(): Keywords {
  if (keywords !== undefined) return keywords;
  const { Rules: rules } = rulesSchema.parse(JSON.parse(readFileSync(RULES, 'utf8')));
  const words = (wanted: (rule: (typeof rules)[number]) => boolean) => {
    const found = rules.filter(wanted).flatMap((rule) => rule.Keywords ?? []);
    const escaped = [...new Set(found)].map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    return escaped.sort((a, b) => b.length - a.length).join('|');
  };
  const isAssigned = ({ Regex: regex }: (typeof rules)[number]) => regex.includes(ASSIGNS);
  return (keywords = {
    assigned: beforeOperator(words(isAssigned)),
    named: beforeOperator(words((rule) => isAssigned(rule) && rule.ID !== GENERIC)),
    // Some have both forms.
    tokens: new RegExp(
      words((rule) => rule.Path === '' && (!isAssigned(rule) || rule.Regex.includes('|\\b('))),
      'gi',
    ),
  });
}

/** A text that ends in a name with one of the words, and perhaps the first characters of the operator. */
function beforeOperator(words: string): RegExp {
  return new RegExp(`(?:${words})[ \\t\\w.-]{0,45}[\\s'"]{0,3}[=>:|?]{0,3}$`, 'i');
}

/** Of the lines that are asked about, all when `asked` is absent; undefined when none of them can hold one. */
export function secretCandidates(path: string, text: string, asked?: ScannedText['lines']): Candidates | undefined {
  if (asked?.length === 0) return undefined;
  if (WHOLE_FILES.test(path) && WHOLE_WORDS.test(text)) return { text, originalOf: (offset) => offset };
  const all = [...assignments(text), ...tokens(text), ...blocks(text), ...encoded(text)];
  const spans = asked === undefined || all.length === 0 ? all : all.filter(within(text, asked));
  return spans.length === 0 ? undefined : linesOf(text, spans);
}

type Span = [from: number, to: number];

/** Whether a span touches one of the lines. */
function within(text: string, asked: NonNullable<ScannedText['lines']>): (span: Span) => boolean {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const ranges = asked.map(([from, to]): Span => [starts[from - 1] ?? text.length, starts[to] ?? text.length]);
  return ([from, to]) => ranges.some(([first, last]) => from < last && to >= first);
}

function* assignments(text: string): Generator<Span> {
  const { assigned, named } = loadKeywords();
  for (const [operators, words] of [
    [VALUE, assigned],
    [WORD_VALUE, named],
  ] as const) {
    for (const { index } of text.matchAll(operators)) {
      const from = Math.max(0, index - BEFORE);
      if (!words.test(text.slice(from, index))) continue;
      yield [from, index + AFTER];
    }
  }
}

function tokenAround(text: string, start: number, end: number): Span {
  let [from, to] = [start, end];
  while (from > 0 && start - from < LONGEST_SIDE && IN_TOKEN.test(text[from - 1] ?? '')) from--;
  while (to < text.length && to - end < LONGEST_SIDE && IN_TOKEN.test(text[to] ?? '')) to++;
  return [from, to];
}

function* tokens(text: string): Generator<Span> {
  let covered = -1;
  for (const { index, 0: word } of text.matchAll(loadKeywords().tokens)) {
    if (index < covered) continue;
    const [from, to] = tokenAround(text, index, index + word.length);
    covered = to;
    // Two letters are in many words.
    if (to - from >= (word.length > 3 || /\d/.test(text.slice(from, to)) ? SHORTEST_TOKEN : SHORTEST_WORD))
      yield [from, to];
  }
  // Of this one the keyword stands anywhere.
  if (/sourcegraph/i.test(text)) for (const { index } of text.matchAll(/\b[a-f0-9]{40}\b/gi)) yield [index, index + 40];
}

function* blocks(text: string): Generator<Span> {
  let covered = -1;
  for (const { index, 0: begin } of text.matchAll(PRIVATE_KEY)) {
    if (index < covered) continue;
    const block = text.slice(index, index + LONGEST_KEY);
    KEY_END.lastIndex = begin.length + 64;
    covered = index + (KEY_END.exec(block) === null ? block.length : KEY_END.lastIndex);
    yield [index, covered];
  }
  covered = -1;
  for (const { index } of text.matchAll(CURL)) {
    if (index < covered) continue;
    covered = index;
    for (let line = 0; line < CURL_LINES; line++) covered = endOfLine(text, covered) + 1;
    yield [index, covered - 1];
  }
}

/** As gitleaks' decoder knows them; Base64 and hexadecimal are taken for that when they begin with text. */
function* encoded(text: string): Generator<Span> {
  for (const { index, 0: run } of text.matchAll(/[\w/+-]{16,}={0,2}/g)) {
    if (!/[\d/+_-]/.test(run)) continue;
    const isHex = run.length >= 32 && /^[0-9a-f]+$/i.test(run);
    if (isText(Buffer.from(run.slice(0, 16), 'base64')) || (isHex && isText(Buffer.from(run.slice(0, 16), 'hex'))))
      yield [index, index + run.length];
  }
  for (const { index, 0: run } of text.matchAll(
    /(?:%[0-9a-f]{2}[^%\n]{0,40}){4,}|(?:\\u[0-9a-f]{4}){4,}|(?:U\+[0-9a-f]{4}\s){4,}/gi,
  ))
    yield [index, index + run.length];
}

function isText(bytes: Buffer): boolean {
  return bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13);
}

/** Of a longer line a part is given. */
const LONGEST_LINE = 4_000;

function startOfLine(text: string, from: number): number {
  const before = text.slice(Math.max(0, from - LONGEST_LINE), from);
  return from - before.length + before.lastIndexOf('\n') + 1;
}

function endOfLine(text: string, from: number): number {
  const end = text.slice(from, from + LONGEST_LINE).indexOf('\n');
  return Math.min(text.length, from + (end < 0 ? LONGEST_LINE : end));
}

/** No match goes over this line. */
const BETWEEN = '\n#\n';

function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function linesOf(text: string, spans: readonly Span[]): Candidates {
  const wide = mergedSpans(spans).map(([from, to]): Span => [startOfLine(text, from), endOfLine(text, to)]);
  const parts: { from: number; to: number; at: number }[] = [];
  for (const [from, to] of mergedSpans(wide)) parts.push({ from, to, at: 0 });
  // Gitleaks misses some of what begins a text.
  let out = '';
  for (const part of parts) {
    out += BETWEEN;
    part.at = out.length;
    out += text.slice(part.from, part.to);
  }
  return {
    text: out,
    originalOf(offset) {
      const part = parts.findLast(({ at }) => at <= offset) ?? parts[0];
      return part === undefined ? 0 : Math.min(part.from + offset - part.at, part.to);
    },
  };
}
