/**
 * Reads a model's answer. Each finding is judged alone, so one that makes no sense costs no other; small freedoms are
 * understood (`"Severity": "High"`, `"confidence": "9/10"`, an array in place of the object), and what is left over is
 * said, so that the model can be asked once to put it right. An answer that cannot be read is never an empty review.
 */
import { z } from 'zod';
import { findingSchema, type AgentAnswer, type Finding } from '../../model/findings.ts';
import { CATEGORIES, SEVERITIES, SIDES } from '../../model/reviews.ts';
import { jsonValuesIn } from './json.ts';

export interface UnreadableFinding {
  item: unknown;
  /** For the model: `severity: Invalid option: expected one of …`. */
  problem: string;
}

export interface ReadAnswer extends AgentAnswer {
  unreadable: UnreadableFinding[];
  cutOff: boolean;
}

const recordSchema = z.record(z.string(), z.unknown());

/** Names under which models send what was asked for as `findings`. */
const LISTS = ['findings', 'issues', 'comments'];

/**
 * undefined when the text holds nothing that could be a review. Of several the last counts: models draft. Findings that
 * stand in a row without a list are one review.
 */
export function readAnswer(text: string): ReadAnswer | undefined {
  const { values, cutOff } = jsonValuesIn(text);
  const reviews = values.flatMap((value) => reviewIn(value) ?? nested(value) ?? []);
  const items = values.filter(isFinding);
  const review = reviews.at(-1) ?? (items.length > 0 ? { items, rest: {} } : undefined);
  // Brackets in prose are no statement that nothing was found.
  if (review === undefined || (Array.isArray(review.rest) && !saysNothingElse(text))) return undefined;
  return { ...readReview(review), cutOff };
}

interface Review {
  items: unknown[];
  /** The object that holds the list; the list itself when there is none. */
  rest: Record<string, unknown> | unknown[];
}

function saysNothingElse(text: string): boolean {
  return text.replace(/```\w*/g, '').trim() === '[]';
}

function isFinding(value: unknown): boolean {
  const object = recordSchema.safeParse(value);
  return object.success && 'path' in object.data && 'title' in object.data;
}

function reviewIn(value: unknown): Review | undefined {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    if (items.length === 0) return { items, rest: items };
    return items.every((item) => recordSchema.safeParse(item).success) ? { items, rest: {} } : undefined;
  }
  const object = recordSchema.safeParse(value);
  if (!object.success) return undefined;
  const list = LISTS.map((name) => object.data[name]).find((items) => Array.isArray(items));
  return Array.isArray(list) ? { items: list, rest: object.data } : undefined;
}

/** `{"review": {"findings": […]}}` */
function nested(value: unknown): Review | undefined {
  const object = recordSchema.safeParse(value);
  if (!object.success) return undefined;
  return Object.values(object.data)
    .filter((inner) => !Array.isArray(inner))
    .map(reviewIn)
    .find((review) => review !== undefined);
}

function readReview({ items, rest: given }: Review): Omit<ReadAnswer, 'cutOff'> {
  const rest = Array.isArray(given) ? {} : given;
  const findings: Finding[] = [];
  const unreadable: UnreadableFinding[] = [];
  for (const item of items) {
    const read = findingSchema.safeParse(understood(item));
    if (read.success) findings.push(read.data);
    else unreadable.push({ item, problem: problemOf(read.error) });
  }
  const positives = Array.isArray(rest['positive_findings']) ? rest['positive_findings'] : [];
  return {
    findings,
    unreadable,
    positive_findings: positives.flatMap((positive) => {
      const text = positiveText(positive).trim();
      return text === '' ? [] : [cut(text, 500)];
    }),
    summary: typeof rest['summary'] === 'string' ? cut(rest['summary'].trim(), 6000) : '',
  };
}

function positiveText(given: unknown): string {
  if (typeof given === 'string') return given;
  const object = recordSchema.safeParse(given);
  const text = object.success ? (object.data['description'] ?? object.data['title']) : undefined;
  return typeof text === 'string' ? text : '';
}

function problemOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

const SYNONYMS = new Map(
  Object.entries({
    blocker: 'critical',
    major: 'high',
    error: 'high',
    moderate: 'medium',
    warning: 'medium',
    minor: 'low',
    info: 'low',
    nit: 'low',
    correctness: 'bug',
    reliability: 'bug',
    error_handling: 'bug',
    concurrency: 'bug',
    design: 'maintainability',
    readability: 'maintainability',
    documentation: 'maintainability',
    testing: 'maintainability',
    vulnerability: 'security',
  }),
);

function wordAmong(given: unknown, words: readonly string[]): unknown {
  if (typeof given !== 'string') return given;
  const word = given
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const known = [word, SYNONYMS.get(word)].find((each) => each !== undefined && words.includes(each));
  return known ?? given;
}

/** `12`, `"12"`, `"L12"` and `"9/10"` as a number; anything else as it is. */
function numberIn(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const number = /^\s*L?(\d+(?:\.\d+)?)(?:\s*\/\s*10)?\s*$/.exec(given)?.[1];
  return number === undefined ? given : Number(number);
}

/** A share of 1 (`0.9`) is meant as 9 of 10; 1 itself is 1 of 10, as it was asked for. */
function confidenceIn(given: unknown): unknown {
  const number = numberIn(given);
  return typeof number === 'number' && number > 0 && number < 1 ? number * 10 : number;
}

function sideIn(given: unknown): unknown {
  if (given === undefined || given === null) return 'RIGHT';
  const side = typeof given === 'string' ? given.trim().toUpperCase() : given;
  return SIDES.find((known) => known === side) ?? given;
}

function understood(item: unknown): unknown {
  const read = recordSchema.safeParse(item);
  if (!read.success) return item;
  const given = Object.fromEntries(Object.entries(read.data).map(([key, value]) => [key.toLowerCase(), value]));
  const first = numberIn(given['line_start'] ?? given['line']);
  const last = numberIn(given['line_end']) ?? first;
  const [start, end] =
    typeof first === 'number' && typeof last === 'number' && last < first ? [last, first] : [first, last];
  return {
    path: pathIn(given['path']),
    side: sideIn(given['side']),
    line_start: start,
    line_end: end,
    quote: cut(withoutLineNumbers(given['quote'] ?? ''), 4000),
    title: cut(given['title'], 300),
    description: cut(given['description'], 6000),
    suggestion: suggestionIn(given['suggestion']),
    confidence: confidenceIn(given['confidence']),
    category: wordAmong(given['category'], CATEGORIES),
    severity: wordAmong(given['severity'], SEVERITIES),
  };
}

/** Code copied with the numbers that diffs and read_file show before it: `     12 + total += price`, `12: total += price`. */
const NUMBERED = [/^(?:L|\s)?\s*\d+ [-+ ] ?/, /^\s*\d+: ?/];

/** Only where every line has them: a line of code can begin with a number as well. */
function withoutLineNumbers<T>(given: T): T | string {
  if (typeof given !== 'string') return given;
  const lines = given.split('\n');
  const numbered = NUMBERED.find((pattern) => lines.every((line) => line === '' || pattern.test(line)));
  return numbered === undefined || given === '' ? given : lines.map((line) => line.replace(numbered, '')).join('\n');
}

/** null rather than cut: what is missing at its end would be deleted from the code. */
function suggestionIn(given: unknown): unknown {
  return typeof given === 'string' && given.length <= 6000 ? withoutLineNumbers(given) : null;
}

function pathIn(given: unknown): unknown {
  return typeof given === 'string' ? given.trim().replace(/^\.\//, '') : given;
}

/** Not through the middle of a character. */
function cut<T>(text: T, length: number): T | string {
  if (typeof text !== 'string' || text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
