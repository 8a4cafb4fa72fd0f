/**
 * Everything that a run posts, as plain data: the walkthrough, the comments of one review, and the short text that the
 * review itself has to have. Nothing is posted here, so that a retry can compare before it posts.
 */
import { redact } from '../../model/redact.ts';
import type { RunUsage } from '../../model/reviews.ts';
import type { SkippedFile } from '../diff/changed-files.ts';
import type { ContextPack } from '../context/context.ts';
import { coverageLedger, type CoverageLedger, type FileCoverage } from './coverage-ledger.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { draftComment, type DraftComment } from './comments.ts';
import { byGravity } from './findings-list.ts';
import { draftWalkthrough } from './walkthrough.ts';
import type { NamedFinding, WalkthroughInput } from './walkthrough-input.ts';
import { reviewMarker } from './markers.ts';
import type { PlacedFinding } from '../place/place-findings.ts';

export interface DraftInput extends Pick<
  WalkthroughInput,
  | 'run'
  | 'headCommit'
  | 'baseCommit'
  | 'summary'
  | 'positiveFindings'
  | 'notes'
  | 'lintNotes'
  | 'links'
  | 'handle'
  | 'facts'
> {
  diffs: readonly FileDiff[];
  skipped: readonly SkippedFile[];
  coverage: FileCoverage;
  context: ContextPack | null;
  /** After merging, dropped ones included. */
  findings: readonly PlacedFinding[];
  /** Of the findings, in their order. */
  fingerprints: readonly string[];
  /** Fingerprints that have a comment already: counted, not posted again. */
  posted: ReadonlySet<string>;
  /** Fingerprints that the platform has refused as comments: they move into the walkthrough. */
  rejected: ReadonlySet<string>;
  merged: number;
  /** Comments on the diff at most, the gravest first; the others stand in the walkthrough. */
  maxComments: number;
  droppedEarlier: Readonly<Record<string, number>>;
  incomplete: readonly string[];
  usage: RunUsage;
  /** Values that must never leave, whatever their form. */
  secrets: readonly string[];
}

export interface ReviewDraft {
  walkthrough: string;
  /** Text of the review that holds the comments; there is no review without comments. */
  body: string;
  comments: DraftComment[];
  ledger: CoverageLedger;
}

export function draftReview(input: DraftInput): ReviewDraft {
  const { run, headCommit, fingerprints, posted, secrets } = input;
  const masked = (text: string) => redact(text, secrets);
  const named = withinLimit(
    input.findings.map((placed, at) => ({ placed, fingerprint: fingerprints[at] ?? '' })),
    input,
  );
  const fresh = named.filter(({ fingerprint }) => !posted.has(fingerprint));
  const ledger = coverageLedger({
    ...input,
    filesChanged: input.diffs.map(({ path }) => path),
    findings: fresh.map(({ placed }) => placed),
    postedBefore: named.filter(({ placed, fingerprint }) => placed.label !== 'dropped' && posted.has(fingerprint))
      .length,
  });
  const comments = fresh
    .filter(({ placed }) => placed.label === 'inline')
    .map(({ placed, fingerprint }) => draftComment(placed, fingerprint, masked, input.links));
  const calls = input.context?.calls ?? [];
  return {
    walkthrough: draftWalkthrough({ ...input, findings: named, calls, ledger }, masked),
    body: `${reviewMarker(run.number)}\n${comments.length} ${comments.length === 1 ? 'comment' : 'comments'} on \`${headCommit.slice(0, 12)}\`.`,
    comments,
    ledger,
  };
}

/**
 * New comments beyond the limit move into the walkthrough, from the least grave on. What the platform has refused moves as
 * well, and makes no room: the others have been posted.
 */
function withinLimit(named: readonly NamedFinding[], { posted, rejected, maxComments }: DraftInput): NamedFinding[] {
  const wanted = named.filter(({ placed, fingerprint }) => placed.label === 'inline' && !posted.has(fingerprint));
  const beyond = new Set([...wanted].sort(byGravity).slice(maxComments));
  const reasonOf = (each: NamedFinding): string | undefined => {
    if (beyond.has(each)) return `one review leaves ${maxComments} comments on the diff at most`;
    const isRefused = each.placed.label === 'inline' && rejected.has(each.fingerprint);
    return isRefused ? 'the platform does not take a comment on these lines' : undefined;
  };
  return named.map((each) => {
    const reason = reasonOf(each);
    return reason === undefined
      ? each
      : { ...each, placed: { ...each.placed, label: 'outside_diff', reason, committable: false } };
  });
}
