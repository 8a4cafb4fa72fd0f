/** The store port on the real Firestore emulator. */
import assert from 'node:assert/strict';
import { Timestamp, getFirestore } from 'firebase-admin/firestore';
import { initializeApp, deleteApp, type App } from 'firebase-admin/app';
import { firestoreStore } from '../../src/adapters/store.ts';
import { AppError } from '../../src/model/errors.ts';
import type { StorePort } from '../../src/ports.ts';
import { startProject } from '../support/firebase.ts';
import type { TestProject } from '../support/firebase.ts';
import { startRefusingStore, type RefusingStore } from '../support/refusing-store.ts';

describe('firestoreStore', () => {
  let project: TestProject;
  let store: StorePort;

  before(() => {
    project = startProject();
    store = firestoreStore(project.app);
  });
  after(() => project.close());

  it('returns what was stored, and undefined for what was not', async () => {
    await store.set('things/a', { n: 1, list: ['x'], deep: { when: '2026-01-02T03:04:05.000Z' }, none: null });
    assert.deepEqual(await store.get('things/a'), {
      n: 1,
      list: ['x'],
      deep: { when: '2026-01-02T03:04:05.000Z' },
      none: null,
    });
    assert.equal(await store.get('things/absent'), undefined);
    assert.deepEqual(await store.getAll(['things/absent', 'things/a']).then((docs) => docs.map((doc) => doc?.['n'])), [
      undefined,
      1,
    ]);
  });

  it('stores text with half of a character, which the service itself does not answer to', async () => {
    const half = { text: 'Half \ud83d', list: ['\udc00 😊'] };
    await store.set('things/half', half);
    await store.update('things/half', { more: '\ud800' });
    await store.transaction(async (tx) => {
      await tx.get('things/half');
      tx.create('things/half-too', half);
    });
    const stored = { text: 'Half \ufffd', list: ['\ufffd 😊'] };
    assert.deepEqual(await store.get('things/half'), { ...stored, more: '\ufffd' });
    assert.deepEqual(await store.get('things/half-too'), stored);
  });

  it('reads a Timestamp of another writer as an ISO string', async () => {
    await getFirestore(project.app)
      .doc('things/t')
      .set({ at: Timestamp.fromDate(new Date('2026-05-06T07:08:09Z')), in: [{ at: Timestamp.fromMillis(0) }] });
    assert.deepEqual(await store.get('things/t'), {
      at: '2026-05-06T07:08:09.000Z',
      in: [{ at: '1970-01-01T00:00:00.000Z' }],
    });
  });

  it('creates once and updates only what exists', async () => {
    await store.create('once/a', { n: 1 });
    await assert.rejects(store.create('once/a', { n: 2 }), { name: 'AppError', code: 'conflict' });
    await assert.rejects(store.update('once/absent', { n: 2 }), { name: 'AppError', code: 'not_found' });
    await store.update('once/a', { m: 3 });
    assert.deepEqual(await store.get('once/a'), { n: 1, m: 3 });
    await store.delete('once/a');
    assert.equal(await store.get('once/a'), undefined);
  });

  it('queries with conditions, order and limit', async () => {
    for (const [id, n, group] of [
      ['a', 1, 'x'],
      ['b', 3, 'x'],
      ['c', 2, 'x'],
      ['d', 9, 'y'],
    ] as const) {
      await store.set(`items/${id}`, { n, group });
    }
    const found = await store.query({
      collection: 'items',
      where: [['group', '==', 'x']],
      orderBy: [['n', 'desc']],
      limit: 2,
    });
    assert.deepEqual(
      found.map(({ id }) => id),
      ['b', 'c'],
    );
  });

  it('deletes a document with everything below it', async () => {
    await store.set('trees/t', { n: 1 });
    await store.set('trees/t/leaves/l', { n: 2 });
    await store.deleteTree('trees/t');
    assert.deepEqual(await store.getAll(['trees/t', 'trees/t/leaves/l']), [undefined, undefined]);
  });

  it('deletes a collection with everything below it, where the documents between are gone already', async () => {
    await store.set('woods/w/trees/t/leaves/l', { n: 1 });
    await store.set('woods/w', { n: 2 });
    await store.deleteTree('woods/w/trees');
    assert.deepEqual(await store.getAll(['woods/w', 'woods/w/trees/t/leaves/l']), [{ n: 2 }, undefined]);
  });

  it('adds numbers to nested fields, from 100 transactions at once and from nothing', async () => {
    const add = (n: number) =>
      store.transaction(async (tx) => {
        tx.increment('sums/s', { days: { '2026-11-03': { a: 1, b: n } }, all: 2 });
      });
    await Promise.all(Array.from({ length: 100 }, (_, n) => add(n)));
    await store.transaction(async (tx) => tx.increment('sums/s', { days: { '2026-11-04': { a: -1 } } }));
    assert.deepEqual(await store.get('sums/s'), {
      days: { '2026-11-03': { a: 100, b: 4950 }, '2026-11-04': { a: -1 } },
      all: 200,
    });
  });

  it('stores a date as a time and gives it back as text', async () => {
    await store.set('dates/d', { at: new Date('2026-11-03T04:05:06Z') });
    assert.deepEqual(await store.get('dates/d'), { at: '2026-11-03T04:05:06.000Z' });
  });

  it('loses no update of 20 transactions that meet on one document', async () => {
    await store.set('counters/c', { n: 0 });
    const add = () =>
      store.transaction(async (tx) => {
        const doc = await tx.get('counters/c');
        tx.set('counters/c', { n: Number(doc?.['n']) + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, add));
    assert.deepEqual(await store.get('counters/c'), { n: 20 });
  });

  it('writes nothing when the work of a transaction fails, and passes its error on', async () => {
    const failing = store.transaction(async (tx) => {
      tx.set('counters/never', { n: 1 });
      throw new AppError('rate_limited', 'enough');
    });
    await assert.rejects(failing, { code: 'rate_limited', message: 'enough' });
    assert.equal(await store.get('counters/never'), undefined);
  });

  it('answers store_unavailable when the server cannot be reached', async () => {
    const { FIRESTORE_EMULATOR_HOST: address } = process.env;
    process.env['FIRESTORE_EMULATOR_HOST'] = '127.0.0.1:1';
    const app = initializeApp({ projectId: 'demo-nobody' }, 'unreachable');
    try {
      const dead = firestoreStore(app, { operationMs: 500 });
      await assert.rejects(dead.get('things/a'), { name: 'AppError', code: 'store_unavailable' });
    } finally {
      process.env['FIRESTORE_EMULATOR_HOST'] = address;
      await deleteApp(app);
    }
  });

  describe('on a bad day of the service', () => {
    let bad: RefusingStore;
    let app: App;
    let away: StorePort;
    before(async () => {
      const { FIRESTORE_EMULATOR_HOST: address = '' } = process.env;
      bad = await startRefusingStore(address);
      app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? 'demo-bad-day' }, 'bad-day');
      process.env['FIRESTORE_EMULATOR_HOST'] = bad.address;
      away = firestoreStore(app);
      process.env['FIRESTORE_EMULATOR_HOST'] = address;
    });
    after(async () => {
      await deleteApp(app);
      await bad.close();
    });

    // google.rpc.Code: CANCELLED, UNKNOWN, INTERNAL, UNAUTHENTICATED; the SDK tries others again by itself.
    for (const status of [1, 2, 13, 16]) {
      it(`answers store_unavailable to a write that ends with status ${status}, and takes the next one`, async () => {
        bad.refuse('Commit', status);
        await assert.rejects(away.set(`days/s${status}`, { n: 1 }), { name: 'AppError', code: 'store_unavailable' });
        await away.set(`days/s${status}`, { n: 2 });
        assert.deepEqual(await away.get(`days/s${status}`), { n: 2 });
      });
    }

    it('ends a transaction that is aborted many times, once', async () => {
      await away.set('days/aborted', { n: 0 });
      const before = bad.refused();
      bad.refuse('Commit', 10, 4);
      await away.transaction(async (tx) => {
        const doc = await tx.get('days/aborted');
        tx.set('days/aborted', { n: Number(doc?.['n']) + 1 });
      });
      assert.equal(bad.refused() - before, 4);
      assert.deepEqual(await away.get('days/aborted'), { n: 1 });
    });

    it('says of a project without a database that it has none, and not that nothing was found', async () => {
      // The SDK asks more than once.
      bad.refuse('RunQuery', 5, 20, 'The database (default) does not exist for project demo');
      const asked = away.query({ collection: 'days' });
      await assert.rejects(asked, { code: 'store_unavailable', message: /no Firestore database/ });
    });

    it('throws a call that the rules of the project forbid as the fault it is', async () => {
      bad.refuse('Commit', 7);
      await assert.rejects(away.set('days/never', { n: 1 }), (error) => !(error instanceof AppError));
    });
  });
});
