/**
 * `npm run screenshots -- <folder> [--only <part of a name>] [--sizes light,dark,narrow,small]`: pictures of all pages of the
 * console, on the example data, a reviewed pull request and this project's own code. Starts a service of its own and
 * throws it away.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { browserPath, startBrowser, type Browser, type Page } from '../browser/browser.ts';
import { CONSOLE_PAGES, SIGN_IN } from '../browser/console-pages.ts';
import { LOGIN, openStage, type Stage } from '../browser/console-stage.ts';
import { ALL_SIZES, takePictures, USUAL_SIZES, type Size } from '../browser/screenshots.ts';
import { signedInPage } from '../browser/sign-in.ts';
import { killChildren } from '../stack/processes.ts';
import { endWithReason, oneOf, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';

const USAGE =
  'Usage: npm --prefix functions run screenshots -- <folder> [--only <part of a name>] [--sizes light,dark,narrow,small]';

const say = (line: string): void => {
  console.log(line);
};

const data = mkdtempSync(join(tmpdir(), 'reviewgraph-screenshots-'));
let stage: Stage | undefined;
let browser: Browser | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killChildren('SIGKILL');
    rmSync(data, { recursive: true, force: true });
    process.exit(130);
  });
}

interface Wanted {
  folder: string;
  only: string;
  sizes: Size[];
}

function wanted(): Wanted {
  const { values, positionals } = parseWords({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' }, sizes: { type: 'string', default: USUAL_SIZES.join(',') } },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new WrongArguments('Give one folder for the pictures.');
  const sizes = values.sizes.split(',').map((size) => oneOf('--sizes', ALL_SIZES, size));
  return { folder: resolve(typedIn(), folder), only: values.only, sizes };
}

async function main(): Promise<void> {
  const { folder, only, sizes } = wanted();
  const program = await browserPath();
  if (program === undefined) throw new Error('No browser is installed, and the one from npm runs on Linux x64 alone.');
  const { baseUrl } = (stage = await openStage({ folder: data, log: say }));
  const opened = (browser = await startBrowser(program));
  const pages = [SIGN_IN, ...CONSOLE_PAGES].filter(({ name }) => name.includes(only));
  const visitor = await signedInPage(opened, baseUrl, LOGIN);
  const open = (address: string, session?: Page): Promise<Page> => opened.open(`${baseUrl}${address}`, session);
  const files = [
    ...(await takePictures(open, pages.filter((page) => page === SIGN_IN), { folder, sizes })),
    ...(await takePictures((address) => open(address, visitor), pages.filter((page) => page !== SIGN_IN), { folder, sizes })),
  ]; // prettier-ignore
  say(`${files.length} pictures in ${folder}`);
}

try {
  await main();
} catch (error) {
  endWithReason(error, USAGE);
} finally {
  await browser?.close();
  await stage?.close();
  rmSync(data, { recursive: true, force: true });
}
