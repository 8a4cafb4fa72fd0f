/**
 * Somebody who uses the console in a real browser: sees, clicks, types, and is not content with a page that has a fault.
 *
 *     const visitor = await visitConsole(browser, '/app/');
 *     await visitor.signIn('demo');
 *     await visitor.click('a', 'Map');
 *     await visitor.nothingWrong();
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '../../local/browser/browser.ts';
import { signInAs } from '../../local/browser/sign-in.ts';
import { baseUrl } from './services.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const THEMES = ['light', 'dark'] as const;

export interface Visitor {
  page: Page;
  /** Signs in with the local platform's page, as one of its users. */
  signIn(login: string): Promise<void>;
  /** Another page of the console, in a new tab of the same session: nothing is on its record. */
  open(address: string): Promise<void>;
  /** Clicks since the page that was opened last. */
  clicks(): number;
  /** Waits for a text on the page. */
  sees(text: string): Promise<void>;
  /** The first element that the selector finds and that shows the text. */
  click(selector: string, text?: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Clears a field by its label and types into it. */
  fill(label: string, text: string): Promise<void>;
  /**
   * No error on the console, nothing that the page's policy refused, no failed request but those named (a part of the
   * address), and nothing that a screen reader could not use, in either theme.
   */
  nothingWrong(expected?: readonly string[]): Promise<void>;
  /** What a screen reader or a finger could not use, as the page stands. */
  violations(): Promise<string[]>;
  /** Pixels by which the page is wider than the window. */
  overflow(): Promise<number>;
}

export async function visitConsole(browser: Browser, address: string): Promise<Visitor> {
  let page = await browser.open(`${baseUrl()}${address}`);
  let clicks = 0;
  const sees = (text: string): Promise<void> =>
    page.until(`document.querySelector('main')?.innerText.includes(${JSON.stringify(text)})`);
  const click = async (selector: string, text = ''): Promise<void> => {
    const all = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
    const found = `${all}.find((each) => each.innerText.includes(${JSON.stringify(text)}) && !each.disabled)`;
    await page.until(`${found} !== undefined`);
    await page.evaluate(`${found}.click()`);
    clicks += 1;
  };
  return {
    get page() {
      return page;
    },
    async signIn(login) {
      await signInAs(page, login);
    },
    async open(next) {
      const { tab } = page;
      clicks = 0;
      page = await browser.open(`${baseUrl()}${next}`, page);
      await tab.close();
    },
    clicks: () => clicks,
    sees,
    click,
    type: (text) => page.tab.keyboard.type(text),
    async fill(label, text) {
      const field = `document.querySelector('[aria-label=' + ${JSON.stringify(JSON.stringify(label))} + ']')`;
      await page.until(`${field} !== null`);
      await page.evaluate(`(${field}.focus(), ${field}.select())`);
      await page.tab.keyboard.type(text);
    },
    async nothingWrong(expected = []) {
      const isExpected = (url: string): boolean => expected.some((part) => url.includes(part));
      const failed = page.requests.filter(
        ({ url, status, blocked }) =>
          !isExpected(url) && ((status ?? 200) >= 400 || (blocked !== undefined && blocked !== 'net::ERR_ABORTED')),
      );
      assert.deepEqual(failed, []);
      // The browser itself writes an error for each answer that is none.
      const errors = page.errors.filter((text) => expected.length === 0 || !text.startsWith('Failed to load resource'));
      assert.deepEqual(errors, []);
      for (const theme of THEMES) {
        await page.tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        assert.deepEqual(await violations(page), [], theme);
      }
    },
    violations: () => violations(page),
    overflow: async () =>
      Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')),
  };
}

async function violations(page: Page): Promise<string[]> {
  // A world of its own: what is evaluated there is not the page's.
  await page.tab.evaluate(AXE);
  const found = await page.tab.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })`,
  );
  const { violations: rules } = found as { violations: { id: string; nodes: { html: string }[] }[] };
  return rules.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
