/**
 * What a check says of a run, as plain data: how it stands, in one line and in a few, and the findings on their lines.
 *
 *     { state: 'failure', title: '2 open findings: 1 high, 1 low', annotations: [{ path: 'a.py', startLine: 7, level: 'failure', … }] }
 */
import { SEVERITIES, type Issue } from '../../model/reviews.ts';
import { redact } from '../../model/redact.ts';
import { counted } from './counted.ts';

export type Severity = Issue['severity'];

export interface CheckInput {
  run: number;
  /** The least severity that it fails with, or `neutral`. */
  failsFrom: Severity | 'neutral';
  /** All open ones of the pull request: a finding of an earlier run is no better for being old. */
  open: readonly Pick<Issue, 'severity'>[];
  /** Those that this run found, on lines of its head. */
  found: readonly Pick<Issue, 'path' | 'line_start' | 'line_end' | 'side' | 'severity' | 'title' | 'description'>[];
  /** Why it is no whole review; empty when it is one. */
  incomplete: readonly string[];
  filesChanged: number;
}

export interface DraftedCheck {
  state: 'success' | 'neutral' | 'failure' | 'incomplete';
  title: string;
  summary: string;
  annotations: {
    path: string;
    startLine: number;
    endLine: number;
    level: 'notice' | 'warning' | 'failure';
    title: string;
    message: string;
  }[];
}

/** More are counted; a page of annotations that nobody reads to its end helps nobody. */
const MOST_ANNOTATIONS = 200;

const LEVELS = { critical: 'failure', high: 'failure', medium: 'warning', low: 'notice' } as const;

export function draftCheck(input: CheckInput): DraftedCheck {
  const { run, failsFrom, open, incomplete, filesChanged } = input;
  const counts = countsOf(open);
  const fails = failsFrom !== 'neutral' && open.some(({ severity }) => isAtLeast(severity, failsFrom));
  const state = fails
    ? 'failure'
    : incomplete.length > 0
      ? 'incomplete'
      : failsFrom === 'neutral'
        ? 'neutral'
        : 'success';
  const lines = [
    `${counts}; review run ${run} looked at ${counted(filesChanged, 'changed file')}.`,
    ...(failsFrom === 'neutral' ? [] : [`This check fails from severity \`${failsFrom}\` on.`]),
    ...(incomplete.length === 0 ? [] : ['', 'It is no whole review:', ...incomplete.map((why) => `- ${redact(why)}`)]),
    '',
    'The walkthrough on the pull request says more.',
  ];
  const title = incomplete.length === 0 ? counts : `Incomplete; ${counts}`;
  return { state, title, summary: lines.join('\n'), annotations: annotationsOf(input) };
}

function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/** `3 open findings: 1 high, 2 low` */
function countsOf(open: CheckInput['open']): string {
  if (open.length === 0) return 'No open findings';
  const parts = SEVERITIES.flatMap((severity) => {
    const count = open.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  return `${counted(open.length, 'open finding')}: ${parts.join(', ')}`;
}

/** A removed line is none of the head. */
function annotationsOf({ found }: CheckInput): DraftedCheck['annotations'] {
  return found
    .filter(({ side, line_start: line }) => side === 'RIGHT' && line > 0)
    .slice(0, MOST_ANNOTATIONS)
    .map(({ path, line_start: startLine, line_end, severity, title, description }) => ({
      path,
      startLine,
      endLine: Math.max(startLine, line_end),
      level: LEVELS[severity],
      title: redact(title),
      message: redact(description).trim() || redact(title),
    }));
}
