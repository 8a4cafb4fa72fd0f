import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import { draftComment, type DraftComment } from '../../../src/review/draft/comments.ts';
import { fingerprintsOf } from '../../../src/review/place/fingerprint.ts';
import { mergeFindings } from '../../../src/review/place/merge-findings.ts';
import type { PlacedFinding } from '../../../src/review/place/place-findings.ts';
import { place } from '../../support/findings.ts';
import { gitPatches, nameOf, plainEnvironment, type TextPair } from '../../support/git-oracle.ts';
import { hunkChecker, suggestionIn } from '../../support/hunk-checker.ts';
import { randomNumbers, type RandomNumbers } from '../../support/random-numbers.ts';
import { makeFolder } from '../../support/repositories.ts';
import { randomPair } from '../../support/random-texts.ts';
import { tries } from '../../support/tries.ts';

const DIFFS = tries(1_500, 10_000);

interface Pair extends TextPair {
  before: string;
  after: string;
}

/** What models do: true quotes with wrong lines, wrong sides, half lines, diff marks, lines of other files, inventions. */
function randomFinding(random: RandomNumbers, path: string, { before, after }: Pair): Partial<SourcedFinding> {
  const side = random.pick(['RIGHT', 'RIGHT', 'LEFT'] as const);
  const lines = (random.below(8) === 0 ? before + after : side === 'RIGHT' ? after : before).split('\n');
  const start = random.below(lines.length + 1);
  const length = 1 + random.below(random.pick([1, 3, 12]));
  const quoted = lines.slice(start, start + length);
  const drift = random.pick([0, 0, 0, 1, -2, 30]);
  const forms: ((text: string[]) => string)[] = [
    (text) => text.join('\n'),
    (text) => text.map((line) => line.trim()).join('\n'),
    (text) => text.map((line) => `+${line}`).join('\n'),
    (text) => text.map((line, at) => `${start + at + 1}: ${line}`).join('\n'),
    (text) => text.join('\n').slice(1, -1),
    () => '',
    () => 'nothing of the kind',
  ];
  const first = Math.max(1, start + 1 + drift);
  return {
    path: random.below(20) === 0 ? `b/${path}` : path,
    side,
    line_start: first,
    line_end: Math.max(1, first + length - 1 + random.pick([0, 0, 0, 2, -1])),
    quote: random.pick([forms[0], ...forms].filter((form) => form !== undefined))(quoted),
    suggestion: random.below(3) === 0 ? random.pick(['', 'one', 'one\n  two', '```\ncode\n```', 'x\n']) : null,
    source: random.below(4) === 0 ? 'python_linter' : 'agent',
    rule: null,
    title: `Finding ${random.below(1_000_000)}`,
  };
}

describe('review/place: the platform takes everything that is inline', function () {
  this.timeout(300_000);

  const random = randomNumbers(4_711);
  const pairs = Array.from({ length: DIFFS }, (): Pair => randomPair(random, 50));
  const inline: { at: number; placed: PlacedFinding; comment: DraftComment }[] = [];
  let findings = 0;

  before(async () => {
    for (const [at, pair] of pairs.entries()) {
      const path = nameOf(at);
      const given = Array.from({ length: 3 }, () => randomFinding(random, path, pair));
      findings += given.length;
      const placed = await place({ [path]: pair.before }, { [path]: pair.after }, given);
      assert.equal(placed.length, given.length, 'every finding has a label');
      const { kept, merged } = mergeFindings(placed);
      assert.equal(kept.length + merged.length, given.length, 'none is lost by merging');
      const names = fingerprintsOf(kept);
      assert.equal(new Set(names).size, names.length, 'every fingerprint is one finding');
      kept.forEach((one, index) => {
        if (one.label !== 'inline') return assert.notEqual(one.reason, null, 'what is not inline says why');
        inline.push({ at, placed: one, comment: draftComment(one, names[index] ?? '', (text) => text) });
      });
    }
  });

  it('has no comment refused, by hunks that git computed', () => {
    const checkers = gitPatches(pairs).map(hunkChecker);
    const refused = inline.flatMap(({ at, comment }) => checkers[at]?.refusal(comment) ?? []);
    assert.deepEqual(refused, []);
    assert.ok(inline.length > findings / 4, `${inline.length} of ${findings} were inline`);
  });

  it('has every suggestion applied by git', () => {
    const folder = makeFolder();
    const offered = new Map<number, (typeof inline)[number]>();
    for (const one of inline) if (suggestionIn(one.comment.body) !== undefined) offered.set(one.at, one);
    mkdirSync(join(folder, 'a'));
    const patch = [...offered].map(([at, { placed, comment }]) => {
      writeFileSync(join(folder, 'a', nameOf(at)), pairs[at]?.after ?? '');
      return suggestionPatch(nameOf(at), pairs[at]?.after ?? '', placed, suggestionIn(comment.body) ?? '');
    });
    writeFileSync(join(folder, 'all.patch'), patch.join(''));
    const args = ['apply', '--check', '--unidiff-zero', '--whitespace=nowarn', '--directory=a', 'all.patch'];
    const { status, stderr } = spawnSync('git', args, { cwd: folder, env: plainEnvironment(), maxBuffer: 2 ** 26 });
    rmSync(folder, { recursive: true, force: true });
    assert.equal(stderr.toString().slice(0, 2_000), '');
    assert.equal(status, 0);
    assert.ok(offered.size > DIFFS / 20, `${offered.size} suggestions`);
  });
});

/** Takes away the lines that the comment says it stands on, in the words of its snippet, and puts the suggestion there. */
function suggestionPatch(path: string, text: string, placed: PlacedFinding, suggestion: string): string {
  const { line_start: start, snippet } = placed;
  const removed = snippet.split('\n');
  const added = suggestion === '' ? [] : suggestion.split('\n');
  const last = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  // Without a line feed at the end, git wants it said.
  const unended = placed.line_end === last && !text.endsWith('\n') ? '\\ No newline at end of file\n' : '';
  const range = (lines: string[]) => `${lines.length === 0 ? start - 1 : start},${lines.length}`;
  return [
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`,
    `@@ -${range(removed)} +${range(added)} @@\n`,
    ...removed.map((line) => `-${line}\n`),
    unended,
    ...added.map((line) => `+${line}\n`),
    added.length > 0 ? unended : '',
  ].join('');
}
