/**
 * Every page of the console: without a fault for a small repository, and for a hostile one, whose names, paths, docstrings
 * and comments hold markup, text that runs backwards, and lines of ten thousand characters.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScmHost } from '../../local/scm-host/start-scm-host.ts';
import type { Browser } from '../../local/browser/browser.ts';
import { browserPath, startBrowser } from '../../local/browser/browser.ts';
import { agentRequest } from '../support/agent-sign-in.ts';
import { visitConsole, type Visitor } from '../support/console-visitor.ts';
import { makeRepository, type TestRepository } from '../support/repositories.ts';
import { baseUrl, finishedJob, loggedInUser, scmHost } from '../support/services.ts';

const MARKUP = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=2</script>';
/** Shows what follows from right to left. */
const BACKWARDS = '\u202eevil\u202c';
const LONG = 'x'.repeat(10_000);

/** With so many other lines that it is not taken for a bundle. */
function longFile(end: string): string {
  return `def long():\n    text = "${LONG}${end}"\n    return text\n${'# one more\n'.repeat(60)}`;
}

const HOSTILE = {
  'src/<b>bold<∕b>.py': `def bold():\n    """${MARKUP}"""\n    return 1\n`,
  [`src/${BACKWARDS}.py`]: `def hidden():\n    # ${BACKWARDS} ${MARKUP}\n    return bold()\n`,
  'src/long.py': longFile(''),
  'src/javascript:alert(1).py': 'from src.long import long\n\n\ndef caller():\n    return long()\n',
  "src/'; DROP TABLE x; --.py": 'def quoted():\n    return 1\n',
  '.github/hidden.py': 'def dotted():\n    return 1\n',
};

describe('pages of the console', function () {
  this.timeout(600_000);
  let browser: Browser;
  let visitor: Visitor;
  let source: TestRepository;
  let host: ScmHost;
  let login: string;
  let clientId: string;
  const connect = (more: Record<string, string> = {}) =>
    `/oauth/authorize?${new URLSearchParams({ ...agentRequest({ client_id: clientId }).request, ...more }).toString()}`;
  const at = (page = '') => `/app/r/${login}/hostile/${page}`;
  const symbol = (path: string, name: string) =>
    at(`symbol?${new URLSearchParams({ id: `${login}/hostile ${path}#${name}` }).toString()}`);
  const file = (path: string) => at(`files/${path.split('/').map(encodeURIComponent).join('/')}`);

  before(async function () {
    const path = await browserPath();
    if (path === undefined) return this.skip();
    host = await scmHost();
    // Whom the sign-in page of the local service offers.
    login = 'grace';
    const user = await loggedInUser(login);
    source = makeRepository(HOSTILE);
    source.git('checkout', '-q', '-b', 'change');
    source.commit({ 'src/long.py': longFile('!') });
    source.git('checkout', '-q', 'main');
    await host.addRepository({ owner: login, name: 'hostile', from: source.path, description: MARKUP });
    await host.openPull({ owner: login, name: 'hostile', head: 'change', base: 'main', by: login, title: MARKUP });
    const started = (await user.client.post('/api/v1/ingest/scm', { owner: login, repo_name: 'hostile' })) as {
      job_id: string;
    };
    assert.equal((await finishedJob(user.client, started.job_id))['status'], 'completed');
    await user.client.post(`/api/v1/repos/${login}/hostile/prs/1/reviews`, { command: 'lint' });
    const registered = await fetch(`${baseUrl()}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_name: `Agent ${MARKUP}`, redirect_uris: ['http://127.0.0.1/callback'] }),
    });
    clientId = ((await registered.json()) as { client_id: string }).client_id;
    browser = await startBrowser(path);
    visitor = await visitConsole(browser, '/app/');
    await visitor.signIn(login);
  });
  after(async () => {
    await browser?.close();
    source?.remove();
  });

  const PAGES: [what: string, address: () => string, text: string][] = [
    ['the repositories', () => '/app/', 'hostile'],
    ['the search', () => '/app/search?q=bold', 'bold'],
    ['a search for markup', () => `/app/search?${new URLSearchParams({ q: '<img src=x' }).toString()}`, 'found'],
    ['the figures', () => '/app/analytics', 'Issues raised'],
    ['the settings', () => '/app/settings', 'Python linter'],
    ['a configuration to check', () => '/app/settings/configuration', 'Nothing is wrong'],
    ['the dismissals', () => '/app/settings/dismissals', 'Repository'],
    ['the tokens', () => '/app/settings/tokens', 'You have no token'],
    ['the account', () => '/app/settings/account', 'Sign out everywhere'],
    ['the doctor', () => '/app/doctor', 'The platform calls'],
    ['the consent to an agent', () => connect(), 'a program on this computer (127.0.0.1:51234)'],
    ['an agent’s request that is wrong', () => connect({ code_challenge: 'x' }), 'cannot be allowed'],
    ['an address that is none', () => '/app/nowhere', 'There is no page at this address.'],
    ['a repository', () => at(), 'Most complex functions'],
    ['its map', () => at('map'), 'Hotspots'],
    ['its pull requests', () => at('prs'), '<img src=x'],
    ['one of them', () => at('prs/1'), 'Run 1'],
    ['its doctor', () => at('doctor'), 'The platform calls'],
    ['a file with markup in its name', () => file('src/<b>bold<∕b>.py'), 'globalThis.hacked'],
    ['a file with a name that runs backwards', () => file(`src/${BACKWARDS}.py`), 'def hidden'],
    ['a file with a long line', () => file('src/long.py'), 'def long'],
    ['a file that is named like a script', () => file('src/javascript:alert(1).py'), 'def caller'],
    ['a file with quotes in its name', () => file("src/'; DROP TABLE x; --.py"), 'def quoted'],
    ['a file in a folder whose name begins with a dot', () => file('.github/hidden.py'), 'def dotted'],
    ['a symbol whose docstring is markup', () => symbol('src/<b>bold<∕b>.py', 'bold'), '<script>'],
    ['a symbol with a long line', () => symbol('src/long.py', 'long'), 'Called by'],
  ];

  for (const [what, address, text] of PAGES) {
    it(`shows ${what} without a fault, and runs nothing of it`, async () => {
      await visitor.open(address());
      await visitor.sees(text);
      await visitor.nothingWrong();
      assert.equal(await visitor.page.evaluate('globalThis.hacked ?? 0'), 0);
    });
  }

  it('connects an agent that is allowed, shows it, and disconnects it', async () => {
    const agent = agentRequest({ client_id: clientId, redirect_uri: '' });
    let sent: URLSearchParams | null = null as URLSearchParams | null;
    const listener = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      if (url.pathname === '/callback') sent = url.searchParams;
      response.end('<!doctype html><html lang="en"><title>Agent</title><main>Connected</main></html>');
    });
    await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
    const callback = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
    const { verifier, request } = agent;
    await visitor.open(`/oauth/authorize?${new URLSearchParams({ ...request, redirect_uri: callback }).toString()}`);
    await visitor.sees(new URL(callback).host);
    await visitor.click('button', 'Allow');
    await visitor.sees('Connected');
    listener.close();
    assert.ok(sent);
    assert.equal(sent.get('state'), request['state']);
    assert.equal(sent.get('iss'), baseUrl());
    const exchanged = await fetch(`${baseUrl()}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: sent.get('code') ?? '', code_verifier: verifier },
        ...{ client_id: clientId, redirect_uri: callback },
      }),
    });
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const listTools = async (): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }; // prettier-ignore
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      return (await fetch(`${baseUrl()}/mcp`, { method: 'POST', headers, body })).status;
    };
    assert.equal(await listTools(), 200);
    await visitor.open('/app/settings/tokens');
    await visitor.sees(new URL(callback).host);
    await visitor.click('button[aria-label^="Disconnect"]');
    await visitor.sees('No agent is connected');
    assert.equal(await listTools(), 401);
    await visitor.nothingWrong();
  });

  it('fits a narrow screen, and a wide one', async () => {
    const wide: string[] = [];
    for (const width of [360, 3840]) {
      await visitor.page.tab.setViewport({ width, height: 800 });
      for (const [what, address] of PAGES) {
        await visitor.page.tab.goto(`${baseUrl()}${address()}`, { waitUntil: 'domcontentloaded', timeout: 120_000 });
        await visitor.page.until(`document.querySelector('main h1, main h2') && !document.querySelector('.busy')`);
        const over = await visitor.overflow();
        if (over > 0) wide.push(`${what} is ${over} px too wide at ${width}`);
        // What scrolls, and what lies close together, on a narrow screen alone.
        if (width === 360) wide.push(...(await visitor.violations()).map((found) => `${what}: ${found}`));
      }
    }
    assert.deepEqual(wide, []);
  });

  it('makes the best of an address that holds nonsense', async () => {
    const addresses: [string, string][] = [
      ['/app/analytics?from=zzz&to=%00', 'Issues raised'],
      [at('map?by=__proto__'), 'Hotspots'],
      [`${file('src/long.py')}?line=99999999999`, 'has no line 99,999,999,999'],
    ];
    for (const [address, text] of addresses) {
      await visitor.open(address);
      await visitor.sees(text);
      assert.deepEqual(visitor.page.exceptions, [], address);
    }
  });

  it('says what is not there, and lets one try again', async () => {
    await visitor.open('/app/r/nobody/nothing/map');
    await visitor.sees('not indexed');
    await visitor.nothingWrong(['/query/map']);
  });

  it('answers 404 for an asset that is not there, and refuses to be framed', async () => {
    assert.equal((await fetch(`${baseUrl()}/assets/nothing-abc.js`)).status, 404);
    const answer = await fetch(`${baseUrl()}/app/search`);
    assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.match(await answer.text(), /default-src 'none'/);
  });
});
