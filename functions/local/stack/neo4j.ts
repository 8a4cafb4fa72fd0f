/**
 * A real Neo4j server on this machine: Bolt on loopback, data under a home folder, no password, no HTTP. It is the same
 * server as a deployment's (there is no fake graph anywhere), started as a Java child process.
 *
 * One server per home folder. `<home>/server.json` says who runs there, and is looked at before anything is written: a
 * second start on a running home would fail on the store's lock, but only after overwriting the first one's config.
 *
 *   {"pid": 4242, "port": 7687, "uri": "bolt://127.0.0.1:7687", "owner": 4200}
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver } from 'neo4j-driver';
import { findJava, type Jdk } from './java.ts';
import { withFileLock } from './file-lock.ts';
import { neo4jClassPath } from './neo4j-classpath.ts';
import { freePort, LOOPBACK } from './ports.ts';
import { commandLine, isRunning, spawnLogged, stopProcess, tail, waitForExit } from './processes.ts';
import { toolchainFolder } from './toolchain.ts';

export interface Neo4jOptions {
  /** Folder for data, logs and config; made when absent. Unused when NEO4J_URI is set. */
  home: string;
  /** Bolt port; a free one when absent. */
  port?: number | undefined;
  /** Progress, one line each. */
  log?: (line: string) => void;
  /** Java heap limit in MiB. */
  heapMb?: number;
  /** Memory for pages of the store, in MiB. */
  pageCacheMb?: number;
  /**
   * How old a plan has to be before grown statistics make the server plan anew, such as `10s`, which is the server's own
   * default. Planning is a fifth to a half of what small stores cost that grow all the time.
   */
  replanAfter?: string | undefined;
}

export interface Neo4jServer {
  /** `bolt://127.0.0.1:7687` */
  uri: string;
  /** Undefined for a server given by NEO4J_URI. */
  pid: number | undefined;
  /** True when it was already running: `stop` then leaves it as it was found. */
  reused: boolean;
  stop(): Promise<void>;
}

interface ServerRecord {
  pid: number;
  port: number;
  uri: string;
  /** The process that started it, or took it over, and will stop it. */
  owner: number;
}

/** First start on a fresh machine: minutes on a busy one. */
const START_TIMEOUT_MS = 240_000;
/** The run that writes the class-data archive takes half a minute to stop under load. */
const STOP_TIMEOUT_MS = 90_000;

/**
 * Starts Neo4j on `home`, or returns the one that already runs there (or that NEO4J_URI names). Resolves once
 * `RETURN 1` succeeds. Rejects with one sentence when Java or Maven is missing or the server does not come up.
 */
export async function startNeo4j(options: Neo4jOptions): Promise<Neo4jServer> {
  const given = process.env['NEO4J_URI'];
  if (given !== undefined && given !== '') return useGiven(given);
  const home = resolve(options.home);
  const log = options.log ?? (() => undefined);
  mkdirSync(home, { recursive: true });
  return withFileLock(join(home, 'starting.lock'), START_TIMEOUT_MS, async () => {
    const running = await runningOn(home);
    if (running) return adopt(home, running, log);
    const jdk = findJava();
    const classPath = await neo4jClassPath(toolchainFolder(), jdk, log);
    return launch({ ...options, home, log, jdk, classPath });
  });
}

async function useGiven(uri: string): Promise<Neo4jServer> {
  const problem = await whyNotReady(uri);
  if (problem !== undefined) {
    throw new Error(
      `NEO4J_URI is set to ${uri}, but no Neo4j answers there (${problem}). Start it, or unset NEO4J_URI.`,
    );
  }
  return { uri, pid: undefined, reused: true, stop: async () => undefined };
}

/** A server whose starter was killed is taken over; one that somebody still looks after is only used. */
function adopt(home: string, record: ServerRecord, log: (line: string) => void): Neo4jServer {
  if (isRunning(record.owner)) return { uri: record.uri, pid: record.pid, reused: true, stop: async () => undefined };
  log(`Taking over the Neo4j that an interrupted run left behind (process ${record.pid})`);
  writeRecord(home, { ...record, owner: process.pid });
  return { uri: record.uri, pid: record.pid, reused: false, stop: () => stopOwned(home, record.pid) };
}

async function launch(
  options: Neo4jOptions & { log: (line: string) => void; jdk: Jdk; classPath: string },
): Promise<Neo4jServer> {
  const { home, log } = options;
  const port = options.port ?? (await freePort());
  const uri = `bolt://${LOOPBACK}:${port}`;
  mkdirSync(join(home, 'conf'), { recursive: true });
  mkdirSync(join(home, 'logs'), { recursive: true });
  writeFileSync(join(home, 'conf', 'neo4j.conf'), configuration(port, options));
  const logFile = join(home, 'logs', 'console.log');
  log(`Starting Neo4j on ${uri}`);
  const child = spawnLogged(join(options.jdk.home, 'bin', 'java'), javaArguments(options), { logFile });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  const pid = child.pid;
  if (pid === undefined) return failed;
  failed.catch(() => undefined);
  writeRecord(home, { pid, port, uri, owner: process.pid });
  try {
    await untilReady(uri, pid, logFile);
  } catch (error) {
    await stopOwned(home, pid);
    throw error;
  }
  child.unref();
  return { uri, pid, reused: false, stop: () => stopOwned(home, pid) };
}

/**
 * `SerialGC`, C1 only and a class-data archive bring a start from a minute to 7-10 s on two cores. The archive is
 * written by the first clean stop, and made anew by the JVM itself when it does not fit.
 */
function javaArguments({
  home,
  jdk,
  classPath,
  heapMb = 1024,
}: Neo4jOptions & { jdk: Jdk; classPath: string }): string[] {
  const archive = join(toolchainFolder(), `neo4j-java${jdk.major}.jsa`);
  return [
    '-Xms256m',
    `-Xmx${heapMb}m`,
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:+AutoCreateSharedArchive',
    `-XX:SharedArchiveFile=${archive}`,
    '-Xlog:all=off',
    '--enable-native-access=ALL-UNNAMED',
    // Only silences warnings, and is unknown to Java before 23.
    ...(jdk.major >= 23 ? ['--sun-misc-unsafe-memory-access=allow'] : []),
    '-cp',
    classPath,
    'org.neo4j.server.Neo4jCommunity',
    `--home-dir=${home}`,
    `--config-dir=${join(home, 'conf')}`,
    '--console-mode',
  ];
}

/** Heap limits stand in the Java arguments: the server itself does not read them here. Unknown keys stop the start. */
function configuration(port: number, { pageCacheMb = 256, replanAfter = '10s' }: Neo4jOptions): string {
  return `# Written by local/stack/neo4j.ts at each start.
server.default_listen_address=${LOOPBACK}
server.bolt.listen_address=${LOOPBACK}:${port}
server.bolt.advertised_address=${LOOPBACK}:${port}
server.bolt.tls_level=DISABLED
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=false
dbms.usage_report.enabled=false
dbms.cypher.min_replan_interval=${replanAfter}
server.memory.pagecache.size=${pageCacheMb}m
db.tx_log.preallocate=false
db.tx_log.rotation.retention_policy=keep_none
db.tx_log.rotation.size=16m
# Otherwise a stop waits twice five seconds for Bolt.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s
`;
}

async function untilReady(uri: string, pid: number, logFile: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  let problem: string | undefined = 'not started';
  while (Date.now() < end) {
    if (!isRunning(pid)) throw new Error(`Neo4j stopped while starting:\n${tail(logFile)}`);
    problem = await whyNotReady(uri);
    if (problem === undefined) return;
    await sleep(200);
  }
  throw new Error(`Neo4j did not answer on ${uri} within ${START_TIMEOUT_MS / 1000} s (${problem}):\n${tail(logFile)}`);
}

/** undefined when `RETURN 1` succeeds, else the driver's words. */
async function whyNotReady(uri: string): Promise<string | undefined> {
  const user = process.env['NEO4J_USERNAME'] ?? 'neo4j';
  let driver: Driver | undefined;
  try {
    // Refuses what is no address at once.
    driver = neo4j.driver(uri, neo4j.auth.basic(user, process.env['NEO4J_PASSWORD'] ?? 'none'), {
      connectionTimeout: 5000,
      maxTransactionRetryTime: 0,
    });
    await driver.executeQuery('RETURN 1');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await driver?.close();
  }
}

/** The server that runs on `home`, if any. One that is just stopping is waited for; a stale record is removed. */
async function runningOn(home: string): Promise<ServerRecord | undefined> {
  const record = readRecord(home);
  if (!record) return undefined;
  // A record from before a restart of the machine may name a stranger's process.
  const ours = (): boolean => isRunning(record.pid) && commandLine(record.pid).includes(`--home-dir=${home}`);
  const end = Date.now() + STOP_TIMEOUT_MS;
  while (ours()) {
    if ((await whyNotReady(record.uri)) === undefined) return record;
    if (Date.now() > end) {
      throw new Error(`A Neo4j runs on ${home} but does not answer: end it with \`kill ${record.pid}\` and try again.`);
    }
    await waitForExit(record.pid, 1000);
  }
  rmSync(recordFile(home), { force: true });
  return undefined;
}

async function stopOwned(home: string, pid: number): Promise<void> {
  await stopProcess(pid, STOP_TIMEOUT_MS);
  if (readRecord(home)?.pid === pid) rmSync(recordFile(home), { force: true });
}

function recordFile(home: string): string {
  return join(home, 'server.json');
}

function readRecord(home: string): ServerRecord | undefined {
  if (!existsSync(recordFile(home))) return undefined;
  try {
    const { pid, port, uri, owner } = JSON.parse(readFileSync(recordFile(home), 'utf8')) as Partial<ServerRecord>;
    return pid && port && uri !== undefined && owner ? { pid, port, uri, owner } : undefined;
  } catch {
    return undefined; // Cut off by a crash: as good as none.
  }
}

function writeRecord(home: string, record: ServerRecord): void {
  writeFileSync(`${recordFile(home)}.tmp`, JSON.stringify(record));
  renameSync(`${recordFile(home)}.tmp`, recordFile(home));
}
