import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { findClasses } from '../../../src/graph/queries/find-classes.ts';
import { findFunctions } from '../../../src/graph/queries/find-functions.ts';
import { search } from '../../../src/graph/queries/search.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const VAULT = `import { book } from './rooms';

/** Opens the vault when a fingerprint is known. */
export function unlockWithBiometrics(finger: string): boolean {
  return isKnown(finger);
}

/** Whether biometrics may be asked for. */
export function isSupported(): boolean {
  return true;
}

export function unlock(): boolean {
  // tries biometrics before the password
  return unlockWithBiometrics('left') || lock.open();
}

export function unlockAll(): void {}

function isKnown(finger: string): boolean {
  return finger !== '';
}
const lock = { open: () => false };
`;

const ROOMS = `export class MeetingRoom {
  book(hours: number): string {
    return \`\${hours} hours && biometrics\`;
  }
}
export function create_meeting_booking(room: MeetingRoom) {
  return room.book(1);
}
export function book() {}
// biometrics are not for rooms
`;

describe('graph/queries search', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('search');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, { 'src/vault.ts': VAULT, 'src/rooms.ts': ROOMS });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  const find = async (query: string, limit = 30) =>
    search.output.parse(await search.run(graph, scope, { query, limit })).results;
  const names = async (query: string, limit = 30) => (await find(query, limit)).map(({ name }) => name);

  it('finds a function by any part of its name', async () => {
    for (const query of ['unlockWithBiometrics', 'unlockWith', 'unlock biometrics', 'UNLOCK_WITH_BIOMETRICS']) {
      assert.equal((await names(query))[0], 'unlockWithBiometrics', query);
    }
    assert.equal((await names('biometrics'))[0], 'unlockWithBiometrics');
    assert.equal((await names('iometri'))[0], 'unlockWithBiometrics');
  });

  it('ranks the exact name, its beginnings, parts, docstring, body, then lines', async () => {
    assert.deepEqual((await names('unlock')).slice(0, 3), ['unlock', 'unlockAll', 'unlockWithBiometrics']);
    const found = await find('biometrics');
    assert.deepEqual(
      found.map(({ type, name }) => (type === 'line' ? `${type}:${name.slice(0, 12)}` : `${type}:${name}`)),
      [
        'function:unlockWithBiometrics',
        'function:isSupported',
        'function:book',
        'function:unlock',
        'line:return `${ho',
        'line:// biometric',
        'line:/** Whether ',
        'line:// tries bio',
      ],
    );
    const scores = found.map(({ score }) => score);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
    assert.ok(scores.every((score) => score > 0 && score <= 1));
  });

  it('says where, with the text and the docstring; a line is named after itself', async () => {
    const [first] = await find('unlockWithBiometrics', 1);
    assert.deepEqual(
      [first?.repo_id, first?.path, first?.line_number, first?.docstring],
      [repoId, 'src/vault.ts', 4, 'Opens the vault when a fingerprint is known.'],
    );
    assert.match(first?.source_code ?? '', /return isKnown\(finger\)/);
    const line = (await find('before the password')).find(({ type }) => type === 'line');
    assert.deepEqual(
      [line?.name, line?.line_number, line?.source_code, line?.docstring],
      ['// tries biometrics before the password', 14, '  // tries biometrics before the password', null],
    );
  });

  it('takes qualified names, files by name and path, and modules', async () => {
    const [method] = await find('MeetingRoom.book');
    assert.deepEqual([method?.name, method?.path, method?.line_number], ['book', 'src/rooms.ts', 2]);
    assert.equal((await find('rooms.ts'))[0]?.type, 'file');
    assert.equal((await find('src/rooms.ts'))[0]?.type, 'file');
  });

  it('finds names that are only like the text when nothing else is there', async () => {
    assert.equal((await names('unlockWithBiometrcs'))[0], 'unlockWithBiometrics');
    assert.equal((await names('meetroom'))[0], 'MeetingRoom');
  });

  it('shows other names before the fourth of the same', async () => {
    const crowded = testRepoId('crowded');
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`f${at}.py`, 'def error_message(): pass\n'] as const),
    );
    await indexTexts(graph, crowded, { ...files, 'last.py': 'def shown_error_message(): pass\n' });
    const within = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, crowded);
    const ask = async (query: string) =>
      (await search.run(graph, within, { query, limit: 10 })).results.map(({ name }) => name);
    assert.deepEqual((await ask('error message')).indexOf('shown_error_message'), 3);
    assert.ok((await ask('error_message')).every((name) => name === 'error_message'));
    await deleteRepository(graph, crowded);
  });

  it('ranks names by how much of them the words are, and by how the words stand in them', async () => {
    const shares = testRepoId('shares');
    await indexTexts(graph, shares, {
      'form-data.py': 'form_data_shape = 1\n',
      'forms.py': [
        'def data_of_a_form(): pass',
        'def form_of_data(): pass',
        'def is_form_data(): pass',
        'def serialize_form_data_to_text(): pass',
        'def formal_data(): pass',
        'class FormData: pass',
      ].join('\n'),
    });
    const within = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, shares);
    const { results } = await search.run(graph, within, { query: 'form data', limit: 30 });
    assert.deepEqual(
      results.filter(({ type }) => type !== 'line').map(({ name }) => name),
      [
        'FormData',
        'is_form_data',
        'formal_data',
        'form-data.py',
        'form_data_shape',
        'serialize_form_data_to_text',
        'form_of_data',
        'data_of_a_form',
      ],
    );
    await deleteRepository(graph, shares);
  });

  it('keeps the limit, lines included', async () => {
    for (const limit of [1, 3, 5]) assert.equal((await find('biometrics', limit)).length, limit);
  });

  it('answers anything with literal hits or nothing', async () => {
    const signs = ['+', '-', '&&', '||', '!', '(', ')', '{', '}', '[', ']', '^', '"', '~', '*', '?', ':', '\\', '/'];
    const odd = [
      ...signs,
      'AND',
      'OR',
      'NOT',
      "'",
      '`',
      '🎉',
      '日本語',
      'x',
      '\u0000',
      '\ud800',
      '${',
      '\\u0041',
      '~2',
    ];
    const longest = ['a', '(', '🎉', 'é ', 'AND '].map((text) => text.repeat(500).slice(0, 500));
    for (const text of [
      ...odd,
      ...odd.map((sign) => `room ${sign}`),
      ...odd.map((sign) => `${sign}book`),
      ...longest,
    ]) {
      const lines = `${VAULT}\n${ROOMS}`.split('\n').filter((line) => line.includes(text));
      const found = await find(text, 100);
      const shown = found.filter(({ type }) => type === 'line').map(({ source_code: code }) => code);
      if (lines.length > 0) assert.ok(found.length > 0, JSON.stringify(text));
      if (found.length < 100)
        assert.ok(
          lines.every((line) => shown.includes(line)),
          JSON.stringify(text),
        );
    }
    for (const blank of ['', ' ', '\t\n ']) assert.deepEqual(await find(blank), []);
    await assert.rejects(find('x'.repeat(501)), (error) => error instanceof AppError && error.code === 'bad_request');
  });

  describe('fuzzy names', () => {
    const functions = async (name: string) =>
      (await findFunctions.run(graph, scope, { name, fuzzy: true })).results.map((result) => result.name);
    const classes = async (name: string) =>
      (await findClasses.run(graph, scope, { name, fuzzy: true })).results.map((result) => result.name);

    it('forgives typos, other case, order, and words run together', async () => {
      for (const near of [
        'meetroom',
        'roommeet',
        'MeetngRoom',
        'meeting_room',
        'MEETINGROOM',
        'metingroom',
        'eetingroo',
      ]) {
        assert.equal((await classes(near))[0], 'MeetingRoom', near);
      }
      for (const near of ['bookMeet', 'createbooking', 'createmeetbook', 'create_meting_boking']) {
        assert.equal((await functions(near))[0], 'create_meeting_booking', near);
      }
    });

    it('puts what is nearer first', async () => {
      assert.deepEqual((await functions('unlock')).slice(0, 2), ['unlock', 'unlockAll']);
    });

    it('takes names without a letter, and too long ones', async () => {
      for (const name of ['[]', '🎉', ' ', 'x'.repeat(500), 'aB'.repeat(250), '1'.repeat(500)]) {
        assert.deepEqual(await functions(name), [], name.slice(0, 20));
      }
    });
  });
});
