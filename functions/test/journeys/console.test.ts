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
import type { Browser } from '../support/browser.ts';
import { browserPath, startBrowser } from '../support/browser.ts';
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

  it('connects a repository and shows its progress to the end', async () => {
    await visitor.open('/app/');
    await visitor.click('button', 'Connect a repository');
    await visitor.click('.choices button', 'demo/shop');
    const card = `[...document.querySelectorAll('.card')].find((each) => each.innerText.includes('demo/shop'))`;
    await visitor.page.until(`${card}?.querySelector('.badge-good')?.innerText === 'indexed'`);
    await visitor.nothingWrong();
  });

  it('finds a function by two words with the keyboard alone', async () => {
    await visitor.open('/app/');
    await visitor.sees('Repositories');
    const { keyboard } = visitor.page.tab;
    await keyboard.down('Control');
    await keyboard.press('k');
    await keyboard.up('Control');
    await visitor.page.until(`document.querySelector('dialog[open] input') === document.activeElement`);
    await visitor.type('price of');
    await visitor.page.until(`document.querySelector('[role="option"]')?.innerText.includes('price_of')`);
    await visitor.nothingWrong();
    await keyboard.press('Enter');
    await visitor.page.until(`location.pathname === '/app/r/demo/shop/files/shop/prices.py'`);
    await visitor.sees('def price_of');
    await visitor.nothingWrong();
  });

  it('shows who calls it, and why the graph says so', async () => {
    await visitor.click('.outline a', 'price_of');
    await visitor.sees('Cart.total');
    await visitor.sees('through an import');
    await visitor.nothingWrong();
  });

  it('follows a path between two symbols', async () => {
    await visitor.click('.neighbours a', 'Cart.total');
    await visitor.page.until(`document.querySelector('h2')?.innerText.includes('Cart.total')`);
    await visitor.fill('The symbol that it may reach', 'lookup');
    await visitor.click('.plain button', 'lookup');
    await visitor.sees('2 calls from Cart.total to lookup');
    await visitor.nothingWrong();
  });

  it('shows what a change would reach', async () => {
    await visitor.open(
      `/app/r/demo/shop/symbol?${new URLSearchParams({ id: 'demo/shop shop/prices.py#lookup' }).toString()}`,
    );
    await visitor.click('summary', 'What a change would reach');
    await visitor.sees('Directly');
    await visitor.sees('2 symbols within 3 steps');
    await visitor.nothingWrong();
  });

  it('finds the worst hotspot on the map', async () => {
    await visitor.open('/app/r/demo/atlas/map');
    await visitor.page.until(`document.querySelectorAll('.treemap rect').length >= 3`);
    await visitor.nothingWrong();
    await visitor.click('.columns ol a');
    await visitor.page.until(`location.pathname.endsWith('/symbol')`);
    await visitor.sees('Called by');
    await visitor.nothingWrong();
  });

  it('reads what a run found', async () => {
    await visitor.open('/app/r/demo/atlas/prs');
    await visitor.sees('Let roads be one-way');
    await visitor.nothingWrong();
    await visitor.click('td a', 'Let roads be one-way');
    await visitor.sees('Findings');
    await visitor.page.until(`document.querySelector('.finding') !== null`);
    await visitor.nothingWrong();
  });

  it('starts a review, watches it, and shows its finding on the changed line', async () => {
    await visitor.open('/app/r/demo/shop/prs');
    await visitor.click('td a', 'Use the system');
    await visitor.page.until(`document.querySelector('select[aria-label="What is reviewed"]') !== null`);
    await visitor.page.tab.select('select[aria-label="What is reviewed"]', 'lint');
    await visitor.click('button', 'Start a review');
    await visitor.page.until(`document.querySelector('.runs .badge')?.innerText === 'completed'`);
    await visitor.page.until(`document.querySelector('.diff-added .finding')?.innerText.includes('os')`);
    await visitor.nothingWrong();
  });

  it('compares two ranges of figures and downloads them', async () => {
    await visitor.open('/app/analytics?repo=demo%2Fatlas');
    await visitor.sees('Issues raised');
    await visitor.nothingWrong();
    const to = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    await visitor.open(`/app/analytics?repo=demo%2Fatlas&to=${to}`);
    const session = await visitor.page.tab.createCDPSession();
    await session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await visitor.click('button', 'Download CSV');
    const name = () => readdirSync(folder).find((each) => each.endsWith('.csv'));
    for (let tries = 0; name() === undefined && tries < 100; tries++)
      await new Promise((done) => setTimeout(done, 100));
    const text = readFileSync(join(folder, name() ?? ''), 'utf8');
    assert.ok(text.startsWith('date,bugs_caught,issues_resolved') && text.includes(`\n${to},`), text);
    await visitor.nothingWrong();
  });

  it('tells why a webhook did nothing', async () => {
    const target = { url: `${baseUrl()}/api/v1/webhook/onComment`, secret: serviceVariable('SCM_WEBHOOK_SECRET') };
    const repository = { full_name: 'demo/shop', name: 'shop', owner: { login: 'demo' }, private: false };
    const push = { ref: 'refs/heads/elsewhere', before: 'a'.repeat(40), after: 'b'.repeat(40), repository };
    await visitor.open('/app/r/demo/shop/doctor');
    await visitor.sees('No webhook of this repository has arrived');
    await visitor.nothingWrong();
    assert.equal((await host.sendWebhook(target, 'push', push)).status, 200);
    await visitor.click('button', 'Look again');
    await visitor.sees('Not the indexed branch: the graph holds main');
    await visitor.click('button', 'Send a test');
    await visitor.sees('The test arrived.');
    await visitor.sees('A ping: the webhook arrives');
    await visitor.nothingWrong();
  });

  it('ends every session of whoever signs out everywhere', async () => {
    await visitor.open('/app/settings');
    await visitor.click('button', 'Sign out everywhere');
    await visitor.page.until(`document.body.innerText.includes('Sign in as demo')`);
  });
});
