import assert from 'node:assert/strict';
import { emptyFacts } from '../../../src/model/facts.ts';
import { isBuilt } from '../../../src/resolve/imports/go-build.ts';

function built(path: string, line?: string): boolean {
  const imports = line === undefined ? [] : [{ scope: -1, line: 1, source: `//go:build ${line}`, form: 'build' }];
  return isBuilt({ ...emptyFacts('go', path, 1), imports });
}

describe('resolve/imports/go-build', () => {
  it('reads the platform off a name', () => {
    const paths = ['a.go', 'a_linux.go', 'a_windows.go', 'a_linux_arm64.go', 'a_linux_amd64_test.go', 'windows.go'];
    assert.deepEqual(
      paths.filter((path) => built(path)),
      ['a.go', 'a_linux.go', 'a_linux_amd64_test.go', 'windows.go'],
    );
  });

  it('reads conditions, of which a word that is no tag does not hold', () => {
    assert.deepEqual(
      ['linux', '!linux', 'unix && !race', 'windows || (linux && cgo)', 'mytag', 'go1.21 && !mytag'].filter((line) =>
        built('a.go', line),
      ),
      ['linux', 'unix && !race', 'windows || (linux && cgo)', 'go1.21 && !mytag'],
    );
  });
});
