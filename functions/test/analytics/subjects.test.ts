/** Subjects and figures: what events add up to, in every order and however often. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { difference, figuresOf, sumDays } from '../../src/analytics/day-figures.ts';
import { foldSubject } from '../../src/analytics/subjects.ts';
import type { Subject } from '../../src/documents/figures.ts';
import type { ReviewEvent } from '../../src/model/events.ts';

const repo = { repo_key: 'k', repo_id: 'ada/engine', pr_number: 7 };
const finding = { ...repo, fingerprint: 'f' };
const at = (day: number, hour = 12) =>
  `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const date = (day: number) => at(day).slice(0, 10);
const posted = (day: number): ReviewEvent => ({
  type: 'finding.posted',
  ...finding,
  at: at(day),
  severity: 'high',
  category: 'bug',
  source: 'agent',
});
const resolved = (day: number): ReviewEvent => ({ type: 'finding.resolved', ...finding, at: at(day), how: 'fixed' });
const dismissed = (day: number): ReviewEvent => ({ type: 'finding.dismissed', ...finding, at: at(day) });
const reopened = (day: number): ReviewEvent => ({ type: 'finding.reopened', ...finding, at: at(day), run_number: day });
const run = (number: number, day: number): ReviewEvent => ({
  type: 'run.completed',
  ...repo,
  at: at(day),
  run_number: number,
  command: 'review',
  mode: 'normal',
});
const merged = (day: number, opened: number): ReviewEvent => ({
  type: 'pr.merged',
  ...repo,
  at: at(day),
  opened_at: at(opened),
});

const fold = (events: ReviewEvent[]): Subject | undefined =>
  events.reduce<Subject | undefined>((subject, event) => foldSubject(subject, event), undefined);
const figures = (events: ReviewEvent[]) => figuresOf(fold(events));

describe('subjects', () => {
  it('count a finding on the day it was posted and, while resolved, on the day it was resolved', () => {
    assert.deepEqual(figures([posted(3)]), { [date(3)]: { posted: 1 } });
    assert.deepEqual(figures([posted(3), resolved(5)]), { [date(3)]: { posted: 1 }, [date(5)]: { resolved: 1 } });
    assert.deepEqual(figures([posted(3), resolved(5), reopened(6)]), { [date(3)]: { posted: 1 } });
    assert.deepEqual(figures([posted(3), resolved(5), reopened(6), resolved(8)]), {
      [date(3)]: { posted: 1 },
      [date(8)]: { resolved: 1 },
    });
  });

  it('count neither a dismissed finding as resolved nor one that is not known to have been posted', () => {
    assert.deepEqual(figures([posted(3), dismissed(4)]), { [date(3)]: { posted: 1 } });
    assert.deepEqual(figures([posted(3), resolved(4), dismissed(5)]), { [date(3)]: { posted: 1 } });
    assert.deepEqual(figures([resolved(4)]), {});
  });

  it('count each run once and a pull request on the day of its newest run', () => {
    assert.deepEqual(figures([run(1, 3), run(2, 3), run(3, 9)]), {
      [date(3)]: { runs: 2 },
      [date(9)]: { runs: 1, last_reviewed: 1 },
    });
    assert.deepEqual(figures([run(1, 3), run(1, 3)]), { [date(3)]: { runs: 1, last_reviewed: 1 } });
  });

  it('measure the time from opening to merging, never below zero', () => {
    assert.deepEqual(figures([merged(4, 3)]), { [date(4)]: { merges: 1, merge_ms: 86_400_000 } });
    assert.deepEqual(figures([merged(4, 5)]), { [date(4)]: { merges: 1, merge_ms: 0 } });
    assert.deepEqual(figures([merged(4, 3), merged(6, 3)]), figures([merged(4, 3)]));
  });

  it('take days in UTC, whatever zone an event was written in', () => {
    const event = { ...posted(3), at: '2026-11-04T00:30:00+02:00' };
    assert.deepEqual(figures([event]), { '2026-11-03': { posted: 1 } });
  });

  it('end the same in every order and with every repetition', () => {
    const day = fc.integer({ min: 1, max: 5 });
    const findings = fc.oneof(day.map(posted), day.map(resolved), day.map(dismissed), day.map(reopened));
    const prs = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 3 }), day).map(([number, on]) => run(number, on)),
      fc.tuple(day, day).map(([on, opened]) => merged(on, opened)),
    );
    for (const kind of [findings, prs]) {
      const shuffled = fc
        .array(kind, { minLength: 1, maxLength: 8 })
        .chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
        );
      fc.assert(
        fc.property(shuffled, ([events, again]) => {
          assert.deepEqual(fold(again), fold(events));
        }),
        { numRuns: 500 },
      );
    }
  });
});

describe('day figures', () => {
  it('differ by what has to be added', () => {
    const before = figures([posted(3), resolved(5)]);
    const after = figures([posted(3), resolved(5), reopened(6)]);
    assert.deepEqual(difference(before, after), { [date(5)]: { resolved: -1 } });
    assert.deepEqual(difference(after, after), {});
    assert.deepEqual(sumDays([before, after]), { [date(3)]: { posted: 2 }, [date(5)]: { resolved: 1 } });
  });
});
