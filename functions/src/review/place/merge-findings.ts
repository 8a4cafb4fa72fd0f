/**
 * One finding of those that say the same: specialists see one bug each in their own words, and a model sees what a linter
 * has reported. Two are the same when they stand on common lines and speak of the same things; nothing is asked of a
 * model, so the same findings in any order give the same result. A linter's finding takes in a model's, never the other
 * way: its name stays when the model says nothing next time.
 */
import { joinedEvidence } from '../../model/evidence.ts';
import type { SourcedFinding } from '../../model/findings.ts';
import { SEVERITIES } from '../../model/reviews.ts';
import { speaksOf, speaksOfSecrets } from '../lint/rule-topics.ts';
import type { PlacedFinding } from './place-findings.ts';

export interface MergedFindings {
  /** By path, line, then severity. */
  kept: PlacedFinding[];
  /** What was merged away, and into which of `kept`. */
  merged: { finding: PlacedFinding; into: PlacedFinding }[];
}

/** Dropped findings stay as they are. */
export function mergeFindings(placed: readonly PlacedFinding[]): MergedFindings {
  const kept: PlacedFinding[] = [];
  const merged: { finding: PlacedFinding; into: number }[] = [];
  for (const one of [...placed].sort(byWeight)) {
    const into =
      one.label === 'dropped' ? -1 : kept.findIndex((best) => best.label !== 'dropped' && sayTheSame(best, one));
    if (into < 0) kept.push(one);
    else {
      merged.push({ finding: one, into });
      const best = kept[into];
      if (best !== undefined) kept[into] = strengthened(best, one);
    }
  }
  const into = (at: number) => kept[at] ?? fail();
  return {
    merged: merged.map((each) => ({ finding: each.finding, into: into(each.into) })),
    kept: [...kept].sort(byPlace),
  };
}

/** The best words stay; severity and confidence are the highest of both. */
function strengthened(best: PlacedFinding, other: PlacedFinding): PlacedFinding {
  const severity = severityOf(other) < severityOf(best) ? other.finding.severity : best.finding.severity;
  const confidence = Math.max(best.finding.confidence, other.finding.confidence);
  const finding = { ...best.finding, severity, confidence, ...evidenceOfBoth(best, other) };
  const merged = { ...best, finding, ...foundBy(best, other) };
  // One explanation is enough: that of the gravest, which comes first.
  const isExplained = best.also?.some(({ rule }) => rule === null) === true;
  const needsWords = best.finding.rule !== null && other.finding.rule === null && !isExplained;
  return needsWords ? explained(merged, other) : merged;
}

/** What the graph said to either. */
function evidenceOfBoth(
  { finding: a }: PlacedFinding,
  { finding: b }: PlacedFinding,
): Pick<SourcedFinding, 'evidence'> {
  if (a.evidence === undefined && b.evidence === undefined) return {};
  return { evidence: joinedEvidence(a.evidence ?? [], b.evidence ?? []) };
}

/** Each other source once. */
function foundBy(best: PlacedFinding, other: PlacedFinding): Pick<PlacedFinding, 'also'> {
  const also = [...(best.also ?? [])];
  for (const { source, rule } of [other.finding, ...(other.also ?? [])]) {
    const known = [best.finding, ...also].some((each) => each.source === source && each.rule === rule);
    if (!known) also.push({ source, rule });
  }
  return also.length === 0 ? {} : { also };
}

/** A linter names a fault the same way in every run; why it matters here is what a model can say. */
function explained(linted: PlacedFinding, { finding, ...found }: PlacedFinding): PlacedFinding {
  const description = `${finding.description}\n\n${linted.finding.description}`.slice(0, LONGEST_DESCRIPTION);
  const words = { ...linted, finding: { ...linted.finding, description } };
  if (linted.suggestion !== null || found.suggestion === null || !onSameLines(linted, { finding, ...found }))
    return words;
  return { ...words, suggestion: found.suggestion, committable: found.committable };
}

const LONGEST_DESCRIPTION = 6_000;
/** How much of the smaller set of words both have. */
const COMMON_WORDS = 0.3;
const OTHER_CATEGORY = 0.5;
/** One agent that speaks twice of a line means two things, unless it repeats itself. */
const SAME_VOICE = 0.75;

function sayTheSame(a: PlacedFinding, b: PlacedFinding): boolean {
  if (!shareLines(a, b)) return false;
  if ((a.finding.source === 'secrets') !== (b.finding.source === 'secrets')) {
    return namesSecret(a.finding.source === 'secrets' ? b.finding : a.finding);
  }
  // One linter tells its own findings apart.
  if (a.finding.rule !== null && b.finding.rule !== null)
    return a.finding.rule === b.finding.rule && onSameLines(a, b) && a.finding.title === b.finding.title;
  const rule = a.finding.rule ?? b.finding.rule;
  const words = a.finding.rule === null ? a.finding : b.finding;
  if (rule !== null && speaksOf(rule, `${words.title}. ${words.description}`)) return true;
  return speakAlike(a, b);
}

function shareLines(a: PlacedFinding, b: PlacedFinding): boolean {
  return a.path === b.path && a.side === b.side && a.line_start <= b.line_end && b.line_start <= a.line_end;
}

function namesSecret({ rule, title, description }: SourcedFinding): boolean {
  return speaksOfSecrets(rule, `${title}. ${description}`);
}

function speakAlike(a: PlacedFinding, b: PlacedFinding): boolean {
  if (a.finding.by !== undefined && a.finding.by === b.finding.by) {
    return similarity(wordsOf(a.finding), wordsOf(b.finding)) >= SAME_VOICE;
  }
  // The words of the code are in whatever is said of it, and tell nothing apart.
  const code = contentWords(`${a.snippet} ${b.snippet}`);
  const common = similarity(without(wordsOf(a.finding), code), without(wordsOf(b.finding), code));
  if (a.finding.category !== b.finding.category) return common >= OTHER_CATEGORY;
  return common >= COMMON_WORDS;
}

function onSameLines(a: PlacedFinding, b: PlacedFinding): boolean {
  return a.line_start === b.line_start && a.line_end === b.line_end;
}

const STOP =
  /^(the|a|an|and|or|of|to|in|on|is|are|be|it|its|this|that|these|those|with|for|from|by|as|at|if|when|which|will|would|can|could|should|may|might|not|no|does|do|has|have|was|were|but|than|then|there|here|into|also|so|because|instead|must|each|use|used|using|code|line|function|method|value|issue|error|bug)$/;

function wordsOf({ title, description }: SourcedFinding): Set<string> {
  return contentWords(`${title} ${description}`);
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}

function contentWords(text: string): Set<string> {
  const words = text
    // Identifiers count by their parts: `itemPrice` speaks of items.
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{N}]+/gu);
  return new Set((words ?? []).filter((word) => !STOP.test(word)).map(stem));
}

/** Enough of one for English to count `ignores`, `ignored` and `ignoring` as one word. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(ing|ied|ies|ed|es|s|ly|ation|y)$/, '') : word;
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size);
  if (smaller === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / smaller;
}

/** Whether a sentence has no more to say than another one: most of its words are in that. */
export function saysNothingNew(text: string, before: string): boolean {
  const [own, known] = [contentWords(text), contentWords(before)];
  if (own.size === 0) return text.trim() === before.trim();
  return [...own].filter((word) => known.has(word)).length / own.size >= SAME_VOICE;
}

function severityOf({ finding }: PlacedFinding): number {
  return SEVERITIES.indexOf(finding.severity);
}

const LABELS = ['inline', 'outside_diff', 'dropped'];

function byWeight(a: PlacedFinding, b: PlacedFinding): number {
  return (
    LABELS.indexOf(a.label) - LABELS.indexOf(b.label) ||
    Number(a.finding.rule === null) - Number(b.finding.rule === null) ||
    severityOf(a) - severityOf(b) ||
    b.finding.confidence - a.finding.confidence ||
    Number(b.committable) - Number(a.committable) ||
    byPlace(a, b)
  );
}

function byPlace(a: PlacedFinding, b: PlacedFinding): number {
  return (
    compare(a.path, b.path) ||
    a.line_start - b.line_start ||
    a.line_end - b.line_end ||
    severityOf(a) - severityOf(b) ||
    compare(a.finding.title, b.finding.title) ||
    compare(a.finding.description, b.finding.description) ||
    compare(a.finding.source, b.finding.source)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function fail(): never {
  throw new Error('a finding was merged into one that was not kept');
}
