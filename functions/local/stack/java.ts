/**
 * Which JDK can run Neo4j and the emulators? Both want Java 21 or newer, while the `java` on PATH is often older, so
 * JAVA_HOME, PATH and the folders where installers put JDKs are looked through. A version is read from the `release`
 * file that every JDK has since 9 (no JVM needs to start):
 *
 *   JAVA_VERSION="25.0.1"
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export interface Jdk {
  /** The folder that holds `bin/java`. */
  home: string;
  major: number;
}

const MINIMUM_JAVA = 21;

export interface JavaSearch {
  env?: NodeJS.ProcessEnv;
  /** Folders whose children are JDKs; the usual ones of Linux and macOS when absent. */
  folders?: string[];
  minimum?: number;
}

/** The JDK to use, or an Error whose one sentence says what to install. JAVA_HOME wins over PATH, PATH over folders. */
export function findJava({
  env = process.env,
  folders = usualFolders(env),
  minimum = MINIMUM_JAVA,
}: JavaSearch = {}): Jdk {
  const named = [env['JAVA_HOME'], homeOfJavaOnPath(env)].filter((home) => home !== undefined);
  for (const home of named) {
    const jdk = jdkAt(home);
    if (jdk && jdk.major >= minimum) return jdk;
  }
  const installed = folders
    .flatMap(childFolders)
    .map(jdkAt)
    .filter((jdk) => jdk !== undefined)
    .sort((a, b) => b.major - a.major);
  const newest = installed[0];
  if (newest && newest.major >= minimum) return newest;
  const seen = named.map((home) => jdkAt(home)?.major ?? 0).concat(newest?.major ?? 0);
  const best = Math.max(...seen);
  throw new Error(
    `Java ${minimum} or newer is needed ${best > 0 ? `(found only Java ${best})` : '(found none)'}: ` +
      'install a JDK, for example from https://adoptium.net, or set JAVA_HOME to one.',
  );
}

/** A child's environment in which bare `java` is this JDK's (firebase-tools looks nowhere else). */
export function withJava(env: NodeJS.ProcessEnv, jdk: Jdk): NodeJS.ProcessEnv {
  return { ...env, JAVA_HOME: jdk.home, PATH: [join(jdk.home, 'bin'), env['PATH'] ?? ''].join(delimiter) };
}

/** First executable of that name on PATH, or undefined. */
export function findOnPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, `${name}.bat`] : [name];
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    for (const candidate of names) {
      if (folder !== '' && existsSync(join(folder, candidate))) return join(folder, candidate);
    }
  }
  return undefined;
}

function homeOfJavaOnPath(env: NodeJS.ProcessEnv): string | undefined {
  const java = findOnPath('java', env);
  // Through the links of /usr/bin/java -> /etc/alternatives/java -> /usr/lib/jvm/x/bin/java.
  return java === undefined ? undefined : dirname(dirname(realpathSync(java)));
}

function usualFolders(env: NodeJS.ProcessEnv): string[] {
  const home = env['HOME'] ?? homedir();
  return [
    '/usr/lib/jvm',
    '/usr/lib64/jvm',
    '/usr/java',
    '/opt/java',
    '/opt',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    '/Library/Java/JavaVirtualMachines',
    join(home, 'Library/Java/JavaVirtualMachines'),
    join(home, '.sdkman/candidates/java'),
    join(home, '.jdks'),
    join(home, '.asdf/installs/java'),
    join(home, '.local/share/mise/installs/java'),
  ];
}

function childFolders(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return []; // Not there, or not ours to read: no JDK to find in it.
  }
}

function jdkAt(folder: string): Jdk | undefined {
  // macOS bundles keep the JDK in Contents/Home, Homebrew's in libexec/….
  for (const home of [folder, join(folder, 'Contents/Home'), join(folder, 'libexec/openjdk.jdk/Contents/Home')]) {
    const java = join(home, 'bin', process.platform === 'win32' ? 'java.exe' : 'java');
    if (!existsSync(java)) continue;
    const major = releaseMajor(home) ?? runningMajor(java);
    if (major !== undefined) return { home, major };
  }
  return undefined;
}

function releaseMajor(home: string): number | undefined {
  try {
    return majorOf(readFileSync(join(home, 'release'), 'utf8').match(/^JAVA_VERSION="([^"]+)"/m)?.[1]);
  } catch {
    return undefined; // A stripped JRE without the file: ask it instead.
  }
}

function runningMajor(java: string): number | undefined {
  try {
    return majorOf(execFileSync(java, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).match(/\s(\d[\w.]*)/)?.[1]);
  } catch {
    return undefined; // Java 8 knows no --version, and what cannot run is no JDK for us.
  }
}

/** '25.0.1' → 25, '1.8.0_292' → 8. */
function majorOf(version: string | undefined): number | undefined {
  const match = version?.match(/^(?:1\.)?(\d+)/);
  return match ? Number(match[1]) : undefined;
}
