/**
 * How soon the console's pages are there, in a real browser against the local stack: from the click (or the address, for the
 * first load) to the frame that shows their content. What the API took of that is read from the browser's own record of its
 * requests, so that the emulators' time is not taken for the pages'.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { firestoreStore } from '../../../src/adapters/store.ts';
import { repositories } from '../../../src/documents/repositories.ts';
import { symbolIdOf } from '../../../src/model/ids.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { browserPath, startBrowser, type Browser, type Page } from '../../browser/browser.ts';
import { LOGIN, openStage, type Stage } from '../../browser/console-stage.ts';
import { signedInPage } from '../../browser/sign-in.ts';
import { PROJECT_ID } from '../../stack/emulators.ts';
import { PACKAGE } from '../../stack/toolchain.ts';
import { runIndex } from '../bench/ingestion.ts';
import { HUB, makeLargeRepository } from './large-repository.ts';
import { recordOf } from '../bench/repository-record.ts';

const FUNCTIONS = 200_000;
const CALLERS = 5_000;
const REPOSITORY = { owner: LOGIN, name: 'large' };
const REPO_ID = `${REPOSITORY.owner}/${REPOSITORY.name}`;
const RUNS = 7;

interface Weight {
  files: number;
  bytes: number;
  gzipped: number;
}

interface PageFigures {
  page: string;
  runs: number;
  /** Milliseconds until the content is painted. */
  median: number;
  longest: number;
  /** Of the median run: the last request to the API, and what came behind its answer. */
  api: number;
  afterApi: number;
}

export interface ConsoleFigures {
  sizes: { firstLoad: Weight; deployed: Weight };
  pages: PageFigures[];
  violations: number;
  load: { before: string; after: string };
}

export async function measureConsole(say: (line: string) => void): Promise<ConsoleFigures> {
  const program = await browserPath();
  if (program === undefined) throw new Error('No browser is installed, and the one from npm runs on Linux x64 alone.');
  const folder = mkdtempSync(join(tmpdir(), 'reviewgraph-bench-console-'));
  let stage: Stage | undefined;
  let browser: Browser | undefined;
  try {
    stage = await openStage({ folder, log: say, examplesOnly: true });
    await addLargeRepository(stage, folder, say);
    browser = await startBrowser(program);
    const page = await signedInPage(browser, stage.baseUrl, LOGIN);
    const visit = { browser, session: page, baseUrl: stage.baseUrl };
    const before = loadavg()[0]?.toFixed(2) ?? '?';
    const pages: PageFigures[] = [];
    const violations: number[] = [];
    for (const wanted of PAGES) {
      say(wanted.page);
      pages.push(await measurePage(visit, wanted, violations));
    }
    const firstLoad = await weightOfFirstLoad(visit);
    return {
      sizes: { firstLoad, deployed: weightOf(filesBelow(join(PACKAGE, 'console', 'dist'))) },
      pages,
      violations: violations.reduce((sum, count) => sum + count, 0),
      load: { before, after: loadavg()[0]?.toFixed(2) ?? '?' },
    };
  } finally {
    await browser?.close();
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addLargeRepository(stage: Stage, folder: string, say: (line: string) => void): Promise<void> {
  say(`Indexing ${FUNCTIONS} functions`);
  const source = join(folder, 'large');
  mkdirSync(source);
  makeLargeRepository(source, { functions: FUNCTIONS, callers: CALLERS });
  await runIndex({ uri: stage.neo4jUri, pid: undefined }, source, REPO_ID, true);
  const app = initializeApp({ projectId: PROJECT_ID }, 'bench-console');
  try {
    const record = recordOf({ ...REPOSITORY, private: false, language: 'Python', description: 'Large' });
    const key = { repo_key: repoKeyOf(REPOSITORY.owner, REPOSITORY.name) };
    await repositories.set(firestoreStore(app), key, record);
  } finally {
    await deleteApp(app);
  }
}

interface Visit {
  browser: Browser;
  session: Page;
  baseUrl: string;
}

interface Wanted {
  page: string;
  /** By a click on a link to it on the repositories' page; undefined for the address itself in a new tab. */
  address: string | undefined;
  /** True when its content is there. */
  shown: string;
  /** Parts of the addresses of its requests to the API. */
  asks: string;
}

const symbol = new URLSearchParams({ id: symbolIdOf(REPO_ID, HUB.path, HUB.name) }).toString();
const at = (page: string) => `/app/r/${REPOSITORY.owner}/${REPOSITORY.name}/${page}`;

const PAGES: readonly Wanted[] = [
  {
    page: 'first load, signed in',
    address: undefined,
    shown: `document.querySelector('.card')`,
    asks: '/api/v1/repos/',
  },
  {
    page: 'search',
    address: '/app/search?q=step+4711',
    shown: `document.querySelector('.results li')`,
    asks: '/api/v1/query/search',
  },
  {
    page: `symbol with ${CALLERS} callers`,
    address: at(`symbol?${symbol}`),
    shown: `document.querySelectorAll('.neighbour').length > 50`,
    asks: '/api/v1/query/neighbours',
  },
  {
    page: `map of ${FUNCTIONS} functions`,
    address: at('map'),
    shown: `document.querySelectorAll('.treemap rect').length > 20`,
    asks: '/api/v1/query/map',
  },
];

/** Looked at before each frame: the first in which the content stands is the one that shows it. */
const watchFor = (shown: string): string => `new Promise((done) => {
  const look = () => (${shown}) ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
  look();
})`;

interface Run {
  total: number;
  api: number;
  afterApi: number;
}

async function measurePage(visit: Visit, wanted: Wanted, violations: number[]): Promise<PageFigures> {
  const runs: Run[] = [];
  // The first run fills what the service and the browser keep; it is not counted.
  for (let run = 0; run <= RUNS; run++) {
    const page = await visit.browser.open(`${visit.baseUrl}/app/`, visit.session);
    const figures = await measureOnce(page, wanted);
    if (run === 0) violations.push(await violationsOn(page));
    else runs.push(figures);
    await page.tab.close();
  }
  runs.sort((a, b) => a.total - b.total);
  const middle = runs[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new Error(`${wanted.page} was not measured`);
  const { total, api, afterApi } = middle;
  return {
    page: wanted.page,
    runs: runs.length,
    median: Math.round(total),
    longest: Math.round(runs.at(-1)?.total ?? total),
    api: Math.round(api),
    afterApi: Math.round(afterApi),
  };
}

async function measureOnce(page: Page, { address, shown, asks }: Wanted): Promise<Run> {
  if (address !== undefined) await page.until(`document.querySelector('.card')`);
  const go = `(() => {
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(address ?? '')} });
    document.body.append(link);
    const now = performance.now();
    link.click();
    // What nobody sees would be a fault of the page.
    link.remove();
    return now;
  })()`;
  const start = address === undefined ? 0 : Number(await page.evaluate(go));
  const painted = Number(await page.evaluate(watchFor(shown)));
  // Of all its requests the one that the content waited for ended last before it.
  const entries = `performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => name.includes(${JSON.stringify(asks)}) && responseEnd <= ${painted})
    .map(({ requestStart, responseEnd }) => [requestStart, responseEnd]).sort((a, b) => b[1] - a[1])[0]`;
  const [asked, answered] = (await page.evaluate(entries)) as [number, number];
  return { total: painted - start, api: answered - asked, afterApi: painted - answered };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violationsOn({ tab }: Page): Promise<number> {
  await tab.evaluate(AXE);
  return (await tab.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((of) => of.violations.length)',
  )) as number;
}

/** What a browser without a cache loads of the console until the repositories are shown. */
async function weightOfFirstLoad({ browser, session, baseUrl }: Visit): Promise<Weight> {
  const page = await browser.open(`${baseUrl}/app/`, session);
  await page.until(`document.querySelector('.card')`);
  const own = page.requests.map(({ url }) => new URL(url)).filter(({ origin }) => origin === baseUrl);
  const paths = own.map(({ pathname }) => pathname).filter((path) => !path.startsWith('/api/'));
  await page.tab.close();
  const dist = join(PACKAGE, 'console', 'dist');
  return weightOf([...new Set(paths)].map((path) => join(dist, path.startsWith('/app') ? 'index.html' : path)));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

function weightOf(paths: readonly string[]): Weight {
  const texts = paths.map((path) => readFileSync(path));
  return {
    files: paths.length,
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    gzipped: texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0),
  };
}
