import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../../../', import.meta.url));
const BUILT = new URL('../../../../local/lab/bench/built.mjs', import.meta.url).href;

function resolved(specifier: string, inThread: boolean): string {
  const say = `console.log(import.meta.resolve('${new URL(`../../../../${specifier}`, import.meta.url).href}'))`;
  const thread = `import { Worker } from 'node:worker_threads'; new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(say)})));`;
  const args = ['--import', BUILT, '--input-type=module', '--eval', inThread ? thread : say];
  return execFileSync(process.execPath, args, { encoding: 'utf8', cwd: PACKAGE }).trim();
}

describe('local/bench/built', () => {
  for (const inThread of [false, true]) {
    it(`takes the built product for the sources${inThread ? ' in threads' : ''}`, () => {
      assert.match(resolved('src/model/errors.ts', inThread), /\/lib\/model\/errors\.js$/);
    });
  }

  it('leaves what is not built alone', () => {
    assert.match(resolved('local/stack/toolchain.ts', false), /\/local\/stack\/toolchain\.ts$/);
    assert.match(resolved('languages/c/language.json', false), /\/languages\/c\/language\.json$/);
  });
});
