/**
 * Secrets on added lines as findings. The secret itself is in none of their words: the code that they quote is masked.
 *
 *     { title: 'Secret in the code: github-pat', rule: 'github-pat', severity: 'critical', source: 'secrets', … }
 */
import { LINT_CONFIDENCE, type SourcedFinding } from '../../model/findings.ts';
import type { ReviewedFile } from '../diff/changed-files.ts';
import { changedLines } from '../diff/incremental.ts';
import { GENERIC, type SecretPlace } from './secret-places.ts';

/** Lines that one finding spans; of a longer secret the first added line says where. */
const MAX_SPAN = 5;
const LONGEST_QUOTE = 4_000;

export interface SecretFindings {
  findings: SourcedFinding[];
  /** Beyond those that are told. */
  more: number;
}

/** A file that is nothing but secrets is told of by its first ones. */
const MOST_FINDINGS = 100;

/** In the order of the files and lines. `files`: as they are reviewed, masked. */
export function secretFindings(files: readonly ReviewedFile[], places: readonly SecretPlace[]): SecretFindings {
  const found = files.flatMap((file) =>
    places.filter(({ path }) => path === file.diff.path).flatMap((place) => findingOf(file, place) ?? []),
  );
  return { findings: found.slice(0, MOST_FINDINGS), more: Math.max(0, found.length - MOST_FINDINGS) };
}

function findingOf({ diff, hunks }: ReviewedFile, place: SecretPlace): SourcedFinding | undefined {
  const added = new Set(changedLines({ ...diff, hunks }).flatMap(({ side, line }) => (side === 'RIGHT' ? [line] : [])));
  const [first] = place.lines.filter((line) => added.has(line));
  if (first === undefined) return undefined;
  const span = place.line_end - place.line_start + 1;
  const isWhole = span === place.lines.length && span <= MAX_SPAN && place.lines.every((line) => added.has(line));
  const last = isWhole ? place.line_end : first;
  const quoted = (diff.newText ?? '').split('\n').slice(first - 1, last);
  return {
    path: diff.path,
    side: 'RIGHT',
    line_start: first,
    line_end: last,
    quote: quoted
      .map((line) => line.replace(/\r$/, ''))
      .join('\n')
      .slice(0, LONGEST_QUOTE),
    ...wordsOf(place),
    suggestion: null,
    confidence: LINT_CONFIDENCE,
    category: 'security',
    severity: place.rule === GENERIC ? 'high' : 'critical',
    source: 'secrets',
    rule: place.rule,
  };
}

const ADVICE =
  'Whoever can read this repository, now or in its history, can use it: revoke it where it was issued, and read its successor from the environment or a store of secrets. Taking the line out of the branch is not enough.';

function wordsOf({ rule, about }: SecretPlace): Pick<SourcedFinding, 'title' | 'description'> {
  const kind = rule === GENERIC ? 'a key, token or password' : rule.replaceAll('-', ' ');
  const sentence = about.trim().replace(/([^.!?])$/, '$1.');
  return { title: `This line holds a secret: ${kind}`, description: `${sentence}\n\n${ADVICE}` };
}
