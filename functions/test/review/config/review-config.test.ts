import assert from 'node:assert/strict';
import type { ConfigFile } from '../../../src/review/config/config-schema.ts';
import { reviewConfig, type ConfigCeilings } from '../../../src/review/config/review-config.ts';

const OPEN: ConfigCeilings = { allows: ['deep', 'other_files'], mode: 'normal', maxComments: 30 };
const CLOSED: ConfigCeilings = { ...OPEN, allows: [] };

describe('review/config/review-config', () => {
  it('is the deployment’s where the repository says nothing', () => {
    const { config, problems } = reviewConfig({}, { ...CLOSED, mode: 'deep', maxComments: 7 });
    const { includes, instructionsFor, lintersOff, ...rest } = config;
    assert.deepEqual(problems, []);
    assert.deepEqual([[...lintersOff], includes('a.py'), instructionsFor(['a.py'])], [[], true, []]);
    const standard = { otherFiles: false, language: null, minSeverity: 'low', tellsSecrets: true };
    assert.deepEqual(rest, { ...standard, mode: 'deep', maxComments: 7 });
  });

  it('passes no ceiling, and says what each has kept back', () => {
    const wide: ConfigFile = { mode: 'deep', max_comments: 100, other_files: true };
    const free = reviewConfig(wide, { ...OPEN, maxComments: 100 });
    assert.deepEqual([free.problems, free.config.mode, free.config.maxComments], [[], 'deep', 100]);
    assert.ok(free.config.otherFiles);
    const { config, problems } = reviewConfig(wide, CLOSED);
    assert.deepEqual([config.mode, config.maxComments, config.otherFiles], ['normal', 30, false]);
    const keys = problems.map(({ message }) => message.split(':')[0]).sort();
    assert.deepEqual(keys, Object.keys(wide).sort());
  });

  it('may always ask for less', () => {
    const less: ConfigFile = { mode: 'facts', max_comments: 0 };
    const { config, problems } = reviewConfig(less, { ...CLOSED, mode: 'deep' });
    assert.deepEqual(problems, []);
    assert.deepEqual([config.mode, config.maxComments], ['facts', 0]);
  });

  it('says which files are reviewed, by the rules of gitignore', () => {
    const { includes } = reviewConfig(
      { paths: { include: ['src/**', '*.sql'], exclude: ['gen/', '/src/a.py'] } },
      OPEN,
    ).config;
    const paths = ['src/a.py', 'src/b/a.py', 'db/x.sql', 'src/gen/x.py', 'gen/y.sql', 'lib/z.py', 'src/gen.py'];
    assert.deepEqual(paths.filter(includes), ['src/b/a.py', 'db/x.sql', 'src/gen.py']);
  });

  it('gives instructions for the files that they are about', () => {
    const instructions = [{ text: 'All.' }, { text: 'Api.', paths: ['api/**'] }, { text: 'None.', paths: ['x/**'] }];
    const { instructionsFor } = reviewConfig({ instructions }, OPEN).config;
    assert.deepEqual(instructionsFor(['api/a.py', 'b.py']), [
      { text: 'All.', paths: null },
      { text: 'Api.', paths: ['api/**'] },
    ]);
    assert.deepEqual(instructionsFor(['b.py']), [{ text: 'All.', paths: null }]);
  });

  it('switches linters off, and none on', () => {
    const { lintersOff } = reviewConfig({ linters: { python: false, go: true } }, OPEN).config;
    assert.deepEqual([...lintersOff], ['python']);
  });

  it('is silent about secrets only where that is said', () => {
    const tells = (linters: ConfigFile['linters']) => reviewConfig({ linters }, OPEN).config.tellsSecrets;
    assert.deepEqual(
      [tells({ secrets: false }), tells({ python: false, javascript: false, go: false })],
      [false, true],
    );
  });
});
