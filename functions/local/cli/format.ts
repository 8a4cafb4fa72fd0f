/** `npm run format`: lays the text of every source file out as `npm run lint` wants it. */
import { runCheck } from '../test-run/run-check.ts';

const { failed } = await runCheck({
  name: 'format',
  script: 'prettier/bin/prettier.cjs',
  args: ['--write', '.', '--log-level', 'warn'],
});
process.exitCode = failed;
