/**
 * A worker of the ingestion queue as a process of its own, with the ports that a deployment has, so that a test can kill
 * it: `node test/support/worker-process.ts <job id>`. Settings come from the environment. It prints `written` after each
 * transaction on the graph and goes on when it reads a line, so that the test decides behind which one it dies, however
 * fast either process is; at the end, how the task ended.
 */
import { createInterface } from 'node:readline';
import { runIngestTask } from '../../src/jobs/ingest/tasks.ts';
import type { GraphPort } from '../../src/ports.ts';
import { livePorts } from '../../src/wiring.ts';

const ports = livePorts();
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
// The live ports are made when they are first asked for: there is nothing to copy yet.
const graph = new Proxy(ports.graph, {
  get(target, name) {
    if (name !== 'write') return target[name as keyof GraphPort];
    const write: GraphPort['write'] = async (statements) => {
      const rows = await target.write(statements);
      process.stdout.write('written\n');
      await lines.next();
      return rows;
    };
    return write;
  },
});
process.stdout.write(`${await runIngestTask({ ...ports, graph }, { job_id: process.argv[2] })}\n`);
await ports.graph.close();
process.stdin.destroy();
