import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firestoreJarEnv, sdkJar, shimJar, wrapManifestLine } from '../../../local/stack/firestore-jar.ts';
import { findJava } from '../../../local/stack/java.ts';

describe('the Firestore emulator JAR', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'jar-test-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A Google Cloud SDK with (or without) the emulator, under a path too long for one manifest line. */
  function installSdk(): string {
    const root = join(folder, 'a folder with a rather long name that no manifest line can hold', 'google-cloud-sdk');
    const jars = join(root, 'platform', 'cloud-firestore-emulator');
    mkdirSync(jars, { recursive: true });
    writeFileSync(join(jars, 'cloud-firestore-emulator.jar'), 'jar');
    return root;
  }
  const noCache = (): NodeJS.ProcessEnv => ({ FIREBASE_EMULATORS_PATH: join(folder, 'cache') });

  it('wraps manifest lines at 72 bytes', () => {
    const line = `Class-Path: file:///${'x'.repeat(200)}`;
    const parts = wrapManifestLine(line).split('\r\n');
    assert.ok(parts.every((part) => part.length <= 72));
    assert.ok(parts.slice(1).every((part) => part.startsWith(' ')));
    assert.equal(parts.map((part, i) => (i === 0 ? part : part.slice(1))).join(''), line);
    assert.equal(wrapManifestLine('y'.repeat(72)), 'y'.repeat(72));
  });

  it('makes a JAR that Java reads, with the target on its class path', () => {
    const target = join(folder, 'sdk with spaces', 'z'.repeat(90), 'emulator.jar');
    const shim = join(folder, 'shim.jar');
    writeFileSync(shim, shimJar(target));
    const jar = join(findJava().home, 'bin', 'jar');
    if (existsSync(jar)) {
      execFileSync(jar, ['xf', shim], { cwd: folder });
      assert.ok(existsSync(join(folder, 'META-INF', 'MANIFEST.MF')));
    }
    // The JVM finds the main class' name in the manifest, and looks for it in the (absent) target.
    const java = join(findJava().home, 'bin', 'java');
    assert.throws(() => execFileSync(java, ['-jar', shim], { stdio: 'pipe' }), /CloudFirestore/);
  });

  it('takes FIRESTORE_EMULATOR_BINARY_PATH, and says so when it names nothing', async () => {
    const given = join(folder, 'own.jar');
    const env = { ...noCache(), FIRESTORE_EMULATOR_BINARY_PATH: given };
    await assert.rejects(
      firestoreJarEnv(folder, () => undefined, env),
      /no such file/,
    );
    writeFileSync(given, 'jar');
    assert.deepEqual(await firestoreJarEnv(folder, () => undefined, env), { FIRESTORE_EMULATOR_BINARY_PATH: given });
  });

  it("stands a shim in front of the Google Cloud SDK's JAR, found from gcloud on PATH", async () => {
    const root = installSdk();
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin', 'gcloud'), '#!/bin/sh\n');
    const env = { ...noCache(), PATH: join(root, 'bin') };
    assert.equal(sdkJar(env), join(root, 'platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar'));
    const { FIRESTORE_EMULATOR_BINARY_PATH: shim = '' } = await firestoreJarEnv(folder, () => undefined, env);
    assert.ok(existsSync(shim));
  });

  it("removes half of a download from firebase-tools' cache", async () => {
    const cache = join(folder, 'cache');
    mkdirSync(cache);
    const half = join(cache, 'cloud-firestore-emulator-v1.22.0.jar');
    writeFileSync(half, 'half');
    await firestoreJarEnv(folder, () => undefined, { ...noCache(), CLOUDSDK_ROOT_DIR: installSdk() });
    assert.equal(existsSync(half), false);
  });
});
