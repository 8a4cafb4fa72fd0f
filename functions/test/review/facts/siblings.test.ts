/** Copies of what a change mends that it leaves as they are. */
import assert from 'node:assert/strict';
import { changeFacts, withTexts } from '../../support/change-facts.ts';

const FUNCTION = `export function parseHeader(source: string, limit: number): string[] {
  const parts: string[] = [];
  let position = 0;
  while (position < source.length) {
    const separator = source.indexOf(';', position);
    const end = separator < 0 ? source.length : separator;
    const piece = source.slice(position, end).trim();
    if (piece.length > limit) throw new RangeError('too long');
    parts.push(piece);
    position = end + 1;
  }
  return parts;
}
`;

describe('review/facts siblings', function () {
  this.timeout(120_000);
  const base = {
    'a.ts': FUNCTION,
    'b.ts': FUNCTION.replace('parseHeader', 'parseCookie').replace("'too long'", "'cookie too long'"),
    'c.ts':
      'export function other(source: string) {\n  return source.trim().split(";").filter((one) => one.length > 2);\n}\n',
  };
  const fixed = FUNCTION.replace('parts.push(piece);', "if (piece !== '') parts.push(piece);");

  it('are named with their lines and how alike they are', async () => {
    const { siblings } = await changeFacts(base, withTexts(base, { 'a.ts': fixed }));
    assert.deepEqual(siblings.map(({ of, path, line_start: from, line_end: to }) => [of, path, from, to]), [['parseHeader', 'b.ts', 1, 13]]); // prettier-ignore
    assert.ok((siblings[0]?.similarity ?? 0) > 0.7, JSON.stringify(siblings));
  });

  it('are none where the copy was changed too, has what was added already, or does not hold what changed', async () => {
    const both = {
      'a.ts': fixed,
      'b.ts': base['b.ts'].replace('parts.push(piece);', "if (piece !== '') parts.push(piece);"),
    };
    assert.deepEqual((await changeFacts(base, withTexts(base, both))).siblings, []);
    const ahead = withTexts(base, { 'b.ts': both['b.ts'] });
    assert.deepEqual((await changeFacts(ahead, withTexts(ahead, { 'a.ts': fixed }))).siblings, []);
    const around = { 'a.ts': `export function make() {\n  return ${FUNCTION.replace('export ', '')}}\n` };
    assert.deepEqual((await changeFacts(around, { 'a.ts': around['a.ts'].replace('parts.push(piece);', 'parts.push(`${piece}`);') })).siblings, []); // prettier-ignore
    const message = FUNCTION.replace("'too long'", "'a header is too long'");
    assert.deepEqual((await changeFacts(base, withTexts(base, { 'a.ts': message }))).siblings, []);
  });
});
