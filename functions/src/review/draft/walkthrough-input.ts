/** What a walkthrough is written from. */
import type { ChangeFacts } from '../../model/change-facts.ts';
import type { DiagramCall } from '../context/call-diagram.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { PlacedFinding } from '../place/place-findings.ts';
import type { CoverageLedger, FileCoverage } from './coverage-ledger.ts';
import type { ReviewLinks } from './links.ts';

export interface NamedFinding {
  placed: PlacedFinding;
  fingerprint: string;
}

export interface WalkthroughInput {
  run: { number: number; command: 'review' | 'full_review' | 'lint'; mode: 'normal' | 'deep' };
  headCommit: string;
  baseCommit: string;
  /** The model's words; null when none was asked. */
  summary: string | null;
  positiveFindings: readonly string[];
  diffs: readonly FileDiff[];
  /** Dropped ones included. */
  findings: readonly NamedFinding[];
  /** Fingerprints that had a comment before this run. */
  posted: ReadonlySet<string>;
  calls: readonly DiagramCall[];
  /** Null where none were gathered. */
  facts: ChangeFacts | null;
  ledger: CoverageLedger;
  coverage: FileCoverage;
  links: ReviewLinks;
  /** The word that commands are addressed to; null where there is nobody to address. */
  handle: string | null;
  /** What readers have to know before anything else: that the head moved meanwhile. */
  notes: readonly string[];
  /** What each linter has read and found, a sentence each. */
  lintNotes: readonly string[];
}
