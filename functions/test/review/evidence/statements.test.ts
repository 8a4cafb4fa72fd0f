/** What is read out of answers; test/review/agent/tools.test.ts has them from the graph itself. */
import assert from 'node:assert/strict';
import { classHierarchy } from '../../../src/graph/queries/class-hierarchy.ts';
import { findCallers } from '../../../src/graph/queries/find-callers.ts';
import { findImports } from '../../../src/graph/queries/find-imports.ts';
import { statementsIn } from '../../../src/review/evidence/statements.ts';

const REPO = { repo_id: 'ada/shop' };
const node = (name: string, path: string, line: number) => ({
  symbol_id: `ada/shop ${path}#${name}`,
  ...REPO,
  name,
  qualified_name: name,
  path,
  line_number: line,
  end_line: line + 3,
  language: 'python',
  docstring: null,
  source_code: '',
});

describe('review/statements', () => {
  it('say nothing of lines that only mention a name', () => {
    const caller = {
      symbol_id: 'ada/shop README.md',
      ...REPO,
      caller: 'README.md',
      qualified_name: 'README.md',
      type: 'file',
      path: 'README.md',
      line: 3,
      lines: [3],
      confidence: 0.3,
      source: 'text_reference',
      evidence: null,
      source_code: '',
      definition: null,
    };
    const definition = { ...node('total', 'a.py', 1), symbol_type: 'function', class_name: null, complexity: 1 };
    const answer = {
      symbol: 'total',
      callers: [caller],
      total: 1,
      via_interface: [],
      via_interface_total: 0,
      definitions: [definition],
      fallback_used: true,
      next_cursor: null,
    };
    assert.ok(findCallers.output.safeParse(answer).success);
    // Nor that nothing calls it: somebody may.
    assert.deepEqual(
      statementsIn('find_callers', answer).map(({ relation }) => relation),
      ['declares'],
    );
  });

  it('say which class inherits from which, and which file imports which', () => {
    const relative = (name: string, path: string, line: number) => ({ ...node(name, path, line), kind: 'class', depth: 1, how: 'extends' }); // prettier-ignore
    const { symbol_id, path, line_number } = node('Shape', 'shape.py', 4);
    const hierarchy = {
      ...{ class_name: 'Shape', found: true, symbol_id, repo_id: 'ada/shop', path, line_number },
      ...{ docstring: null, source_code: '' },
      ancestors: [relative('Base', 'base.py', 1)],
      descendants: [relative('Square', 'square.py', 9)],
      definitions: [],
    };
    assert.ok(classHierarchy.output.safeParse(hierarchy).success);
    const said = statementsIn('class_hierarchy', hierarchy).filter(({ relation }) => relation === 'inherits');
    assert.deepEqual(
      said.map((each) => [each.path, each.lines, each.to?.path, each.to?.line]),
      [
        ['shape.py', [4], 'base.py', 1],
        ['square.py', [9], 'shape.py', 4],
      ],
    );
    const imports = {
      import_name: 'tax',
      results: [
        { ...REPO, imported_name: 'tax', alias: null, module_name: 'shop.tax', path: 'pay.py', line_number: 2, resolved_path: 'shop/tax.py' }, // prettier-ignore
      ],
      total: 1,
    };
    assert.ok(findImports.output.safeParse(imports).success);
    assert.deepEqual(statementsIn('find_imports', imports), [
      {
        symbol_id: 'ada/shop pay.py',
        relation: 'imports',
        path: 'pay.py',
        lines: [2],
        to: { symbol_id: 'ada/shop shop/tax.py', path: 'shop/tax.py', line: 1 },
      },
    ]);
  });

  it('say nothing where no symbols are spoken of, or where the answer has another form', () => {
    assert.deepEqual(statementsIn('graph_stats', { total_nodes: 3 }), []);
    for (const broken of [null, 'text', [], { callers: 'many' }])
      assert.deepEqual(statementsIn('find_callers', broken), []);
  });
});
