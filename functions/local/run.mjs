/**
 * The first thing every npm script runs: `node local/run.mjs <command> [args…]` prepares the machine, then runs
 * `local/cli/<command>.ts` and ends with its status. Plain JavaScript without dependencies, since nothing is installed yet and
 * the host's Node may be as old as 18.
 *
 *   1. Node 22, the deployed version, which runs TypeScript as it is: the host's own, else npm's `node` package.
 *   2. Java and Maven are looked for (only where a command cannot do without), before anything is downloaded.
 *   3. `npm ci` when node_modules is missing, was left half-way, or belongs to another package-lock.json.
 *
 * Standard output belongs to the command alone (`graph --json` is piped into other programs): this file writes to
 * standard error only.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_PACKAGE = 'node@22.23.3';
/** Commands that start Java programs whatever their arguments are. */
const NEEDS_JAVA = new Set(['start', 'test', 'demo-review', 'screenshots']);

const local = dirname(fileURLToPath(import.meta.url));
const root = dirname(local);
const toolchain = join(root, '.toolchain');
const exe = process.platform === 'win32' ? 'node.exe' : 'node';

const [command, ...args] = process.argv.slice(2);
const script = join(local, 'cli', `${command}.ts`);
if (command === undefined || !/^[a-z-]+$/.test(command) || !existsSync(script)) {
  fail(`Usage: node local/run.mjs <command> [arguments]; no command ${command ?? 'given'}.`);
}
const node = findNode();
const env = {
  ...process.env,
  PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(toolchain, 'compile-cache'),
};
const prerequisites = join(local, 'stack', 'prerequisites.ts');
if (NEEDS_JAVA.has(command) && existsSync(prerequisites)) {
  const { status } = spawnSync(node, [prerequisites], { stdio: ['ignore', 2, 2], env });
  if (status !== 0) process.exit(status ?? 1);
}
installDependencies();
runCommand();

/** The Node to run on: this one when it is new enough to run TypeScript, else the one in the toolchain, fetched once. */
function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 18) fail(`Node 18 or newer is needed (this is ${process.version}): install it from https://nodejs.org.`);
  if ((major === 22 && minor >= 18) || major >= 24) return process.execPath;
  const folder = join(toolchain, 'node22');
  const binary = join(folder, 'node_modules', 'node', 'bin', exe);
  if (existsSync(binary)) return binary;
  exclusively(() => {
    if (existsSync(binary)) return;
    say(`Fetching Node 22 (this is ${process.version}), only this once`);
    // Into a folder beside it that is renamed when complete: an interrupted download is never taken for a Node.
    const fresh = `${folder}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
    // The package's preinstall script puts the binary in place, so scripts must run, whatever the user's default is.
    npm(['install', NODE_PACKAGE, '--no-audit', '--no-fund', '--ignore-scripts=false', '--loglevel=error'], fresh);
    if (!existsSync(join(fresh, 'node_modules', 'node', 'bin', exe))) {
      fail(`npm's package ${NODE_PACKAGE} brought no Node for this machine: install Node 22 from https://nodejs.org.`);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  });
  return binary;
}

function installDependencies() {
  const lock = join(root, 'package-lock.json');
  const stamp = join(root, 'node_modules', '.lock-hash');
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const current = () => readText(stamp) === hash;
  if (current()) return;
  exclusively(() => {
    if (current()) return;
    if (!installedByHand(lock)) {
      say('Installing dependencies (npm ci)');
      // It removes node_modules first, the stamp with it: what is interrupted is done again.
      npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], root);
    }
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(stamp, hash);
  });
}

/** Whether a finished npm run already installed exactly what the lock file says. npm writes its own copy last. */
function installedByHand(lock) {
  const installed = readText(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  try {
    const there = JSON.parse(installed).packages;
    const wanted = Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages).filter(([path]) => path !== '');
    return wanted.every(([path, { version, optional }]) => {
      if (there[path] === undefined) return optional === true; // For another platform.
      return there[path].version === version && existsSync(join(root, path));
    });
  } catch {
    return false;
  }
}

function npm(npmArgs, cwd) {
  const cli = process.env.npm_execpath;
  const byNode = cli !== undefined && /npm-cli\.c?js$/.test(cli);
  const result = byNode
    ? spawnSync(process.execPath, [cli, ...npmArgs], { cwd, stdio: ['ignore', 2, 2], env: npmEnv() })
    : spawnSync('npm', npmArgs, { cwd, stdio: ['ignore', 2, 2], env: npmEnv(), shell: process.platform === 'win32' });
  if (result.error)
    fail(`npm could not be run (${result.error.message}): install Node with npm from https://nodejs.org.`);
  if (result.signal) process.kill(process.pid, result.signal);
  if (result.status !== 0) fail(`npm ${npmArgs[0]} failed: check the network or the registry settings (npm ping).`);
}

/** Without what the outer npm was told (its --prefix above all), which would redirect the inner one. */
function npmEnv() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_config_(local_prefix|prefix|silent|loglevel|global)/i.test(name),
  );
  return Object.fromEntries(kept);
}

/** One launcher at a time downloads. A lock of a process that is gone is taken over. */
function exclusively(work) {
  mkdirSync(toolchain, { recursive: true });
  const file = join(toolchain, 'install.lock');
  for (let waited = false; ;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isStale(file)) {
        rmSync(file, { force: true });
      } else {
        if (!waited) say('Waiting for another run of this project to finish installing');
        waited = true;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      }
    }
  }
  // Also on the way out of fail().
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  work();
  process.removeListener('exit', release);
  release();
}

function isStale(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    const age = Date.now() - statSync(file).mtimeMs;
    if (!(pid > 0)) return age > 2000;
    process.kill(pid, 0);
    return age > 30 * 60_000; // A recycled pid looks alive.
  } catch (error) {
    return error.code !== 'EPERM';
  }
}

/** Runs the command with this terminal's streams; signals go to it, and its end is ours. */
function runCommand() {
  const child = spawn(node, ['--import', new URL('quick-start.mjs', import.meta.url).href, script, ...args], { stdio: 'inherit', env }); // prettier-ignore
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  // npm puts a shell between itself and this process, which dies of a signal to npm without passing it on.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) child.kill('SIGTERM');
  }, 1000);
  orphaned.unref();
  child.once('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    for (const name of signals) process.removeListener(name, forward);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(sentence) {
  say(sentence);
  process.exit(1);
}
