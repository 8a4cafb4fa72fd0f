import assert from 'node:assert/strict';
import { graphOf } from '../../support/graph-of.ts';

/** A class that is written in so many files, which has a superclass, two modules and methods in different ones. */
function partsOfOneClass(count: number): Record<string, string> {
  const files: Record<string, string> = {
    'lib/others.rb': [
      'class Base; def above; end; def run1; end; end',
      'module Loud; def shout; end; def above; end; end',
      'module First; def run2; end; end',
      'class Sub < Job; def sub; helper; shout; run2; end; end',
    ].join('\n'),
  };
  for (let at = 0; at < count; at++) {
    const lines = [
      at === 0 ? 'class Job < Base' : 'class Job',
      at === 1 ? '  include Loud' : '',
      at === 2 ? '  prepend First' : '',
      at === 3 ? '  def helper; end' : '',
      at === 4 ? '  def twice; end' : '',
      `  def run${at}; helper; shout; above; run2; twice; nothing; end`,
      at === count - 1 ? '  def twice; end' : '',
      'end',
    ];
    files[`lib/part${at}.rb`] = lines.join('\n');
  }
  return files;
}

describe('resolve/classes/find-members', () => {
  for (const count of [6, 16, 40]) {
    it(`finds the members of a class in ${count} parts, what is prepended first and what is above last`, async () => {
      const { calls } = await graphOf(partsOfOneClass(count));
      for (let at = 0; at < count; at++) {
        const own = `lib/part${at}.rb#Job.run${at}`;
        const named = (name: string): string[] =>
          calls
            .filter((call) => call.startsWith(`${own} -> `) && call.endsWith(`.${name}`))
            .map((call) => call.slice(own.length + 4));
        assert.deepEqual(named('helper'), ['lib/part3.rb#Job.helper']);
        assert.deepEqual(named('shout'), ['lib/others.rb#Loud.shout']);
        assert.deepEqual(named('above'), ['lib/others.rb#Loud.above']);
        assert.deepEqual(named('run2'), ['lib/others.rb#First.run2']);
        const first = [4, count - 1].map((part) => `lib/part${part}.rb`).sort()[0];
        assert.deepEqual(named('twice'), [
          at === 4 || at === count - 1 ? `lib/part${at}.rb#Job.twice` : `${first}#Job.twice`,
        ]);
        assert.deepEqual(named('nothing'), []);
      }
      const ofSub = calls.filter((call) => call.startsWith('lib/others.rb#Sub.sub'));
      assert.deepEqual(ofSub, [
        'lib/others.rb#Sub.sub -> lib/others.rb#First.run2',
        'lib/others.rb#Sub.sub -> lib/others.rb#Loud.shout',
        'lib/others.rb#Sub.sub -> lib/part3.rb#Job.helper',
      ]);
    });
  }

  it('finds a class that is written to a module of many parts behind what asked for it', async () => {
    const files: Record<string, string> = {
      'lib/a.rb': 'class Acme::Node::Inner; end',
      'lib/node.rb': 'class Acme::Node; def go; end; end',
      'lib/use.rb': 'def run; Acme::Node.new.go; end',
    };
    for (let at = 0; at < 20; at++) files[`lib/part${at}.rb`] = `module Acme; class P${at}; end; end`;
    const { calls } = await graphOf(files);
    assert.ok(calls.includes('lib/use.rb#run -> lib/node.rb#Acme.Node.go'), calls.join('\n'));
  });
});
