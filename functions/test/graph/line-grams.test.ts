import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gramClause, lineGrams } from '../../src/graph/line-grams.ts';
import { tries } from '../support/tries.ts';

/** Whether stored runs meet a clause, as the index does: every part, one of its terms, `*` for any end. */
function meets(grams: string, clause: string): boolean {
  const runs = grams.split(' ');
  return [...clause.matchAll(/\+grams:(?:\(((?:[^\\)]|\\.)*)\)|((?:[^\\ ]|\\.)+))/gsu)].every(([, several, one]) =>
    (several?.split(' ') ?? [one ?? '']).some((term) => {
      const begins = /(?<!\\)(?:\\\\)*\*$/.test(term);
      const plain = (begins ? term.slice(0, -1) : term).replace(/\\(.)/gsu, '$1');
      return runs.some((run) => (begins ? run.startsWith(plain) : run === plain));
    }),
  );
}

describe('graph/line-grams', () => {
  it('gives each run of three once, and the ends of lines', () => {
    assert.deepEqual(lineGrams('abab\n\nx').split(' ').sort(), ['aba', 'bab', 'ab', 'b', 'x'].sort());
    assert.equal(lineGrams(''), '');
  });

  it('gives the same runs for a plain line as beside one that is not', () => {
    const line = fc.string({ unit: fc.constantFrom(...'ab01 \t\u007f_.('), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        // One sign that is not plain takes the line on the other way; its own runs are left out.
        const other = lines.map((each) => `${each}日`).join('\n');
        const plain = new Set(lineGrams(lines.map((each) => `${each}x`).join('\n')).split(' '));
        const wanted = new Set(lineGrams(other).replaceAll('日', 'x').split(' '));
        assert.deepEqual([...plain].sort(), [...wanted].sort());
      }),
    );
  });

  it('takes white space of any kind for one sign', () => {
    assert.equal(lineGrams('a\tb'), lineGrams('a b'));
    assert.equal(lineGrams('a\u00a0b\r'), lineGrams('a b '));
  });

  it('never ends within a character of two units', () => {
    for (const run of lineGrams('a🎉b🎉🎉').split(' ')) assert.ok(!/[\uD800-\uDFFF]/u.test(run), run);
  });

  it('holds nothing but runs and blanks, so that the analyzer takes it apart as it was put together', () => {
    assert.ok(!/[^\S ]/u.test(lineGrams('a\u2028b\u3000c\u001cd\u0085e\vf')));
  });

  it('finds every piece with the literal in it, in its case or any', () => {
    const line = fc.string({ unit: fc.constantFrom(...'abAB01 \t_.(*+\\"ßİ日🎉:u'), maxLength: 12 });
    fc.assert(
      fc.property(line, line, line, fc.constantFrom('same', 'any'), (before, literal, after, letterCase) => {
        const clause = gramClause(literal, letterCase);
        if (clause === undefined) return literal === '';
        const text = `x\n${before}${literal}${after}\ny`;
        return meets(lineGrams(text), clause);
      }),
      { numRuns: tries(500, 2_000) },
    );
  });

  it('finds other case only when asked to', () => {
    const grams = lineGrams('const MeetingRoom = 1');
    assert.equal(meets(grams, gramClause('meetingroom', 'same') ?? ''), false);
    assert.equal(meets(grams, gramClause('meetingroom', 'any') ?? ''), true);
  });

  it('asks for a bounded number of runs, spread over the literal', () => {
    const literal = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    const clause = gramClause(literal, 'same') ?? '';
    assert.ok(clause.split(' ').length <= 24);
    assert.ok(meets(lineGrams(literal), clause));
    assert.ok(!meets(lineGrams(literal.slice(0, 250)), clause));
    assert.ok(!meets(lineGrams(literal.slice(250)), clause));
  });

  it('has nothing to ask about line ends alone', () => {
    assert.equal(gramClause('\n\n', 'same'), undefined);
    assert.equal(gramClause('', 'any'), undefined);
  });
});
