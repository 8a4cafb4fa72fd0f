/**
 * `npm run lint`: the rules of eslint.config.js, then the layout of the text. Prints what is wrong and where; ends with
 * status 1 when something is.
 */
import { runCheck } from '../test-run/run-check.ts';

const lint = await runCheck({ name: 'lint', script: 'eslint/bin/eslint.js', args: ['.', '--max-warnings', '0'] });
const format = await runCheck({
  name: 'format',
  script: 'prettier/bin/prettier.cjs',
  args: ['--check', '.', '--log-level', 'warn'],
});
process.exitCode = lint.failed + format.failed === 0 ? 0 : 1;
