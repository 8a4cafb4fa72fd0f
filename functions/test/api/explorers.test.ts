/** The explorers in a real browser that can reach this machine alone: both render, and a call made from /docs works. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { browserCommand, startBrowser } from '../support/browser.ts';
import type { Browser, Page } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import type { TestService, TestUser } from '../support/service.ts';

const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
const { paths } = JSON.parse(text) as { paths: Record<string, object> };
const OPERATIONS = Object.values(paths).flatMap((item) => Object.keys(item)).length;

/** What a user does to a field; React listens to the event and not to the value. */
const FILL = `(selector, text) => {
  const field = document.querySelector(selector);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}`;

describe('the explorers in a browser', function () {
  this.timeout(240_000);
  let service: TestService;
  let browser: Browser;
  let ada: TestUser;

  before(async function () {
    const command = browserCommand();
    // No browser on this machine: Debian's chromium-headless-shell is enough.
    if (command === undefined) return this.skip();
    service = await startService();
    ada = await service.user('ada');
    browser = await startBrowser(command);
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

  for (const [where, base] of [
    ['behind hosting', ''],
    ['at the function’s own URL', '/direct/docs'],
  ] as const) {
    it(`show every operation and make a call with the caller’s token, ${where}`, async () => {
      const page = await browser.open(`${service.baseUrl}${base === '' ? '/docs' : base}`);
      await page.until(`document.querySelectorAll('.opblock').length === ${OPERATIONS}`);
      await page.evaluate(`document.querySelector('.btn.authorize').click()`);
      await page.until(`document.querySelector('.auth-container input')`);
      await page.evaluate(`(${FILL})('.auth-container input', ${JSON.stringify(ada.idToken)})`);
      await page.evaluate(`document.querySelector('.auth-btn-wrapper .authorize').click()`);
      await page.until(`document.querySelector('.authorization__btn.locked, .btn.authorize.locked')`);
      await page.evaluate(`document.querySelector('.btn-done, .close-modal').click()`);

      await page.evaluate(`document.querySelector('#operations-auth-get_profile .opblock-summary-control').click()`);
      await page.until(`document.querySelector('#operations-auth-get_profile .execute')`);
      const answer = '#operations-auth-get_profile .live-responses-table';
      // A button that has only just been drawn may not be listening yet.
      const execute = `document.querySelector('#operations-auth-get_profile .execute')`;
      await page.evaluate(`void setInterval(() => document.querySelector('${answer}') ?? ${execute}?.click(), 3000)`);
      await page.evaluate(`${execute}.click()`);
      await page.until(
        `document.querySelector('${answer} tr.response .response-col_status')?.innerText.startsWith('200')`,
      );
      const shown = await page.evaluate(`document.querySelector('${answer}').innerText`);
      assert.match(String(shown), new RegExp(`"scmUsername": "${ada.login}"`));
      askedOnlyHere(page);
      assert.deepEqual(page.errors, []);
    });

    it(`show the reference, ${where}`, async () => {
      const page = await browser.open(`${service.baseUrl}${base}/redoc`);
      await page.until(`document.body.innerText.includes('Log in with a platform access token')`);
      const shown = String(await page.evaluate(`document.body.innerText`));
      for (const summary of ['Index a repository', 'Whether the service answers'])
        assert.ok(shown.includes(summary), summary);
      askedOnlyHere(page);
      assert.deepEqual(page.errors, []);
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
