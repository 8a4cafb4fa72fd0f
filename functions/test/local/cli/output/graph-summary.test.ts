import assert from 'node:assert/strict';
import { graphSummary } from '../../../../local/cli/output/graph-summary.ts';
import { graphOf } from '../../../support/graph-of.ts';

async function summaryOf(texts: Record<string, string>): Promise<string> {
  const { facts, graph, nodes } = await graphOf(texts);
  const skipped = [{ path: 'LICENSE', reason: 'unsupported language' }];
  const problems = facts.flatMap((file) => file.problems);
  return graphSummary({
    nodes,
    graph,
    extracted: { files: facts, manifests: [], problems, skipped },
    seconds: { extract: 1.239 },
  });
}

/** The lines below a heading, up to the next empty one. */
function section(text: string, heading: string): string[] {
  const lines = text.split('\n');
  const at = lines.indexOf(heading);
  return at < 0 ? [] : lines.slice(at + 1, lines.indexOf('', at)).map((line) => line.trim());
}

describe('local/graph-summary', () => {
  it('names the most called and the most complex, functions alone, the highest first', async () => {
    const text = await summaryOf({
      'a.py':
        'class Dog:\n    legs = 4\n\n    def bark(self):\n        if self.legs and self.legs > 3:\n            helper()\n        helper()\n\n\ndef helper():\n    pass\n',
    });
    assert.deepEqual(section(text, 'most complex'), ['3  Dog.bark  a.py:4', '1  helper  a.py:10']);
    assert.deepEqual(section(text, 'most called'), ['2  helper  a.py:10']);
  });

  it('counts files, nodes, edges and how calls ended per language', async () => {
    const text = await summaryOf({ 'a.py': 'import os\n\n\ndef f():\n    os.getcwd()\n    unknown()\n    f()\n' });
    const [first, nodes, edges] = text.split('\n');
    assert.equal(first, '1 file, 7 lines, 1 skipped, 0 problems');
    assert.equal(nodes, 'nodes  File 1, Function 1, Module 1');
    assert.match(edges ?? '', /DEFINES 1/);
    assert.match(text, /^Python +1 +3 +1 \(33%\) +1 \(33%\) +0 \(0%\) +1 \(33%\)$/m);
    assert.match(text, /\nextract 1\.24 s\n$/);
  });

  it('says none of a folder without source files, and makes no table', async () => {
    const [first, nodes, edges, ...rest] = (await summaryOf({})).split('\n');
    assert.equal(first, '0 files, 0 lines, 1 skipped, 0 problems');
    assert.deepEqual([nodes, edges, ...rest], ['nodes  none', 'edges  none', '', 'extract 1.24 s', '']);
  });

  it('has no list of what there is none of', async () => {
    const text = await summaryOf({ 'a.py': 'x = 1\n' });
    assert.ok(!text.includes('most'), text);
  });
});
