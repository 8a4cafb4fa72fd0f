import assert from 'node:assert/strict';
import { deadCode } from '../../../src/graph/queries/dead-code.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';

/** Names of the first tier, and those that a call without a name makes doubtful. */
async function judged(files: Record<string, string>): Promise<{ sure: string[]; doubted: string[] }> {
  const reader = memoryReader(await memoryGraphOf('ada/unnamed', files));
  const { results } = await deadCode.answer(reader, deadCode.input.parse({}));
  const named = (some: typeof results) => some.map(({ name }) => name).sort();
  return {
    sure: named(results.filter(({ tier }) => tier === 'never_called')),
    doubted: named(results.filter(({ uncertain }) => uncertain.includes('name_may_be_built'))),
  };
}

describe('graph/queries/unnamed-calls', function () {
  this.timeout(120_000);

  it('doubts members where their file calls whatever a value names', async () => {
    const found = await judged({
      'a.ts': 'export class A { go(k: string) { return (this as any)[k](); } private one() {} }\n',
      'b.ts': 'export class B { go(k: string) { return this["two"]; } private other() {} }\n',
      'a.py': 'class A:\n    def go(self, k): return getattr(self, k)()\n    def __three(self): pass\n',
      'b.py': 'class B:\n    def go(self, k): return getattr(self, "go")\n    def __four(self): pass\n',
      'a.rb': 'class A\n  def go(k)\n    send(k)\n  end\n\n  private\n\n  def five\n  end\nend\n',
      'b.rb': 'class B\n  def go\n    send(:go)\n  end\n\n  private\n\n  def six\n  end\nend\n',
      'a.php': '<?php class A { public function go($k) { return $this->$k(); } private function seven() {} }\n',
      'b.php': '<?php class B { public function go($k) { return $this->k; } private function eight() {} }\n',
      'c.php':
        '<?php class C {\n public function go() { return $this->safeWrap(); }\n private function safewrap() {} }\n',
      'c.rb': 'class C\n  private\n\n  %w[a b].each { |k| define_method("#{k}_eleven") { 1 } }\nend\n',
      'A.cs': 'class A { public void Go() { GetType().GetMethod(K); } private void Nine() {} }\n',
      'D.cs': 'class D { private int OnExecute() { return 1; } private void Twelve() {} }\n',
      'B.cs': 'class B { public void Go() { } private void Ten() {} }\n',
    });
    assert.deepEqual(found, {
      sure: ['Ten', 'Twelve', '__four', 'eight', 'other', 'six'],
      doubted: ['#{k}_eleven', 'Nine', '__three', 'five', 'one', 'seven'],
    });
  });

  it('doubts what macros of the file paste or take in', async () => {
    const found = await judged({
      'a.c':
        '#define M(x) {#x, py##x}\n#define N(x) x ## _done\nstatic int pymove(void) { return 1; }\nstatic int all_done(void) { return 2; }\nstatic int move(void) { return 3; }\n',
      'a.rs': 'quickcheck! {\n    fn holds(x: u8) -> bool { x > 0 }\n}\n\nmod inner {\n    fn gone() -> u8 { 1 }\n}\n',
    });
    assert.deepEqual(found, { sure: ['gone', 'move'], doubted: ['all_done', 'holds', 'pymove'] });
  });

  it('doubts functions of a Bash program that runs what a value names', async () => {
    const found = await judged({
      'a.sh': '#!/bin/bash\nbuild() { local x=$1; [ -d "$x" ] || _$x; }\n_curl() { :; }\nbuild curl\n',
      'b.sh': '#!/bin/bash\nhelp() { :; }\nrun() { for one in a b; do "$one"; done; }\nrun\n',
      'c.sh': '#!/bin/bash\n# "$one"\ngone() { :; }\nrun2() { echo "$x"; local a=$(cat "$x"); }\nx=$HOME\nrun2\n',
    });
    assert.deepEqual(found, { sure: ['gone'], doubted: ['_curl', 'help'] });
  });

  it('doubts what a loader calls', async () => {
    const found = await judged({
      'a.c':
        'static void first(void) __attribute__((constructor));\n\nstatic void gone(void) {}\n\nvoid first(void) {}\n',
    });
    assert.deepEqual(found, { sure: ['gone'], doubted: [] });
  });

  it('doubts what an underscore is put before', async () => {
    const found = await judged({
      'a.sh': '#!/bin/bash\nrun() { next="_${command}"; $next; }\n_add() { :; }\nadd2() { :; }\nrun\n',
    });
    assert.deepEqual(found, { sure: [], doubted: ['_add', 'add2'] });
    const python = 'class A:\n    def go(self, k): return getattr(self, f"_{k}")()\ndef _gone(): pass\n';
    assert.deepEqual(await judged({ 'a.py': python }), { sure: [], doubted: ['_gone'] });
    const suffix = 'def go(k): return f"_{k}"\ndef _gone(): pass\n';
    assert.deepEqual(await judged({ 'a.py': suffix }), { sure: ['_gone'], doubted: [] });
  });

  it('knows setters by what is assigned', async () => {
    const ruby = [
      'class A',
      '  def go(other)',
      '    self.level = 1',
      '    other.count += 2',
      '    self.first, self.second = 1, 2',
      '    third = 3',
      '    self.third == 3',
      '  end',
      '  private',
      ...['level', 'count', 'second', 'third'].map((name) => `  def ${name}=(n)\n    @${name} = n\n  end`),
      'end\n',
    ].join('\n');
    assert.deepEqual(await judged({ 'a.rb': ruby }), { sure: ['third='], doubted: [] });
    const scala =
      'class A {\n  def go() = { level = 1; val other = 2 }\n  private def level_=(n: Int) = ()\n  private def other_=(n: Int) = ()\n}\n';
    assert.deepEqual(await judged({ 'a.scala': scala }), { sure: ['other_='], doubted: [] });
  });

  it('doubts a function that is given on, whatever else its line calls so', async () => {
    const text = [
      'export function run(given) {',
      '  let workTimer = given.wait(function work() { return 1; }, 20);',
      '  let later = given.wait(function later() { return 2; }, 20);',
      '  return workTimer + later;',
      '}',
      'const kept = function kept() { return 3; };',
      'const keptToo = 1; function kept2() { return 4; }',
      'function _1() { return 5; }\n',
    ].join('\n');
    assert.deepEqual((await judged({ 'a.js': text })).sure, ['kept', 'kept2']);
  });

  it('knows what a text of Scala holds', async () => {
    const scala =
      'class A {\n  def go(x: Int) = {\n    def ref = x\n    def gone = x\n    s"a = $ref; $gone2"\n  }\n}\n';
    assert.deepEqual((await judged({ 'a.scala': scala })).sure, ['gone']);
  });
});
