/** Repositories that are small on the wire and huge when they are unpacked: refused before anything unpacks them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { createGit } from '../../../src/adapters/git/git.ts';
import { assertUnpackable } from '../../../src/adapters/git/git-pack-limits.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

const BLOB = 3;
const OFS_DELTA = 6;
const REF_DELTA = 7;

/** Little-endian groups of seven bits. */
function groups(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 0x80);
  return [...bytes, left];
}

function object(type: number, bytes: Buffer, base: number[] = [], size = bytes.length): Buffer {
  const first = (type << 4) | (size % 16);
  const rest = Math.floor(size / 16);
  const header = rest === 0 ? [first] : [first | 0x80, ...groups(rest)];
  return Buffer.concat([Buffer.from(header), Buffer.from(base), deflateSync(bytes)]);
}

function packOf(objects: Buffer[], count = objects.length): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(count, 8);
  const body = Buffer.concat([header, ...objects]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

const delta = (result: number) => Buffer.from([...groups(10), ...groups(result), 0x90, 10]);
const LIMITS = { objectBytes: 1_000, allBytes: 2_500 };
const tooLarge = { code: 'too_large' };

describe('assertUnpackable', () => {
  it('takes what git packs, deltas included', () => {
    const text = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n');
    const source = makeRepository({ 'a.txt': text, 'empty.txt': '' });
    source.commit({ 'a.txt': `${text}\nmore`, 'b.bin': Buffer.alloc(300_000, 1) });
    source.git('repack', '-q', '-a', '-d', '-f');
    const folder = join(source.path, '.git', 'objects', 'pack');
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.pack'));
    assert.match(source.git('verify-pack', '-v', join(folder, name)), /chain length/, 'there is a delta');
    const pack = readFileSync(join(folder, name));
    assertUnpackable(pack);
    assert.throws(() => assertUnpackable(pack, { ...LIMITS, allBytes: 1e9 }), tooLarge);
    source.remove();
  });

  it('counts a file, what a delta makes, and all of them together', () => {
    const zeros = (bytes: number) => object(BLOB, Buffer.alloc(bytes));
    assertUnpackable(packOf([zeros(1_000), zeros(1_000)]), LIMITS);
    assert.throws(() => assertUnpackable(packOf([zeros(1_001)]), LIMITS), tooLarge);
    assert.throws(() => assertUnpackable(packOf([zeros(1_000), zeros(1_000), zeros(1_000)]), LIMITS), tooLarge);
    for (const [type, base] of [
      [OFS_DELTA, [0x81, 0x05]],
      [REF_DELTA, Array<number>(20).fill(0xff)],
    ] as const) {
      assertUnpackable(packOf([zeros(10), object(type, delta(1_000), [...base])]), LIMITS);
      assert.throws(
        () => assertUnpackable(packOf([zeros(10), object(type, delta(1_001), [...base])]), LIMITS),
        tooLarge,
      );
    }
  });

  it('believes no size, and takes nothing for a pack that is none', () => {
    const damaged = { code: 'platform_unavailable' };
    for (const size of [0, 10, 999]) {
      const lying = object(BLOB, Buffer.alloc(500_000), [], size);
      assert.throws(() => assertUnpackable(packOf([lying]), LIMITS), damaged, `${size}`);
    }
    assert.throws(() => assertUnpackable(packOf([object(BLOB, Buffer.alloc(5))], 2), LIMITS), damaged);
    assert.throws(() => assertUnpackable(packOf([object(OFS_DELTA, Buffer.alloc(0), [1])]), LIMITS), damaged);
    for (const bytes of [Buffer.alloc(0), Buffer.from('PACK'), Buffer.alloc(64)]) {
      assert.throws(() => assertUnpackable(bytes, LIMITS), damaged);
    }
  });
});

describe('a repository that grows', () => {
  let host: TestHost;
  let source: TestRepository;

  before(async () => {
    host = await startTestHost();
    host.addUser({ login: 'eve' });
    source = makeRepository({ 'a.py': 'x = 1\n' });
    await host.addRepository({ owner: 'eve', name: 'bomb', from: source.path });
  });
  after(async () => {
    await host.remove();
    source.remove();
  });

  const clone = () =>
    createGit({ gitUrl: host.url, maxPackBytes: 5_000_000 }).clone({ url: `${host.url}/eve/bomb.git` });
  const git = (input: string, ...args: string[]) =>
    execFileSync('git', ['-C', source.path, ...args], { input, encoding: 'utf8' }).trim();
  const publish = (tree: string) =>
    source.git('update-ref', 'refs/heads/main', source.git('commit-tree', tree, '-m', 'Grow'));

  it('is refused for a file that would fill the memory', async () => {
    source.git('config', 'core.compression', '1');
    source.commit({ 'zeros.py': Buffer.alloc(220 * 1024 * 1024) });
    await assert.rejects(clone(), tooLarge);
  });

  it('is refused for folders that stand in each other again and again', async () => {
    const blob = git('def f(): pass\n', 'hash-object', '-w', '--stdin');
    const names = Array.from({ length: 10 }, (_, at) => `n${at}`);
    for (const leaf of [`100644 blob ${blob}`, undefined]) {
      // Ten levels of ten: 10,000,000,000 files, or as many folders without any.
      let tree = git(leaf === undefined ? '' : names.map((name) => `${leaf}\t${name}\n`).join(''), 'mktree');
      for (let level = 0; level < 9; level += 1) {
        tree = git(names.map((name) => `040000 tree ${tree}\t${name}\n`).join(''), 'mktree');
      }
      publish(tree);
      await assert.rejects(clone(), { code: 'too_large', message: /files and folders/ });
    }
  });

  it('is refused for a path that no system could check out', async () => {
    const name = 'd'.repeat(200);
    let tree = git(`100644 blob ${git('x', 'hash-object', '-w', '--stdin')}\tf\n`, 'mktree');
    for (let depth = 0; depth < 25; depth += 1) tree = git(`040000 tree ${tree}\t${name}\n`, 'mktree');
    publish(tree);
    await assert.rejects(clone(), { code: 'too_large', message: /path/ });
  });
});
