/**
 * The folder that firebase-tools is started in: its ports, its functions and their settings, made anew for each start.
 *
 *   <folder>/firebase.json            the repository's, with these ports and without deploy steps
 *   <folder>/firestore.rules          a link, like the parts of functions/ below
 *   <folder>/console                  what Hosting serves; the page may reach the auth emulator
 *   <folder>/functions/lib, grammars, languages, node_modules, package.json
 *   <folder>/functions/.env.local     settings (params); every declared one must be here, firebase-tools would prompt
 *   <folder>/functions/.secret.local  secrets; firebase-tools asks Secret Manager over the network for one not here
 *
 * So two stacks with different ports and settings run side by side, debug logs land here instead of in the working
 * folder, and no secret is ever written into the source tree.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUTH_HOSTS, AVATAR_HOSTS } from '../../console/content-security-policy.ts';
import { LOOPBACK } from './ports.ts';
import { PACKAGE, ROOT } from './toolchain.ts';

/** What can be asked for. `functions` brings tasks along. */
export type EmulatorName = 'functions' | 'auth' | 'firestore' | 'hosting';

/** Every port that firebase-tools listens on; it opens the last four by itself. */
export const EMULATOR_PORTS = {
  hosting: 5080,
  functions: 5081,
  auth: 5082,
  firestore: 5083,
  tasks: 5084,
  hub: 5085,
  logging: 5086,
  eventarc: 5087,
  websocket: 5088,
} as const;
export type PortName = keyof typeof EMULATOR_PORTS;
export type EmulatorPorts = Record<PortName, number>;

/** What the local service has beside the emulators: the platform, the tasks proxy and Neo4j. */
const OTHER_PORTS = 3;

/** The first of the local service's ports, which stand next to each other. Throws a sentence for one that is none. */
export function firstPort(wanted = process.env['REVIEWGRAPH_PORT']): number {
  if (wanted === undefined) return EMULATOR_PORTS.hosting;
  const last = 65_536 - Object.keys(EMULATOR_PORTS).length - OTHER_PORTS;
  const port = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (port >= 1 && port <= last) return port;
  throw new Error(
    `REVIEWGRAPH_PORT is "${wanted}": set it to the first of twelve free ports, a number from 1 to ${last}.`,
  );
}

/** The parts of `functions/` that a function process reads. */
const FUNCTION_PARTS = ['lib', 'grammars', 'languages', 'node_modules', 'package.json'];

interface FirebaseJson {
  functions: { predeploy?: unknown; ignore?: string[] }[];
  hosting: { public: string };
  [section: string]: unknown;
}

/** Writes the folder; returns the path of its firebase.json. */
export function writeEmulatorProject(options: {
  folder: string;
  ports: EmulatorPorts;
  settings: Record<string, string>;
  secrets: Record<string, string>;
}): string {
  const { folder, ports } = options;
  const config = JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8')) as FirebaseJson;
  rmSync(join(folder, 'functions'), { recursive: true, force: true }); // Removes links, not what they point at.
  mkdirSync(join(folder, 'functions'), { recursive: true });
  for (const part of FUNCTION_PARTS) {
    if (existsSync(join(PACKAGE, part))) symlinkSync(join(PACKAGE, part), join(folder, 'functions', part));
  }
  for (const file of ['firestore.rules', 'firestore.indexes.json']) link(join(ROOT, file), join(folder, file));

  // Nothing is watched: a rebuild meanwhile would restart functions in the middle of their work.
  const functions = config.functions.map(({ predeploy: _predeploy, ...rest }) => ({ ...rest, ignore: ['**'] }));
  const hosting = {
    ...config.hosting,
    public: copyConsole(join(ROOT, config.hosting.public), folder, {
      auth: `http://${LOOPBACK}:${ports.auth}`,
      platform: options.settings['SCM_GIT_URL'] ?? '',
    }),
  };
  // Tests keep apart by project ids of their own.
  const emulators: Record<string, unknown> = { ui: { enabled: false }, singleProjectMode: false };
  for (const [name, port] of Object.entries(ports)) {
    if (name !== 'websocket') emulators[name] = { host: LOOPBACK, port };
  }
  emulators['firestore'] = { host: LOOPBACK, port: ports.firestore, websocketPort: ports.websocket };
  const file = join(folder, 'firebase.json');
  writeFileSync(file, JSON.stringify({ ...config, functions, hosting, emulators }, null, 2));
  writeFileSync(join(folder, 'functions', '.env.local'), dotenv(options.settings), { mode: 0o600 });
  writeFileSync(join(folder, 'functions', '.secret.local'), dotenv(options.secrets), { mode: 0o600 });
  return file;
}

/**
 * The built console, whose page may here talk to the auth emulator in the place of Firebase's own hosts. Whoever starts
 * hosting builds first; the other emulators do without a build, and hosting's folder is then empty.
 */
function copyConsole(built: string, folder: string, local: { auth: string; platform: string }): string {
  // The hosting emulator takes the folder's name relative to its firebase.json, and finds nothing under another.
  const name = 'console';
  const copy = join(folder, name);
  rmSync(copy, { recursive: true, force: true });
  if (!existsSync(built)) {
    mkdirSync(copy);
    return name;
  }
  cpSync(built, copy, { recursive: true });
  const page = join(copy, 'index.html');
  const html = readFileSync(page, 'utf8')
    .replace(AUTH_HOSTS.join(' '), local.auth)
    .replace(AVATAR_HOSTS, local.platform);
  writeFileSync(page, html);
  return name;
}

/** `KEY="value"` lines as firebase-tools reads them back. */
function dotenv(values: Record<string, string>): string {
  const escaped = (value: string): string => value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  return Object.entries(values)
    .map(([key, value]) => `${key}="${escaped(value)}"\n`)
    .join('');
}

function link(target: string, path: string): void {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}
