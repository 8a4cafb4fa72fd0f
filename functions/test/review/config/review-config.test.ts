import assert from 'node:assert/strict';
import type { ConfigFile } from '../../../src/review/config/config-schema.ts';
import { reviewConfig, type ConfigCeilings } from '../../../src/review/config/review-config.ts';

const OPEN: ConfigCeilings = {
  allows: ['deep', 'other_files', 'conversation', 'pushed'],
  auto: 'off',
  mode: 'normal',
  maxComments: 30,
};
const CLOSED: ConfigCeilings = { ...OPEN, allows: [] };

describe('review/config/review-config', () => {
  it('is the deployment’s where the repository says nothing', () => {
    const { config, problems } = reviewConfig({}, { ...CLOSED, mode: 'deep', maxComments: 7 });
    const { includes, instructionsFor, lintersOff, auto, ...rest } = config;
    assert.deepEqual(problems, []);
    assert.deepEqual([[...lintersOff], [...auto], includes('a.py'), instructionsFor(['a.py'])], [[], [], true, []]);
    const none = {
      otherFiles: false,
      language: null,
      tellsSecrets: true,
      conversation: false,
      check: null,
      codeScanning: false,
    };
    assert.deepEqual(rest, { ...none, mode: 'deep', minSeverity: 'low', maxComments: 7 });
  });

  it('passes no ceiling, and says what each has kept back', () => {
    const wide: ConfigFile = { mode: 'deep', max_comments: 100, auto: ['opened', 'pushed'], other_files: true };
    const free = reviewConfig(wide, { ...OPEN, maxComments: 100 });
    assert.deepEqual([free.problems, free.config.mode, free.config.maxComments], [[], 'deep', 100]);
    assert.deepEqual([...free.config.auto], ['opened', 'pushed']);
    assert.ok(free.config.otherFiles);
    const { config, problems } = reviewConfig(wide, CLOSED);
    assert.deepEqual([config.mode, config.maxComments, config.otherFiles], ['normal', 30, false]);
    assert.deepEqual([...config.auto], []);
    const half = reviewConfig(wide, { ...CLOSED, auto: 'opened' });
    assert.deepEqual([...half.config.auto], ['opened']);
    assert.ok(half.problems.some(({ message }) => message.startsWith('auto: ') && message.includes(' pushed ')));
    const keys = problems.map(({ message }) => message.split(':')[0]).sort();
    assert.deepEqual(keys, Object.keys(wide).sort());
  });

  it('may always ask for less', () => {
    const less: ConfigFile = { mode: 'facts', max_comments: 0, auto: [] };
    const { config, problems } = reviewConfig(less, { ...CLOSED, mode: 'deep', auto: 'pushed' });
    assert.deepEqual(problems, []);
    assert.deepEqual([config.mode, config.maxComments, [...config.auto]], ['facts', 0, []]);
    assert.deepEqual([...reviewConfig({}, { ...CLOSED, auto: 'opened' }).config.auto], ['opened', 'ready']);
  });

  it('has a check and uploads where the repository asks for them', () => {
    const checkOf = (check: ConfigFile['check']) =>
      reviewConfig(check === undefined ? {} : { check }, OPEN).config.check;
    assert.deepEqual(
      [checkOf(undefined), checkOf('off'), checkOf('neutral'), checkOf('high')],
      [null, null, 'neutral', 'high'],
    );
    assert.equal(reviewConfig({ code_scanning: true }, CLOSED).config.codeScanning, true);
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
