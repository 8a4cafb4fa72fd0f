/**
 * firestore.indexes.json against the queries of the code: Firestore indexes single fields by itself, a query that filters
 * by one and orders by another needs an index of both, and fails where it is deployed without.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { documentQueries } from './support/document-queries.ts';
import type { QueryShape } from './support/document-queries.ts';

const ROOT = join(import.meta.dirname, '..');

const configSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: z.literal('COLLECTION'),
      fields: z.array(
        z.object({ fieldPath: z.string(), order: z.string().optional(), arrayConfig: z.string().optional() }),
      ),
    }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().optional(),
      indexes: z.array(z.object({ order: z.string().optional(), queryScope: z.string() })),
    }),
  ),
});

/** Where queries go through that others make. */
const MECHANISM = new Set(['src/adapters/store.ts', 'src/documents/collection.ts', 'src/documents/tenants.ts']);

const RANGES = ['<', '<=', '>', '>='];

/** `jobs: access ASCENDING, created_at DESCENDING`; undefined when Firestore's own indexes are enough. */
function neededIndex({ collection, where, orderBy }: QueryShape): string | undefined {
  const ranges = [...new Set(where.filter(([, op]) => RANGES.includes(op)).map(([field]) => field))];
  const ordered = orderBy.filter(([field]) => field !== '__name__');
  const sorted = [
    ...ranges
      .filter((field) => field !== '__name__' && !ordered.some(([other]) => other === field))
      .map((f) => [f, 'asc']),
    ...ordered,
  ].map(([field, direction]) => `${field} ${direction === 'desc' ? 'DESCENDING' : 'ASCENDING'}`);
  const equal = where
    .filter(([field, op]) => !RANGES.includes(op) && field !== '__name__')
    .map(([field, op]) => `${field} ${op === 'array-contains' ? 'CONTAINS' : 'ASCENDING'}`)
    .sort();
  // Equalities alone are answered by merging single-field indexes.
  if (sorted.length === 0 || sorted.length + equal.length < 2) return undefined;
  return `${collection}: ${[...equal, ...sorted].join(', ')}`;
}

describe('firestore.indexes.json', () => {
  const config = configSchema.parse(JSON.parse(readFileSync(join(ROOT, '..', 'firestore.indexes.json'), 'utf8')));
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: `src/${path}`, text: readFileSync(join(ROOT, 'src', path), 'utf8') }));
  const { queries, unclear } = documentQueries(sources);
  const there = config.indexes.map(({ collectionGroup, fields }) => {
    const words = fields.map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig}`);
    return `${collectionGroup}: ${words.join(', ')}`;
  });

  it('is compared with every query of the code', () => {
    // The mechanism's own are made of what its callers give it, and these are read.
    assert.deepEqual(
      [...new Set(unclear.map((at) => at.replace(/:\d+$/, '')))].filter((path) => !MECHANISM.has(path)),
      [],
    );
    assert.ok(queries.length > 12, `${queries.length} queries`);
    assert.ok(queries.some(({ collection, where }) => collection === 'events' && where[0]?.[0] === 'repo_key'));
  });

  it('has each index that a query needs, and no other', () => {
    const needed = queries.map(neededIndex).filter((index) => index !== undefined);
    assert.deepEqual([...new Set(needed)].sort(), [...there].sort());
  });

  it('would be found to lack one', () => {
    const text = `const runs = collection('x/{k}/runs/{run}', s, r); const one = collection('one/{id}', s, r);
      const two = collection('two/{id}', s, r); const five = collection('five/{id}', s, r);
      runs.query(store, k, { where: [['a', '==', 1], ['b', '>', 2]], limit: 3 });
      runs.query(store, k, { where: [['l', 'array-contains', 1]], orderBy: [['n', 'desc']] });
      one.query(store, {}, { where: [['a', '>', 1]], orderBy: [['a', 'desc']] });
      two.query(store, {}, { where: [['a', '==', 1], ['b', '==', 2]] });
      two.pages(store, {}, [['a', '==', 1]]);
      two.query(store, {}, { where: conditions });
      const rule = [['a', '==', 1]];
      five.query(store, {}, { where: rule, orderBy: [['b', 'asc']] });
      six.query(store, {}, {});`;
    const found = documentQueries([{ path: 'a.ts', text }]);
    assert.deepEqual(found.queries.map(neededIndex), [
      'runs: a ASCENDING, b ASCENDING',
      'runs: l CONTAINS, n DESCENDING',
      undefined,
      undefined,
      undefined,
      'five: a ASCENDING, b ASCENDING',
    ]);
    assert.deepEqual(found.unclear, ['a.ts:8', 'a.ts:11']);
  });

  it('lets what is kept for a time alone expire', () => {
    const expiring = config.fieldOverrides.filter(({ ttl }) => ttl === true);
    assert.deepEqual(expiring.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`).sort(), [
      ...['clients', 'codes', 'grants', 'registrations', 'tokens'].map((kind) => `agent_${kind}.expires_at`),
      'answers.expires_at',
      'audit.expires_at',
      'deliveries.expires_at',
      'events.expires_at',
      'jobs.expires_at',
      'personal_tokens.expires_at',
      'refusals.expires_at',
      'removals.expires_at',
      'shards.expires_at',
    ]);
  });

  it('switches no single-field index off that a query uses', () => {
    const off = config.fieldOverrides.filter(({ indexes }) => indexes.length === 0);
    const used = queries.flatMap(({ collection, where, orderBy }) =>
      [...where, ...orderBy].map(([field]) => `${collection}.${field}`),
    );
    assert.deepEqual(
      off
        .map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)
        .filter((each) => used.includes(each)),
      [],
    );
  });
});
