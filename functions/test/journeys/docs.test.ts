/** The explorers and the service's health through hosting's one address and at the function's own, on the running service. */
import assert from 'node:assert/strict';
import { baseUrl, loggedInUser, serviceVariable } from '../support/services.ts';

/** `http://127.0.0.1:5081/demo-project/us-central1`: where the functions have their own addresses. */
const functionsUrl = () => serviceVariable('FUNCTIONS_URL');

async function found(url: string, token?: string): Promise<Response> {
  const response = await fetch(url, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200, `${url}: ${response.status} ${(await response.clone().text()).slice(0, 300)}`);
  assert.ok(response.headers.get('x-request-id'), url);
  return response;
}

interface Description {
  servers: { url: string }[];
  paths: Record<string, { servers?: { url: string }[] }>;
}

describe('the explorers on the running service', function () {
  this.timeout(180_000);

  it('load every file of theirs at both addresses', async () => {
    for (const page of [`${baseUrl()}/docs`, `${baseUrl()}/redoc`, `${functionsUrl()}/docs`]) {
      const html = await (await found(page)).text();
      for (const [, file = ''] of html.matchAll(/(?:src|href)="([^":]+)"/g)) await found(new URL(file, page).href);
    }
  });

  it('name addresses that answer', async () => {
    const user = await loggedInUser('docs-reader');
    for (const at of [`${baseUrl()}/openapi.json`, `${functionsUrl()}/docs/openapi.json`]) {
      const document = (await (await found(at)).json()) as Description;
      const path = '/api/v1/auth/me';
      const [server] = document.paths[path]?.servers ?? document.servers;
      const address = new URL(server?.url ?? '', at).href.replace(/\/$/, '') + path;
      const profile = (await (await found(address, await user.client.token())).json()) as { scmUsername: string };
      assert.equal(profile.scmUsername, 'docs-reader');
    }
  });

  it('are right about names that begin with a dot: they reach the service too', async () => {
    const user = await loggedInUser('dot-reader');
    for (const path of ['/api/v1/repos/dot-reader/.github/prs', '/api/v1/repos']) {
      const headers = { Authorization: `Bearer ${await user.client.token()}` };
      const answer = await fetch(baseUrl() + path, { headers });
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, path);
      assert.ok(answer.headers.get('x-request-id'), path);
    }
  });

  it('are beside a health that tells of both databases', async () => {
    for (const base of [baseUrl(), `${functionsUrl()}/docs`]) {
      assert.deepEqual(await (await found(`${base}/health`)).json(), { status: 'ok' });
      const ready = { status: 'ready', checks: { graph: 'ok', store: 'ok' } };
      assert.deepEqual(await (await found(`${base}/health/ready`)).json(), ready);
    }
  });
});
