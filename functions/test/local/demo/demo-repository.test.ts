import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { DEMO_BRANCH, makeDemoRepository } from '../../../local/demo/demo-repository.ts';
import { reviewLikeAScript, STAND_IN_NOTICE } from '../../../local/demo/llm-reviewer.ts';
import { startLlmStandIn } from '../../../local/demo/llm-stand-in.ts';
import { z } from 'zod';
import { createGit } from '../../../src/adapters/git/git.ts';
import type { AgentTool } from '../../../src/review/agent/tools.ts';
import { budgetPatches, selectFiles } from '../../../src/review/diff/changed-files.ts';
import { diffTrees, type FileDiff } from '../../../src/review/diff/diff-trees.ts';
import { materialFiles } from '../../../src/review/agent/material-files.ts';
import { makeFolder } from '../../support/repositories.ts';
import { changed, lint } from '../../support/linted-texts.ts';
import { MATERIAL, review } from '../../support/small-review.ts';

describe('local/demo-repository', () => {
  const folder = makeFolder();
  let diffs: FileDiff[];

  before(async () => {
    makeDemoRepository(folder);
    const git = createGit({ gitUrl: 'http://127.0.0.1:9', maxPackBytes: 1e7 });
    const base = await git.openLocal(folder, { from: 'commit' });
    execFileSync('git', ['switch', '--quiet', DEMO_BRANCH], { cwd: folder });
    const head = await git.openLocal(folder, { from: 'commit' });
    diffs = await diffTrees(base, head);
    await base.close();
    await head.close();
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has defects that the stand-in knows, which says that it is no model', async () => {
    const selected = selectFiles(diffs);
    const patches = budgetPatches(selected.reviewed, 50_000);
    const model = await startLlmStandIn({ otherwise: reviewLikeAScript });
    try {
      for (const mode of ['normal', 'deep'] as const) {
        const outcome = await review(model, {
          mode,
          material: { ...MATERIAL, files: materialFiles(diffs, selected, patches) },
        });
        assert.deepEqual([...new Set(outcome.findings.map(({ path, title }) => `${path}: ${title}`))].sort(), [
          'orders.py: A query is put together from values',
          'orders.py: Every error is swallowed here',
          'src/cart.ts: The loop runs one step too far',
        ]);
        assert.equal(outcome.summary, STAND_IN_NOTICE);
        assert.deepEqual(outcome.incomplete, []);
      }
    } finally {
      await model.close();
    }
  });

  it('has the stand-in cite what its tools have named, and nothing else', async () => {
    const selected = selectFiles(diffs);
    const files = materialFiles(diffs, selected, budgetPatches(selected.reviewed, 50_000));
    const model = await startLlmStandIn({ otherwise: reviewLikeAScript });
    const asked: string[] = [];
    const callers = { total: [{ path: 'src/checkout.ts', line: 5 }] };
    const tool: AgentTool = {
      name: 'find_callers',
      description: 'Callers',
      input: z.object({ symbol_name: z.string() }),
      run: (input, note) => {
        const { symbol_name: symbol } = z.object({ symbol_name: z.string() }).parse(input);
        asked.push(symbol);
        const found = symbol === 'total' ? callers.total : [];
        note(
          found.map(({ path, line }) => {
            const to = { symbol_id: 'ada/shop src/cart.ts#total', path: 'src/cart.ts', line: 8 };
            return { symbol_id: `ada/shop ${path}#checkout`, relation: 'calls', path, lines: [line], to };
          }),
        );
        return Promise.resolve({ symbol, callers: found });
      },
    };
    try {
      const outcome = await review(model, { material: { ...MATERIAL, files }, tools: [tool] });
      assert.deepEqual(asked.sort(), ['of_customer', 'total']);
      assert.deepEqual(
        outcome.findings
          .map(({ path, evidence = [] }) => [path, evidence.map(({ relation, line }) => [relation, line])])
          .sort(),
        [
          ['orders.py', []],
          ['orders.py', []],
          [
            'src/cart.ts',
            [
              ['calls', 5],
              ['declares', 8],
            ],
          ],
        ],
      );
    } finally {
      await model.close();
    }
  });

  it('has defects that each linter sees', async () => {
    const files = diffs.map(({ path, oldText, newText }) => changed(path, newText ?? '', oldText ?? ''));
    const { findings } = await lint(files);
    for (const rule of ['F401', 'no-debugger', 'indent-error-flow']) {
      assert.ok(
        findings.some((finding) => finding.rule === rule),
        rule,
      );
    }
  });
});
