/**
 * The whole service on this machine, as `npm start` and `npm test` use it:
 *
 *   base URL (hosting emulator) ─▶ functions ─▶ Neo4j, Firestore, auth emulator, SCM host
 *                                     └▶ tasks proxy ─▶ tasks emulator ─▶ functions
 *
 * All data is under one folder: `neo4j/`, `firebase/` (the emulators' export), `scm-host/`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildProduct } from '../build/build-product.ts';
import { PROJECT_ID, startEmulators, stopLeftovers, type Emulators } from './emulators.ts';
import { EMULATOR_PORTS, type EmulatorPorts } from './emulator-project.ts';
import { functionSettings, tokenEncryptionKey, webhookSecret } from './function-settings.ts';
import { startNeo4j, type Neo4jServer } from './neo4j.ts';
import { LOCAL_CLIENT } from '../scm-host/oauth.ts';
import { freePort, freePorts, isPortFree, LOOPBACK, requirePorts } from './ports.ts';
import { startTasksProxy, type TasksProxy } from './tasks-proxy.ts';
import { watchParts, type Part } from './watch-parts.ts';

export interface StackPorts extends EmulatorPorts {
  scm: number;
  tasksProxy: number;
  bolt: number;
}

export interface Stack {
  baseUrl: string;
  neo4jUri: string;
  /** Port that the functions expect the SCM host on; whoever uses the stack starts it there. */
  scmPort: number;
  emulators: Emulators;
  /** Variables by which other processes find all of it. */
  env: Record<string, string>;
  /** Calls back once, when a part has ended that nobody stopped. */
  onEnd(tell: (part: Part) => void): void;
  /** Stops everything; `keepData` writes the emulators' data to the folder first. */
  stop(options?: { keepData: boolean }): Promise<void>;
  /** At once and without saving anything. */
  kill(): void;
}

export interface StackOptions {
  dataDir: string;
  ports: StackPorts;
  /** Earlier data of the emulators. */
  importFrom: string | undefined;
  /** Params and secrets that differ from the stack's own. */
  settings?: Record<string, string>;
  /** Of the graph's server. */
  replanAfter?: string | undefined;
  log: (line: string) => void;
}

/** Ports next to each other from `first` on, so that the addresses stay the same from start to start. */
export function fixedPorts(first: number): StackPorts {
  const names = [...Object.keys(EMULATOR_PORTS), 'scm', 'tasksProxy', 'bolt'];
  return Object.fromEntries(names.map((name, i) => [name, first + i])) as unknown as StackPorts;
}

export async function anyPorts(): Promise<StackPorts> {
  const names = Object.keys(fixedPorts(0));
  const free = await freePorts(names.length);
  return Object.fromEntries(names.map((name, i) => [name, free[i]])) as unknown as StackPorts;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, ports, importFrom, settings = {}, replanAfter, log } = options;
  mkdirSync(dataDir, { recursive: true });
  let neo4j: Neo4jServer | undefined;
  let proxy: TasksProxy | undefined;
  let emulators: Emulators | undefined;
  let watch: { end(): void } | undefined;
  const stop: Stack['stop'] = async ({ keepData } = { keepData: false }) => {
    watch?.end();
    const saving = keepData ? emulators?.exportTo(exportFolder(dataDir)) : undefined;
    await Promise.allSettled([saving]);
    await Promise.all([emulators?.stop(), neo4j?.stop(), proxy?.close()]);
    await saving; // Its failure is told once all is stopped.
  };
  try {
    const bolt = (await isPortFree(ports.bolt)) ? ports.bolt : await freePort();
    // Both take seconds of one core each.
    const [server] = await allSettledOrThrow([
      startNeo4j({ home: join(dataDir, 'neo4j'), port: bolt, replanAfter, log }).then((started) => (neo4j = started)),
      buildProduct(log),
    ]);
    proxy = await startTasksProxy(`${LOOPBACK}:${ports.tasks}`, ports.tasksProxy);
    const own = stackSettings(dataDir, ports, server.uri, proxy.host);
    const values = await functionSettings({ ...own, ...settings });
    emulators = await startEmulators({
      only: ['functions', 'auth', 'firestore', 'hosting'],
      ports,
      folder: emulatorsFolder(dataDir),
      importFrom,
      ...values,
      log,
    });
    const running = emulators;
    return {
      baseUrl: running.baseUrl,
      neo4jUri: server.uri,
      scmPort: ports.scm,
      emulators: running,
      env: {
        ...running.env,
        NEO4J_URI: server.uri,
        SCM_HOST_PORT: String(ports.scm),
        SCM_WEBHOOK_SECRET: values.secrets['SCM_WEBHOOK_SECRET'] ?? '',
      },
      onEnd: (tell) => {
        watch = watchParts(partsOf(running, server, dataDir), tell);
      },
      stop,
      kill: () => {
        watch?.end();
        running.kill();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The processes without which the service is none. A Neo4j that somebody else looks after is not among them. */
function partsOf(emulators: Emulators, neo4j: Neo4jServer, dataDir: string): Part[] {
  const { pid, firestorePid, logFile } = emulators;
  return [
    { name: 'The emulators', pid, logFile, keepsData: true },
    { name: 'The Firestore emulator', pid: firestorePid, logFile, keepsData: true },
    {
      name: 'Neo4j',
      pid: neo4j.reused ? 0 : (neo4j.pid ?? 0),
      logFile: join(dataDir, 'neo4j', 'logs', 'console.log'),
      keepsData: false,
    },
  ].filter((part) => part.pid !== 0);
}

/** What the functions have to be told of the stack. */
function stackSettings(dataDir: string, ports: StackPorts, neo4jUri: string, tasksHost: string) {
  const scmUrl = `http://${LOOPBACK}:${ports.scm}`;
  return {
    NEO4J_URI: neo4jUri,
    NEO4J_USERNAME: process.env['NEO4J_USERNAME'] ?? 'neo4j',
    NEO4J_PASSWORD: process.env['NEO4J_PASSWORD'] ?? 'unset',
    SCM_API_URL: `${scmUrl}/api/v3`,
    SCM_GIT_URL: scmUrl,
    SCM_OAUTH_CLIENT_ID: LOCAL_CLIENT.id,
    SCM_OAUTH_CLIENT_SECRET: LOCAL_CLIENT.secret,
    SIGN_IN_HINTS: 'demo,grace',
    PUBLIC_URL: `http://${LOOPBACK}:${ports.hosting}`,
    TOKEN_ENCRYPTION_KEY: tokenEncryptionKey(dataDir),
    SCM_WEBHOOK_SECRET: webhookSecret(dataDir),
    TASKS_API_HOST: tasksHost,
    TASKS_TARGET_URL: `http://${LOOPBACK}:${ports.functions}/${PROJECT_ID}/us-central1`,
    INGESTIONS_PER_HOUR: '0',
    REQUESTS_PER_MINUTE: '0',
  };
}

/** Where the emulators' data is kept between starts. */
export function exportFolder(dataDir: string): string {
  return join(dataDir, 'firebase');
}

function emulatorsFolder(dataDir: string): string {
  return join(dataDir, 'emulators');
}

/**
 * Throws one sentence when a port is taken; Neo4j's may be (a server that already runs there is used). Emulators of a run
 * on this data that was killed hold theirs, and are stopped first.
 */
export async function requireStackPorts(
  dataDir: string,
  ports: StackPorts,
  log: (line: string) => void,
): Promise<void> {
  await stopLeftovers(emulatorsFolder(dataDir), log);
  const needed = Object.entries(ports).filter(([name]) => name !== 'bolt');
  await requirePorts(needed.map(([what, port]: [string, number]) => ({ what, port })));
}

/** Like Promise.all, but nothing is left running behind a rejection. */
async function allSettledOrThrow<T extends unknown[]>(work: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
