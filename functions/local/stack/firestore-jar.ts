/**
 * Which JAR is the official Firestore emulator started from? firebase-tools wants its own download; where that is not
 * possible, the Google Cloud SDK's copy of the same emulator serves. That one has no Main-Class, while firebase-tools
 * runs `java -jar`, so a JAR that holds nothing but this manifest stands in front of it:
 *
 *   Manifest-Version: 1.0
 *   Main-Class: com.google.cloud.datastore.emulator.firestore.CloudFirestore
 *   Class-Path: file:///usr/lib/google-cloud-sdk/platform/cloud-firestore-em
 *    ulator/cloud-firestore-emulator.jar
 *
 * No JAR is committed or copied: the SDK's licence covers the installed file.
 */
import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { findOnPath } from './java.ts';

const SDK_JAR = join('platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar');
const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/**
 * The environment that makes firebase-tools find a Firestore emulator: FIRESTORE_EMULATOR_BINARY_PATH, or nothing when
 * its own cache has the JAR or may download it. Rejects with one sentence when there is neither a JAR nor a network.
 */
export async function firestoreJarEnv(
  toolchain: string,
  log: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  const given = env['FIRESTORE_EMULATOR_BINARY_PATH'];
  if (given !== undefined && given !== '') {
    if (!existsSync(given)) throw new Error(`FIRESTORE_EMULATOR_BINARY_PATH is ${given}, but there is no such file.`);
    return { FIRESTORE_EMULATOR_BINARY_PATH: given };
  }
  const download = firebaseDownload(env);
  if (existsSync(download.path)) {
    if (statSync(download.path).size === download.size) return {};
    rmSync(download.path); // Half of a download.
  }
  const sdk = sdkJar(env);
  if (sdk !== undefined) {
    const shim = join(toolchain, 'firestore-emulator-shim.jar');
    writeFileSync(shim, shimJar(sdk));
    return { FIRESTORE_EMULATOR_BINARY_PATH: shim };
  }
  log('Firestore emulator: firebase-tools downloads it (about 130 MB, only this once)');
  await requireReachable(download.url);
  return {};
}

/** The JAR inside an installed Google Cloud SDK, found from `gcloud` on PATH or where its packages put it. */
export function sdkJar(env: NodeJS.ProcessEnv): string | undefined {
  const gcloud = findOnPath('gcloud', env);
  const roots = [
    env['CLOUDSDK_ROOT_DIR'],
    gcloud === undefined ? undefined : dirname(dirname(realpathSync(gcloud))),
    '/usr/lib/google-cloud-sdk',
    join(env['HOME'] ?? homedir(), 'google-cloud-sdk'),
  ];
  return roots
    .flatMap((root) => (root === undefined || root === '' ? [] : [join(root, SDK_JAR)]))
    .find((jar) => existsSync(jar));
}

/** The bytes of a JAR (a zip with one stored entry) whose manifest points at `target`. */
export function shimJar(target: string): Buffer {
  const manifest = Buffer.from(
    ['Manifest-Version: 1.0', `Main-Class: ${MAIN_CLASS}`, `Class-Path: ${pathToFileURL(target).href}`]
      .map(wrapManifestLine)
      .join('\r\n') + '\r\n\r\n',
  );
  const name = Buffer.from('META-INF/MANIFEST.MF');
  // The fields that a zip's local header and its directory share: versions, flags, method 0 (stored), time, date (the
  // zip epoch, so that equal input gives equal bytes), checksum, sizes, name length, no extra field.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(0x21, 8);
  shared.writeUInt32LE(crc32(manifest), 10);
  shared.writeUInt32LE(manifest.length, 14);
  shared.writeUInt32LE(manifest.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, manifest]);
  const directory = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    shared,
    Buffer.alloc(14), // Comment, disk, attributes, and the local header's offset: all zero.
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

/** A manifest line has at most 72 bytes without its line end; what is left over goes on after a space. */
export function wrapManifestLine(line: string): string {
  const parts = [line.slice(0, 72)];
  for (let at = 72; at < line.length; at += 71) parts.push(` ${line.slice(at, at + 71)}`);
  return parts.join('\r\n');
}

interface Download {
  path: string;
  size: number;
  url: string;
}

/** Where firebase-tools keeps its JAR, as its own table says. */
function firebaseDownload(env: NodeJS.ProcessEnv): Download {
  const table = createRequire(import.meta.url)('firebase-tools/lib/emulator/downloadableEmulatorInfo.json') as {
    firestore: { expectedSize: number; remoteUrl: string; downloadPathRelativeToCacheDir: string };
  };
  const { expectedSize, remoteUrl, downloadPathRelativeToCacheDir } = table.firestore;
  const cache = env['FIREBASE_EMULATORS_PATH'] ?? join(homedir(), '.cache', 'firebase', 'emulators');
  return { path: join(cache, downloadPathRelativeToCacheDir), size: expectedSize, url: remoteUrl };
}

async function requireReachable(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(15_000) }).catch(() => undefined);
  if (answer?.ok) return;
  throw new Error(
    `There is no Firestore emulator on this machine and ${new URL(url).host} cannot be reached: install the Google ` +
      'Cloud SDK with its component cloud-firestore-emulator, or set FIRESTORE_EMULATOR_BINARY_PATH to its JAR.',
  );
}
