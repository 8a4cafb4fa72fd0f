import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJava, withJava } from '../../../local/stack/java.ts';

describe('findJava', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'java-test-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A JDK as installers lay it out; without a `release` file it must be asked for its version. */
  function install(path: string, version: string, options: { release?: boolean } = {}): string {
    const home = join(folder, path);
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin', 'java'), `#!/bin/sh\necho "openjdk ${version} 2026-01-01"\n`);
    chmodSync(join(home, 'bin', 'java'), 0o755);
    if (options.release !== false) writeFileSync(join(home, 'release'), `IMPLEMENTOR="X"\nJAVA_VERSION="${version}"\n`);
    return home;
  }

  it('prefers JAVA_HOME, then the java on PATH, to a newer one in a folder', () => {
    const home = install('own', '21.0.2');
    const onPath = install('path', '22');
    install('jvm/newest', '25.0.1');
    const folders = [join(folder, 'jvm')];
    const PATH = join(onPath, 'bin');
    assert.deepEqual(findJava({ env: { JAVA_HOME: home, PATH }, folders }), { home, major: 21 });
    assert.deepEqual(findJava({ env: { PATH }, folders }), { home: onPath, major: 22 });
  });

  it('passes over an old JAVA_HOME and an old java on PATH, and takes the newest of the folders', () => {
    const home = install('own', '17.0.15');
    const old = install('path', '1.8.0_292');
    install('jvm/a', '21');
    const newest = install('jvm/b', '25.0.1');
    install('jvm/c', '11.0.2');
    const env = { JAVA_HOME: home, PATH: join(old, 'bin') };
    assert.deepEqual(findJava({ env, folders: [join(folder, 'jvm'), join(folder, 'absent')] }), {
      home: newest,
      major: 25,
    });
  });

  it('follows the links that package managers put on PATH', () => {
    const home = install('jvm/temurin', '25');
    mkdirSync(join(folder, 'usr-bin'));
    symlinkSync(join(home, 'bin', 'java'), join(folder, 'usr-bin', 'java'));
    assert.deepEqual(findJava({ env: { PATH: join(folder, 'usr-bin') }, folders: [] }), { home, major: 25 });
  });

  it('looks into macOS bundles', () => {
    const home = install('machines/temurin-25.jdk/Contents/Home', '25');
    assert.deepEqual(findJava({ env: {}, folders: [join(folder, 'machines')] }), { home, major: 25 });
  });

  it('asks a runtime without a release file', () => {
    const home = install('jre', '24.0.1', { release: false });
    assert.deepEqual(findJava({ env: { JAVA_HOME: home }, folders: [] }), { home, major: 24 });
  });

  it('says in one sentence what is missing and what is there', () => {
    const home = install('own', '17.0.15');
    assert.throws(
      () => findJava({ env: { JAVA_HOME: home }, folders: [] }),
      /Java 21 or newer is needed \(found only Java 17\)/,
    );
    assert.throws(() => findJava({ env: {}, folders: [] }), /found none.*install a JDK/);
  });

  it('puts the JDK first on the PATH of children', () => {
    const env = withJava({ PATH: '/usr/bin' }, { home: '/jdk', major: 25 });
    assert.equal(env['PATH'], '/jdk/bin:/usr/bin');
    assert.equal(env['JAVA_HOME'], '/jdk');
  });
});
