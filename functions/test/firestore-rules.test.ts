/** firestore.rules on the official emulator, asked over REST as a web client would: nothing is anybody's. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firestoreStore } from '../src/adapters/store.ts';
import { signIn, startProject } from './support/firebase.ts';
import type { TestProject } from './support/firebase.ts';

const RULES = readFileSync(join(import.meta.dirname, '..', '..', 'firestore.rules'), 'utf8');

const PATHS = (uid: string) => [
  `users/${uid}`,
  `users/${uid}/grants/private`,
  `tools_config/${uid}`,
  'repositories/k',
  'repositories/k/prs/1',
  'repositories/k/prs/1/runs/1',
  'repositories/k/prs/1/issues/f',
  'aggregates/k',
  'aggregates/k/subjects/pr-1',
  'events/e',
  'deliveries/d',
  'jobs/j',
  'support_queries/s',
  'hidden/repositories',
  'anything/else',
];

describe('firestore.rules', () => {
  let project: TestProject;
  let uid: string;
  let idToken: string;
  let base: string;

  before(async () => {
    project = startProject();
    const host = process.env['FIRESTORE_EMULATOR_HOST'] ?? '';
    base = `http://${host}/v1/projects/${project.projectId}/databases/(default)/documents`;
    ({ uid, idToken } = await signIn(project.projectId, { id: 7, login: 'ada' }));
    const store = firestoreStore(project.app);
    for (const path of PATHS(uid)) await store.set(path, { secret: 'x' });
    await load(host, RULES);
  });
  after(() => project.close());

  async function load(host: string, content: string): Promise<void> {
    const url = `http://${host}/emulator/v1/projects/${project.projectId}:securityRules`;
    const body = JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } });
    const answer = await fetch(url, { method: 'PUT', body });
    assert.equal(answer.status, 200, await answer.text());
  }

  const ask = async (method: string, path: string, token?: string, body?: unknown) => {
    const answer = await fetch(`${base}/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const document = { fields: { secret: { stringValue: 'mine' } } };

  for (const who of ['an anonymous client', 'a signed-in client']) {
    it(`let ${who} neither read, write, list nor delete anything`, async () => {
      const token = who === 'a signed-in client' ? idToken : undefined;
      for (const path of PATHS(uid)) {
        const collection = path.slice(0, path.lastIndexOf('/'));
        for (const [method, target, body] of [
          ['GET', path, undefined],
          ['GET', collection, undefined],
          ['PATCH', path, document],
          ['PATCH', `${collection}/new`, document],
          ['DELETE', path, undefined],
        ] as const) {
          const { status, text } = await ask(method, target, token, body);
          assert.equal(status, 403, `${method} ${target}: ${text}`);
          assert.ok(!text.includes('"x"'), text);
        }
      }
    });
  }

  it('are what keeps them out: others would let them in', async () => {
    const open = RULES.replace('if false', 'if true');
    assert.notEqual(open, RULES);
    await load(process.env['FIRESTORE_EMULATOR_HOST'] ?? '', open);
    assert.equal((await ask('GET', 'repositories/k')).status, 200);
    await load(process.env['FIRESTORE_EMULATOR_HOST'] ?? '', RULES);
    assert.equal((await ask('GET', 'repositories/k')).status, 403);
  });
});
