/** The walkthrough as people read it. What it accounts for is held in draft-review.test.ts. */
import assert from 'node:assert/strict';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import { commandIn } from '../../../src/review/command.ts';
import { selectFiles } from '../../../src/review/diff/changed-files.ts';
import { draftReview, type DraftInput, type ReviewDraft } from '../../../src/review/draft/draft-review.ts';
import { NO_LINKS } from '../../../src/review/draft/links.ts';
import { fingerprintsOf } from '../../../src/review/place/fingerprint.ts';
import { mergeFindings } from '../../../src/review/place/merge-findings.ts';
import { diffOfTexts, place } from '../../support/findings.ts';

type Files = Record<string, string>;

async function draft(
  after: Files,
  findings: Partial<SourcedFinding>[] = [],
  given: Partial<DraftInput> = {},
): Promise<ReviewDraft> {
  const diffs = await diffOfTexts({}, after);
  const { reviewed, skipped } = selectFiles(diffs);
  const { kept, merged } = mergeFindings(await place({}, after, findings));
  return draftReview({
    run: { number: 3, command: 'review', mode: 'normal' },
    headCommit: 'a'.repeat(40),
    baseCommit: 'b'.repeat(40),
    summary: null,
    positiveFindings: [],
    notes: [],
    lintNotes: [],
    links: NO_LINKS,
    handle: 'reviewgraph',
    diffs,
    skipped,
    coverage: { gaps: [], shown: reviewed.map(({ diff }) => diff.path), linted: [] },
    context: null,
    facts: null,
    findings: kept,
    fingerprints: fingerprintsOf(kept),
    posted: new Set(),
    rejected: new Set(),
    merged: merged.length,
    maxComments: 30,
    droppedEarlier: {},
    incomplete: [],
    usage: { model: 'm-1', tool_rounds: 2, prompt_tokens: 100, completion_tokens: 20 },
    secrets: [],
    ...given,
  });
}

const FILES = { 'shop/a.py': 'one = 1\ntwo = 2\nthree = 3\n' };
const at = (line: number, title: string, more: Partial<SourcedFinding> = {}) => ({
  path: 'shop/a.py',
  line_start: line,
  line_end: line,
  quote: FILES['shop/a.py'].split('\n')[line - 1] ?? '',
  title,
  ...more,
});

describe('review/walkthrough', () => {
  it('begins with the verdict, then the findings, the gravest first', async () => {
    const { walkthrough } = await draft(FILES, [
      at(1, 'Wide range', { severity: 'low', category: 'style', description: 'The name tells little.' }),
      at(2, 'Lost update', { severity: 'critical', description: 'Two requests overwrite each other.' }),
      { path: 'shop/a.py', quote: '', title: 'No tests', severity: 'medium' },
    ]);
    const [, heading, verdict, , ...rest] = walkthrough.split('\n\n').filter((part) => part !== '');
    assert.equal(heading, '## Review 3 of `aaaaaaaaaaaa`');
    assert.match(
      verdict ?? '',
      /^\*\*3 findings: 1 critical, 1 medium, 1 low\.\*\* 2 comments on the diff, 1 outside of it\./,
    );
    assert.equal(
      rest[0],
      '- **Critical · bug** · Lost update — `shop/a.py:2`\n- **Low · style** · Wide range — `shop/a.py:1`',
    );
    assert.match(
      walkthrough,
      /### Outside the diff\n\n<details>\n<summary><b>Medium · bug<\/b> · No tests · <code>shop\/a\.py<\/code><\/summary>/,
    );
  });

  it('leads to each comment, and with the console’s address to its page', async () => {
    const findings = [at(1, 'First'), at(2, 'Second', { description: 'Something else.' })];
    const { comments } = await draft(FILES, findings);
    const [first, second] = comments.map(({ fingerprint }) => fingerprint);
    assert.ok(first !== undefined && second !== undefined);
    const links = {
      console: 'https://c.example/app/r/a/b/prs/7/runs/3',
      comments: new Map([[first, 'https://host/x#c1']]),
    };
    const linked = await draft(FILES, findings, { links });
    assert.match(
      linked.walkthrough,
      /\[See it in the console\]\(https:\/\/c\.example\/app\/r\/a\/b\/prs\/7\/runs\/3\)/,
    );
    assert.ok(linked.walkthrough.includes('First — [`shop/a.py:1`](https://host/x#c1)'), linked.walkthrough);
    assert.ok(linked.walkthrough.includes('Second — `shop/a.py:2`'));
    assert.ok(linked.comments[0]?.body.includes(`[Details](${links.console}#finding-${first})`));
  });

  it('folds files by folder, and joins the deepest where there are many', async () => {
    const nested = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`src/part${n % 3}/deep${n}/file.py`, `x = ${n}\n`]),
    );
    const { walkthrough } = await draft({ ...FILES, ...nested, 'top.py': 'y = 1\n' });
    const folders = [...walkthrough.matchAll(/<summary>(.*?) · \d+ files?, /g)].map(([, name]) => name);
    const shown = ['Top folder', '<code>shop/</code>', ...[0, 1, 2].map((n) => `<code>src/part${n}/</code>`)];
    assert.deepEqual(folders, shown);
    assert.equal(walkthrough.match(/^\| `/gm)?.length, 62);
    assert.match(walkthrough, /<code>src\/part0\/<\/code> · 20 files, \+20 -0<\/summary>/);
  });

  it('closes everything that it folds, also where it is cut', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, n) => [`src/file-number-${n}.py`, 'x = 1\n']));
    for (const files of [FILES, many]) {
      const { walkthrough } = await draft(files, [], { positiveFindings: ['Good names', 'Short functions'] });
      const count = (text: string) => walkthrough.split(text).length;
      assert.equal(count('<details>'), count('</details>'));
      assert.ok(walkthrough.length <= 65_536);
      assert.match(walkthrough, /How to ask for more/);
    }
  });

  it('says how to ask for more in a way that commands nothing by itself', async () => {
    const { walkthrough } = await draft(FILES);
    assert.match(walkthrough, /`@reviewgraph full review`/);
    assert.equal(commandIn(walkthrough, 'reviewgraph'), undefined);
    assert.doesNotMatch((await draft(FILES, [], { handle: null })).walkthrough, /How to ask/);
  });

  it('says nothing twice, whoever said it', async () => {
    const same = 'The update is lost when two requests come at once.';
    const findings = ['correctness', 'security', 'design'].map((by) => at(2, 'Lost update', { by, description: same }));
    const praise = [
      'The parsing function is small and well named.',
      'Parsing function: small, well named.',
      'Tests cover the error path.',
      'The parsing function is small and well named',
    ];
    const { walkthrough, comments } = await draft(FILES, findings, {
      run: { number: 1, command: 'review', mode: 'deep' },
      positiveFindings: praise,
    });
    assert.equal(comments.length, 1);
    assert.equal(comments[0]?.body.split(same).length, 2);
    assert.equal(walkthrough.split('Lost update').length, 2);
    assert.doesNotMatch(walkthrough, new RegExp(same));
    assert.match(walkthrough, /Done well \(2\)[^]*small and well named[^]*error path/);
    assert.equal(walkthrough.match(/well named/g)?.length, 1);
  });

  it('lets no text out of what is folded', async () => {
    const evil = '</summary></details><img src=x> @octocat `<b>@octocat</b>` &lt;i&gt; #12';
    const { walkthrough } = await draft({ ...FILES, 'x</code>@octocat/y.py': 'z = 1\n' }, [
      { path: 'shop/a.py', quote: '', title: evil },
    ]);
    const summaries = [...walkthrough.matchAll(/<summary>(.*)<\/summary>/g)].map(([, text = '']) => text);
    assert.ok(summaries.some((text) => text.includes('&lt;/summary&gt;')));
    for (const text of summaries) {
      assert.doesNotMatch(text.replace(/<\/?(b|code)>/g, ''), /<|@octocat|#12/, text);
    }
    const count = (text: string) => walkthrough.split(text).length;
    assert.equal(count('<details>'), count('</details>'));
  });
});
