import assert from 'node:assert/strict';
import { issueChanges } from '../../src/review/fold-issues.ts';
import type { RunFacts } from '../../src/review/fold-issues.ts';
import type { IssueRecord } from '../../src/model/reviews.ts';

const issue = (fingerprint: string, more: Partial<IssueRecord> = {}): IssueRecord => ({
  fingerprint,
  path: 'a.py',
  line_start: 1,
  line_end: 1,
  side: 'RIGHT',
  severity: 'high',
  category: 'bug',
  title: 't',
  description: 'd',
  suggestion: null,
  code_snippet: 'x = 1',
  confidence: 9,
  source: 'agent',
  rule: null,
  symbol_id: null,
  evidence: [],
  status: 'open',
  first_seen_run: 1,
  resolved_in_run: null,
  closed: null,
  comment_id: 11,
  repo_key: 'k',
  pr_number: 7,
  run_numbers: [1],
  posted_at: '2026-11-27T10:00:00.000Z',
  ...more,
});

function changesOf(
  existing: IssueRecord[],
  more: { found?: IssueRecord[]; resolved?: number[]; muted?: string[]; changed?: boolean; verified?: boolean } = {},
): ReturnType<typeof issueChanges> {
  const facts: RunFacts = {
    repoKey: 'k',
    repoId: 'ada/engine',
    number: 7,
    run: 2,
    at: '2026-11-28T10:00:00.000Z',
    found: more.found ?? [],
    resolvedComments: new Set(more.resolved ?? []),
    muted: new Set(more.muted ?? []),
    linesUnchanged: () => more.changed !== true,
    verified: () => more.verified !== false,
  };
  return issueChanges(existing, facts);
}

function fold(...given: Parameters<typeof changesOf>): string[] {
  return changesOf(...given).map(({ record, events }) =>
    [
      record.fingerprint,
      record.status,
      ...events.map(({ event }) => ('how' in event ? `${event.type}:${event.how}` : event.type)),
    ].join(' '),
  );
}

describe('issueChanges', () => {
  it('tells how and when an issue ended, and forgets it when it is found again', () => {
    const at = '2026-11-28T10:00:00.000Z';
    const closedBy = (existing: IssueRecord, more: Parameters<typeof changesOf>[1]) =>
      changesOf([existing], more)[0]?.record.closed;
    assert.deepEqual(closedBy(issue('f'), { changed: true }), { at, how: 'fixed', by: null });
    assert.deepEqual(closedBy(issue('f'), { changed: true, resolved: [11] }), { at, how: 'thread', by: null });
    assert.deepEqual(closedBy(issue('f'), { resolved: [11] }), { at, how: 'dismissed', by: null });
    const before = issue('f', { status: 'resolved', closed: { at, how: 'fixed', by: null } });
    assert.equal(closedBy(before, { found: [issue('f')] }), null);
  });

  const found = issue('f', { first_seen_run: 2, run_numbers: [2] });

  it('raises what is new, once', () => {
    assert.deepEqual(fold([], { found: [found, found] }), ['f open finding.posted']);
    assert.deepEqual(fold([found], { found: [found] }), ['f open']);
  });

  it('names the symbol that holds the lines now, once it is found again', () => {
    const [moved] = issueChanges([issue('f', { symbol_id: 'ada/engine a.py#old' })], {
      ...{ repoKey: 'k', repoId: 'ada/engine', number: 7, run: 2, at: '2026-11-28T10:00:00.000Z' },
      found: [issue('f', { line_start: 9, symbol_id: 'ada/engine a.py#now' })],
      ...{ resolvedComments: new Set(), muted: new Set(), linesUnchanged: () => true, verified: () => true },
    });
    assert.deepEqual([moved?.record.line_start, moved?.record.symbol_id], [9, 'ada/engine a.py#now']);
  });

  it('resolves what is not found any more only when its lines changed and somebody looked', () => {
    assert.deepEqual(fold([issue('f')]), []);
    assert.deepEqual(fold([issue('f')], { changed: true, verified: false }), []);
    assert.deepEqual(fold([issue('f')], { changed: true }), ['f resolved finding.resolved:fixed']);
    assert.deepEqual(fold([issue('f')], { changed: true, found: [found] }), ['f open']);
  });

  it('counts a resolved thread as resolved over changed lines, as dismissed over unchanged ones', () => {
    assert.deepEqual(fold([issue('f')], { resolved: [11], changed: true, verified: false }), [
      'f resolved finding.resolved:thread',
    ]);
    assert.deepEqual(fold([issue('f')], { resolved: [11] }), ['f dismissed finding.dismissed']);
    assert.deepEqual(fold([issue('f', { comment_id: null })], { resolved: [11] }), []);
    assert.deepEqual(fold([issue('f')], { resolved: [11], found: [found] }), ['f dismissed finding.dismissed']);
  });

  it('reopens what is found again, unless somebody has decided otherwise', () => {
    for (const status of ['resolved', 'dismissed'] as const) {
      assert.deepEqual(fold([issue('f', { status })], { found: [found] }), ['f open finding.reopened']);
      assert.deepEqual(fold([issue('f', { status })], { found: [found], resolved: [11] }), [`f ${status}`]);
      assert.deepEqual(fold([issue('f', { status })], { changed: true }), []);
    }
  });

  it('counts what was found and not said as dismissed, whatever its lines', () => {
    assert.deepEqual(fold([issue('f')], { muted: ['f'] }), ['f dismissed finding.dismissed']);
    assert.deepEqual(fold([issue('f')], { muted: ['f'], changed: true }), ['f dismissed finding.dismissed']);
    assert.deepEqual(fold([issue('f', { status: 'dismissed' })], { muted: ['f'] }), []);
    assert.deepEqual(fold([], { muted: ['f'] }), []);
  });

  it('keeps what an issue was, and where it is now', () => {
    const moved = issue('f', { line_start: 9, line_end: 9, comment_id: null, run_numbers: [2], first_seen_run: 2 });
    const facts = { repoKey: 'k', repoId: 'r', number: 7, run: 2, at: 'now', found: [moved] };
    const [change] = issueChanges([issue('f')], {
      ...facts,
      resolvedComments: new Set(),
      muted: new Set(),
      linesUnchanged: () => true,
      verified: () => true,
    });
    const { line_start, comment_id, run_numbers, first_seen_run } = change?.record ?? issue('none');
    assert.deepEqual(
      { line_start, comment_id, run_numbers, first_seen_run },
      {
        line_start: 9,
        comment_id: 11,
        run_numbers: [1, 2],
        first_seen_run: 1,
      },
    );
  });
});
