/**
 * A real headless browser for tests, over its DevTools protocol (chromedevtools.github.io/devtools-protocol): Chromium as
 * distributions package it, when the machine has one. It can reach this machine and no other.
 *
 *     const page = await browser.open(`${baseUrl}/docs`);
 *     await page.until('document.querySelectorAll(".opblock").length > 3');
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export interface PageRequest {
  url: string;
  /** Why the browser did not send it: `csp`, … */
  blocked?: string;
}

export interface Page {
  /** Everything the page asked for. */
  requests: PageRequest[];
  /** Errors of scripts. */
  errors: string[];
  /** The value of an expression, as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression is true; fails with what the page shows. */
  until(condition: string, milliseconds?: number): Promise<void>;
}

export interface Browser {
  open(url: string): Promise<Page>;
  close(): Promise<void>;
}

/** The command that starts a browser here, or undefined. */
export function browserCommand(): string | undefined {
  return NAMES.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

export async function startBrowser(command: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'reviewgraph-browser-'));
  const child = spawn(
    command,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=1200,1600',
      'about:blank',
    ],
    // A group of its own, so that all of its processes can be ended at once.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await debuggingAddress(child);
  return {
    async open(url) {
      const target = await fetch(`http://${address}/json/new?about:blank`, { method: 'PUT' });
      const { webSocketDebuggerUrl } = (await target.json()) as { webSocketDebuggerUrl: string };
      return openPage(webSocketDebuggerUrl, url);
    },
    async close() {
      // It may be gone before it answers, and what it leaves behind (a crash handler) may hold its streams for ever.
      await askToClose(address).catch(() => undefined);
      await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
      killGroup(child);
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function askToClose(address: string): Promise<void> {
  const version = await fetch(`http://${address}/json/version`);
  const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string };
  const { send } = await connect(webSocketDebuggerUrl);
  await send('Browser.close');
}

function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch (error) {
    // None of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /DevTools listening on ws:\/\/([^/\s]+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The browser ended: ${said}`)));
  });
}

interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
  method?: string;
  params?: Record<string, unknown>;
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

/** `heard` is told of everything that is no answer. */
async function connect(
  debuggerUrl: string,
  heard: (message: Message) => void = () => undefined,
): Promise<{ send: Send }> {
  const socket = new WebSocket(debuggerUrl);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('The browser refused the connection')), { once: true });
  });
  let closed = false;
  const waiting = new Map<number, (message: Message) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) heard(message);
    else waiting.get(message.id)?.(message);
  });
  // What is asked of a browser that has gone would be waited for until the test's own time is up.
  const gone = { error: { message: 'the browser has closed the connection' } };
  socket.addEventListener('close', () => {
    closed = true;
    for (const answer of waiting.values()) answer(gone);
  });
  const send: Send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error(`${method}: ${gone.error.message}`));
      const id = ++last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send };
}

async function openPage(debuggerUrl: string, url: string): Promise<Page> {
  const requests = new Map<string, PageRequest>();
  const errors: string[] = [];
  const { send } = await connect(debuggerUrl, ({ method, params = {} }) => {
    const id = String(params['requestId']);
    if (method === 'Network.requestWillBeSent') {
      requests.set(id, { url: (params['request'] as { url: string }).url });
    }
    const request = requests.get(id);
    if (method === 'Network.loadingFailed' && request !== undefined) {
      request.blocked = String(params['blockedReason'] ?? params['errorText']);
    }
    if (method === 'Runtime.exceptionThrown') errors.push(JSON.stringify(params['exceptionDetails']));
  });
  for (const domain of ['Page', 'Network', 'Runtime']) await send(`${domain}.enable`);
  await send('Page.navigate', { url });

  async function evaluate(expression: string): Promise<unknown> {
    // By default the protocol may do what the page's policy forbids the page.
    const policy = { allowUnsafeEvalBlockedByCSP: false };
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, ...policy });
    if (answer['exceptionDetails'] !== undefined) throw new Error(JSON.stringify(answer['exceptionDetails']));
    return (answer['result'] as { value?: unknown }).value;
  }

  return {
    get requests() {
      return [...requests.values()];
    },
    errors,
    evaluate,
    async until(condition, milliseconds = 120_000) {
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
