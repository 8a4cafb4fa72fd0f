/**
 * The official Firebase emulators as one child process: started once for a whole stack or test run (the auth emulator
 * alone costs 20 CPU-seconds), reset over REST in between. Data is imported at start and exported at a clean stop.
 *
 * Truths about them that the rest relies on: one process per HTTP function (shared-workers.ts), per task and per event;
 * tasks ignore schedule delays, are delivered once more than `maxAttempts` and are dropped silently after that; ID tokens
 * are unsigned; tasks are lost with a restart.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, delimiter, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { EMULATOR_PORTS, writeEmulatorProject, type EmulatorName, type EmulatorPorts } from './emulator-project.ts';
import { firestoreJarEnv } from './firestore-jar.ts';
import { findJava, withJava } from './java.ts';
import { freePorts, LOOPBACK } from './ports.ts';
import { commandLine, isRunning, sendSignal, spawnLogged, stopProcess, tail } from './processes.ts';
import { PACKAGE, toolchainFolder } from './toolchain.ts';

export const PROJECT_ID = 'demo-reviewgraph';

export interface EmulatorOptions {
  only: EmulatorName[];
  /** Missing ones are chosen freely. */
  ports?: Partial<EmulatorPorts>;
  /** Working folder of the emulators (config, logs); not shared between two runs at once. */
  folder: string;
  /** Export of an earlier run to start from; ignored when absent. */
  importFrom?: string | undefined;
  /** Values of the functions' params. */
  settings?: Record<string, string>;
  /** Values of the functions' secrets; none may be empty. */
  secrets?: Record<string, string>;
  log?: (line: string) => void;
}

export interface Emulators {
  ports: EmulatorPorts;
  /** `host:port` variables for SDKs in this process or in tests. */
  env: Record<string, string>;
  /** The one address of the API (`http://127.0.0.1:5080`), when hosting runs. */
  baseUrl: string;
  pid: number;
  /** Firestore's own process; 0 where it does not run. */
  firestorePid: number;
  logFile: string;
  /** Writes Firestore's and auth's data to a folder, replacing it only when complete. */
  exportTo(folder: string): Promise<void>;
  stop(): Promise<void>;
  /** At once, data lost. */
  kill(): void;
}

interface EmulatorRecord {
  pid: number;
  firestorePid: number;
  owner: number;
}

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;

/** Starts the emulators and resolves when all of them answer. */
export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  const log = options.log ?? (() => undefined);
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true });
  await stopLeftovers(folder, log);
  const jdk = findJava();
  const jar = options.only.includes('firestore') ? await firestoreJarEnv(toolchainFolder(), log) : {};
  const ports = await completePorts(options.ports ?? {});
  const config = writeEmulatorProject({
    folder,
    ports,
    settings: options.settings ?? {},
    secrets: options.secrets ?? {},
  });
  const preload = options.only.includes('functions')
    ? ['--import', pathToFileURL(join(PACKAGE, 'local', 'stack', 'emulators-preload.ts')).href]
    : [];
  const args = [...preload, join(PACKAGE, 'node_modules/firebase-tools/lib/bin/firebase.js'), 'emulators:start'];
  args.push('--project', PROJECT_ID, '--config', config, '--only', options.only.join(','));
  if (options.importFrom !== undefined && existsSync(options.importFrom)) args.push('--import', options.importFrom);

  log(`Starting the emulators (${options.only.join(', ')})`);
  const logFile = join(folder, 'emulators.log');
  const env = { ...withJava(quietEnv(), jdk), ...jar };
  const child = spawnLogged(process.execPath, args, { logFile, env, cwd: folder });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${process.execPath} could not be started.`);
  const record = { pid, firestorePid: 0, owner: process.pid };
  writeRecord(folder, record);
  try {
    await untilReady(pid, logFile);
    record.firestorePid = await firestorePid(ports);
    writeRecord(folder, record);
  } catch (error) {
    await stopAll(folder, record);
    throw error;
  }
  child.unref();
  return {
    ports,
    env: hostVariables(options.only, ports),
    baseUrl: `http://${LOOPBACK}:${ports.hosting}`,
    pid,
    firestorePid: record.firestorePid,
    logFile,
    exportTo: (target) => exportData(ports, target),
    stop: () => stopAll(folder, record),
    kill: () => {
      for (const id of [-pid, record.firestorePid]) if (id !== 0) sendSignal(id, 'SIGKILL');
    },
  };
}

/** What SDKs and the functions' callers need to find the emulators. */
function hostVariables(only: EmulatorName[], ports: EmulatorPorts): Record<string, string> {
  const variables: Record<string, string> = { GCLOUD_PROJECT: PROJECT_ID };
  if (only.includes('firestore')) variables['FIRESTORE_EMULATOR_HOST'] = `${LOOPBACK}:${ports.firestore}`;
  if (only.includes('auth')) variables['FIREBASE_AUTH_EMULATOR_HOST'] = `${LOOPBACK}:${ports.auth}`;
  if (only.includes('functions')) {
    variables['CLOUD_TASKS_EMULATOR_HOST'] = `${LOOPBACK}:${ports.tasks}`;
    variables['FUNCTIONS_URL'] = `http://${LOOPBACK}:${ports.functions}/${PROJECT_ID}/us-central1`;
  }
  if (only.includes('hosting')) variables['BASE_URL'] = `http://${LOOPBACK}:${ports.hosting}`;
  return variables;
}

/**
 * The environment in which firebase-tools looks up no outside host: no message of the day (CI), no metadata server, no
 * npm version check, no update notice. This Node comes first on PATH, since functions run on the `node` found there.
 */
function quietEnv(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env };
  const stray = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST', 'CLOUD_TASKS_EMULATOR_HOST'];
  for (const name of [...stray, 'GOOGLE_APPLICATION_CREDENTIALS', 'NODE_OPTIONS']) Reflect.deleteProperty(env, name);
  return {
    ...env,
    CI: 'true',
    METADATA_SERVER_DETECTION: 'none',
    npm_config_offline: 'true',
    NO_UPDATE_NOTIFIER: '1',
    NO_PROXY: [env['NO_PROXY'], LOOPBACK, 'localhost'].filter(Boolean).join(','),
    PATH: [dirname(process.execPath), env['PATH'] ?? ''].join(delimiter),
    // Cheaper starts: less compiling in the Firestore JVM, kept bytecode for firebase-tools and the functions.
    JDK_JAVA_OPTIONS: '-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m',
    NODE_COMPILE_CACHE: join(toolchainFolder(), 'compile-cache'),
    // Seconds to load all functions. Ten, as it is by itself, are too few while the checks and the tests begin.
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
  };
}

async function completePorts(given: Partial<EmulatorPorts>): Promise<EmulatorPorts> {
  const names = Object.keys(EMULATOR_PORTS) as (keyof EmulatorPorts)[];
  const free = await freePorts(names.length);
  return Object.fromEntries(names.map((name, i) => [name, given[name] ?? free[i]])) as EmulatorPorts;
}

/** With which they say that they are ready all the same. */
const NO_FUNCTIONS = 'Failed to load function definition';

async function untilReady(pid: number, logFile: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    const text = readFileSync(logFile, 'utf8');
    if (text.includes(NO_FUNCTIONS)) throw new Error(`The emulators have loaded no functions:\n${explain(text)}`);
    if (text.includes('All emulators ready!')) return;
    if (!isRunning(pid)) throw new Error(`The emulators stopped while starting:\n${explain(text)}`);
    await sleep(200);
  }
  throw new Error(`The emulators were not ready within ${START_TIMEOUT_MS / 1000} s:\n${tail(logFile)}`);
}

/** The lines that say what went wrong, else the last ones. */
function explain(text: string): string {
  const lines = text.trimEnd().split('\n');
  const telling = lines.filter((line) => /error|⚠|failed|taken|not open/i.test(line));
  return (telling.length > 0 ? telling : lines).slice(-8).join('\n');
}

/** firebase-tools starts the Firestore JVM in a process group of its own, so a kill of the parent would leave it. */
async function firestorePid(ports: EmulatorPorts): Promise<number> {
  const answer = await fetch(`http://${LOOPBACK}:${ports.hub}/emulators`);
  const running = (await answer.json()) as Record<string, { pid?: number }>;
  return running['firestore']?.pid ?? 0;
}

async function exportData(ports: EmulatorPorts, target: string): Promise<void> {
  const fresh = `${resolve(target)}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const answer = await fetch(`http://${LOOPBACK}:${ports.hub}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: fresh, initiatedBy: 'local stack' }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`The emulators could not export their data: ${await answer.text()}`);
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

async function stopAll(folder: string, record: EmulatorRecord): Promise<void> {
  await stopProcess(record.pid, STOP_TIMEOUT_MS, 'SIGINT');
  // Where they ended by themselves, the processes of functions live on in their group.
  sendSignal(-record.pid, 'SIGKILL');
  if (record.firestorePid !== 0) await stopProcess(record.firestorePid, 2000);
  rmSync(recordFile(folder), { force: true });
}

/** Emulators whose starter was killed are of no use (their settings are unknown) and hold the ports. */
export async function stopLeftovers(folder: string, log: (line: string) => void): Promise<void> {
  let record: EmulatorRecord;
  try {
    record = JSON.parse(readFileSync(recordFile(folder), 'utf8')) as EmulatorRecord;
  } catch {
    return; // No earlier run, or one cut off while writing its record.
  }
  const ours = isRunning(record.pid) && commandLine(record.pid).includes(folder);
  if (ours && isRunning(record.owner)) {
    throw new Error(`Emulators already run from ${folder} (process ${record.pid}): stop them first.`);
  }
  if (ours) {
    log('Stopping the emulators that an interrupted run left behind');
    await stopProcess(record.pid, STOP_TIMEOUT_MS, 'SIGINT');
    sendSignal(-record.pid, 'SIGKILL');
  }
  const jvm = record.firestorePid;
  if (jvm !== 0 && isRunning(jvm) && commandLine(jvm).includes('firestore')) await stopProcess(jvm, 2000);
  rmSync(recordFile(folder), { force: true });
}

function recordFile(folder: string): string {
  return join(folder, 'emulators.json');
}

function writeRecord(folder: string, record: EmulatorRecord): void {
  writeFileSync(`${recordFile(folder)}.tmp`, JSON.stringify(record));
  renameSync(`${recordFile(folder)}.tmp`, recordFile(folder));
}
