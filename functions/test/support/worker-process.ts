/**
 * A worker of the ingestion queue as a process of its own, with the ports that a deployment has, so that a test can kill
 * it: `node test/support/worker-process.ts <job id>`. Settings come from the environment; prints how the task ended.
 */
import { runIngestTask } from '../../src/jobs/ingest.ts';
import { livePorts } from '../../src/wiring.ts';

const ports = livePorts();
process.stdout.write(await runIngestTask(ports, { job_id: process.argv[2] }));
await ports.graph.close();
