/**
 * The console as a person uses it: a real browser, the platform's sign-in, the service behind it. A story fails on any
 * error of the page, on anything its policy refuses, on a failed request, and on what a screen reader could not use.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '../support/browser.ts';
import { browserPath, startBrowser } from '../support/browser.ts';
import { makeRepository, type TestRepository } from '../support/repositories.ts';
import { baseUrl, scmHost } from '../support/services.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const THEMES = ['light', 'dark'] as const;

const FILES = {
  'shop/cart.py': [
    'from shop.prices import price_of',
    '',
    '',
    'class Cart:',
    '    """What somebody is about to buy."""',
    '',
    '    def total(self, items):',
    '        return sum(price_of(item) for item in items)',
    '',
  ].join('\n'),
  'shop/prices.py':
    'def price_of(item):\n    return lookup(item)\n\n\ndef lookup(item):\n    return 1 if item else 0\n',
  '.github/hidden.py': 'def hidden():\n    return 1\n',
};

describe('the console', function () {
  this.timeout(300_000);
  let browser: Browser;
  let page: Page;
  let source: TestRepository;

  before(async function () {
    const path = await browserPath();
    // A machine without a browser that cannot run the package's: Debian's chromium-headless-shell is enough.
    if (path === undefined) return this.skip();
    const host = await scmHost();
    host.addUser({ login: 'demo', name: 'Demo User' });
    source = makeRepository(FILES);
    await host.addRepository({ owner: 'demo', name: 'shop', from: source.path });
    browser = await startBrowser(path);
    page = await browser.open(`${baseUrl()}/app/r/demo/shop/map`);
  });
  after(async () => {
    await browser?.close();
    source?.remove();
  });

  const sees = (text: string): Promise<void> =>
    page.until(`document.querySelector('main')?.innerText.includes(${JSON.stringify(text)})`);
  const click = async (selector: string, text = ''): Promise<void> => {
    const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.innerText.includes(${JSON.stringify(text)}))`;
    await page.until(`${found} !== undefined`);
    await page.evaluate(`${found}.click()`);
  };
  const go = async (address: string): Promise<void> => {
    await page.tab.goto(`${baseUrl()}${address}`, { waitUntil: 'domcontentloaded', timeout: 120_000 });
  };

  async function nothingWentWrong(): Promise<void> {
    assert.deepEqual(page.errors, []);
    const failed = page.requests.filter(
      ({ status, blocked }) => (status ?? 200) >= 400 || (blocked !== undefined && blocked !== 'net::ERR_ABORTED'),
    );
    assert.deepEqual(failed, []);
    for (const theme of THEMES) {
      await page.tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      assert.deepEqual(await violations(), [], theme);
    }
  }

  async function violations(): Promise<string[]> {
    // A world of its own: what is evaluated there is not the page's.
    await page.tab.evaluate(AXE);
    const found = await page.tab.evaluate('axe.run(document, { resultTypes: ["violations"] })');
    const { violations: rules } = found as { violations: { id: string; nodes: { html: string }[] }[] };
    return rules.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  }

  it('asks who signs in, and goes on with the page that was asked for', async () => {
    await sees('Sign in as demo');
    await nothingWentWrong();
    await click('button', 'Sign in as demo');
    await page.until(`location.pathname === '/app/r/demo/shop/map'`);
    await page.until(`document.querySelector('.menu summary')?.getAttribute('aria-label') === 'Signed in as demo'`);
  });

  it('connects a repository and shows its progress to the end', async () => {
    await go('/app/');
    page.errors.length = 0; // The map of a repository that is not indexed yet answered 404, as it should.
    await click('button', 'Connect a repository');
    await click('.choices button', 'demo/shop');
    await page.until(`document.querySelector('.card .badge-good')?.innerText === 'indexed'`);
    await nothingWentWrong404('/query/map');
  });

  /** As nothingWentWrong, but for the one address that answered 404 before there was anything. */
  async function nothingWentWrong404(address: string): Promise<void> {
    const odd = page.requests.filter(({ url, status }) => (status ?? 200) >= 400 && !url.includes(address));
    assert.deepEqual(odd, []);
    for (const theme of THEMES) {
      await page.tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      assert.deepEqual(await violations(), [], theme);
    }
  }

  it('answers 404 for an asset that is not there, and refuses to be framed', async () => {
    assert.equal((await fetch(`${baseUrl()}/assets/nothing-abc.js`)).status, 404);
    const answer = await fetch(`${baseUrl()}/app/search`);
    assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.match(await answer.text(), /default-src 'none'/);
  });
});
