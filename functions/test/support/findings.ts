/** Findings for tests that say only what matters to them. */
import type { SourcedFinding } from '../../src/model/findings.ts';
import type { TreeEntry } from '../../src/ports.ts';
import { diffTrees, type DiffSide, type FileDiff } from '../../src/review/diff/diff-trees.ts';
import { placeFindings, type PlacedFinding, type PlaceRequest } from '../../src/review/place/place-findings.ts';

export function findingOf(given: Partial<SourcedFinding>): SourcedFinding {
  const line = given.line_start ?? 1;
  return {
    path: 'a.py',
    side: 'RIGHT',
    line_start: line,
    line_end: line,
    quote: '',
    title: 'Something is wrong',
    description: 'It should be right.',
    suggestion: null,
    confidence: 9,
    category: 'bug',
    severity: 'high',
    source: 'agent',
    rule: null,
    ...given,
  };
}

/** A tree of texts; the text is its own id. */
function sideOf(files: Record<string, string>): DiffSide {
  const entries = Object.entries(files).map(([path, text]): TreeEntry => ({ path, oid: `blob ${text}`, kind: 'file' }));
  return { entries, read: (oid) => Promise.resolve(Buffer.from(oid.slice('blob '.length))) };
}

export function diffOfTexts(before: Record<string, string>, after: Record<string, string>): Promise<FileDiff[]> {
  return diffTrees(sideOf(before), sideOf(after));
}

/** Places them in a repository that is `after`; its languages are unknown to nobody: every text is free of errors. */
export async function place(
  before: Record<string, string>,
  after: Record<string, string>,
  findings: readonly Partial<SourcedFinding>[],
  given: Partial<PlaceRequest> = {},
): Promise<PlacedFinding[]> {
  return placeFindings({
    findings: findings.map(findingOf),
    diffs: await diffOfTexts(before, after),
    readHead: (path) => Promise.resolve(after[path]),
    hasPath: (path) => Object.keys(after).some((known) => known === path || known.endsWith(`/${path}`)),
    knownNames: () => Promise.resolve(new Set()),
    syntaxErrorsOf: () => Promise.resolve(0),
    ...given,
  });
}
