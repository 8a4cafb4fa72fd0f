/** Ingestions whose workers are disturbed: the graph has to be that of an undisturbed one, node for node and edge for edge. */
import { appendFileSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { jobPath } from '../../src/jobs/job.ts';
import { tokenContextOf, userPath } from '../../src/jobs/platform-token.ts';
import { startIngest } from '../../src/jobs/start-ingest.ts';
import { repoKeyOf, repositoryPath } from '../../src/model/repositories.ts';
import { dumpGraph } from '../dump-graph.ts';
import { PACKAGE } from '../toolchain.ts';
import { NO_TROUBLE, type ChaosRounds, type ChaosSetting } from './chaos-setting.ts';
import { commitAs } from './commit-as.ts';
import { deliver, type Delivered, type Delivery } from './deliver.ts';

const UID = 'chaos';
const OWNER = 'chaos';
const NAME = 'victim';

export async function prepareIngestRounds(setting: ChaosSetting): Promise<ChaosRounds> {
  const { host, ports, env } = setting;
  const { token } = host.addUser({ login: OWNER });
  await ports.store.set(userPath(UID), { sealed_token: ports.secretBox.seal(token, tokenContextOf(UID)) });
  // This package's own sources as a repository.
  const working = join(setting.scratch, 'sources');
  mkdirSync(working);
  for (const part of ['src/resolve', 'src/extract', 'src/model']) {
    cpSync(join(PACKAGE, part), join(working, part), { recursive: true });
  }
  const git = commitAs(working);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');

  let usualMs = Infinity;

  async function ingest(
    owner: string,
    clearExisting: boolean,
    trouble: Delivery['trouble'],
  ): Promise<Delivered & { jobId: string }> {
    // The platform shows what the working repository holds now.
    await host.addRepository({ owner, name: NAME, from: working });
    const repository = await ports.scm.repository(token, owner, NAME);
    const { job } = await startIngest(ports, { uid: UID, repository, branch: null, clearExisting });
    const task = { kind: 'ingest', payload: { job_id: job.job_id }, env, trouble };
    const began = performance.now();
    const delivered = await deliver(task, setting.aheadMs);
    setting.aheadMs = delivered.aheadMs;
    // The first one fills caches, and a machine that was busy then would let every later worker end in time.
    if (trouble === NO_TROUBLE) usualMs = Math.min(usualMs, performance.now() - began);
    return { jobId: job.job_id, ...delivered };
  }

  async function faultOf(jobId: string): Promise<string | undefined> {
    const job = await ports.store.get(jobPath(jobId));
    if (job?.['status'] !== 'completed')
      return `the job is ${String(job?.['status'])}: ${String(job?.['error_message'])}`;
    const record = await ports.store.get(repositoryPath(repoKeyOf(OWNER, NAME)));
    if (record?.['ingestion_status'] !== 'ingested' || record['active_job_id'] !== null) {
      return `the repository's document says ${String(record?.['ingestion_status'])}`;
    }
    // The same name, since names are in the graph: the owner is what differs.
    const clean = `clean-${jobId.slice(0, 8)}`;
    await ingest(clean, false, NO_TROUBLE);
    const [found, wanted] = await Promise.all([
      dumpGraph(ports.graph, `${OWNER}/${NAME}`),
      dumpGraph(ports.graph, `${clean}/${NAME}`),
    ]);
    for (const part of ['nodes', 'edges', 'hidden'] as const) {
      const other = new Set(wanted[part]);
      const difference = found[part].filter((line) => !other.has(line));
      if (found[part].length !== wanted[part].length || difference.length > 0) {
        return `${part}: ${found[part].length} for ${wanted[part].length}; ${difference[0] ?? 'one is missing'}`;
      }
    }
    return undefined;
  }

  await ingest('measured', false, NO_TROUBLE);
  return {
    usualMs,
    async round(number, random, trouble) {
      appendFileSync(
        join(working, 'src', 'model', 'ids.ts'),
        `\nexport function round${number}() {\n  return keyOf('${number}');\n}\n`,
      );
      git('commit', '--quiet', '--all', '--message', `Round ${number}`);
      const { jobId, troubles, deliveries } = await ingest(OWNER, random() < 0.5, trouble(usualMs));
      return { troubles, deliveries, fault: await faultOf(jobId) };
    },
  };
}
