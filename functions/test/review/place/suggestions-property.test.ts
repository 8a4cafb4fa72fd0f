/**
 * Suggestions over a generated corpus: changes of lines in every language, with what models do to them. A suggestion that
 * can be committed leaves exactly the file that was meant once the platform applies it.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import { omissionsIn } from '../../../src/review/place/omissions.ts';
import { checkSuggestion, type CheckedSuggestion } from '../../../src/review/place/suggestions.ts';
import { commitSuggestion } from '../../support/hunk-checker.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { tries } from '../../support/tries.ts';

const LANGUAGES = join(import.meta.dirname, '../../../languages');

describe('review/suggestions: a generated corpus', function () {
  this.timeout(3_600_000);
  let parser: ReviewParser;
  before(() => {
    parser = createReviewParser('o/r');
  });
  after(() => parser.close());

  interface Case {
    path: string;
    text: string;
    start: number;
    end?: number;
    suggestion: string;
    quote?: string;
  }

  async function check({ path, text, start, end = start, suggestion, quote }: Case): Promise<CheckedSuggestion> {
    const quoted = text
      .split('\n')
      .slice(start - 1, end)
      .join('\n');
    return checkSuggestion({
      path,
      suggestion,
      quote: quote ?? quoted,
      stated: start,
      text,
      range: { start, end },
      syntaxErrorsOf: parser.syntaxErrorsOf,
    });
  }

  it('leave exactly the file that was meant, in every language, whatever the model makes of them', async () => {
    const sources = readdirSync(LANGUAGES).flatMap((language) => sourcesOf(language));
    const random = randomNumbers(19);
    const count = tries(600, 10_000);
    let offered = 0;
    const outcomes = new Map<string, number>();
    for (let at = 0; at < count; at++) {
      const source = sources[at % sources.length];
      const made = source === undefined ? undefined : madeCase(random, source);
      if (made === undefined) continue;
      const { given, right, habit } = made;
      const { committable, text: block } = await check(given);
      if (!committable || block === null) continue;
      offered++;
      outcomes.set(habit, (outcomes.get(habit) ?? 0) + 1);
      const after = commitSuggestion(given.text, given.start, given.end ?? given.start, block);
      const what = `${habit} in ${given.path} at ${given.start}-${given.end ?? given.start}:\n${given.suggestion}\n→\n${block}`;
      assert.notEqual(after, given.text, what);
      if (habit !== 'cut') assert.equal(after, right, what);
      const [before, errors] = [
        await parser.syntaxErrorsOf(given.path, given.text),
        await parser.syntaxErrorsOf(given.path, after),
      ];
      assert.ok((errors ?? 99) <= (before ?? 0), what);
      assert.ok(omissionsIn(after).length <= omissionsIn(given.text).length, what);
    }
    assert.ok(offered > count / 4, `${offered} of ${count} can be committed`);
    for (const habit of ['plain', 'neighbours', 'numbers', 'no indentation', 'other indentation', 'fence']) {
      assert.ok((outcomes.get(habit) ?? 0) > 0, `${habit}: none of them can be committed`);
    }
  });

  interface Source {
    path: string;
    text: string;
  }

  function sourcesOf(language: string): Source[] {
    const folder = join(LANGUAGES, language, 'examples');
    try {
      return readdirSync(folder)
        .filter((name) => !name.endsWith('.facts'))
        .map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));
    } catch {
      return [];
    }
  }

  const HABITS = [
    'plain',
    'neighbours',
    'numbers',
    'no indentation',
    'other indentation',
    'fence',
    'omission',
    'cut',
  ] as const;

  /** A change of one to three lines of the source, as a model with this habit would suggest it. */
  function madeCase(
    random: ReturnType<typeof randomNumbers>,
    { path, text: original }: Source,
  ): { given: Case; right: string; habit: string } | undefined {
    const crlf = random.below(6) === 0;
    const text = crlf ? original.replace(/\r?\n/g, '\r\n') : original;
    const eol = crlf ? '\r\n' : '\n';
    const lines = text.split(eol);
    const start = 1 + random.below(lines.length - 1);
    const end = Math.min(start + random.below(3), lines.length - 1);
    const replaced = lines.slice(start - 1, end);
    const target = replaced.findIndex((line) => /[A-Za-z_]{2,}/.test(line));
    if (target < 0 || (replaced[0] ?? '').trim() === '' || new Set(replaced).size < replaced.length) return undefined;
    const changed = replaced.map((line, at) => (at === target ? renamed(line) : line));
    const right = [...lines.slice(0, start - 1), ...changed, ...lines.slice(end)].join(eol);
    const indent = /^\s*/.exec(changed[0] ?? '')?.[0] ?? '';
    const isFlat = changed.every((line) => line.trim() === '' || line.startsWith(indent));
    const chosen = random.pick(HABITS);
    // Without its indentation a line that stands farther out than the first could be anywhere.
    const habit = chosen === 'no indentation' && !isFlat ? 'plain' : chosen;
    const suggestion = told(habit, changed, {
      start,
      above: lines[start - 2],
      below: lines[end],
      tabs: /^\t/m.test(text),
    });
    return { given: { path, text, start, end, suggestion, quote: replaced.join('\n') }, right, habit };
  }

  /** The last word of the line with a letter more. */
  function renamed(line: string): string {
    return line.replace(/([A-Za-z_]{2,})(?!.*[A-Za-z_]{2,})/, '$1x');
  }

  function told(
    habit: (typeof HABITS)[number],
    changed: string[],
    {
      start,
      above,
      below,
      tabs,
    }: { start: number; above: string | undefined; below: string | undefined; tabs: boolean },
  ): string {
    switch (habit) {
      case 'neighbours':
        return [...(above === undefined ? [] : [above]), ...changed, ...(below === undefined ? [] : [below])].join(
          '\n',
        );
      case 'numbers':
        return changed.map((line, at) => `${start + at}: ${line}`).join('\n');
      case 'no indentation': {
        const indent = /^\s*/.exec(changed[0] ?? '')?.[0] ?? '';
        return changed
          .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
          .join('\n');
      }
      case 'other indentation':
        return changed
          .map((line) =>
            line.replace(/^[ \t]+/, (indent) =>
              tabs ? indent.replaceAll('\t', '    ') : indent.replaceAll('    ', '\t'),
            ),
          )
          .join('\n');
      case 'fence':
        return `\`\`\`\n${changed.join('\n')}\n\`\`\``;
      case 'omission':
        return [changed[0], '    // ... existing code ...', changed.at(-1)].join('\n');
      case 'cut':
        return changed.join('\n').slice(0, -1);
      default:
        return changed.join('\n');
    }
  }
});
