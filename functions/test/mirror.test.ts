/**
 * `test/` mirrors `src/`, `local/` and `console/src/`: `test/model/glob.test.ts` tests `src/model/glob.ts`, and
 * `test/local/cli/graph.test.ts` tests `local/cli/graph.ts` (or the folder of that name). What tests a whole room stands
 * in that room's folder and is named below.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Tests of a whole room: its property, its behaviour on a bad day, or several of its files at once. */
const OF_ROOMS: Record<string, readonly string[]> = {
  '': ['architecture', 'docs', 'firestore-indexes', 'firestore-rules', 'mirror'],
  'adapters/git': ['credentials', 'git-commits'],
  'adapters/scm': ['contract', 'contract-commits', 'contract-threads', 'timeouts'],
  'api/access': ['query-access', 'tenants'],
  'api/http': ['outages'],
  'api/routes': ['contract', 'explorers', 'mcp-conformance'],
  'api/webhook': ['examples', 'fuzz', 'gitea'],
  extract: ['language-patterns'],
  'extract/gather': ['complexity'],
  graph: ['neighbours', 'query-plans'],
  'graph/reader': ['contract'],
  'graph/queries': ['content', 'lookups', 'relations'],
  'jobs/conversation': ['faults'],
  'jobs/ingest': ['killed-worker'],
  'jobs/reviews': ['deletion', 'faults', 'platform-faults'],
  'jobs/sync': ['pathological', 'property'],
  upgrade: ['upgrade'],
  journeys: [
    'automatic',
    'console',
    'console-pages',
    'conversation',
    'divided',
    'docs',
    'ingest',
    'odd-requests',
    'repositories',
    'review',
    'webhook',
  ],
  languages: ['examples', 'readme'],
  'local/build': ['deploy'],
  'local/demo': ['seed'],
  'local/scm-host': ['git', 'scm-host'],
  resolve: ['growth', 'self-reference'],
  'resolve/program': ['facts-content'],
  'review/agent': ['malformed', 'safety'],
  'review/diff': ['safety-blobs'],
  'review/lint': ['safety-linters'],
  'review/place': ['merge-sources', 'place-property', 'suggestions-property'],
};

/** Rooms of tests that have no room of sources. */
const WITHOUT_SOURCES = ['', 'journeys', 'upgrade'];

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** `model/glob` → the file or the folder that it mirrors; a test's own reader or data may stand beside it. */
function hasCounterpart(root: string, name: string): boolean {
  const rooms: Record<string, string> = {
    local: name,
    languages: name,
    console: `console/src${name.slice('console'.length)}`,
  };
  const sources = rooms[name.slice(0, name.indexOf('/'))] ?? `src/${name}`;
  return [sources, `test/${name}`].some(
    (path) => ['.ts', '.mjs'].some((end) => existsSync(join(root, path + end))) || isFolder(join(root, path)),
  );
}

/** Each test by its path in `test/` without the ending: `model/glob`. */
function testNames(root: string): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => path.slice(0, -'.test.ts'.length))
    .sort();
}

describe('test/ mirrors src/ and local/', () => {
  const ofRooms = Object.entries(OF_ROOMS).flatMap(([room, names]) =>
    names.map((name) => (room === '' ? name : `${room}/${name}`)),
  );

  it('in the place of every test, but for those named above', () => {
    const lost = testNames(ROOT).filter((name) => !hasCounterpart(ROOT, name) && !ofRooms.includes(name));
    assert.deepEqual(
      lost.map((name) => `test/${name}.test.ts`),
      [],
      'name each after the file it tests, or list it above when it tests a whole room',
    );
  });

  it('names only tests that are there, that mirror nothing, and that stand in the room they test', () => {
    const names = testNames(ROOT);
    assert.deepEqual(
      ofRooms.filter((name) => !names.includes(name) || hasCounterpart(ROOT, name)),
      [],
    );
    const rooms = [...new Set(ofRooms.map((name) => dirname(name).replace(/^\.$/, '')))];
    assert.deepEqual(
      rooms.filter((room) => !WITHOUT_SOURCES.includes(room) && !hasCounterpart(ROOT, room)),
      [],
    );
  });

  it('and knows a test that stands for nothing', () => {
    assert.equal(hasCounterpart(ROOT, 'model/glob'), true);
    assert.equal(hasCounterpart(ROOT, 'local/cli/test'), true);
    assert.equal(hasCounterpart(ROOT, 'model/globe'), false);
    assert.equal(hasCounterpart(ROOT, 'local/model/glob'), false);
  });
});
