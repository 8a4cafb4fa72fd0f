/**
 * Where are the jars of the Neo4j server? Maven Central is the one place that serves it to everybody, so Maven resolves
 * `neo4j-pom.xml` into `~/.m2` once, and the class path is kept in `.toolchain/`: even with everything there, asking
 * Maven again costs 8 to 30 seconds. The kept file is `<jar>:<jar>:…` and is named after the pom's hash.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { findOnPath, type Jdk } from './java.ts';
import { tail } from './processes.ts';

const POM = join(import.meta.dirname, 'neo4j-pom.xml');
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';

/** The calendar version that the pom names. */
function neo4jVersion(): string {
  const version = readFileSync(POM, 'utf8').match(/<artifactId>neo4j<\/artifactId>\s*<version>([^<]+)</)?.[1];
  if (version === undefined) throw new Error(`No Neo4j version in ${POM}.`);
  return version;
}

/** The Maven to use, or an Error whose one sentence says what to install. */
export function findMaven(env: NodeJS.ProcessEnv = process.env): string {
  const maven = findOnPath('mvn', env);
  if (maven !== undefined) return maven;
  throw new Error(
    'Maven is needed to fetch Neo4j (`mvn` is not on PATH): install it, for example with' +
      ' `apt install maven` or `brew install maven`, or set NEO4J_URI to a running Neo4j.',
  );
}

/**
 * The class path of the server. Downloads about 160 MB the first time; jars that a killed download left incomplete are
 * fetched again.
 */
export async function neo4jClassPath(toolchain: string, jdk: Jdk, log: (line: string) => void): Promise<string> {
  const kept = keptFile(toolchain);
  const known = readClassPath(kept);
  if (known !== undefined && known.every(isWholeJar)) return known.join(delimiter);

  const maven = findMaven();
  for (const jar of (known ?? []).filter((file) => !isWholeJar(file))) rmSync(jar, { force: true });
  log(`Fetching Neo4j ${neo4jVersion()} from Maven Central (about 160 MB, only this once)`);
  mkdirSync(toolchain, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const jars = await resolve(maven, join(toolchain, `neo4j-classpath-${process.pid}.tmp`), toolchain, jdk);
    const broken = jars.filter((jar) => !isWholeJar(jar));
    if (broken.length === 0) {
      renameSync(join(toolchain, `neo4j-classpath-${process.pid}.tmp`), kept);
      return jars.join(delimiter);
    }
    if (attempt === 2) throw new Error(`Maven left a damaged file: ${broken[0]}. Delete its folder and try again.`);
    for (const jar of broken) rmSync(jar, { force: true });
  }
}

/** Whether Maven has done its work already. */
export function hasClassPath(toolchain: string): boolean {
  return readClassPath(keptFile(toolchain))?.every(isWholeJar) ?? false;
}

function keptFile(toolchain: string): string {
  const hash = createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12);
  return join(toolchain, `neo4j-classpath-${hash}.txt`);
}

async function resolve(maven: string, output: string, toolchain: string, jdk: Jdk): Promise<string[]> {
  const logFile = join(toolchain, 'maven.log');
  const args = ['-B', '-ntp', '-f', POM, PLUGIN, `-Dmdep.outputFile=${output}`, '-Dmdep.includeScope=runtime'];
  args.push('-Dmaven.artifact.threads=10');
  // First in the user's own Java set-up, which may know a proxy or a certificate; then on the JDK that we found.
  for (const env of [process.env, { ...process.env, JAVA_HOME: jdk.home }]) {
    if ((await run(maven, args, env, logFile)) === 0) {
      const jars = readClassPath(output);
      if (jars !== undefined) return jars;
    }
  }
  const errors = tail(logFile, 400)
    .split('\n')
    .filter((line) => line.startsWith('[ERROR]'));
  throw new Error(
    `Maven could not fetch Neo4j: check the network or its proxy settings (~/.m2/settings.xml); the log is ${logFile}.` +
      `\n${errors[0] ?? tail(logFile, 3)}`,
  );
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv, logFile: string): Promise<number> {
  const out = openSync(logFile, 'w');
  return new Promise((done, fail) => {
    const child = spawn(command, args, { env, stdio: ['ignore', out, out] });
    closeSync(out);
    child.once('error', fail);
    child.once('exit', (code) => {
      done(code ?? 1);
    });
  });
}

function readClassPath(file: string): string[] | undefined {
  try {
    const jars = readFileSync(file, 'utf8').trim().split(delimiter);
    return jars.length > 1 ? jars : undefined;
  } catch {
    return undefined;
  }
}

/** A jar is a zip: it ends in the end-of-central-directory record, 22 bytes plus a comment of at most 64 KB. */
function isWholeJar(file: string): boolean {
  let fd: number | undefined;
  try {
    if (statSync(file).size < 22) return false;
    fd = openSync(file, 'r');
    const length = Math.min(fstatSync(fd).size, 22 + 0xffff);
    const end = Buffer.alloc(length);
    readSync(fd, end, 0, length, fstatSync(fd).size - length);
    return end.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06])) !== -1;
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
