import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cloudTasksQueue } from '../../../src/adapters/queue.ts';
import { startTasksProxy, type TasksProxy } from '../../../local/stack/tasks-proxy.ts';

/** What the tasks emulator answers, as read in its source: text errors, a wrapped task with a decoded body. */
describe('startTasksProxy', () => {
  let emulator: Server;
  let proxy: TasksProxy;
  let seen: { url: string; task: { name: string; httpRequest: { url: string; body: string } } }[];

  before(async () => {
    emulator = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { task } = JSON.parse(text) as (typeof seen)[number];
        if (!request.url?.includes('/ingestRepository/')) {
          response.writeHead(404).end('Tried to queue a task from a non-existent queue');
        } else if (seen.some((each) => each.task.name === task.name)) {
          response.writeHead(409).end('A task with the same name already exists');
        } else {
          seen.push({ url: request.url, task });
          const body = JSON.parse(Buffer.from(task.httpRequest.body, 'base64').toString()) as unknown;
          response.end(JSON.stringify({ task: { ...task, httpRequest: { ...task.httpRequest, body } } }));
        }
      });
    });
    await new Promise<void>((done) => emulator.listen(0, '127.0.0.1', done));
    proxy = await startTasksProxy(`127.0.0.1:${(emulator.address() as AddressInfo).port}`);
  });
  beforeEach(() => {
    seen = [];
  });
  after(async () => {
    await proxy.close();
    await new Promise((done) => emulator.close(done));
  });

  const queue = () =>
    cloudTasksQueue({
      project: 'demo-x',
      location: 'us-central1',
      functionsUrl: 'http://127.0.0.1:5081/demo-x/us-central1',
      serviceAccount: '',
      apiHost: proxy.host,
    });

  it("brings the client's task to the emulator's path", async () => {
    assert.equal(await queue().enqueue('ingestRepository', 'job-1', { job_id: 'é' }), 'enqueued');
    const [sent] = seen;
    assert.equal(sent?.url, '/projects/demo-x/locations/us-central1/queues/ingestRepository/tasks');
    assert.equal(sent.task.name, 'projects/demo-x/locations/us-central1/queues/ingestRepository/tasks/job-1');
    assert.equal(sent.task.httpRequest.url, 'http://127.0.0.1:5081/demo-x/us-central1/ingestRepository');
    const body = Buffer.from(sent.task.httpRequest.body, 'base64').toString();
    assert.deepEqual(JSON.parse(body), { data: { job_id: 'é' } });
  });

  it('lets the client know that a name was used', async () => {
    await queue().enqueue('ingestRepository', 'job-2', {});
    assert.equal(await queue().enqueue('ingestRepository', 'job-2', {}), 'duplicate');
    assert.equal(seen.length, 1);
  });

  it('answers in JSON for an unknown queue, another path and a dead emulator', async () => {
    const post = (path: string, host = proxy.host) =>
      fetch(`http://${host}${path}`, { method: 'POST', body: '{"task":{"httpRequest":{"body":""}}}' });
    const unknown = await post('/v2/projects/p/locations/l/queues/other/tasks');
    assert.equal(unknown.status, 404);
    assert.equal(((await unknown.json()) as { error: { status: string } }).error.status, 'NOT_FOUND');
    assert.equal((await post('/nothing')).status, 404);
    const orphan = await startTasksProxy('127.0.0.1:1');
    const down = await post('/v2/projects/p/locations/l/queues/q/tasks', orphan.host);
    assert.equal(down.status, 503);
    await orphan.close();
  });
});
