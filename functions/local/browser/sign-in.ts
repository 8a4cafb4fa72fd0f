/** Signing in to the console as one of the local platform's users, by the page that people use. */
import type { Browser, Page } from './browser.ts';

/** A page of the console in a session of its own, after its sign-in. */
export async function signedInPage(browser: Browser, baseUrl: string, login: string): Promise<Page> {
  const page = await browser.open(`${baseUrl}/app/`);
  await signInAs(page, login);
  return page;
}

/** Of a page that asks who signs in. */
export async function signInAs(page: Page, login: string): Promise<void> {
  const named = JSON.stringify(`Sign in as ${login}`);
  const button = `[...document.querySelectorAll('button')].find((each) => each.innerText.includes(${named}))`;
  await page.until(`${button} !== undefined`);
  await page.evaluate(`${button}.click()`);
  const signedIn = JSON.stringify(`Signed in as ${login}`);
  await page.until(`document.querySelector('.menu summary')?.getAttribute('aria-label') === ${signedIn}`);
}
