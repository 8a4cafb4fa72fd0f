/**
 * A function's process as the platform starts it, for one request: `node serve-once.mjs <export> <path> <method>`. Plain
 * JavaScript, so that nothing is compiled but the product itself.
 *
 *     {"name":"auth","cpu":0.41,"wall":0.39,"rss":98000000,"status":401}
 */
import { createServer, request } from 'node:http';

const [name, path, method] = process.argv.slice(2);
const exported = await import('../../../lib/index.js');
const handler = exported[name];
if (typeof handler !== 'function') throw new Error(`lib/index.js exports no function ${name}`);

const server = createServer((incoming, response) => {
  const parts = [];
  incoming.on('data', (part) => parts.push(part));
  incoming.on('end', () => {
    const rawBody = Buffer.concat(parts);
    void handler(Object.assign(incoming, { rawBody, body: {}, originalUrl: incoming.url }), response);
  });
});
server.listen(0, '127.0.0.1', () => {
  const options = {
    host: '127.0.0.1',
    port: server.address().port,
    path,
    method,
    headers: { 'Content-Type': 'application/json' },
  };
  const asked = request(options, (answer) => {
    answer.resume();
    answer.on('end', () => {
      const { user, system } = process.cpuUsage();
      const report = {
        name,
        cpu: (user + system) / 1e6,
        wall: performance.now() / 1000,
        rss: process.memoryUsage.rss(),
        status: answer.statusCode,
      };
      process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit());
    });
  });
  asked.end(method === 'POST' ? '{}' : undefined);
});
