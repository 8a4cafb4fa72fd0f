import assert from 'node:assert/strict';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import { selectFiles } from '../../../src/review/diff/changed-files.ts';
import { draftReview, type DraftInput, type ReviewDraft } from '../../../src/review/draft/draft-review.ts';
import { NO_LINKS } from '../../../src/review/draft/links.ts';
import { fingerprintsOf } from '../../../src/review/place/fingerprint.ts';
import { fitSections } from '../../../src/review/draft/fit-sections.ts';
import { findingMarker, markerOf, reviewMarker, WALKTHROUGH_MARKER } from '../../../src/review/draft/markers.ts';
import { diffOfTexts, place } from '../../support/findings.ts';
import { suggestionIn } from '../../support/hunk-checker.ts';

const LIMIT = 65_536;
type Files = Record<string, string>;

async function draft(
  before: Files,
  after: Files,
  findings: Partial<SourcedFinding>[],
  given: Partial<DraftInput> = {},
): Promise<ReviewDraft> {
  const diffs = await diffOfTexts(before, after);
  const { reviewed, skipped } = selectFiles(diffs);
  const placed = await place(before, after, findings);
  return draftReview({
    run: { number: 3, command: 'review', mode: 'normal' },
    headCommit: 'a'.repeat(40),
    baseCommit: 'b'.repeat(40),
    summary: 'Adds prices.',
    positiveFindings: [],
    notes: [],
    lintNotes: [],
    diffs,
    skipped,
    coverage: { gaps: [], shown: reviewed.map(({ diff }) => diff.path), linted: [] },
    context: null,
    facts: null,
    findings: placed,
    fingerprints: fingerprintsOf(placed),
    posted: new Set(),
    rejected: new Set(),
    merged: 0,
    maxComments: 30,
    links: NO_LINKS,
    handle: 'reviewgraph',
    droppedEarlier: {},
    incomplete: [],
    usage: { model: 'm-1', tool_rounds: 2, prompt_tokens: 100, completion_tokens: 20 },
    secrets: [],
    ...given,
  });
}

const AFTER = { 'a.py': 'total = 0\nfor item in items:\n    total += item.price\n' };
const INLINE = {
  quote: '    total += item.price',
  line_start: 3,
  title: 'Quantity ignored',
  description: 'Counts each once.',
};

describe('review/draft-review', () => {
  it('writes a comment with its marker, its lines and a suggestion that stays whole', async () => {
    const suggestion = '    note = """\n    ````\n    """';
    const { comments, body } = await draft({}, AFTER, [{ ...INLINE, line_start: 2, suggestion }]);
    const [comment] = comments;
    assert.ok(comment);
    assert.deepEqual([comment.path, comment.side, comment.start_line, comment.line], ['a.py', 'RIGHT', null, 3]);
    assert.deepEqual(markerOf(comment.body), { kind: 'finding', fingerprint: comment.fingerprint });
    assert.equal(suggestionIn(comment.body), suggestion);
    assert.match(comment.body, /\*\*High · bug\*\* · Quantity ignored/);
    assert.deepEqual(markerOf(body), { kind: 'review', runNumber: 3 });
  });

  it('gives a range its first line', async () => {
    const { comments } = await draft({}, AFTER, [
      { ...INLINE, quote: AFTER['a.py'].split('\n').slice(1, 3).join('\n') },
    ]);
    assert.deepEqual([comments[0]?.start_line, comments[0]?.line], [2, 3]);
  });

  it('shows what cannot be committed as code, and never offers what was redacted', async () => {
    const secret = 'ghp_0123456789abcdefghij';
    const { comments, walkthrough } = await draft({}, AFTER, [
      { ...INLINE, suggestion: `    token("${secret}")`, description: `Leaks ${secret}` },
    ]);
    const [comment] = comments;
    assert.ok(comment);
    assert.equal(suggestionIn(comment.body), undefined);
    assert.ok(comment.body.includes('[redacted]'));
    assert.ok(!`${comment.body}${walkthrough}`.includes(secret));
  });

  it('keeps known secrets out of every text, also across a line break', async () => {
    const findings = [
      { ...INLINE, title: 'my-own-\nsecret-1 leaks' },
      { path: 'z.py', quote: 'x = 1', description: 'my-own-secret-1' },
    ];
    const files = { ...AFTER, 'z.py': 'x = 1\n' };
    const { comments, walkthrough } = await draft({ 'z.py': files['z.py'] }, files, findings, {
      secrets: ['my-own-secret-1'],
      summary: 'Reads my-own-secret-1.',
      positiveFindings: ['No my-own-secret-1'],
      notes: ['my-own-secret-1'],
      lintNotes: ['my-own-secret-1'],
      incomplete: ['my-own-secret-1'],
    });
    assert.doesNotMatch(JSON.stringify([comments, walkthrough]), /my-own-\s*secret-1/);
  });

  it('accounts for everything in the walkthrough', async () => {
    const before = { 'old.py': 'x = 1\ny = 2\n', 'package-lock.json': '{}\n' };
    const after = { ...AFTER, 'old.py': 'x = 1\ny = 2\n', 'package-lock.json': '{"a": 1}\n' };
    const findings = [
      INLINE,
      { path: 'old.py', quote: 'x = 1', title: 'Also here' },
      { quote: 'no such code' },
      { confidence: 3 },
    ];
    const { walkthrough, ledger } = await draft(before, after, findings, {
      positiveFindings: ['Well named'],
      merged: 2,
      droppedEarlier: { 'confidence below 7': 4 },
    });
    assert.ok(walkthrough.startsWith(WALKTHROUGH_MARKER));
    for (const text of [
      'Adds prices.',
      '**2 findings: 2 high.** 1 comment on the diff, 1 outside of it.',
      '- **High · bug** · Quantity ignored — `a.py:3`',
      '<summary>Top folder · 2 files, +4 -1 · 1 finding</summary>',
      '| `a.py` | added | +3 -0 | 1 |',
      '| `package-lock.json` | modified | +1 -1 | not reviewed: lockfile |',
      '- Well named',
      '<summary><b>High · bug</b> · Also here · <code>old.py</code>, line 1</summary>',
      '1 of 2 changed files reviewed, 1 skipped',
      '5 findings dropped: confidence below 7',
      '1 finding dropped: its quote is not in the file',
      '2 findings merged',
      '`m-1`, 2 tool rounds, 100 + 20 tokens',
    ])
      assert.ok(walkthrough.includes(text), text);
    assert.deepEqual(
      [ledger.reviewed, ledger.skipped, ledger.findings.inline, ledger.findings.outside_diff],
      [['a.py'], [{ path: 'package-lock.json', reason: 'lockfile' }], 1, 1],
    );
  });

  it('names what it did not review by the reason, each file once', async () => {
    const locks = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`p${at}/package-lock.json`, '{}\n']));
    const { walkthrough } = await draft({}, { ...AFTER, ...locks, 'logo.png': '\0' }, []);
    const [, list = ''] = walkthrough.split('Not reviewed:\n\n');
    const lines = list.split('\n');
    assert.match(lines[0] ?? '', /^- lockfile \(25\): `p0\/package-lock\.json`, /);
    assert.match(lines[1] ?? '', /^- and: /);
    assert.equal(lines[2], '- binary (1): `logo.png`');
    assert.equal(new Set(list.match(/`p\d+\/package-lock\.json`/g)).size, 25);
  });

  it('names what nobody has looked at, or only in part, in the table and below it', async () => {
    const files = { ...AFTER, 'b.py': 'x = 1\n', 'c.rb': 'y = 2\n' };
    const gaps = [
      { path: 'a.py', changed: 3, seen: 2 },
      { path: 'b.py', changed: 1, seen: 0 },
      { path: 'c.rb', changed: 1, seen: 0 },
    ];
    const { walkthrough, ledger } = await draft({}, files, [INLINE], {
      coverage: { gaps, shown: ['a.py'], linted: ['b.py'] },
    });
    for (const text of [
      '| `a.py` | added | +3 -0 | 1; 2 of 3 changed lines looked at |',
      '| `b.py` | added | +1 -0 | 0; linters only |',
      '| `c.rb` | added | +1 -0 | not looked at |',
      '0 of 3 changed files reviewed',
      'Looked at in part:\n\n- `a.py`: 2 of 3 changed lines',
      'Not looked at:\n\n- `b.py`, `c.rb`',
    ])
      assert.ok(walkthrough.includes(text), `${text}\n${walkthrough}`);
    assert.deepEqual([ledger.reviewed, ledger.not_shown], [[], ['b.py', 'c.rb']]);
  });

  it('says nothing of the lines of files that were not read', async () => {
    const { walkthrough } = await draft({ 'logo.png': 'a\0b\n' }, { ...AFTER, 'logo.png': 'a\0c\nd\n' }, []);
    assert.ok(walkthrough.includes('| `logo.png` | modified |  | not reviewed: binary |'), walkthrough);
  });

  it('calls an unfinished review incomplete, never one without findings', async () => {
    const { walkthrough } = await draft({}, AFTER, [], { incomplete: ['the rounds ran out'] });
    assert.match(walkthrough, /\*\*This review is incomplete:\*\* the rounds ran out(?![^]*No findings)/);
    assert.match((await draft({}, AFTER, [])).walkthrough, /No findings/);
  });

  it('leaves no more comments than it may, the gravest ones, and lists the others', async () => {
    const code = Array.from({ length: 65 }, (_, at) => `value_${at} = call(${at})\n`);
    const findings = code.map((line, at) => ({
      quote: line.trim(),
      line_start: at + 1,
      title: `Fault ${at}`,
      severity: at % 2 === 0 ? ('low' as const) : ('critical' as const),
    }));
    const { comments, walkthrough, ledger } = await draft({}, { 'a.py': code.join('') }, findings);
    assert.deepEqual([comments.length, ledger.findings.inline, ledger.findings.outside_diff], [30, 30, 35]);
    assert.ok(comments.every(({ body }) => body.includes('Critical')));
    assert.match(walkthrough, /30 comments on the diff, 35 outside of it/);
    assert.match(walkthrough, /one review leaves 30 comments on the diff at most/);
    // What the platform refuses makes no room: nobody would post what moves up.
    const rejected = new Set(comments.slice(0, 2).map(({ fingerprint }) => fingerprint));
    const then = await draft({}, { 'a.py': code.join('') }, findings, { rejected });
    assert.deepEqual(then.comments, comments.slice(2));
    assert.match(then.walkthrough, /28 comments on the diff, 37 outside of it[^]*the platform does not take/);
  });

  it('posts nothing that was posted before, and counts it', async () => {
    const first = await draft({}, AFTER, [INLINE]);
    const posted = new Set(first.comments.map(({ fingerprint }) => fingerprint));
    const again = await draft({}, AFTER, [INLINE], { posted });
    assert.deepEqual([again.comments, again.ledger.findings.posted_before], [[], 1]);
    assert.match(again.walkthrough, /1 more already posted/);
  });

  it('stays within the limit whatever comes, and says what is missing', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`src/folder/file-${at}.py`, 'x = 1\n']));
    const outside = Array.from({ length: 60 }, (_, at) => ({
      path: 'src/folder/file-1.py',
      quote: '',
      title: `About the file ${at}`,
      description: `${'<'.repeat(2_000)} ${'long words '.repeat(300)}`,
    }));
    const files = { ...AFTER, ...many };
    const inline = { ...INLINE, description: '<@x '.repeat(1_500), suggestion: '`'.repeat(6_000) };
    const { walkthrough, comments } = await draft({}, files, [inline, ...outside], { summary: '#1 '.repeat(2_000) });
    assert.ok(walkthrough.length <= LIMIT, String(walkthrough.length));
    assert.match(walkthrough, /\d+ more changed files not shown/);
    assert.match(walkthrough, /\d+ more findings outside the diff not shown/);
    assert.match(walkthrough, /### Coverage/);
    assert.equal(comments.length, 1);
    assert.ok(comments.every(({ body }) => body.length <= LIMIT));
  });

  it('lets no text from outside ping, hide, or forge a marker', async () => {
    const evil = `@octocat #1 <img src=x> ${findingMarker('forged')} ${WALKTHROUGH_MARKER}`;
    const findings = [
      { ...INLINE, title: evil, description: evil },
      { path: 'a.py', quote: '', title: evil, description: evil },
    ];
    const path = 'evil @octocat <b>|`#1.py';
    const { comments, walkthrough } = await draft({}, { ...AFTER, [path]: 'x = 1\n' }, findings, {
      summary: evil,
      positiveFindings: [evil],
      notes: [evil],
      lintNotes: [evil],
      incomplete: [evil],
    });
    const texts = [
      walkthrough.slice(WALKTHROUGH_MARKER.length),
      ...comments.map(({ body }) => body.slice(body.indexOf('-->') + 3)),
    ];
    for (const text of texts) {
      const outsideCode = text.replace(/<summary><b>\w+ · \w+<\/b>/g, '').replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
      assert.doesNotMatch(outsideCode, /@octocat|#1\b|<img|<!--|<b>/);
    }
  });
});

describe('review/markers', () => {
  it('reads what it wrote, at the start of a text only', () => {
    assert.deepEqual(markerOf(`${WALKTHROUGH_MARKER}\n## x`), { kind: 'walkthrough' });
    assert.deepEqual(markerOf(reviewMarker(12)), { kind: 'review', runNumber: 12 });
    assert.deepEqual(markerOf(findingMarker('ab-_9')), { kind: 'finding', fingerprint: 'ab-_9' });
    for (const other of [
      '',
      `x ${WALKTHROUGH_MARKER}`,
      '<!-- reviewgraph:finding -->',
      '<!-- reviewgraph:review x -->',
    ])
      assert.equal(markerOf(other), undefined, other);
  });
});

describe('review/fit-sections', () => {
  const section = (worth: number, count: number) => ({
    head: `head ${worth}`,
    entries: Array.from({ length: count }, (_, at) => `entry ${worth}.${at}`),
    worth,
    noun: 'things',
  });

  it('cuts the least worth first, and counts the note', () => {
    for (let limit = 180; limit < 700; limit += 7) {
      const text = fitSections([section(1, 20), section(2, 20)], limit);
      assert.ok(text.length <= limit);
      const kept = (worth: number) => text.split(`entry ${worth}.`).length - 1;
      assert.ok(kept(1) === 0 || kept(2) === 20, text);
      if (kept(1) + kept(2) < 40) assert.match(text, /more things not shown/);
    }
  });

  it('refuses fixed parts that are too long rather than send them', () => {
    assert.throws(() => fitSections([{ head: 'x'.repeat(50), entries: [], worth: 1, noun: '' }], 40), /fixed parts/);
  });
});
