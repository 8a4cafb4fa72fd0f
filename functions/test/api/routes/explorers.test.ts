/** The explorers in a real browser that can reach this machine alone: both render, and a call made from /docs works. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { browserPath, startBrowser } from '../../../local/browser/browser.ts';
import type { Browser, Page } from '../../../local/browser/browser.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
const { paths } = JSON.parse(text) as { paths: Record<string, object> };
const OPERATIONS = Object.values(paths).flatMap((item) => Object.keys(item)).length;

/** What a user does to a field; React listens to the event and not to the value. */
const FILL = `(selector, text) => {
  const field = document.querySelector(selector);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}`;

const PROFILE = '#operations-auth-get_profile';

describe('the explorers in a browser', function () {
  this.timeout(600_000);
  let service: TestService;
  let browser: Browser;
  let ada: TestUser;

  before(async function () {
    const path = await browserPath();
    // A machine without a browser that cannot run the package's: Debian's chromium-headless-shell is enough.
    if (path === undefined) return this.skip();
    service = await startService();
    ada = await service.user('ada');
    browser = await startBrowser(path);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  function askedOnlyHere({ requests }: Page): void {
    const { host } = new URL(service.baseUrl);
    const elsewhere = requests.filter(({ url, blocked }) => !url.startsWith('data:') && new URL(url).host !== host && blocked !== 'csp'); // prettier-ignore
    assert.deepEqual(elsewhere, []);
  }

  async function authorize(page: Page): Promise<void> {
    await page.until(`document.querySelectorAll('.opblock').length === ${OPERATIONS}`);
    await page.evaluate(`document.querySelector('.btn.authorize').click()`);
    await page.until(`document.querySelector('.auth-container input')`);
    await page.evaluate(`(${FILL})('.auth-container input', ${JSON.stringify(ada.idToken)})`);
    await page.evaluate(`document.querySelector('.auth-btn-wrapper .authorize').click()`);
    await page.until(`document.querySelector('.authorization__btn.locked, .btn.authorize.locked')`);
    await page.evaluate(`document.querySelector('.btn-done, .close-modal').click()`);
  }

  /**
   * The page, showing what the call answered. Swagger UI loses about one call in fifty that is clicked within the
   * milliseconds in which the operation is drawn: it sends nothing, and waits. Users would load the page anew.
   */
  async function withProfileAsked(url: string, tries = 3): Promise<Page> {
    const page = await browser.open(url);
    await authorize(page);
    await page.evaluate(`document.querySelector('${PROFILE} .opblock-summary-control').click()`);
    await page.until(`document.querySelector('${PROFILE} .execute') && document.querySelector('${PROFILE} .example')`);
    await page.evaluate(`document.querySelector('${PROFILE} .execute').click()`);
    const shown = `document.querySelector('${PROFILE} .live-responses-table tr.response .response-col_status')?.innerText.startsWith('200')`;
    try {
      await page.until(shown, 15_000);
    } catch (error) {
      const sent = page.requests.some((request) => request.url.endsWith('/auth/me'));
      if (!sent && tries === 1) throw error;
      if (!sent) return withProfileAsked(url, tries - 1);
      // It is on its way: the machine is slow.
      await page.until(shown);
    }
    return page;
  }

  for (const [where, base] of [
    ['behind hosting', ''],
    ['at the function’s own URL', '/direct/docs'],
  ] as const) {
    it(`show every operation and make a call with the caller’s token, ${where}`, async () => {
      const page = await withProfileAsked(`${service.baseUrl}${base === '' ? '/docs' : base}`);
      const shown = await page.evaluate(`document.querySelector('${PROFILE} .live-responses-table').innerText`);
      assert.match(String(shown), new RegExp(`"scmUsername": "${ada.login}"`));
      askedOnlyHere(page);
      assert.deepEqual(page.exceptions, []);
    });

    it(`show the reference, ${where}`, async () => {
      const page = await browser.open(`${service.baseUrl}${base}/redoc`);
      await page.until(`document.body.innerText.includes('Log in with a platform access token')`);
      const shown = String(await page.evaluate(`document.body.innerText`));
      for (const summary of ['Index a repository', 'Whether the service answers'])
        assert.ok(shown.includes(summary), summary);
      askedOnlyHere(page);
      assert.deepEqual(page.exceptions, []);
    });
  }

  it('cannot reach another host even if a script tried', async () => {
    const page = await browser.open(`${service.baseUrl}/docs`);
    await page.until(`document.querySelectorAll('.opblock').length > 0`);
    const tried = `fetch('http://example.com/').then(() => 'sent', () => 'refused')`;
    assert.equal(await page.evaluate(tried), 'refused');
    assert.equal(await page.evaluate(`(() => { try { return eval('1') } catch { return 'refused' } })()`), 'refused');
  });
});
