import assert from 'node:assert/strict';
import { accessOf, PUBLIC_ACCESS, scopeOf, type Scope } from '../../src/graph/access.ts';
import { complexityTop } from '../../src/graph/queries/complexity-top.ts';
import { complexityOf } from '../../src/graph/queries/complexity.ts';
import { findCallers } from '../../src/graph/queries/find-callers.ts';
import { findClasses } from '../../src/graph/queries/find-classes.ts';
import { findFunctions } from '../../src/graph/queries/find-functions.ts';
import { graphStats } from '../../src/graph/queries/stats.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import { awaitFullText } from '../../src/graph/schema.ts';
import { AppError } from '../../src/model/errors.ts';
import type { GraphPort } from '../../src/ports.ts';
import { writePlain, type PlainFile } from '../support/graph-rows.ts';
import { testGraph, testRepoId } from '../support/neo4j.ts';

const BOOKING: PlainFile = {
  path: 'app/booking.py',
  text: [
    'def create_meeting_booking(room):',
    '    return save(room)',
    'def save(x):',
    '    return x',
    'class MeetingRoom:',
    '    def save(self):',
    '        return save(self)',
    'def unused_hook(): return 1',
    'def operator_plus(a): return a',
    '',
  ].join('\n'),
  symbols: [
    { name: 'create_meeting_booking', line: 1, endLine: 2, complexity: 3 },
    { name: 'save', line: 3, endLine: 4, complexity: 12 },
    { name: 'MeetingRoom', label: 'Class', line: 5, endLine: 7 },
    { name: 'save', qualifiedName: 'MeetingRoom.save', line: 6, endLine: 7, complexity: 25 },
    { name: 'unused_hook', line: 8 },
    { name: 'operator+', line: 9 },
  ],
  calls: [
    ['create_meeting_booking', 'save', [2]],
    ['MeetingRoom.save', 'save', [7]],
    ['', 'app/other.py#Save', [1, 4]],
  ],
};

const OTHER: PlainFile = {
  path: 'app/other.py',
  text: 'def Save(): pass\nHOOKS = ["unused_hook", "unused_hooks", "my_unused_hook"]\ndef go():\n    return x.unused_hook\n',
  symbols: [
    { name: 'Save', line: 1, complexity: 8 },
    { name: 'go', line: 3, endLine: 4 },
  ],
};

describe('graph/queries', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const open = testRepoId('open');
  const secret = testRepoId('secret');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, open);

  before(async () => {
    graph = await testGraph();
    await writePlain(graph, open, PUBLIC_ACCESS, [OTHER, BOOKING]);
    await writePlain(graph, secret, accessOf(secret, true), [OTHER, BOOKING]);
    await awaitFullText(graph);
  });

  after(async () => {
    await deleteRepository(graph, open);
    await deleteRepository(graph, secret);
  });

  describe('find_functions', () => {
    const find = (name: string, fuzzy = false, within: Scope = scope) =>
      findFunctions.run(graph, within, { name, fuzzy });

    it('gives the namesakes as spelled, in the order of their places, with their own text', async () => {
      const answer = findFunctions.output.parse(await find('save'));
      assert.deepEqual(
        answer.results.map((result) => [result.qualified_name, result.line_number, result.complexity]),
        [
          ['save', 3, 12],
          ['MeetingRoom.save', 6, 25],
        ],
      );
      assert.equal(answer.results[0]?.source_code, 'def save(x):\n    return x');
      assert.equal(answer.total, 2);
      assert.equal(answer.truncated, undefined);
    });

    it('takes a qualified name, and another case only when nothing is spelled so', async () => {
      assert.deepEqual(
        (await find('MeetingRoom.save')).results.map((result) => result.line_number),
        [6],
      );
      assert.deepEqual(
        (await find('MeetingRoom::save')).results.map((result) => result.line_number),
        [6],
      );
      assert.deepEqual((await find('SAVE')).results.map((result) => result.name).sort(), ['Save', 'save', 'save']);
      assert.deepEqual((await find('nothing_of_that_name')).results, []);
    });

    it('finds by parts, other case and typos when fuzzy, the best first', async () => {
      for (const near of [
        'bookMeet',
        'createMeeting',
        'create_meting_booking',
        'CREATEMEETINGBOOKING',
        'meetingbook',
      ]) {
        assert.equal((await find(near, true)).results[0]?.name, 'create_meeting_booking', near);
      }
      assert.equal((await find('save', true)).results[0]?.name, 'save');
      assert.deepEqual((await find('zzzzqqqq', true)).results, []);
    });

    it('is not upset by anything that means something to the query parser', async () => {
      const special = [
        '+',
        '-',
        '&&',
        '||',
        '!',
        '(',
        ')',
        '{',
        '}',
        '[',
        ']',
        '^',
        '"',
        '~',
        '*',
        '?',
        ':',
        '\\',
        '/',
        'AND',
        'OR',
        'NOT',
      ];
      for (const text of special) for (const name of [text, `save${text}`, `${text}save`]) await find(name, true);
      assert.deepEqual(
        (await find('+', true)).results.map((result) => result.name),
        ['operator+'],
      );
      assert.ok((await find('save && (', true)).results.some((result) => result.name === 'save'));
    });
  });

  it('find_classes says what kind of class', async () => {
    const answer = findClasses.output.parse(await findClasses.run(graph, scope, { name: 'roomMeet', fuzzy: true }));
    assert.deepEqual(
      answer.results.map(({ name, kind }) => [name, kind]),
      [['MeetingRoom', 'class']],
    );
  });

  it('function_complexity gives the highest of the namesakes and all of them, and not_found', async () => {
    const answer = complexityOf.output.parse(await complexityOf.run(graph, scope, { function_name: 'save' }));
    assert.deepEqual(
      [answer.complexity.score, answer.complexity.risk_level, answer.path_filter],
      [25, 'critical', null],
    );
    assert.deepEqual(
      answer.matches.map(({ score, risk_level }) => [score, risk_level]),
      [
        [25, 'critical'],
        [12, 'high'],
      ],
    );
    const missing = complexityOf.run(graph, scope, { function_name: 'save', path: 'app/nowhere.py' });
    await assert.rejects(missing, (error) => error instanceof AppError && error.code === 'not_found');
  });

  it('most_complex_functions sorts by complexity, in one repository and over all', async () => {
    const top = await complexityTop.run(graph, scope, { limit: 3 });
    assert.deepEqual(
      top.results.map(({ complexity, risk_level }) => [complexity, risk_level]),
      [
        [25, 'critical'],
        [12, 'high'],
        [8, 'medium'],
      ],
    );
    const all = await complexityTop.run(graph, scopeOf({ privateRepoIds: [secret], hiddenRepoIds: [] }), {
      limit: 100,
    });
    const scores = all.results.map(({ complexity }) => complexity);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
  });

  describe('find_callers', () => {
    const callers = async (symbol: string, within: Scope = scope) =>
      findCallers.output.parse(await findCallers.run(graph, within, { symbol_name: symbol, include_source: true }));

    it('gives the callers of each definition apart, with every line', async () => {
      const answer = await callers('save');
      assert.deepEqual(
        answer.callers.map((caller) => [caller.qualified_name, caller.line, caller.definition?.qualified_name]),
        [
          ['create_meeting_booking', 2, 'save'],
          ['MeetingRoom.save', 7, 'save'],
        ],
      );
      assert.deepEqual(
        answer.definitions.map(({ qualified_name, symbol_type }) => [qualified_name, symbol_type]),
        [
          ['save', 'function'],
          ['MeetingRoom.save', 'function'],
        ],
      );
      assert.equal(answer.fallback_used, false);
    });

    it('names the file for a call at its top level', async () => {
      const { callers: found } = await callers('Save');
      assert.deepEqual(
        found.map(({ caller, type, path, lines }) => [caller, type, path, lines]),
        [['booking.py', 'file', 'app/booking.py', [1, 4]]],
      );
    });

    it('falls back to lines that mention exactly this name, but for its definition', async () => {
      const answer = await callers('unused_hook');
      assert.equal(answer.fallback_used, true);
      assert.deepEqual(
        answer.callers.map(({ caller, type, line, source }) => [caller, type, line, source]),
        [
          ['other.py', 'file', 2, 'text_reference'],
          ['go', 'function', 4, 'text_reference'],
        ],
      );
    });

    it('has nothing to say about a name that is nowhere', async () => {
      assert.deepEqual(await callers('zzzz'), {
        symbol: 'zzzz',
        callers: [],
        total: 0,
        via_interface: [],
        via_interface_total: 0,
        definitions: [],
        fallback_used: false,
        next_cursor: null,
      });
    });
  });

  it('shows a private repository to those who may read it, and one that is being deleted to nobody', async () => {
    const nobody = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, secret);
    const owner = scopeOf({ privateRepoIds: [secret], hiddenRepoIds: [] }, secret);
    const afterDelete = scopeOf({ privateRepoIds: [secret], hiddenRepoIds: [secret] }, secret);
    for (const [who, seen] of [
      [nobody, 0],
      [owner, 2],
      [afterDelete, 0],
    ] as const) {
      for (const fuzzy of [false, true]) {
        const { results } = await findFunctions.run(graph, who, { name: 'save', fuzzy });
        assert.equal(results.filter((result) => result.name === 'save').length, seen);
      }
      assert.equal((await complexityTop.run(graph, who, { limit: 10 })).total > 0, seen > 0);
      assert.equal(
        (await findCallers.run(graph, who, { symbol_name: 'unused_hook', include_source: true })).total > 0,
        seen > 0,
      );
      assert.equal((await graphStats.run(graph, who, {})).repositories, seen > 0 ? 1 : 0);
    }
    const everywhere = scopeOf({ privateRepoIds: [], hiddenRepoIds: [open] });
    const { results } = await findFunctions.run(graph, everywhere, { name: 'create_meeting_booking', fuzzy: true });
    assert.ok(results.every(({ repo_id }) => repo_id !== secret && repo_id !== open));
  });
});
