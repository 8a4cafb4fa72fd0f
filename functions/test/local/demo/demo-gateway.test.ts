import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { givenGateway, whyNoReview } from '../../../local/demo/demo-gateway.ts';

describe('local/demo-gateway', () => {
  it('takes what the environment gives, and nothing without a key', () => {
    assert.equal(givenGateway({ REVIEW_MODEL: 'm' }), undefined);
    assert.equal(givenGateway({ GATEWAY_API_KEY: '' }), undefined);
    assert.deepEqual(givenGateway({ GATEWAY_API_KEY: 'k', REVIEW_MODEL: 'm', GATEWAY_BASE_URL: '', HOME: '/' }), {
      GATEWAY_API_KEY: 'k',
      REVIEW_MODEL: 'm',
    });
  });

  it('says what keeps a gateway from reviewing, and nothing of one that may', async () => {
    let status = 200;
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`);
      response.writeHead(status).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const why = (base = url) => whyNoReview({ GATEWAY_API_KEY: 'k', GATEWAY_BASE_URL: base });
    assert.equal(await why(`${url}/`), undefined);
    assert.deepEqual(asked, ['/v1/models Bearer k']);
    status = 404;
    assert.equal(await why(), undefined);
    status = 401;
    assert.match((await why()) ?? '', /refuses GATEWAY_API_KEY \(HTTP 401\): check the key, or unset/);
    await new Promise((resolve) => server.close(resolve));
    assert.match((await why()) ?? '', /No model gateway answers at .* \((?!fetch failed).+\): check GATEWAY_BASE_URL/);
    for (const no of ['nonsense', 'ftp://host/v1', '//host']) assert.match((await why(no)) ?? '', /no http address/);
  });
});
