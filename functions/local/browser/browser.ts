/**
 * A real headless browser, for tests and pictures: Chromium as the machine has it, else the one that the package `@sparticuz/chromium`
 * brings (Linux on x64). It can reach this machine and no other, and keeps what pages ask for and complain about.
 *
 *     const page = await browser.open(`${baseUrl}/docs`);
 *     await page.until('document.querySelectorAll(".opblock").length > 3');
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser as Chromium, type HTTPRequest, type Page as Tab } from 'puppeteer-core';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** How long a page may take for what a test waits for, on a machine that does much besides. */
const PATIENCE_MS = 120_000;

export interface PageRequest {
  url: string;
  /** Why the browser did not send it, or got no answer: `csp`, `net::ERR_…`. */
  blocked?: string;
  status?: number;
}

export interface Page {
  /** Everything the page asked for. */
  requests: PageRequest[];
  /** What went wrong in the page: exceptions, errors on its console, and what its policy refused. */
  errors: string[];
  /** Exceptions of scripts alone. */
  exceptions: string[];
  /** The value of an expression, as JSON. The page's policy holds for it too. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression is true; fails with what the page shows. */
  until(condition: string, milliseconds?: number): Promise<void>;
  /** For whatever else a person does: clicks, keys, screenshots. */
  tab: Tab;
}

export interface Browser {
  /** In a session of its own, or in that of another page. */
  open(url: string, sameSession?: Page): Promise<Page>;
  close(): Promise<void>;
}

/** Where a browser's program lies here; undefined on a machine that has none and cannot run the package's. */
export async function browserPath(): Promise<string | undefined> {
  for (const name of NAMES) {
    const found = spawnSync('which', [name], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return process.platform === 'linux' && process.arch === 'x64' ? chromium.executablePath() : undefined;
}

/** The first call unpacks the package's browser into the folder for temporary files, which takes some seconds. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
    // Without a language of its own, Chromium takes one from the machine that no page can use (en-US@posix).
    env: { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' },
    defaultViewport: { width: 1200, height: 1600 },
    protocolTimeout: PATIENCE_MS,
  });
  return {
    open: (url, sameSession) => openPage(browser, url, sameSession),
    close: () => browser.close(),
  };
}

async function openPage(browser: Chromium, url: string, sameSession: Page | undefined): Promise<Page> {
  // A context of its own: nobody else's session, storage or cache.
  const context = sameSession?.tab.browserContext() ?? (await browser.createBrowserContext());
  const tab = await context.newPage();
  const requests = new Map<HTTPRequest, PageRequest>();
  const errors: string[] = [];
  const exceptions: string[] = [];
  tab.on('request', (request) => requests.set(request, { url: request.url() }));
  tab.on('response', (response) => {
    const entry = requests.get(response.request());
    if (entry !== undefined) entry.status = response.status();
  });
  tab.on('requestfailed', (request) => {
    const entry = requests.get(request);
    if (entry !== undefined) entry.blocked = reasonOf(request.failure()?.errorText ?? 'failed');
  });
  tab.on('pageerror', (error) => {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    exceptions.push(said);
    errors.push(said);
  });
  tab.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await tab.goto(url, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS });

  const protocol = await tab.createCDPSession();
  async function evaluate(expression: string): Promise<unknown> {
    // By default the protocol may do what the page's policy forbids the page.
    const policy = { allowUnsafeEvalBlockedByCSP: false };
    const answer = await protocol.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      ...policy,
    });
    if (answer.exceptionDetails !== undefined) throw new Error(JSON.stringify(answer.exceptionDetails));
    return answer.result.value as unknown;
  }
  return {
    get requests() {
      return [...requests.values()];
    },
    errors,
    exceptions,
    evaluate,
    tab,
    async until(condition, milliseconds = PATIENCE_MS) {
      const end = Date.now() + milliseconds;
      // While a page is being replaced there is nothing to evaluate in.
      while ((await evaluate(`Boolean(${condition})`).catch(() => false)) !== true) {
        if (Date.now() > end) {
          const shown = String(await evaluate('document.body.innerText').catch(() => '(no page)')).slice(0, 2_000);
          throw new Error(`Still not true: ${condition}\n${errors.join('\n')}\n${shown}`);
        }
        await sleep(100);
      }
    },
  };
}

/** The protocol's words for a refusal by the page's policy differ from version to version. */
function reasonOf(text: string): string {
  return /csp/i.test(text) ? 'csp' : text;
}
