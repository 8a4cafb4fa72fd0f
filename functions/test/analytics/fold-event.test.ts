/**
 * Events on their way into figures, through the real store: delivered twice, late, in any order, 200 at once, and by
 * workers that die before or after their write. A rebuild has to agree, and has to find what was made wrong.
 */
import assert from 'node:assert/strict';
import { figuresOf, sumDays } from '../../src/analytics/day-figures.ts';
import { aggregates } from '../../src/documents/figures.ts';
import type { Days, Subject } from '../../src/documents/figures.ts';
import { foldSubject, subjectIdOf } from '../../src/analytics/subjects.ts';
import { eventId } from '../../src/model/events.ts';
import type { ReviewEvent } from '../../src/model/events.ts';
import { repoKeyOf } from '../../src/model/repositories.ts';
import { EVENT_RETENTION_DAYS, foldEvent } from '../../src/analytics/fold-event.ts';
import type { FoldPorts } from '../../src/analytics/fold-event.ts';
import { rebuildAggregate } from '../../src/analytics/rebuild-aggregate.ts';
import type { StorePort } from '../../src/ports.ts';
import { firestoreStore } from '../../src/adapters/store.ts';
import { startProject } from '../support/firebase.ts';
import type { TestProject } from '../support/firebase.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { aggregatePath, eventPath, subjectsPath } from '../support/document-paths.ts';
import { tries } from '../support/tries.ts';

/** Their figures must equal a count of them. */
const EVENTS = tries(400, 2_000);

const NOW = new Date('2026-11-28T12:00:00Z');

describe('foldEvent', () => {
  let project: TestProject;
  let store: StorePort;
  let ports: FoldPorts;
  const errors: string[] = [];

  before(() => {
    project = startProject();
    store = firestoreStore(project.app);
    const quiet = () => undefined;
    ports = {
      store,
      clock: { now: () => NOW },
      log: { info: quiet, warn: quiet, error: (text) => void errors.push(text) },
    };
  });
  after(() => project.close());

  let count = 0;
  const newKey = () => repoKeyOf('ada', `r${(count += 1)}`);
  const finding = (key: string, fingerprint: string, pr = 1) => ({
    repo_key: key,
    repo_id: 'ada/engine',
    pr_number: pr,
    fingerprint,
  });
  const posted = (key: string, fingerprint: string, at = '2026-11-03T10:00:00.000Z', pr = 1): ReviewEvent => ({
    type: 'finding.posted',
    ...finding(key, fingerprint, pr),
    severity: 'high',
    category: 'bug',
    source: 'agent',
    at,
  });
  async function write(event: ReviewEvent, occasion = ''): Promise<string> {
    const id = eventId(event, occasion);
    await store.set(eventPath(id), { ...event });
    return id;
  }
  const days = async (key: string): Promise<Days> =>
    sumDays([(await aggregates.get(store, { repo_key: key }))?.days ?? {}]);
  /** Without zeros that increments leave behind. */
  const nonZero = (all: Days): Days =>
    Object.fromEntries(
      Object.entries(all)
        .map(([date, day]) => [date, Object.fromEntries(Object.entries(day).filter(([, n]) => n !== 0))] as const)
        .filter(([, day]) => Object.keys(day).length > 0),
    );

  it('folds an event once however often it is delivered, and lets it expire from then on', async () => {
    const key = newKey();
    const id = await write(posted(key, 'f'));
    assert.equal((await store.get(eventPath(id)))?.['expires_at'], undefined);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => foldEvent(ports, id)));
    assert.equal(outcomes.filter((each) => each === 'folded').length, 1);
    assert.deepEqual(await days(key), { '2026-11-03': { posted: 1 } });
    const expires = new Date(NOW.getTime() + EVENT_RETENTION_DAYS * 86_400_000).toISOString();
    assert.equal((await store.get(eventPath(id)))?.['expires_at'], expires);
  });

  it('leaves an event alone that is gone, and says of one that cannot be read that it cannot', async () => {
    assert.equal(await foldEvent(ports, 'nothing'), 'gone');
    await store.set(eventPath('strange'), { type: 'finding.lost', repo_key: 'k' });
    assert.equal(await foldEvent(ports, 'strange'), 'unreadable');
    await store.set(eventPath('timeless'), { ...posted(newKey(), 'f'), at: 'soon' });
    assert.equal(await foldEvent(ports, 'timeless'), 'unreadable');
    assert.equal(errors.length, 2);
  });

  it('loses none of 200 events at once, nor counts one twice', async () => {
    const key = newKey();
    const ids = await Promise.all(Array.from({ length: 100 }, (_, at) => write(posted(key, `f${at}`))));
    const resolved = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        write({ type: 'finding.resolved', ...finding(key, `f${at}`), how: 'fixed', at: '2026-11-05T01:00:00.000Z' }),
      ),
    );
    const outcomes = await Promise.all([...resolved, ...ids].map((id) => foldEvent(ports, id)));
    assert.ok(outcomes.every((each) => each === 'folded'));
    assert.deepEqual(await days(key), { '2026-11-03': { posted: 100 }, '2026-11-05': { resolved: 100 } });
  });

  it(`equals a count of all events after ${EVENTS} of them, shuffled, repeated and cut off by crashes`, async function () {
    this.timeout(600_000);
    const random = randomNumbers(20_261_128);
    const keys = [newKey(), newKey(), newKey()];
    const events = randomEvents(random, keys, EVENTS);
    for (let at = 0; at < events.length; at += 200)
      await Promise.all(events.slice(at, at + 200).map(([id, event]) => store.set(eventPath(id), { ...event })));
    // A third comes twice, and what a crash cut off comes again, later than what is waiting: so deliver queues.
    const repeated = events.filter(() => random.below(3) === 0);
    const queue = random.shuffled([...events, ...repeated].map(([id]) => id));
    let crashes = 0;
    const dying: StorePort = {
      ...store,
      // Half of the crashes come before the commit, half after it and before anybody learns of it.
      transaction: async (work) => {
        const fate = random.below(10);
        const result = await store.transaction(async (tx) => {
          const done = await work(tx);
          if (fate === 0) throw new Error('died before the commit');
          return done;
        });
        if (fate === 1) throw new Error('died after the commit');
        return result;
      },
    };
    const workers = Array.from({ length: 12 }, async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        await foldEvent({ ...ports, store: dying }, id).catch(() => {
          crashes += 1;
          if (id !== undefined) queue.push(id);
        });
      }
    });
    await Promise.all(workers);
    assert.ok(crashes > EVENTS / 10, `${crashes} crashes`);

    for (const key of keys) {
      const expected = nonZero(counted(events.map(([, event]) => event).filter((event) => event.repo_key === key)));
      assert.ok(Object.keys(expected).length > 10);
      assert.deepEqual(nonZero(await days(key)), expected);
      const rebuilt = await rebuildAggregate({ store }, key);
      assert.deepEqual([rebuilt.missed, rebuilt.differences], [[], []]);
      assert.equal(rebuilt.events, events.filter(([, event]) => event.repo_key === key).length);
    }
  });

  /** What the events add up to, each taken once, in memory and in the order they were made. */
  function counted(events: ReviewEvent[]): Days {
    const subjects = new Map<string, Subject | undefined>();
    for (const event of events) {
      const id = subjectIdOf(event);
      if (id !== undefined) subjects.set(id, foldSubject(subjects.get(id), event));
    }
    return sumDays([...subjects.values()].map(figuresOf));
  }

  function randomEvents(
    random: ReturnType<typeof randomNumbers>,
    keys: string[],
    amount: number,
  ): [string, ReviewEvent][] {
    const events = new Map<string, ReviewEvent>();
    for (let step = 0; events.size < amount; step++) {
      const pr = 1 + random.below(50);
      const at = new Date(Date.UTC(2026, 9, 1 + random.below(58), random.below(24), random.below(60))).toISOString();
      const common = { repo_key: random.pick(keys), repo_id: 'ada/engine', pr_number: pr, at };
      const one = { ...common, fingerprint: `f${random.below(15)}` };
      const made: ReviewEvent[] = [
        { ...posted('', ''), ...one },
        { type: 'finding.resolved', ...one, how: 'fixed' },
        { type: 'finding.dismissed', ...one },
        { type: 'finding.reopened', ...one, run_number: step },
        { type: 'run.completed', ...common, run_number: random.below(200), command: 'review', mode: 'normal' },
        { type: 'pr.merged', ...common, opened_at: '2026-09-30T00:00:00.000Z' },
        { type: 'pr.opened', ...common },
      ];
      const event = random.pick(made);
      // What happens once to a subject has one id; what may happen again is told apart by its occasion.
      const again =
        event.type === 'finding.resolved' || event.type === 'finding.dismissed' || event.type === 'finding.reopened';
      const id = eventId(event, again ? String(step) : '');
      if (!events.has(id)) events.set(id, event);
    }
    return [...events];
  }

  describe('rebuildAggregate', () => {
    it('folds what triggers missed and says so', async () => {
      const key = newKey();
      await foldEvent(ports, await write(posted(key, 'a')));
      await write(posted(key, 'b'));
      await write({ type: 'pr.opened', repo_key: key, repo_id: 'ada/engine', pr_number: 1, at: NOW.toISOString() });
      assert.deepEqual(await rebuildAggregate({ store }, key), {
        events: 3,
        subjects: 2,
        missed: ['finding-1-b'],
        differences: [],
      });
      assert.deepEqual(await days(key), { '2026-11-03': { posted: 2 } });
      // The trigger that comes after all adds nothing.
      await foldEvent(ports, eventId(posted(key, 'b')));
      assert.deepEqual(await days(key), { '2026-11-03': { posted: 2 } });
    });

    it('replaces wrong figures and lists them', async () => {
      const key = newKey();
      await foldEvent(ports, await write(posted(key, 'a')));
      await store.set(aggregatePath(key), {
        days: { '2026-11-03': { posted: 5 }, '2026-11-09': { runs: 2 } },
        folds: 1,
      });
      assert.deepEqual((await rebuildAggregate({ store }, key)).differences, [
        { date: '2026-11-03', figure: 'posted', stored: 5, counted: 1 },
        { date: '2026-11-09', figure: 'runs', stored: 2, counted: 0 },
      ]);
      assert.deepEqual(await days(key), { '2026-11-03': { posted: 1 } });
      assert.deepEqual((await rebuildAggregate({ store }, key)).differences, []);
    });

    it('keeps what expired events told', async () => {
      const key = newKey();
      const id = await write(posted(key, 'a'));
      await foldEvent(ports, id);
      await store.delete(eventPath(id));
      assert.deepEqual((await rebuildAggregate({ store }, key)).differences, []);
      assert.deepEqual(await days(key), { '2026-11-03': { posted: 1 } });
      await store.delete(aggregatePath(key));
      await rebuildAggregate({ store }, key);
      assert.deepEqual(await days(key), { '2026-11-03': { posted: 1 } });
      assert.equal((await store.query({ collection: subjectsPath(key) })).length, 1);
    });

    it('reads more events and subjects than a page holds', async () => {
      const key = newKey();
      const ids = await Promise.all(Array.from({ length: 1_001 }, (_, at) => write(posted(key, `f${at}`))));
      const rebuilt = await rebuildAggregate({ store }, key);
      assert.deepEqual([rebuilt.events, rebuilt.subjects, rebuilt.missed.length], [1_001, 1_001, ids.length]);
      assert.deepEqual(await days(key), { '2026-11-03': { posted: 1_001 } });
    });

    it('counts right while events arrive', async () => {
      const key = newKey();
      const ids = await Promise.all(Array.from({ length: 60 }, (_, at) => write(posted(key, `f${at}`))));
      await Promise.all([
        ...ids.map((id) => foldEvent(ports, id)),
        rebuildAggregate({ store }, key).catch((error: unknown) => {
          assert.match(String(error), /changes faster/);
        }),
      ]);
      assert.deepEqual(await days(key), { '2026-11-03': { posted: 60 } });
    });
  });
});
