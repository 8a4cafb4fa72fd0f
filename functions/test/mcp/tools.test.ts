import assert from 'node:assert/strict';
import { z } from 'zod';
import { memoryReader } from '../../src/graph/reader/memory-reader.ts';
import { askTool, inputOf, type CodeBase } from '../../src/mcp/ask-tool.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { OTHER_TOOLS, TOOLS } from '../../src/mcp/tools.ts';
import { tokensOf } from '../../src/model/tokens.ts';
import { memoryGraphOf } from '../support/memory-graph.ts';

const FILES = {
  'src/cart.py': 'class Base:\n    def total(self): return 0\n\nclass Cart(Base):\n    """Holds items."""\n    def total(self): return price(self)\n\ndef price(cart): return unknown(cart)\n',
  'src/shop.py': `from src.cart import Cart\n${Array.from({ length: 120 }, (_, at) => `def buy_${at}(): return Cart().total()`).join('\n')}\n`,
  'tests/test_cart.py': 'from src.cart import Cart\ndef test_total(): Cart().total()\n',
}; // prettier-ignore
const NOW = new Date('2026-11-29T12:00:00Z');

describe('mcp/tools', () => {
  let code: CodeBase;

  before(async () => {
    const reader = memoryReader(await memoryGraphOf('ada/shop', FILES));
    code = { several: false, open: () => Promise.resolve({ reader, moved: null }) };
  });

  function toolNamed(name: string): Tool {
    const found = [...TOOLS, ...OTHER_TOOLS].find((one) => one.name === name);
    assert.ok(found);
    return found;
  }
  const ask = (name: string, input: object) => askTool(toolNamed(name), code, input, NOW);

  it('cost a conversation at most 6,000 characters', () => {
    const shown = TOOLS.map((one) => ({
      name: one.name,
      description: one.description,
      inputSchema: z.toJSONSchema(inputOf(one, { several: true }), { io: 'input' }),
    }));
    const length = JSON.stringify(shown).length;
    assert.ok(shown.length <= 6 && length <= 6_000, `${length} characters`);
  });

  it('keep every answer within its budget, and say how to go on', async () => {
    for (const [name, input] of [
      ['find', { queries: ['total price of a cart', 'buy'] }],
      ['read', { targets: ['src/shop.py', 'src/cart.py'] }],
      ['symbols', { targets: ['Cart', 'src/shop.py'] }],
      ['impact', { targets: ['price'] }],
      ['outline', { paths: ['src/shop.py', ''] }],
    ] as const) {
      const { text, failed } = await ask(name, { ...input, budget_tokens: 300 });
      assert.ok(!failed, text);
      assert.ok(tokensOf(text) <= 360, `${name}: ${tokensOf(text)} tokens\n${text}`);
      if (name !== 'find') assert.match(text, /… .*(budget_tokens|read |more)/, name);
    }
  });

  it('tell classes by what they extend, and calls by their lines', async () => {
    const { text } = await ask('symbols', { targets: ['Cart'], budget_tokens: 5_000 });
    assert.match(text, /## Cart {2}src\/cart\.py:4-6 {2}class/);
    assert.match(text, /\nHolds items\.\nextends \(1\)\n {2}Base {2}src\/cart\.py:1-2\n/);
    assert.match(text, /called by \(/);
    assert.match(text, /Unresolved: 1 of/);
  });

  it('take what an agent has at hand for a target', async () => {
    for (const target of ['price', 'src/cart.py#price', 'ada/shop src/cart.py#price', 'src/cart.py:8', './src/cart.py:8-9', 'price(cart)']) {
      assert.match((await ask('symbols', { targets: [target] })).text, /## price {2}src\/cart\.py:8/, target);
    } // prettier-ignore
    const { text } = await ask('read', { targets: ['total'] });
    assert.equal(text.match(/^## /gm)?.length, 2);
    assert.match((await ask('read', { targets: ['src/cart.py:2'] })).text, /\n2 {5}def total/);
  });

  it('refuse what is wrong in words, and fail for nothing else', async () => {
    const wrong: [string, object][] = [
      ['read', { targets: ['nowhere_at_all'] }], ['read', { targets: ['src/cart.py:900'] }], ['read', {}],
      ['symbols', { targets: [''] }], ['path', { pairs: [{ from: 'price', to: 'x'.repeat(7_000) }] }],
      ['find', { queries: [] }], ['outline', { paths: ['nowhere'] }], ['impact', { targets: ['price'], depth: 99 }],
    ]; // prettier-ignore
    for (const [name, input] of wrong) {
      const { failed, text } = await ask(name, input);
      assert.ok(failed && text.length > 5 && text.length < 2_000, `${name} ${JSON.stringify(input)}`);
    }
  });

  it('offer the other declared questions when asked for', async () => {
    assert.match((await ask('dead_code', {})).text, /## dead_code\nresults \(\d+\)/);
    const { text } = await ask('code_map', {});
    assert.match(text, /^ada\/shop/);
  });
});
