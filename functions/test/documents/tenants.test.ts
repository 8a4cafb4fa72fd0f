/** Every collection says whose its documents are, and a deletion takes what it says: on the real emulator. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firestoreStore } from '../../src/adapters/store.ts';
import { COLLECTIONS, deleteDocumentsOf } from '../../src/documents/tenants.ts';
import { startProject } from '../support/firebase.ts';
import type { TestProject } from '../support/firebase.ts';
import { readDocuments, SAMPLES } from '../support/samples/read-samples.ts';
import { dumpDocuments, loadDocuments } from '../support/samples/stored-form.ts';

const DOCUMENTS = join(import.meta.dirname, '..', '..', 'src', 'documents');
const INDEXES = join(import.meta.dirname, '..', '..', '..', 'firestore.indexes.json');

/** `repositories/4f…/prs/7` → `repositories/{}/prs/{}`; `active_runs/4f…-7` → `active_runs/{}`. */
function formOf(path: string): string {
  return path
    .split('/')
    .map((part, at) => (at % 2 === 1 ? '{}' : part))
    .join('/');
}

describe('documents/tenants', function () {
  this.timeout(120_000);
  let project: TestProject;
  before(() => {
    project = startProject();
  });
  after(() => project.close());

  it('lists every collection that is declared', () => {
    const declared = readdirSync(DOCUMENTS).flatMap((file) =>
      [...readFileSync(join(DOCUMENTS, file), 'utf8').matchAll(/^export const \w+ = collection\(\s*'([^']+)'/gm)].map(
        ([, path]) => path,
      ),
    );
    assert.ok(declared.length > 20, `${declared.length} collections`);
    assert.deepEqual(COLLECTIONS.map(({ template }) => template).sort(), declared.sort());
  });

  it('names every collection that a sample of stored documents has', () => {
    const known = new Set(COLLECTIONS.map(({ template }) => formOf(template)));
    for (const sample of SAMPLES) {
      const unknown = Object.keys(readDocuments(sample).documents).filter((path) => !known.has(formOf(path)));
      assert.deepEqual(unknown, [], sample);
    }
  });

  it('has a TTL policy for every collection whose documents expire, and for no other', () => {
    const { fieldOverrides } = JSON.parse(readFileSync(INDEXES, 'utf8')) as {
      fieldOverrides: { collectionGroup: string; ttl?: boolean }[];
    };
    const expiring = COLLECTIONS.filter(({ retention }) => retention.expires === true);
    assert.deepEqual(
      [...new Set(expiring.map(({ template }) => template.split('/').at(-2)))].sort(),
      fieldOverrides
        .filter(({ ttl }) => ttl === true)
        .map(({ collectionGroup }) => collectionGroup)
        .sort(),
    );
  });

  it('take what is the tenant’s, and nothing else', async () => {
    const store = firestoreStore(project.app);
    for (const sample of SAMPLES) {
      const { documents, uid } = readDocuments(sample);
      await loadDocuments(project.app, documents);
      const shop =
        Object.keys(documents)
          .find((path) => path.endsWith('/prs/1'))
          ?.split('/')[1] ?? '';
      assert.notEqual(shop, '');
      await deleteDocumentsOf(store, 'repository', shop);
      await deleteDocumentsOf(store, 'user', uid);
      const left = new Set(Object.keys(await dumpDocuments(project.app)));
      const gone = Object.entries(documents).filter(([path]) => !left.has(path));
      const isTaken = ([path, doc]: [string, Record<string, unknown>]): boolean =>
        path.startsWith(`repositories/${shop}/`) ||
        path.startsWith(`aggregates/${shop}`) ||
        ['review_limits', 'reply_limits'].some((limits) => path === `${limits}/${shop}`) ||
        (/^(events|active_runs|untold_runs)\//.test(path) && doc['repo_key'] === shop) ||
        path.startsWith(`users/${uid}`) ||
        ['tools_config', 'ingestion_limits', 'support_limits'].some((kind) => path === `${kind}/${uid}`) ||
        (/^(support_queries|personal_tokens)\//.test(path) && doc['uid'] === uid);
      const wanted = Object.entries(documents).filter(isTaken);
      assert.ok(wanted.length > 30, `${wanted.length} documents`);
      assert.deepEqual(
        gone.map(([path]) => path),
        wanted.map(([path]) => path),
      );
      for (const path of left) await store.delete(path);
    }
  });
});
