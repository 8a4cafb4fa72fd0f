import assert from 'node:assert/strict';
import { isTestPath } from '../../src/model/test-paths.ts';

describe('model/test-paths', () => {
  it('knows tests by their folder and by their name', () => {
    for (const path of [
      'tests/a.py', 'test/a.rb', 'pkg/test_a.py', 'pkg/conftest.py', 'a_test.go', 'src/a.test.ts', 'src/a.spec.tsx',
      'src/test/java/A.java', 'lib/AppTest.java', 'App.Tests/Basics.cs', 'src/jvmTest/kotlin/B.kt', 'spec/a_spec.rb',
      'src/__tests__/a.js', 'Tests/AppTests/X.swift', 'x/AppSpec.scala', 'crates/a/tests/b.rs',
    ]) assert.ok(isTestPath(path), path); // prettier-ignore
  });

  it('takes no other word for a test', () => {
    for (const path of [
      'src/latest/a.py', 'contest/a.py', 'src/attest.go', 'protest.rb', 'src/Latest.java', 'testament/a.py', 'respect/a.py',
      'src/inspect.ts', 'app/testimony.py', 'src/special.ts',
    ]) assert.ok(!isTestPath(path), path); // prettier-ignore
  });
});
