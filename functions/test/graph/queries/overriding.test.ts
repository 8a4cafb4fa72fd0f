import assert from 'node:assert/strict';
import { deadCode } from '../../../src/graph/queries/dead-code.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';

/** Names of the first tier, and those that may stand in for a member of a base. */
async function judged(files: Record<string, string>): Promise<{ sure: string[]; replacing: string[] }> {
  const reader = memoryReader(await memoryGraphOf('ada/bases', files));
  const { results } = await deadCode.answer(reader, deadCode.input.parse({}));
  const named = (some: typeof results) => some.map(({ name }) => name).sort();
  return {
    sure: named(results.filter(({ tier }) => tier === 'never_called')),
    replacing: named(results.filter(({ uncertain }) => uncertain.includes('overrides'))),
  };
}

const ruby = (head: string, name: string, body = '1') =>
  `${head}\n  private\n\n  def ${name}\n    ${body}\n  end\nend\n`;

describe('graph/queries/overriding', function () {
  this.timeout(120_000);

  it('doubts what is private in Ruby where a base is not in the repository', async () => {
    const found = await judged({
      'a.rb': [
        ruby('class Users < Devise::SessionsController', 'after_sign_in'),
        ruby('class Admins < Users', 'after_sign_up'),
        ruby('class Broken < StandardError', 'own_of_error'),
        ruby('class Base', 'own_of_base'),
        ruby('class More < Base', 'own_of_more'),
        ruby('module Helper', 'own_of_module'),
        ruby('module Rendering', 'render_more', 'super # as it was'),
        ruby('module Said', 'own_of_said', '1 # no super'),
      ].join('\n'),
    });
    assert.deepEqual(found, {
      sure: ['own_of_base', 'own_of_error', 'own_of_module', 'own_of_more', 'own_of_said'],
      replacing: ['after_sign_in', 'after_sign_up', 'render_more'],
    });
  });

  it('doubts what a base beside the class may call in Python', async () => {
    const found = await judged({
      'a.py': [
        'import other',
        'class Hooks:\n    def _given(self): return 1\n    def __own(self): return 1',
        'class View(Hooks, other.View[int], metaclass=Meta): pass',
        'class Plain:\n    def _gone(self): return 1',
        'class Kept(Plain, object): pass',
        'class Calls:\n    def _more(self): return super()._more()\n',
      ].join('\n'),
    });
    assert.deepEqual(found, { sure: ['__own', '_gone'], replacing: ['_given', '_more'] });
  });
});
