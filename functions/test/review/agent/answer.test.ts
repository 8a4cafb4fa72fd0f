import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAnswer } from '../../../src/review/agent/answer.ts';
import { jsonValuesIn } from '../../../src/review/agent/json.ts';

const FINDING = {
  path: 'src/cart.ts',
  side: 'RIGHT',
  line_start: 12,
  line_end: 13,
  quote: 'total += item.price',
  title: 'Quantity is ignored',
  description: 'Two of an item cost as much as one.',
  suggestion: 'total += item.price * item.quantity',
  confidence: 9,
  category: 'bug',
  severity: 'high',
  evidence: [{ path: 'src/pay.ts', line: 3 }],
};
const ANSWER = { findings: [FINDING], positive_findings: ['Small functions'], summary: 'Adds a cart.' };

describe('review/agent-answer', () => {
  it('reads the object that was asked for, alone, in a fence and between prose', () => {
    const json = JSON.stringify(ANSWER);
    for (const text of [
      json,
      `\`\`\`json\n${json}\n\`\`\``,
      `I looked at [1] and {this}.\n${json}\nHope that helps {:`,
    ]) {
      const read = readAnswer(text);
      assert.deepEqual(read, { ...ANSWER, unreadable: [], cutOff: false }, text);
    }
  });

  it('takes an array, findings in a row, other names for the list and a wrapper for what they mean', () => {
    for (const text of [
      JSON.stringify([FINDING]),
      `${JSON.stringify(FINDING)}\n${JSON.stringify({ ...FINDING, title: 'Other' })}`,
      JSON.stringify({ issues: [FINDING] }),
      JSON.stringify({ review: ANSWER }),
    ]) {
      assert.deepEqual(readAnswer(text)?.findings[0], FINDING, text);
    }
    assert.equal(readAnswer(`${JSON.stringify(FINDING)}${JSON.stringify(FINDING)}`)?.findings.length, 2);
  });

  it('finds findings under names that nobody asked for, and asks again where such a list is empty', () => {
    for (const value of [
      { result: { review: { findings: [FINDING] } } },
      { output: [{ type: 'text', review: { findings: [FINDING] } }] },
      { answer: JSON.stringify({ findings: [FINDING] }) },
      { results: [FINDING] },
      { Findings: [FINDING] },
      { findings: { first: FINDING } },
      { findings: FINDING },
      { files: [{ path: 'src/cart.ts', findings: [FINDING] }] },
      { 'src/cart.ts': [FINDING] },
    ]) {
      assert.deepEqual(readAnswer(JSON.stringify(value))?.findings, [FINDING], JSON.stringify(value));
    }
    for (const value of [{ results: [] }, { Findings: [] }, { findings: {} }, { findings: null, summary: 'Fine.' }])
      assert.equal(readAnswer(JSON.stringify(value)), undefined);
  });

  it('joins all that it says, in whatever order drafts, answers and empty examples come', () => {
    const json = JSON.stringify(ANSWER);
    const other = { ...FINDING, line_start: 40, line_end: 40, title: 'Other' };
    for (const text of [
      `Draft: {"findings": []}. Final: ${json}`,
      `${json}\n\nIf nothing were wrong I would have answered {"findings": []}.`,
      `${json}\n[]`,
      `\`\`\`json\n${json}\n\`\`\`\nEverything else is fine: \`\`\`json\n{"findings": [], "summary": ""}\n\`\`\``,
      `${json}\n${json}`,
      `[${json}, {"findings": []}]`,
      `{"a.ts": ${json}, "b.ts": {"findings": []}}`,
      `{"findings": [], "issues": [${JSON.stringify(FINDING)}]}`,
      `${JSON.stringify(FINDING)} and so: {"findings": []}`,
      `${JSON.stringify({ ...ANSWER, findings: [{ ...FINDING, confidence: 5 }] })} On second thought: ${json}`,
    ]) {
      assert.deepEqual(readAnswer(text)?.findings, [FINDING], text);
    }
    const both = `${JSON.stringify({ findings: [FINDING] })} ${JSON.stringify({ findings: [other] })}`;
    assert.deepEqual(readAnswer(both)?.findings, [FINDING, other]);
    assert.equal(readAnswer(`${json} {"findings": [], "summary": ""}`)?.summary, ANSWER.summary);
  });

  it('says that there may be more when it stops reading before the text ends', () => {
    const json = JSON.stringify(ANSWER);
    assert.equal(readAnswer(`${json} ${'[x] '.repeat(400)} ${json}`)?.cutOff, true);
  });

  it('takes nothing for a review that says none', () => {
    for (const text of [
      '',
      'No issues found.',
      'The list [] is empty',
      '{"tool": "find_callers"}',
      '[1, 2]',
      'null',
      '{',
    ]) {
      assert.equal(readAnswer(text), undefined, text);
    }
    assert.deepEqual(readAnswer('{"findings": []}')?.findings, []);
    assert.deepEqual(readAnswer('```json\n[]\n```')?.findings, []);
  });

  it('understands small freedoms, item by item', () => {
    const free = {
      Path: './src/cart.ts',
      line: '12',
      title: 'T',
      description: 'D',
      confidence: '9/10',
      category: 'Correctness',
      severity: 'Major',
      evidence: ['./src/pay.ts:3', { path: 'a.ts', line: 'L4' }, { path: 'b.ts' }, 7, null],
    };
    const read = readAnswer(
      JSON.stringify({ findings: [free, { path: 'x' }, 'text', { ...FINDING, severity: 'awful' }] }),
    );
    assert.deepEqual(read?.findings, [
      {
        path: 'src/cart.ts',
        side: 'RIGHT',
        line_start: 12,
        line_end: 12,
        quote: '',
        title: 'T',
        description: 'D',
        suggestion: null,
        confidence: 9,
        category: 'bug',
        severity: 'high',
        evidence: [
          { path: 'src/pay.ts', line: 3 },
          { path: 'a.ts', line: 4 },
        ],
      },
    ]);
    assert.equal(read.unreadable.length, 3);
    assert.match(read.unreadable[2]?.problem ?? '', /severity/);
  });

  it('turns lines around, reads shares as confidence, and cuts long texts but no suggestion', () => {
    const long = 'x'.repeat(20_000);
    const read = readAnswer(
      JSON.stringify([
        { ...FINDING, line_start: 20, line_end: 10, confidence: 0.8, description: long, suggestion: long },
      ]),
    );
    const [finding] = read?.findings ?? [];
    assert.deepEqual([finding?.line_start, finding?.line_end, finding?.confidence], [10, 20, 8]);
    assert.equal(finding?.description.length, 6000);
    assert.equal(finding.suggestion, null);
  });

  it('leaves code as it was written: whether a number is a part of it only the file can say', () => {
    for (const code of ['      12 + total += 1;', '404: "missing",', 'total += 1;', '']) {
      const read = readAnswer(JSON.stringify([{ ...FINDING, quote: code, suggestion: code }]))?.findings[0];
      assert.deepEqual([read?.quote, read?.suggestion], [code, code]);
    }
  });

  it('keeps whole findings of an answer that is cut off, and says that it is', () => {
    const json = JSON.stringify({ ...ANSWER, findings: [FINDING, { ...FINDING, title: 'Second' }] });
    for (let at = json.indexOf('Second') + 10; at < json.indexOf('positive'); at += 7) {
      const read = readAnswer(json.slice(0, at));
      assert.equal(read?.cutOff, true);
      assert.deepEqual(read.findings[0], FINDING);
    }
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1', ' '), maxLength: 400 }),
        (text) => {
          readAnswer(text);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives up on what is nested deeper than any answer', () => {
    assert.equal(readAnswer('[{"a":'.repeat(40_000)), undefined);
    assert.deepEqual(jsonValuesIn(`{"a":1} ${'{'.repeat(200_000)}`), { values: [{ a: 1 }], cutOff: false });
  });
});
