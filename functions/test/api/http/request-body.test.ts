/** Bodies that no client can be made to send (unread-bodies.test.ts has the others, at deployed functions). */
import assert from 'node:assert/strict';
import { readBody } from '../../../src/api/http/request-body.ts';

function requestOf(body: ReadableStream<Uint8Array>): Request {
  return new Request('http://127.0.0.1/', { method: 'POST', body, duplex: 'half' });
}

describe('readBody', () => {
  it('takes a body that breaks off for the client’s failure', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('half'));
      },
      pull(controller) {
        controller.error(new Error('aborted'));
      },
    });
    await assert.rejects(readBody(requestOf(broken), 100), { name: 'AppError', code: 'bad_request' });
  });

  it('takes no more of a body than the limit and the chunk that is beyond it', async () => {
    let taken = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        taken += 10;
        controller.enqueue(Buffer.alloc(10));
      },
    });
    await assert.rejects(readBody(requestOf(endless), 100), { name: 'AppError', code: 'too_large' });
    assert.ok(taken <= 130, String(taken));
  });
});
