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

  it('finds a function by two words with the keyboard alone, and shows who calls it and why', async () => {
    page = await reopened('/app/');
    await page.tab.keyboard.down('Control');
    await page.tab.keyboard.press('k');
    await page.tab.keyboard.up('Control');
    await page.until(`document.querySelector('dialog[open] input') === document.activeElement`);
    await page.tab.keyboard.type('price of');
    await page.until(`document.querySelector('[role="option"]')?.innerText.includes('price_of')`);
    await page.tab.keyboard.press('Enter');
    await page.until(`location.pathname === '/app/r/demo/shop/files/shop/prices.py'`);
    await sees('def price_of');
    await nothingWentWrong();
    await click('.outline a', 'price_of');
    await sees('Cart.total');
    await sees('through an import');
    await nothingWentWrong();
  });

  it('shows how one symbol reaches another, and what a change would reach', async () => {
    await click('summary', 'What a change would reach');
    await sees('Directly');
    const ids = new URLSearchParams({
      from: 'demo/shop shop/cart.py#Cart.total',
      to: 'demo/shop shop/prices.py#lookup',
    });
    page = await reopened(`/app/r/demo/shop/path?${ids.toString()}`);
    await sees('2 calls from Cart.total to lookup');
    await nothingWentWrong();
  });

  it('draws the repository, and opens files in folders whose names begin with a dot', async () => {
    page = await reopened('/app/r/demo/shop/map');
    await page.until(`document.querySelectorAll('.treemap rect').length >= 3`);
    await nothingWentWrong();
    page = await reopened('/app/r/demo/shop/files/.github/hidden.py');
    await sees('def hidden');
    await nothingWentWrong();
  });

  for (const [address, text] of [
    ['/app/search?q=lookup', 'lookup'],
    ['/app/analytics', 'Issues raised'],
    ['/app/settings', 'Python linter'],
    ['/app/r/demo/shop/prs', 'No pull request is known yet.'],
    ['/app/r/demo/shop/', 'Most complex functions'],
    ['/app/nowhere', 'There is no page at this address.'],
  ] as const) {
    it(`shows ${address} without a fault`, async () => {
      page = await reopened(address);
      await sees(text);
      await nothingWentWrong();
    });
  }

  it('fits a narrow screen', async () => {
    await page.tab.setViewport({ width: 360, height: 800 });
    for (const address of ['/app/', '/app/r/demo/shop/map', '/app/r/demo/shop/files/shop/cart.py', '/app/analytics']) {
      await go(address);
      await page.until(`document.querySelector('main h1, main h2')`);
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      assert.ok(Number(wide) <= 0, `${address} is ${String(wide)} px too wide`);
    }
  });

  it('answers 404 for an asset that is not there, and refuses to be framed', async () => {
    assert.equal((await fetch(`${baseUrl()}/assets/nothing-abc.js`)).status, 404);
    const answer = await fetch(`${baseUrl()}/app/search`);
    assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.match(await answer.text(), /default-src 'none'/);
  });

  /** The same session in a new tab, with nothing on its record. */
  async function reopened(address: string): Promise<Page> {
    return browser.open(`${baseUrl()}${address}`, page);
  }
});
