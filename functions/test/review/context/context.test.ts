import assert from 'node:assert/strict';
import { PUBLIC_ACCESS, scopeOf, type Scope } from '../../../src/graph/access.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { awaitFullText } from '../../../src/graph/schema.ts';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import { syncRepository } from '../../../src/jobs/sync/sync.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { selectFiles } from '../../../src/review/diff/changed-files.ts';
import { gatherContext, type ContextPack } from '../../../src/review/context/context.ts';
import { cutToTokens, tokensOf } from '../../../src/model/tokens.ts';
import { diffOfTexts } from '../../support/findings.ts';
import { testGraph, testGraphUri, testRepoId } from '../../support/neo4j.ts';
import { plainSources, snapshotOf } from '../../support/plain-sources.ts';
import { plansOf, recording } from '../../support/query-plans.ts';

/** A function of some length; two of them are copies with other names. */
function sums(name: string, all: string, one: string): string {
  return [
    `def ${name}(${all}, rate):`,
    '    total = 0',
    `    for ${one} in ${all}:`,
    `        if ${one}.price is None:`,
    '            continue',
    `        total += ${one}.price * ${one}.quantity`,
    '    if total > 100:',
    '        total = total - rate',
    '    return total',
    '',
  ].join('\n');
}

const FILES: Record<string, string> = {
  'shop/cart.py': [
    'from shop.tax import rate',
    '',
    'class Base:',
    '    def total(self, items):',
    '        return 0',
    '',
    'class Cart(Base):',
    '    def total(self, items):',
    '        return sum(items) * rate()',
    '',
    'class Gift(Cart):',
    '    def total(self, items):',
    '        return 0',
    '',
    'def old_price(x):',
    '    return x',
    '',
  ].join('\n'),
  'shop/tax.py': 'def rate():\n    return 2\n\ndef format_price_label(x):\n    return str(x)\n',
  'shop/checkout.py': [
    'from shop.cart import Cart, old_price',
    '',
    'def pay(items):',
    '    cart = Cart()',
    ...Array.from({ length: 50 }, (_, at) => `    step_${at} = ${at}`),
    '    return cart.total(items)',
    '',
    'def quote(x):',
    '    return old_price(x)',
    '',
  ].join('\n'),
  'tests/check.py': [
    'from shop.cart import old_price',
    '',
    ...Array.from({ length: 30 }, (_, at) => `step_${at} = ${at}`),
    '# A price stays what it was',
    'assert old_price(3) == 3',
    '',
  ].join('\n'),
  'shop/invoice.py': sums('sum_lines', 'lines', 'line'),
  'shop/orders.py': sums('sum_orders', 'orders', 'order'),
  'config/labels.yml': 'labels:\n  short: true\n  price_label_format: short\n',
  'locales/de.json': '{\n  "invoice.total_hint": "Summe"\n}\n',
  'node_modules/x/y.yml': 'price_label_format: no\n',
  'tests/test_checkout.py': 'from shop.checkout import pay\n\ndef test_pay():\n    assert pay([1]) == 2\n',
};

const CHANGED: Record<string, string> = {
  ...FILES,
  'shop/cart.py': (FILES['shop/cart.py'] ?? '')
    .replace(
      'class Cart(Base):\n    def total(self, items):',
      'class Cart(Base):\n    def total(self, items, discount):',
    )
    .replace('\ndef old_price(x):\n    return x\n', '\ndef price_label_format(x):\n    return f"{x}"\n'),
};

describe('review/context', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  let parser: ReviewParser;
  let pack: ContextPack;
  const repoId = testRepoId('shop');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);

  async function contextOf(
    after: Record<string, string>,
    given: { budget?: number; graph?: GraphPort; scope?: Scope } = {},
  ) {
    const { reviewed } = selectFiles(await diffOfTexts(FILES, after));
    const tree = snapshotOf(after);
    const request = { graph, scope, files: reviewed, symbolsOf: parser.symbolsOf, budget: 5_000, tree, ...given };
    return gatherContext({ ...request, indexedCommit: 'b'.repeat(40), headCommit: 'a'.repeat(40) });
  }

  before(async () => {
    graph = await testGraph();
    parser = createReviewParser(repoId);
    await syncRepository({
      ports: { graph, clock: { now: () => new Date() } },
      repoId,
      snapshot: snapshotOf(FILES),
      access: PUBLIC_ACCESS,
      branch: 'main',
      clearExisting: false,
      sources: plainSources(),
    });
    await awaitFullText(graph);
    pack = await contextOf(CHANGED);
  });
  after(async () => {
    await parser.close();
    await deleteRepository(graph, repoId);
  });

  const reasonOf = (symbol: string) => {
    const item = pack.items.find((each) => each.symbol === symbol);
    return item && `${item.kind}: ${item.reason}`;
  };

  it('knows what changed, by the lines at head and at the base', () => {
    assert.deepEqual(
      pack.changed_symbols.map(({ symbol, how, in_graph }) => [symbol, how, in_graph]),
      [
        ['Cart.total', 'modified', true],
        ['old_price', 'deleted', true],
        ['price_label_format', 'added', false],
      ],
    );
  });

  it('says of each piece why it was chosen', () => {
    assert.equal(reasonOf('Cart.total'), 'changed: its signature changes by this pull request');
    assert.equal(reasonOf('pay'), 'caller: calls Cart.total, whose signature changes');
    assert.equal(reasonOf('quote'), 'caller: calls old_price, which is deleted');
    assert.equal(reasonOf('Gift.total'), 'override: overrides Cart.total');
    assert.equal(reasonOf('Base.total'), 'override: is overridden by Cart.total');
    assert.equal(reasonOf('rate'), 'callee: called by Cart.total');
    assert.equal(reasonOf('test_pay'), 'test: test that reaches Cart.total through pay');
    assert.equal(reasonOf('format_price_label'), 'similar: its name is like that of the new price_label_format');
  });

  it('holds what is built alike, and what else names the change', async () => {
    const invoice = (FILES['shop/invoice.py'] ?? '').replace('total - rate', 'total - rate  # t("invoice.total_hint")');
    const { items } = await contextOf({ ...FILES, 'shop/invoice.py': invoice });
    const copy = items.find(({ kind }) => kind === 'copy');
    assert.equal(`${copy?.symbol}: ${copy?.reason}`, 'sum_orders: 100 % like sum_lines');
    const named = items.find(({ kind }) => kind === 'named');
    assert.deepEqual(
      [named?.title, named?.reason, named?.text],
      ['locales/de.json:1-4', 'names invoice.total_hint', FILES['locales/de.json']],
    );
    const label = pack.items.filter(({ kind }) => kind === 'named');
    assert.deepEqual(
      label.map(({ path, reason }) => `${path}: ${reason}`),
      ['config/labels.yml: names price_label_format'],
    );
  });

  it('fills what is left with all of what was shown in part, and with the rest of the files', async () => {
    const pay = pack.items.find(({ symbol }) => symbol === 'pay');
    assert.match(pay?.text ?? '', /step_25 = 25\n/);
    const small = await contextOf(CHANGED, { budget: 260 });
    assert.match(small.items.find(({ symbol }) => symbol === 'pay')?.text ?? '', /… \d+ lines/);
    const rest = pack.items.find(({ kind }) => kind === 'rest');
    assert.equal(rest?.path, 'shop/cart.py');
    assert.match(rest.text, /^… line 1\nfrom shop\.tax import rate\n/);
  });

  it('puts what the change may break first, and shows the surroundings of a call', async () => {
    const order = ['Cart.total', 'pay', 'Gift.total', 'rate'].map((symbol) =>
      pack.items.findIndex((item) => item.symbol === symbol),
    );
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
    const small = await contextOf(CHANGED, { budget: 260 });
    const pay = small.items.find(({ symbol }) => symbol === 'pay');
    assert.match(pay?.text ?? '', /def pay\(items\):[\s\S]*… \d+ lines[\s\S]*return cart\.total\(items\)/);
  });

  it('shows the lines around calls that stand in no function', () => {
    const item = pack.items.find(({ path }) => path === 'tests/check.py');
    assert.equal(item?.kind, 'test');
    assert.match(item.text, /step_29 = 29\n# A price stays what it was\nassert old_price\(3\) == 3/);
    assert.doesNotMatch(item.text, /step_5 /);
    assert.deepEqual([item.line_start, item.line_end], [28, 34]);
  });

  it('shows code of changed files as it is at head', () => {
    const item = pack.items.find(({ symbol }) => symbol === 'Cart.total');
    assert.match(item?.text ?? '', /discount/);
    // What is new or gone stands in the diff as a whole.
    assert.ok(!pack.items.some(({ symbol }) => symbol === 'old_price' || symbol === 'price_label_format'));
  });

  it('says that the graph is of another commit', () => {
    assert.match(pack.remarks.join(), /The graph is of commit bbbbbbbbbbbb/);
  });

  it('stays within its budget, and counts what found no room', async () => {
    for (const budget of [0, 30, 100, 200, 400]) {
      const small = await contextOf(CHANGED, { budget });
      const written = small.items.reduce(
        (sum, { title, reason, text }) => sum + tokensOf(title) + tokensOf(reason) + tokensOf(text),
        0,
      );
      assert.ok(written <= budget, `${written} of ${budget}`);
      assert.equal(small.tokens, written);
      const pieces = ({ items }: ContextPack) => items.filter(({ kind }) => kind !== 'rest').length;
      assert.equal(pieces(small) + small.left_out.count, pieces(pack));
    }
  });

  it('gives the calls for the diagram', () => {
    const calls = pack.calls.map(({ from, to }) => `${from.name} -> ${to.name}`).sort();
    assert.deepEqual(calls, [
      'Cart.total -> rate',
      'pay -> Cart.total',
      'quote -> old_price',
      'tests/check.py -> old_price',
    ]);
  });

  it('sees nothing of a repository that its scope does not hold', async () => {
    const other = await contextOf(CHANGED, {
      scope: scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, testRepoId('other')),
    });
    assert.deepEqual(
      other.items.filter(({ kind }) => !['changed', 'around', 'named', 'rest'].includes(kind)),
      [],
    );
  });

  it('finds a moved file in the graph by its old path', async () => {
    const { 'shop/tax.py': tax = '', ...rest } = FILES;
    const moved = await contextOf({ ...rest, 'shop/taxes.py': tax.replace('return 2', 'return 3') });
    assert.deepEqual(moved.changed_symbols, [
      { path: 'shop/taxes.py', symbol: 'rate', how: 'modified', in_graph: true },
    ]);
    assert.ok(moved.items.some(({ symbol, kind }) => symbol === 'Cart.total' && kind === 'caller'));
  });

  it('starts every question from an index', async () => {
    const { graph: recorded, asked } = recording(graph);
    await contextOf(CHANGED, { graph: recorded });
    const explained = plansOf(await testGraphUri());
    assert.ok(asked.length > 5);
    for (const one of asked) {
      const operators = await explained.operatorsOf(one);
      const scans = operators.filter(({ name }) =>
        /^(AllNodesScan|NodeByLabelScan|.*RelationshipTypeScan|.*AllRelationshipsScan)$/.test(name),
      );
      assert.deepEqual(scans, [], one.cypher);
    }
    await explained.close();
  });
});

describe('review/tokens', () => {
  it('counts the line that says what is missing', () => {
    const text = Array.from({ length: 50 }, (_, at) => `line number ${at}`).join('\n');
    for (let budget = 0; budget < 220; budget++) {
      const { text: shown, tokens } = cutToTokens(text, budget);
      assert.ok(tokens <= budget);
      assert.equal(tokens, tokensOf(shown));
      if (shown !== '' && shown !== text) assert.match(shown, /\n… \d+ more lines$/);
    }
    assert.deepEqual(cutToTokens('short', 10), { text: 'short', tokens: 2, cut: false });
  });

  it('takes scripts that cost a token a character for what they are', () => {
    assert.ok(tokensOf('漢字漢字') >= 3);
  });
});
