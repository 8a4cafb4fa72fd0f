/** A collection on the real emulator: what is typed, what is kept, and what is refused. */
import assert from 'node:assert/strict';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { firestoreStore } from '../../src/adapters/store.ts';
import { collection, NOBODYS } from '../../src/documents/collection.ts';
import { AppError } from '../../src/model/errors.ts';
import type { StorePort } from '../../src/ports.ts';
import { startProject } from '../support/firebase.ts';
import type { TestProject } from '../support/firebase.ts';

const parts = collection(
  'wholes/{whole}/parts/{part}',
  z.object({
    name: z.string(),
    size: z.int().default(0),
    inner: z.object({ a: z.int() }).optional(),
    expires_at: z.string().optional(),
  }),
  { kept: 'for a test', expires: true, tenant: NOBODYS },
);

describe('documents/collection', () => {
  let project: TestProject;
  let store: StorePort;
  before(() => {
    project = startProject();
    store = firestoreStore(project.app);
  });
  after(() => project.close());

  const key = { whole: 'w', part: 7 };

  it('lies where its template says', () => {
    assert.equal(parts.path(key), 'wholes/w/parts/7');
    assert.equal(parts.within({ whole: 'w' }), 'wholes/w/parts');
    for (const whole of ['', 'a/b']) assert.throws(() => parts.path({ whole, part: 1 }), AppError);
  });

  it('gives what was set, with the defaults of fields that an older document lacks', async () => {
    await parts.set(store, key, { name: 'first' });
    assert.deepEqual(await parts.get(store, key), { name: 'first', size: 0 });
    assert.equal(await parts.get(store, { whole: 'w', part: 8 }), undefined);
    assert.deepEqual(await parts.getAll(store, [{ whole: 'w', part: 8 }, key]), [
      undefined,
      { name: 'first', size: 0 },
    ]);
    await parts.update(store, key, { size: 3 });
    await store.transaction(async (tx) => {
      const found = await parts.getAll(tx, [key]);
      assert.deepEqual(found, [{ name: 'first', size: 3 }]);
    });
  });

  it('keeps fields that it does not know when a document is read and written again', async () => {
    const newer = { name: 'n', size: 1, inner: { a: 1, b: 'newer' }, later: { any: [1] } };
    await store.set(parts.path(key), newer);
    const read = await parts.get(store, key);
    assert.ok(read !== undefined);
    await parts.set(store, key, { ...read, size: 2 });
    assert.deepEqual(await store.get(parts.path(key)), { ...newer, size: 2 });
  });

  it('stores the time that a document expires at as a date, also when it was read before', async () => {
    const expires_at = '2026-11-29T10:00:00.000Z';
    await parts.set(store, key, { name: 'n', expires_at });
    const read = await parts.get(store, key);
    assert.equal(read?.expires_at, expires_at);
    await parts.set(store, key, { ...read, name: 'm' });
    const { expires_at: stored } = (await getFirestore(project.app).doc(parts.path(key)).get()).data() ?? {};
    assert.ok(stored instanceof Timestamp);
    assert.equal(stored.toDate().toISOString(), expires_at);
  });

  it('asks and pages its collection', async () => {
    const folder = { whole: 'many' };
    for (let part = 0; part < 5; part++) await parts.set(store, { ...folder, part }, { name: `p${part % 2}` });
    const found = await parts.query(store, folder, { where: [['name', '==', 'p1']], orderBy: [['__name__', 'asc']] });
    assert.deepEqual(
      found.map(({ id, doc }) => [id, doc.name]),
      [
        ['1', 'p1'],
        ['3', 'p1'],
      ],
    );
    const ids: string[] = [];
    for await (const page of parts.pages(store, folder)) ids.push(...page.map(({ id }) => id));
    assert.deepEqual(ids, ['0', '1', '2', '3', '4']);
    await parts.deleteAll(store, folder);
    assert.deepEqual(await parts.query(store, folder, {}), []);
  });

  it('says which document is not readable, and lets those go on that can do without it', async () => {
    await store.set(parts.path(key), { name: 5 });
    await assert.rejects(parts.get(store, key), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'internal');
      assert.match(error.message, /wholes\/w\/parts\/7/);
      return true;
    });
    assert.equal(await parts.getReadable(store, key), 'unreadable');
    for await (const page of parts.readablePages(store, { whole: 'w' })) {
      assert.deepEqual(page, [{ id: '7', doc: undefined }]);
    }
  });
});
