import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { testGroups } from '../../../local/test-run/test-groups.ts';
import { makeFolder, writeFiles } from '../../support/repositories.ts';

/** Not written out below: this file's own group follows from such lines. */
const importing = (path: string): string => `import { x } from '${path}';\n`;

const FILES = {
  'test/support/neo4j.ts': 'export const x = 1;\n',
  'test/support/firebase.ts': 'export const x = 1;\n',
  'test/support/service.ts': `${importing('./firebase.ts')}export { x };\n`,
  'src/review/neo4j.ts': `${importing('../../test/support/neo4j.ts')}export { x };\n`,
  'test/model/ids.test.ts': "describe('ids', () => {});\n",
  'test/graph/write.test.ts': importing('../support/neo4j.ts'),
  'test/api/routes/auth.test.ts': `${importing('../../support/service.ts')}// signs in\n`,
  'test/review/diff.test.ts': importing('../../src/review/neo4j.ts'),
  'test/journeys/ingest.test.ts': 'fetch(1);\n',
};

describe('local/test-groups', () => {
  let root: string;

  before(() => {
    root = makeFolder();
    writeFiles(root, FILES);
  });
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('groups all test files by what they import, through other support files too', () => {
    assert.deepEqual(testGroups(undefined, root), {
      plain: ['test/model/ids.test.ts', 'test/review/diff.test.ts'],
      services: ['test/api/routes/auth.test.ts', 'test/graph/write.test.ts'],
      journeys: ['test/journeys/ingest.test.ts'],
      needs: { neo4j: true, firebase: true },
      grep: undefined,
    });
  });

  it('begins with files whose tests ask for the longest time', () => {
    const asking = (ms: string) => `${importing('../support/neo4j.ts')}this.timeout(60_000);\nthis.timeout(${ms});\n`;
    writeFiles(root, { 'test/slow/a.test.ts': asking('120_000'), 'test/slow/b.test.ts': asking('600_000') });
    assert.deepEqual(testGroups('slow/', root).services, ['test/slow/b.test.ts', 'test/slow/a.test.ts']);
    rmSync(join(root, 'test/slow'), { recursive: true });
  });

  it('takes a part of the path, and needs no more than those files', () => {
    const groups = testGroups('graph/', root);
    assert.deepEqual([groups.services, groups.plain, groups.journeys], [['test/graph/write.test.ts'], [], []]);
    assert.deepEqual(groups.needs, { neo4j: true, firebase: false });
  });

  it('takes a part of a title when no path has it', () => {
    const groups = testGroups('signs in', root);
    assert.deepEqual([groups.services, groups.grep], [['test/api/routes/auth.test.ts'], 'signs in']);
  });

  it('finds nothing for what is nowhere', () => {
    const { plain, services, journeys } = testGroups('no such test', root);
    assert.deepEqual([plain, services, journeys], [[], [], []]);
  });
});
