/**
 * Reads a model's answer. Each finding is judged alone, so one that makes no sense costs no other; small freedoms are
 * understood (`"Severity": "High"`, `"confidence": "9/10"`, an array in place of the object), and what is left over is
 * said, so that the model can be asked once to put it right. An answer that cannot be read is never an empty review.
 */
import { z } from 'zod';
import { citationSchema, findingSchema, type AgentAnswer, type Citation, type Finding } from '../../model/findings.ts';
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
 * undefined when the text holds nothing that could be a review. Models draft, repeat themselves and end with an example of
 * an empty answer, and nobody can tell which was meant: of several reviews the findings of all count, each once.
 */
export function readAnswer(text: string): ReadAnswer | undefined {
  const { values, cutOff } = jsonValuesIn(text);
  const reviews = values.flatMap(reviewsIn);
  const items = values.filter(isFinding);
  if (items.length > 0) reviews.push({ items, rest: {} });
  // Brackets in prose are no statement that nothing was found.
  const said = reviews.filter(({ rest }) => !Array.isArray(rest) || saysNothingElse(text));
  if (said.length === 0) said.push(...elsewhere(values));
  return said.length === 0 ? undefined : { ...joinedReview(said.map(readReview)), cutOff };
}

/** Findings under names that nobody asked for. That there are none says nothing: it may be other data. */
function elsewhere(values: readonly unknown[]): Review[] {
  const items = values.flatMap((value) => findingsWithin(value, DEEPEST));
  const first = values.map((value) => recordSchema.safeParse(value).data).find((rest) => rest !== undefined);
  return items.length === 0 ? [] : [{ items, rest: first ?? {} }];
}

const DEEPEST = 8;

/** At any depth, also in JSON that stands in a string. */
function findingsWithin(value: unknown, depth: number): unknown[] {
  if (depth === 0) return [];
  const within = (inner: unknown) => findingsWithin(inner, depth - 1);
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? jsonValuesIn(value).values.flatMap(within) : [];
  if (isFinding(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(within) : [];
}

interface Review {
  items: unknown[];
  /** The object that holds the list; the list itself when there is none. */
  rest: Record<string, unknown> | unknown[];
}

/** The last words for the change as a whole, and every finding. */
function joinedReview(reviews: readonly Omit<ReadAnswer, 'cutOff'>[]): Omit<ReadAnswer, 'cutOff'> {
  const last = <T extends { length: number }>(of: (review: Omit<ReadAnswer, 'cutOff'>) => T): T | undefined =>
    reviews.map(of).findLast(({ length }) => length > 0);
  return {
    findings: joinedFindings(reviews.map(({ findings }) => findings)),
    unreadable: reviews.flatMap(({ unreadable }) => unreadable),
    positive_findings: last((review) => review.positive_findings) ?? [],
    summary: last((review) => review.summary) ?? '',
  };
}

/** Of findings that several lists have, by their line and title, the last: a model has thought about it most. */
export function joinedFindings(lists: readonly (readonly Finding[])[]): Finding[] {
  return lists.flatMap((findings, at) => {
    const later = new Set(lists.slice(at + 1).flatMap((list) => list.map(nameOf)));
    return findings.filter((finding) => !later.has(nameOf(finding)));
  });
}

function nameOf({ path, side, line_start: line, title }: Finding): string {
  return JSON.stringify([path, side, line, title]);
}

function saysNothingElse(text: string): boolean {
  return text.replace(/```\w*/g, '').trim() === '[]';
}

function isFinding(value: unknown): boolean {
  const object = recordSchema.safeParse(value);
  return object.success && 'path' in object.data && 'title' in object.data;
}

/** Reviews that a value is or holds: alone, in a list, or under names of their own (`{"review": {"findings": […]}}`). */
function reviewsIn(value: unknown): Review[] {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    if (items.length === 0) return [{ items, rest: items }];
    const inner = items.map(listsIn);
    if (inner.some((lists) => lists.length > 0)) {
      return items.flatMap((item, at) => (inner[at]?.length === 0 ? [{ items: [item], rest: {} }] : (inner[at] ?? [])));
    }
    return items.every((item) => recordSchema.safeParse(item).success) ? [{ items, rest: {} }] : [];
  }
  const own = listsIn(value);
  if (own.length > 0) return own;
  const object = recordSchema.safeParse(value);
  return object.success ? Object.values(object.data).flatMap(listsIn) : [];
}

function listsIn(value: unknown): Review[] {
  const object = recordSchema.safeParse(value);
  if (!object.success) return [];
  const lists = LISTS.flatMap((name) => {
    const list: unknown = object.data[name];
    return Array.isArray(list) ? [list as unknown[]] : [];
  });
  return lists.length === 0 ? [] : [{ items: lists.flat(), rest: object.data }];
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
    quote: cut(given['quote'] ?? '', 4000),
    title: cut(given['title'], 300),
    description: cut(given['description'], 6000),
    suggestion: suggestionIn(given['suggestion']),
    confidence: confidenceIn(given['confidence']),
    category: wordAmong(given['category'], CATEGORIES),
    severity: wordAmong(given['severity'], SEVERITIES),
    evidence: placesIn(given['evidence']),
  };
}

const MOST_PLACES = 10;

/** `{ path, line }`, or `src/a.py:9` as text; what names no place is left out, since no finding is worse for it. */
function placesIn(given: unknown): Citation[] {
  if (!Array.isArray(given)) return [];
  const places = given.flatMap((item: unknown): Citation[] => {
    const [, path, line] = typeof item === 'string' ? (/^\s*`?(.+?):(\d+)/.exec(item) ?? []) : [];
    const object = recordSchema.safeParse(item).data ?? {};
    const place = citationSchema.safeParse({
      path: pathIn(path ?? object['path']),
      line: numberIn(line ?? object['line'] ?? object['line_start'] ?? object['line_number']),
    });
    return place.success ? [place.data] : [];
  });
  return places.slice(0, MOST_PLACES);
}

/** null rather than cut: what is missing at its end would be deleted from the code. */
function suggestionIn(given: unknown): unknown {
  return typeof given === 'string' && given.length <= 6000 ? given : null;
}

function pathIn(given: unknown): unknown {
  return typeof given === 'string' ? given.trim().replace(/^\.\//, '') : given;
}

/** Not through the middle of a character. */
function cut<T>(text: T, length: number): T | string {
  if (typeof text !== 'string' || text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
