/** The settings reach the compiler, which ignores those it does not know. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

/** Thirty functions that are each small enough to be copied into the one that calls them all. */
const PROGRAM = `
  const body = (i) => Array.from({ length: 6 }, (_, k) => \`y = (y * \${i + k + 3} + x) % 1009;\`).join(' ');
  const callees = Array.from({ length: 30 }, (_, i) => new Function('x', \`let y = x; \${body(i)} return y;\`));
  const names = callees.map((_, i) => 'callee' + i);
  const hot = new Function(...names, \`return (x) => \${names.map((name) => name + '(x)').join(' + ')}\`)(...callees);
  let total = 0;
  for (let i = 0; i < 300000; i++) total += hot(i);
  process.exitCode = total > 0 ? 0 : 1;
`;

const MODULE = new URL('../../../src/jobs/work/optimise-less.ts', import.meta.url).href;

function calleesCopied(before: string): number {
  const program = `const main = async () => { ${before}\n${PROGRAM} }; main();`;
  // Compiled where it is asked for, so that the program cannot end before its compiler.
  const flags = ['--no-warnings', '--no-concurrent-recompilation', '--trace-turbo-inlining'];
  const said = execFileSync(process.execPath, [...flags, '--eval', program], { encoding: 'utf8' });
  return said.split('\n').filter((line) => line.startsWith('Inlining ')).length;
}

describe('jobs/optimise-less', () => {
  it('has fewer callees copied into their callers', () => {
    const less = calleesCopied(`(await import('${MODULE}')).optimiseLess();`);
    const usual = calleesCopied('');
    assert.ok(less < usual / 2, `${less} of ${usual}`);
  });
});
