/**
 * `npm start [-- --repo <path | owner/name | https URL>]`: the whole service on this machine, with a repository in the
 * graph and calls to try. Stays up until Ctrl-C, which stops everything and keeps the data; a second Ctrl-C stops at
 * once and keeps what was saved before. The next start finds the data and parses nothing again.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { apiClient, type ApiClient } from '../stack/api-client.ts';
import { endWithReason, parseWords, typedIn } from './arguments/command-line.ts';
import { firstPort } from '../stack/emulator-project.ts';
import { followJob, type FollowedJob } from './output/follow-job.ts';
import { killChildren, tail } from '../stack/processes.ts';
import { plantSeed } from '../demo/plant-seed.ts';
import { requestedRepository, type RequestedRepository } from './arguments/repository-argument.ts';
import { startScmHost, type ScmHost } from '../scm-host/start-scm-host.ts';
import { exportFolder, fixedPorts, requireStackPorts, startStack, type Stack } from '../stack/stack.ts';
import { mostCalled, mostComplex, summaryLines } from './output/summary.ts';
import { ROOT } from '../stack/toolchain.ts';
import type { Part } from '../stack/watch-parts.ts';

const USAGE = 'Usage: npm --prefix functions start [-- --repo <path | owner/name | https URL>]';
const DATA = join(ROOT, 'emulator-data', 'local');
const SEED = join(ROOT, 'emulator-data', 'seed');
const RENEW_TOKEN_MS = 10 * 60_000;
/** The first Ctrl-C comes twice: from the terminal, and passed on by the launcher. */
const SAME_SIGNAL_MS = 500;

const say = (line: string): void => {
  console.log(line);
};

let stack: Stack | undefined;
let host: ScmHost | undefined;
let stopping: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));

async function main(): Promise<void> {
  const { values } = parseWords({ options: { repo: { type: 'string' } } });
  const wanted = requestedRepository(values.repo, typedIn());
  const ports = fixedPorts(firstPort());
  await requireStackPorts(DATA, ports, say);
  const kept = exportFolder(DATA);
  const first = !existsSync(kept);
  stack = await startStack({ dataDir: DATA, ports, importFrom: first ? undefined : kept, log: say });
  stack.onEnd((part) => void endWithout(part));
  host = await startScmHost({ dataDir: join(DATA, 'scm-host'), port: stack.scmPort });

  const { account, platformToken } = demoUser(host);
  const client = apiClient({ baseUrl: stack.baseUrl, authHost: `127.0.0.1:${ports.auth}`, account });
  await keepTokenFile(client);
  await client.post('/api/v1/auth/login', { scm_access_token: platformToken });
  await serveRepository(host, wanted, account.login);
  const job = await ingest(client, wanted);
  // Otherwise the first answer waits for a process that starts while all cores plant the examples.
  await client.get('/api/v1/repos/overview');
  await printSummary(stack, client, wanted, job);
  if (first) await plantExamples(stack, host, ports.auth);
  await stack.emulators.exportTo(kept);
  say(`\nReady on ${stack.baseUrl}. Ctrl-C stops everything and keeps the data.`);
}

/** Two users, three small repositories and a month of reviews, so that there is something to see everywhere. */
async function plantExamples(running: Stack, scm: ScmHost, authPort: number): Promise<void> {
  say('\nAdding examples: demo/atlas, grace/courier and demo/ledger (private), with a month of reviews');
  Object.assign(process.env, {
    FIRESTORE_EMULATOR_HOST: running.env['FIRESTORE_EMULATOR_HOST'],
    METADATA_SERVER_DETECTION: 'none', // Google's SDK would look for a cloud machine's, and warn of a network without one.
  });
  await plantSeed({
    folder: SEED,
    dataDir: join(DATA, 'seed'),
    host: scm,
    baseUrl: running.baseUrl,
    authHost: `127.0.0.1:${authPort}`,
  });
}

function demoUser(scm: ScmHost): {
  account: { id: number; login: string; name: string; email: string };
  platformToken: string;
} {
  const user = { login: 'demo', name: 'Demo User', email: 'demo@example.com' };
  const { id, token } = scm.addUser(user);
  return { account: { id, ...user }, platformToken: token };
}

/** The example calls read the token from a file, so that they still work when the first token has expired. */
async function keepTokenFile(client: ApiClient): Promise<void> {
  const write = async (): Promise<void> => {
    writeFileSync(tokenFile(), await client.token(), { mode: 0o600 });
  };
  await write();
  const timer = setInterval(() => {
    write().catch((error: unknown) => {
      console.error(`The token could not be renewed: ${String(error)}`);
    });
  }, RENEW_TOKEN_MS);
  timer.unref();
}

function tokenFile(): string {
  return join(DATA, 'id-token');
}

async function serveRepository(scm: ScmHost, { owner, name, from }: RequestedRepository, login: string): Promise<void> {
  if (from === undefined) return;
  if (from.startsWith('http')) say(`Cloning ${from}`);
  await scm.addRepository({ owner, name, from });
  scm.grant({ login, owner, name, permission: 'push' });
}

const startedSchema = z.looseObject({ job_id: z.string(), poll_url: z.string(), message: z.string() });

async function ingest(client: ApiClient, { owner, name }: RequestedRepository): Promise<FollowedJob> {
  const ask = async (): Promise<string> => {
    const started = startedSchema.parse(await client.post('/api/v1/ingest/scm', { owner, repo_name: name }));
    say(started.message);
    return started.poll_url;
  };
  // Of a job that was under way when an earlier start ended, neither the worker nor the task is left.
  return followJob(client, await ask(), process.stdout, { askAgain: ask });
}

async function printSummary(
  running: Stack,
  client: ApiClient,
  { owner, name }: RequestedRepository,
  job: FollowedJob,
): Promise<void> {
  const complex = await mostComplex(client, owner, name);
  const called = await mostCalled(running.neo4jUri, `${owner}/${name}`);
  say(`\n${owner}/${name} at ${job.commit_sha?.slice(0, 12) ?? 'an unknown commit'}`);
  for (const line of summaryLines(job.stats, complex, called)) say(line);
  const filter = `repo_owner=${owner}&repo_name=${name}`;
  const lastPart = (qualified = 'main'): string => encodeURIComponent(qualified.split('.').at(-1) ?? qualified);
  // The token is read from its file at each call, so that the calls work when the first token has expired.
  const bearer = `Authorization: Bearer $(cat '${tokenFile()}')`;
  say(`\nTry, in another terminal (${running.baseUrl}/docs describes every call):`);
  say(`  ask() { curl -s -H "${bearer}" "${running.baseUrl}/api/v1/$1"; }`);
  for (const path of [
    `query/code-finder/function?name=${lastPart(complex[0]?.name)}&${filter}`,
    `query/find_callers?symbol_name=${lastPart(called[0]?.name)}&${filter}`,
    `query/code-finder/complexity/top?limit=5&${filter}`,
    'repos/overview',
    'repos/dashboard/stats',
    'repos/demo/atlas/prs/2/reviews/1',
  ]) {
    say(`  ask '${path}'`);
  }
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping !== undefined) {
    if (Date.now() - stopping < SAME_SIGNAL_MS) return;
    stack?.kill();
    killChildren('SIGKILL');
    process.exit(130);
  }
  stopping = Date.now();
  say('\nStopping (Ctrl-C again stops at once)');
  try {
    await shutDown();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

/** Without one of its parts the service is none: says which has gone, and ends with all the others. */
async function endWithout({ name, logFile, keepsData }: Part): Promise<void> {
  if (stopping !== undefined) return;
  stopping = Date.now();
  console.error(`\n${name} ended, though nobody stopped it. Its last lines, of ${logFile}:\n${tail(logFile)}`);
  console.error(
    keepsData
      ? '\nStopping the rest. Start again: it goes on with what was saved when it was ready the last time.'
      : '\nStopping the rest and keeping the data. Start again: it goes on from here.',
  );
  await shutDown(!keepsData).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
  });
  process.exit(1);
}

async function shutDown(keepData = true): Promise<void> {
  if (stack) await stack.stop({ keepData });
  else killChildren('SIGTERM'); // Still starting: nothing to keep.
  await host?.close();
}

try {
  await main();
} catch (error) {
  if (stopping === undefined) {
    endWithReason(error, USAGE);
    await shutDown();
    process.exit();
  }
}
