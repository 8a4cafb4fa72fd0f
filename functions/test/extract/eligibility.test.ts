import assert from 'node:assert/strict';
import {
  createEligibility,
  decode,
  MAX_FILE_BYTES,
  SKIP_REASONS,
  type FileEntry,
} from '../../src/extract/eligibility.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';

const eligibility = createEligibility(loadRegistry(), [
  { path: '.gitattributes', text: 'gen/** linguist-generated\n' },
]);

describe('eligibility by the tree', () => {
  const cases: [path: string, reason: string | undefined, more?: Partial<FileEntry>][] = [
    ['src/app.py', undefined],
    ['文件.py', undefined],
    ['bin/tool', undefined],
    ['README.md', SKIP_REASONS.language],
    ['link.py', SKIP_REASONS.symlink, { kind: 'symlink' }],
    ['sub', SKIP_REASONS.submodule, { kind: 'submodule' }],
    ['../up.py', SKIP_REASONS.refused, { kind: 'refused' }],
    ['a.py', SKIP_REASONS.twice, { kind: 'twice' }],
    ['node_modules/x/index.js', SKIP_REASONS.dependency],
    ['go/vendor/x/x.go', SKIP_REASONS.dependency],
    ['vendored.py', undefined],
    ['gen/a.py', SKIP_REASONS.generated],
    ['big.py', SKIP_REASONS.size, { size: MAX_FILE_BYTES + 1 }],
    ['full.py', undefined, { size: MAX_FILE_BYTES }],
    [`${'文'.repeat(340)}.py`, undefined],
    [`${'文'.repeat(341)}.py`, SKIP_REASONS.path],
  ];
  for (const [path, reason, more] of cases) {
    it(`${path}${more === undefined ? '' : ` ${JSON.stringify(more)}`}: ${reason ?? 'read'}`, () => {
      assert.equal(eligibility.reasonToSkip({ path, kind: 'file', ...more }), reason);
    });
  }

  it('knows manifests, but not those of dependencies', () => {
    const isManifest = (path: string) => eligibility.isManifest({ path, kind: 'file' });
    assert.deepEqual(
      ['go.mod', 'a/tsconfig.base.json', 'package.json', 'a/A.csproj', 'node_modules/x/package.json', 'a.json'].map(
        isManifest,
      ),
      [true, true, true, true, false, false],
    );
  });
});

describe('eligibility by the bytes', () => {
  const read = (path: string, bytes: string | Uint8Array) => eligibility.read(path, Buffer.from(bytes));
  const skipped = (reason: string) => ({ skipped: reason });

  it('skips a binary with the name of a source file', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    assert.deepEqual(read('logo.py', png), skipped(SKIP_REASONS.binary));
  });

  it('skips LFS pointers, long files, bundles and files over the limit', () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 12345\n`;
    assert.deepEqual(read('model.py', pointer), skipped(SKIP_REASONS.lfs));
    assert.deepEqual(read('long.py', 'x = 1\n'.repeat(20_001)), skipped(SKIP_REASONS.lines));
    assert.deepEqual(read('bundle.py', `x = [${'1,'.repeat(5_000)}]`), skipped(SKIP_REASONS.minified));
    assert.deepEqual(read('huge.py', 'x'.repeat(MAX_FILE_BYTES + 1)), skipped(SKIP_REASONS.size));
  });

  it('reads a short file in one line and an empty one', () => {
    assert.deepEqual(read('one.py', 'x = 1'), { language: 'python', text: 'x = 1' });
    assert.deepEqual(read('empty.py', ''), { language: 'python', text: '' });
  });

  it('knows a script by its first line', () => {
    const script = '#!/usr/bin/env python3\nprint(1)\n';
    assert.deepEqual(read('bin/tool', script), { language: 'python', text: script });
    assert.deepEqual(read('LICENSE', 'Free to use\n'), skipped(SKIP_REASONS.language));
  });
});

describe('decode', () => {
  const text = 'é = "文"\r\n';
  it('reads UTF-8 with and without a byte order mark', () => {
    assert.equal(decode(Buffer.from(text)), text);
    assert.equal(decode(Buffer.from(`\ufeff${text}`)), text);
  });
  it('reads UTF-16 of both byte orders by its mark', () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    assert.equal(decode(little), text);
    assert.equal(decode(Buffer.from(little).swap16()), text);
  });
  it('takes other bytes as Latin-1', () => assert.equal(decode(Buffer.from([0x63, 0x61, 0x66, 0xe9])), 'café'));
  it('refuses NUL', () => assert.equal(decode(Buffer.from('a\0b')), undefined));
});
