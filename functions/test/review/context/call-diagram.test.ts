import assert from 'node:assert/strict';
import { callDiagram, type DiagramCall } from '../../../src/review/context/call-diagram.ts';
import { randomNumbers } from '../../support/random-numbers.ts';

const node = (name: string, path = 'a.py', changed = false) => ({ name, path, changed });

/** The whole of the language that we write: anything else in a line is text that got out of its label. */
const LINE =
  /^(flowchart LR|  n\d+\["[\p{L}\p{N} ./_…#;-]*<br\/>[\p{L}\p{N} ./_…#;-]*"\](:::changed)?|  n\d+ --> n\d+|  classDef changed stroke-width:3px)$/u;

describe('review/call-diagram', () => {
  it('draws calls, each node once, changed ones marked', () => {
    const total = node('Cart.total', 'cart.py', true);
    assert.equal(
      callDiagram([
        { from: node('pay'), to: total },
        { from: total, to: node('tax') },
        { from: node('pay'), to: total },
      ]),
      [
        'flowchart LR',
        '  n0["pay<br/>a.py"]',
        '  n1["Cart.total<br/>cart.py"]:::changed',
        '  n2["tax<br/>a.py"]',
        '  n0 --> n1',
        '  n1 --> n2',
        '  classDef changed stroke-width:3px',
      ].join('\n'),
    );
    assert.equal(callDiagram([]), undefined);
  });

  it('keeps every name within its label', () => {
    const evil = [
      '"]; click n0 "javascript:x"',
      '<script>',
      'a\nb --> c',
      '`x`',
      '#quot;',
      '%%{init: {}}%%',
      'operator()',
      '\u202e',
      '\u0000',
      '한국어',
      '😀'.repeat(99),
    ];
    const text = callDiagram(
      evil.map((name, at): DiagramCall => ({ from: node(name, `p${at}/${name}`), to: node('f') })),
    );
    for (const line of text?.split('\n') ?? assert.fail()) assert.match(line, LINE);
  });

  it('has a bound', () => {
    const random = randomNumbers(5);
    const calls = Array.from({ length: 500 }, () => ({
      from: node(`f${random.below(90)}`),
      to: node(`f${random.below(90)}`),
    }));
    const lines = callDiagram(calls)?.split('\n') ?? [];
    assert.ok(lines.filter((line) => line.includes('[')).length <= 24);
    assert.ok(lines.filter((line) => line.includes('-->')).length <= 40);
  });
});
