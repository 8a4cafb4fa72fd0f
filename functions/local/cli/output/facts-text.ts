/** Facts about a change as lines to read; a list that is empty has none. */
import type { ChangeFacts } from '../../../src/model/change-facts.ts';

export function factsText(facts: ChangeFacts): string {
  const { changed, callers, broken, tests, dead, suppressions, siblings, public_api: api, truncated } = facts;
  const sections: [title: string, lines: string[]][] = [
    [
      'Changed',
      changed.map(({ path, qualified_name: name, how, complexity: { before, after } }) => {
        const score = before === after || before === null || after === null ? '' : `, complexity ${before} → ${after}`;
        return `${how} ${name} (${path})${score}`;
      }),
    ],
    ['Calls that no longer fit', broken.map(({ of, path, line, reason }) => `${path}:${line} (${of}): ${reason}`)],
    [
      'Callers outside the change',
      callers.map(({ of, path, line, qualified_name: name, distance, confidence }) => `${path}:${line} ${name} → ${of}, ${distance} away, ${confidence}`), // prettier-ignore
    ],
    ['Tests to run', tests.map(({ path, reaches }) => `${path} (${reaches.join(', ')})`)],
    ['Public, added', api.added.map(({ path, qualified_name: name }) => `${name} (${path})`)],
    ['Public, removed', api.removed.map(({ path, qualified_name: name }) => `${name} (${path})`)],
    ['Public, changed', api.changed.map(({ path, qualified_name: name }) => `${name} (${path})`)],
    ['Nothing uses it any more', dead.map(({ path, qualified_name: name, tier }) => `${name} (${path}), ${tier}`)],
    [
      'Copies that were not changed',
      siblings.map(({ of, path, line_start: from, line_end: to, similarity }) => `${path}:${from}-${to} is like ${of}, ${similarity}`), // prettier-ignore
    ],
    ['Suppressions added', suppressions.map(({ path, line, text }) => `${path}:${line} ${text}`)],
    ['Cut', truncated],
  ];
  return sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)])).map((line) => `${line}\n`).join(''); // prettier-ignore
}
