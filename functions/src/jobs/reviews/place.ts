/** From findings to what is posted about them: places, one finding of those that say the same, names, and texts. */
import type { ReviewRun } from '../../documents/reviews.ts';
import type { ChangeFacts, CommitFacts } from '../../model/change-facts.ts';
import { joinedEvidence } from '../../model/evidence.ts';
import type { SourcedFinding } from '../../model/findings.ts';
import type { GraphReader } from '../../ports.ts';
import type { ContextPack } from '../../review/context/context.ts';
import type { FileCoverage } from '../../review/draft/coverage-ledger.ts';
import { draftReview } from '../../review/draft/draft-review.ts';
import type { ReviewLinks } from '../../review/draft/links.ts';
import type { ReviewDraft } from '../../review/draft/draft-review.ts';
import { counted } from '../../review/draft/counted.ts';
import type { FileDiff } from '../../review/diff/diff-trees.ts';
import { factEvidence } from '../../review/evidence/fact-evidence.ts';
import { suppressionsIn } from '../../review/facts/suppressions.ts';
import { fingerprintsOf } from '../../review/place/fingerprint.ts';
import { mergeFindings } from '../../review/place/merge-findings.ts';
import { placeFindings } from '../../review/place/place-findings.ts';
import type { PlacedFinding, PlaceRequest } from '../../review/place/place-findings.ts';
import { withSymbols } from '../../review/place/symbols-around.ts';
import type { Asked } from './ask.ts';
import type { Change } from './change/change.ts';
import type { Gathered } from './gather.ts';
import type { ReviewParser } from './parsing.ts';
import type { Linted } from './run-linters.ts';

export interface Placement {
  /** Dropped ones included. */
  findings: PlacedFinding[];
  /** Of the findings, in their order. */
  fingerprints: string[];
  merged: number;
}

export async function placeInDiff(
  { diffs, head, readHead, reasonNotReviewed }: Change,
  { symbolsOf, syntaxErrorsOf }: Pick<ReviewParser, 'symbolsOf' | 'syntaxErrorsOf'>,
  knownNames: PlaceRequest['knownNames'],
  findings: readonly SourcedFinding[],
): Promise<Placement> {
  // A path may be cited by its end: every end that begins behind a slash is one.
  const ends = new Set(head.entries.flatMap(({ path }) => endsOf(path)));
  const placed = await placeFindings({
    findings,
    diffs,
    readHead,
    hasPath: (path) => ends.has(path),
    reasonNotReviewed,
    knownNames,
    syntaxErrorsOf,
  });
  const { kept, merged } = mergeFindings(placed);
  const named = await withSymbols(kept, { diffs, readHead, symbolsOf });
  return { findings: named, fingerprints: fingerprintsOf(kept), merged: merged.length };
}

/** With what the facts about the change say to each finding, beside what the graph's tools have said. */
export async function withFacts(
  placement: Placement,
  facts: Omit<CommitFacts, 'base'> | null,
  reader: GraphReader,
  repoId: string,
): Promise<Placement> {
  const commit = facts === null ? undefined : (await reader.repository())?.commit;
  if (facts === null || commit === undefined) return placement;
  const findings: PlacedFinding[] = [];
  for (const placed of placement.findings) {
    const said =
      placed.label === 'dropped' ? [] : await factEvidence(placed.finding, facts, { reader, repoId, commit });
    const evidence = joinedEvidence(placed.finding.evidence ?? [], said);
    findings.push(said.length === 0 ? placed : { ...placed, finding: { ...placed.finding, evidence } });
  }
  return { ...placement, findings };
}

function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}

export interface DraftParts {
  run: Pick<ReviewRun, 'run_number' | 'command' | 'mode'>;
  links: ReviewLinks;
  /** The word that commands are addressed to; null where there is nobody to address. */
  handle: string | null;
  gathered: Omit<Gathered, 'close'>;
  context: ContextPack | null;
  linted: Linted;
  asked: Asked;
  placement: Placement;
  coverage: FileCoverage;
  /** Null where there are none. */
  facts: ChangeFacts | null;
  /** Fingerprints that an earlier run has posted. */
  posted: ReadonlySet<string>;
  /** Fingerprints that the platform does not take as comments: they move into the walkthrough. */
  rejected: ReadonlySet<string>;
  maxComments: number;
  secrets: readonly string[];
}

export function draftOf({
  run,
  links,
  handle,
  gathered,
  context,
  linted,
  asked,
  placement,
  coverage,
  facts,
  posted,
  rejected,
  maxComments,
  secrets,
}: DraftParts): ReviewDraft {
  const { pins, diffs, selected } = gathered;
  return draftReview({
    run: { number: run.run_number, command: run.command, mode: run.mode },
    links,
    handle,
    headCommit: pins.head,
    baseCommit: pins.base,
    summary: asked.summary,
    positiveFindings: asked.positive_findings,
    notes: [...pins.notes, ...(gathered.configuration?.notes ?? [])],
    // With facts they stand among those.
    lintNotes: [...linted.notes, ...(facts === null ? suppressionNote(diffs) : [])],
    diffs,
    skipped: selected.skipped,
    coverage,
    context,
    facts,
    findings: placement.findings,
    fingerprints: placement.fingerprints,
    posted,
    rejected,
    merged: placement.merged,
    maxComments,
    droppedEarlier: asked.dropped,
    incomplete: incompleteIn(asked, coverage),
    usage: asked.usage,
    secrets: [...secrets, ...gathered.secrets.values],
  });
}

/** Every reason why this is not a whole review. */
export function incompleteIn(asked: Asked, coverage: FileCoverage): string[] {
  return [...asked.incomplete, ...(asked.asked ? gapsIn(coverage) : [])];
}

/** What the model was not shown makes a review incomplete; where none was asked, that is said already. */
function gapsIn({ gaps }: FileCoverage): string[] {
  if (gaps.length === 0) return [];
  const what = gaps.length === 1 ? '1 changed file was' : `${gaps.length} changed files were`;
  return [
    `${what} looked at in part or not at all; the next \`review\` goes on with ${gaps.length === 1 ? 'it' : 'them'}`,
  ];
}

const NAMED_SUPPRESSIONS = 5;

/** The linters say nothing of what a change tells them to pass over. */
function suppressionNote(diffs: readonly FileDiff[]): string[] {
  const added = suppressionsIn(diffs);
  if (added.length === 0) return [];
  const named = added.slice(0, NAMED_SUPPRESSIONS).map(({ path, line }) => `${path}:${line}`);
  const more = added.length > named.length ? `, and ${added.length - named.length} more` : '';
  return [
    `This change adds ${counted(added.length, 'suppression')} of linters and checkers: ${named.join(', ')}${more}.`,
  ];
}
