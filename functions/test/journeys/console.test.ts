/**
 * The console as a team uses it: ten stories in a real browser, on the example data and a small repository of their own,
 * with the platform's sign-in and the service behind it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantSeed } from '../../local/demo/plant-seed.ts';
import type { ScmHost } from '../../local/scm-host/start-scm-host.ts';
import { ROOT } from '../../local/stack/toolchain.ts';
import type { Browser } from '../../local/browser/browser.ts';
import { browserPath, startBrowser } from '../../local/browser/browser.ts';
import { visitConsole, type Visitor } from '../support/console-visitor.ts';
import { makeRepository, type TestRepository } from '../support/repositories.ts';
import { baseUrl, scmHost, serviceVariable } from '../support/services.ts';

const CART = `from shop.prices import price_of


class Cart:
    """What somebody is about to buy."""

    def total(self, items):
        return sum(price_of(item) for item in items)
`;
const PRICES = 'def price_of(item):\n    return lookup(item)\n\n\ndef lookup(item):\n    return 1 if item else 0\n';
const FILES = { 'shop/cart.py': CART, 'shop/prices.py': PRICES, '.github/hidden.py': 'def hidden():\n    return 1\n' };

describe('the console', function () {
  this.timeout(600_000);
  let browser: Browser;
  let visitor: Visitor;
  let source: TestRepository;
  let host: ScmHost;
  const folder = mkdtempSync(join(tmpdir(), 'reviewgraph-console-'));

  before(async function () {
    const path = await browserPath();
    // A machine without a browser that cannot run the package's: Debian's chromium-headless-shell is enough.
    if (path === undefined) return this.skip();
    host = await scmHost();
    host.addUser({ login: 'demo', name: 'Demo User' });
    source = makeRepository(FILES);
    source.git('checkout', '-q', '-b', 'change');
    source.commit({ 'shop/prices.py': `import os\n\n\n${PRICES}` });
    source.git('checkout', '-q', 'main');
    await host.addRepository({ owner: 'demo', name: 'shop', from: source.path });
    await host.openPull({
      owner: 'demo',
      name: 'shop',
      head: 'change',
      base: 'main',
      by: 'demo',
      title: 'Use the system',
    });
    const authHost = serviceVariable('FIREBASE_AUTH_EMULATOR_HOST');
    await plantSeed({
      folder: join(ROOT, 'emulator-data', 'seed'),
      dataDir: folder,
      host,
      baseUrl: baseUrl(),
      authHost,
    });
    browser = await startBrowser(path);
    visitor = await visitConsole(browser, '/app/r/demo/shop/map');
  });
  after(async () => {
    await browser?.close();
    source?.remove();
    rmSync(folder, { recursive: true });
  });

  it('asks who signs in, and goes on with the page that was asked for', async () => {
    await visitor.sees('Sign in as demo');
    await visitor.nothingWrong();
    await visitor.signIn('demo');
    await visitor.page.until(`location.pathname === '/app/r/demo/shop/map'`);
  });

  /** Each begins where one arrives, and takes five clicks at most. */
  function story(title: string, tell: () => Promise<void>): void {
    it(title, async () => {
      await visitor.open('/app/');
      await visitor.sees('Repositories');
      await tell();
      await visitor.nothingWrong();
      assert.ok(visitor.clicks() <= 5, `${visitor.clicks()} clicks`);
    });
  }
  const openRepository = (name: string) => visitor.click('.card h2 a', name);

  /** The first that is found for some words, by the keyboard. */
  async function search(words: string, first: string): Promise<void> {
    const { keyboard } = visitor.page.tab;
    await keyboard.down('Control');
    await keyboard.press('k');
    await keyboard.up('Control');
    await visitor.page.until(`document.querySelector('dialog[open] input') === document.activeElement`);
    await visitor.type(words);
    // Chosen as well: what is typed last asks again, and begins with the first.
    const option = `document.querySelector('[role="option"][aria-selected="true"] .result-name')`;
    await visitor.page.until(`${option}?.innerText === ${JSON.stringify(first)}`);
    await visitor.nothingWrong();
    await keyboard.press('Enter');
    await visitor.page.until(`location.pathname.startsWith('/app/r/demo/shop/files/')`);
  }

  story('connects a repository and shows its progress to the end', async () => {
    await visitor.click('button', 'Connect a repository');
    await visitor.click('.choices button', 'demo/shop');
    const card = `[...document.querySelectorAll('.card')].find((each) => each.innerText.includes('demo/shop'))`;
    await visitor.page.until(`${card}?.querySelector('.badge-good')?.innerText === 'indexed'`);
  });

  story('finds a function by two words with the keyboard alone', async () => {
    await search('price of', 'price_of');
    await visitor.sees('def price_of');
    assert.equal(visitor.clicks(), 0);
  });

  story('shows who calls it, and why the graph says so', async () => {
    await search('price of', 'price_of');
    await visitor.click('.outline a', 'price_of');
    await visitor.sees('Cart.total');
    await visitor.sees('through an import');
  });

  story('follows a path between two symbols', async () => {
    await search('price of', 'price_of');
    await visitor.click('.outline a', 'price_of');
    await visitor.click('.neighbours a', 'Cart.total');
    await visitor.page.until(`document.querySelector('h2')?.innerText.includes('Cart.total')`);
    await visitor.fill('The symbol that it may reach', 'lookup');
    await visitor.click('.plain button', 'lookup');
    await visitor.sees('2 calls from Cart.total to lookup');
  });

  story('shows what a change would reach', async () => {
    await search('lookup', 'lookup');
    await visitor.click('.outline a', 'lookup');
    await visitor.click('summary', 'What a change would reach');
    await visitor.sees('Directly');
    await visitor.sees('2 symbols within 3 steps');
    await visitor.click('summary', 'Calls that are not known');
    await visitor.sees('Every call around it is known.');
  });

  story('finds the worst hotspot on the map', async () => {
    await openRepository('demo/atlas');
    await visitor.click('summary', 'What changed between commits');
    await visitor.sees('One commit is indexed so far');
    await visitor.click('.tabs a', 'Map');
    await visitor.page.until(`document.querySelectorAll('.treemap rect').length >= 3`);
    await visitor.page.until(`document.querySelector('.folder-graph a[aria-label^="tests: uses atlas"]') !== null`);
    await visitor.nothingWrong();
    await visitor.click('.ranking a');
    await visitor.page.until(`location.pathname.endsWith('/symbol')`);
    await visitor.sees('Called by');
  });

  story('reads a finding with the path in the graph that proves it', async () => {
    await openRepository('demo/atlas');
    await visitor.click('.tabs a', 'Pull requests');
    await visitor.sees('Let roads be one-way');
    await visitor.nothingWrong();
    await visitor.click('td a', 'Let roads be one-way');
    await visitor.click('.runs a', 'Run 1');
    const names = `[...document.querySelectorAll('.diff .evidence-node a:first-child')].map((each) => each.innerText)`;
    await visitor.page.until(`${names}.join() === 'main,load,RoadMap.add_road'`);
    for (const text of ['no graph evidence', '2 of 3 changed files reviewed', 'skipped: unsupported language'])
      await visitor.sees(text);
    for (const text of ['its lines changed and it is found no more', 'Tests to run', '9,200']) await visitor.sees(text);
  });

  story('starts a review, watches it, and shows its finding on the changed line', async () => {
    await openRepository('demo/shop');
    await visitor.click('.tabs a', 'Pull requests');
    await visitor.click('td a', 'Use the system');
    await visitor.page.until(`document.querySelector('select[aria-label="What is reviewed"]') !== null`);
    await visitor.page.tab.select('select[aria-label="What is reviewed"]', 'lint');
    await visitor.click('button', 'Start a review');
    await visitor.page.until(`document.querySelector('.runs .badge')?.innerText === 'completed'`);
    await visitor.page.until(`document.querySelector('.diff-added + .findings')?.innerText.includes('os')`);
    await visitor.sees('1 of 1 changed files reviewed');
    const [finding] = host.written('demo', 'shop', 1).reviewComments;
    await host.reply({ commentId: finding?.id ?? 0, by: 'demo', body: 'It is used `below`.' });
    await visitor.page.tab.reload();
    await visitor.sees('1 answer');
    await visitor.sees('It is used below.');
  });

  story('compares two months of figures and downloads them', async () => {
    await visitor.click('.places a', 'Analytics');
    await visitor.sees('Issues raised');
    await visitor.click('button', 'This month');
    await visitor.page.until(
      `[...document.querySelectorAll('[aria-pressed="true"]')].some(({ innerText }) => innerText === 'This month')`,
    );
    await visitor.click('button', 'Last month');
    await visitor.page.until(`document.querySelector('[aria-pressed="true"]')?.innerText === 'Last month'`);
    const from = String(await visitor.page.evaluate(`new URLSearchParams(location.search).get('from')`));
    const session = await visitor.page.tab.createCDPSession();
    await session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await visitor.click('button', 'Download CSV');
    const name = () => readdirSync(folder).find((each) => each.endsWith('.csv'));
    for (let tries = 0; name() === undefined && tries < 100; tries++)
      await new Promise((done) => setTimeout(done, 100));
    const text = readFileSync(join(folder, name() ?? ''), 'utf8');
    assert.ok(text.startsWith('date,bugs_caught,issues_resolved') && text.includes(`\n${from},`), text);
  });

  story('tells why a webhook did nothing', async () => {
    const target = { url: `${baseUrl()}/api/v1/webhook/onComment`, secret: serviceVariable('SCM_WEBHOOK_SECRET') };
    const repository = { full_name: 'demo/shop', name: 'shop', owner: { login: 'demo' }, private: false };
    const push = { ref: 'refs/heads/elsewhere', before: 'a'.repeat(40), after: 'b'.repeat(40), repository };
    await openRepository('demo/shop');
    await visitor.click('.tabs a', 'Doctor');
    await visitor.sees('No webhook of this repository has arrived');
    await visitor.nothingWrong();
    assert.equal((await host.sendWebhook(target, 'push', push)).status, 200);
    await visitor.click('button', 'Look again');
    await visitor.sees('Not the indexed branch: the graph holds main');
    await visitor.click('button', 'Send a test');
    await visitor.sees('The test arrived.');
    await visitor.sees('A ping: the webhook arrives');
  });

  it('is used by the keyboard alone', async () => {
    const focused = (condition: string) => visitor.page.until(`((at) => ${condition})(document.activeElement)`);
    const press = (key: 'Enter' | 'Escape' | 'Tab') => visitor.page.tab.keyboard.press(key);
    await visitor.open('/app/');
    await visitor.page.until(`document.querySelector('.card') !== null`);
    await press('Tab');
    await focused(`at.innerText === 'Skip to the page'`);
    await press('Enter');
    await focused(`at.id === 'page'`);
    await press('Tab');
    await focused(`at.innerText === 'Connect a repository'`);
    await press('Enter');
    await focused(`at.closest('dialog[open]') !== null`);
    await press('Escape');
    await focused(`at.innerText === 'Connect a repository'`);
    await press('Tab');
    await focused(`at.closest('.card h2') !== null`);
    await press('Enter');
    await visitor.sees('Most complex functions');
    await focused(`at.id === 'page'`);
  });

  it('makes a token, shows it once, and revokes it', async () => {
    await visitor.open('/app/settings/tokens');
    await visitor.sees('You have no token.');
    await visitor.page.until(`document.querySelector('input[placeholder="nightly report"]') !== null`);
    await visitor.page.evaluate(`document.querySelector('input[placeholder="nightly report"]').focus()`);
    await visitor.type('ci');
    await visitor.click('button', 'Make a token');
    await visitor.sees('rg_pat_');
    await visitor.nothingWrong();
    const token = String(await visitor.page.evaluate(`document.querySelector('.secret').innerText`));
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${baseUrl()}/api/v1/repos/`, { headers })).status, 200);
    await visitor.open('/app/settings/tokens');
    await visitor.sees('ci');
    assert.equal(
      await visitor.page.evaluate(`document.body.innerText.includes('rg_pat_' + '${token.slice(7)}')`),
      false,
    );
    await visitor.click('button', 'Revoke');
    await visitor.sees('You have no token.');
    assert.equal((await fetch(`${baseUrl()}/api/v1/repos/`, { headers })).status, 401);
    await visitor.nothingWrong();
  });

  it('checks a configuration while it is typed, with the line of each mistake', async () => {
    await visitor.open('/app/settings/configuration');
    await visitor.sees('Nothing is wrong');
    await visitor.fill('The text of .reviewgraph.yml', 'mode: depp\nmin_severity: high\ncolor: red');
    await visitor.sees('2 problems');
    await visitor.sees('Unknown key');
    assert.deepEqual(
      await visitor.page.evaluate(`[...document.querySelectorAll('.numbered .wrong')].map((each) => each.innerText)`),
      ['1', '3'],
    );
    await visitor.nothingWrong();
  });

  it('ends every session of whoever signs out everywhere', async () => {
    await visitor.open('/app/settings/account');
    const other = await browser.open(`${baseUrl()}/app/settings/tokens`, visitor.page);
    // Asks nothing any more: an answer that came behind the end would be what ends it.
    await other.until(`document.body.innerText.includes('You have no token.')`);
    await visitor.click('button', 'Sign out everywhere');
    await visitor.page.until(`document.body.innerText.includes('Sign in as demo')`);
    await other.until(`document.body.innerText.includes('You signed out in another tab.')`);
  });
});
