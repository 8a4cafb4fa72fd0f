import assert from 'node:assert/strict';
import { reviewInstructions, SPECIALISTS, strictSchema, type Specialist } from '../../../src/review/agent/prompts.ts';
import { agentAnswerSchema } from '../../../src/model/findings.ts';
import {
  createMark,
  numberPatch,
  writeMaterial,
  type MaterialFile,
  type ReviewMaterial,
} from '../../../src/review/agent/prompts-material.ts';
import { MATERIAL } from '../../support/small-review.ts';

describe('review/prompts', () => {
  it('number the lines of a patch as they stand in the two files', () => {
    const patch =
      '@@ -3,3 +3,4 @@ total\n a\n-b\n+c\n+d\n e\n\\ No newline at end of file\n@@ -20 +21,2 @@\n-x\n+y\n+-- z\n';
    assert.equal(
      numberPatch(patch),
      [
        '@@ -3,3 +3,4 @@ total',
        '       3   a',
        'L      4 - b',
        '       4 + c',
        '       5 + d',
        '       6   e',
        '\\ No newline at end of file',
        '@@ -20 +21,2 @@',
        'L     20 - x',
        '      21 + y',
        '      22 + -- z',
        '',
      ].join('\n'),
    );
  });

  it('ask for an answer by a schema that strict servers take', () => {
    const check = (schema: unknown): void => {
      if (Array.isArray(schema)) return schema.forEach(check);
      if (typeof schema !== 'object' || schema === null) return;
      const node = Object.fromEntries(Object.entries(schema));
      for (const key of ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', '$schema'])
        assert.ok(!(key in node), key);
      if (node['type'] === 'object') {
        assert.equal(node['additionalProperties'], false);
        assert.deepEqual(node['required'], Object.keys(node['properties'] as object));
      }
      Object.values(node).forEach(check);
    };
    check(strictSchema(agentAnswerSchema));
  });

  it('speak of tools only where there are some, and give each specialist a part of its own', () => {
    assert.match(reviewInstructions('generalist', 'data-x', true), /You have tools/);
    assert.doesNotMatch(reviewInstructions('generalist', 'data-x', false), /You have tools/);
    const names: Specialist[] = ['generalist', 'correctness', 'security', 'design'];
    assert.deepEqual(Object.keys(SPECIALISTS).sort(), [...names].sort());
    assert.equal(new Set(names.map((name) => reviewInstructions(name, 'data-x', true))).size, 4);
  });

  describe('material', () => {
    const file = (path: string, lines: number): MaterialFile => ({
      path,
      status: 'modified',
      patch: `@@ -1,0 +1,${lines} @@\n${Array.from({ length: lines }, (_, at) => `+${path} line ${at}\n`).join('')}`,
    });
    const write = (material: Partial<ReviewMaterial>, budget: number) =>
      writeMaterial({ ...MATERIAL, ...material }, createMark(), budget);

    it('has everything when there is room', () => {
      const files = [file('a.ts', 3), { path: 'b.lock', status: 'added', patch: '', skipped: 'lockfile' }];
      const context = [{ title: 'total in cart.ts', reason: 'caller', text: 'total(x)' }];
      const { text, unseenFiles } = write(
        { files, context, known: ['a.ts:1 Known'], remarks: ['The graph is older.'] },
        50_000,
      );
      for (const part of [
        'Count items',
        'Sums up prices.',
        'modified a.ts',
        'b.lock: not reviewed, lockfile',
        '2 + a.ts line 1',
        'total in cart.ts (caller)',
        'a.ts:1 Known',
        'The graph is older.',
      ])
        assert.ok(text.includes(part), part);
      assert.deepEqual(unseenFiles, []);
    });

    it('stays within its budget, keeps the list of files whole, and names those it could not show', () => {
      const files = Array.from({ length: 60 }, (_, at) => file(`src/file${at}.ts`, 40));
      const context = Array.from({ length: 60 }, (_, at) => ({
        title: `symbol${at}`,
        reason: 'caller',
        text: 'x'.repeat(400),
      }));
      for (const budget of [12_000, 25_000, 60_000]) {
        const { text, unseenFiles } = write({ files, context }, budget);
        assert.ok(text.length <= budget, `${text.length} of ${budget}`);
        for (const { path } of files) {
          assert.ok(text.includes(`modified ${path}`));
          assert.equal(!text.includes(`${path} line 39`), unseenFiles.includes(path), path);
        }
        assert.ok(unseenFiles.length > 0 && unseenFiles.length < 60);
      }
    });

    it('gives what the diffs leave to the context, best first', () => {
      const context = ['best', 'second', 'third'].map((title) => ({
        title,
        reason: 'caller',
        text: 'x'.repeat(1_000),
      }));
      const { text } = write({ files: [file('a.ts', 2)], context }, 3_200);
      assert.match(text, /best \(caller\)/);
      assert.doesNotMatch(text, /third \(caller\)/);
    });
  });
});
