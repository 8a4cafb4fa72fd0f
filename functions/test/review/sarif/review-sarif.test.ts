import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE } from '../../../local/stack/toolchain.ts';
import { SERVICE_VERSION } from '../../../src/model/service-version.ts';
import { reviewSarif, type ReviewedRun, type SarifFinding } from '../../../src/review/sarif/review-sarif.ts';
import type { SarifResult } from '../../../src/review/sarif/sarif-log.ts';
import { sarifProblems } from '../../support/sarif-schema.ts';

const FINDING: SarifFinding = {
  fingerprint: 'Zl0zB8cVbTQy1fYwq0mXhA',
  path: 'shop/price list.py',
  line_start: 7,
  line_end: 9,
  side: 'RIGHT',
  severity: 'high',
  category: 'bug',
  title: 'The quantity is ignored',
  description: 'Each price counts once.',
  suggestion: null,
  code_snippet: 'total += item.price',
  confidence: 9,
  source: 'agent',
  rule: null,
  symbol_id: null,
  evidence: [],
  status: 'open',
};

const EVIDENCE: SarifFinding['evidence'] = [
  { symbol_id: 'ada/shop shop/cart.py#Cart.total', relation: 'calls', path: 'shop/cart.py', line: 9, commit: 'b'.repeat(40) },
  { symbol_id: 'ada/shop shop/price.py#total_of', relation: 'declares', path: 'shop/price.py', line: 1, commit: 'b'.repeat(40) },
]; // prettier-ignore

const run = (findings: Partial<SarifFinding>[], more: Partial<ReviewedRun> = {}): ReviewedRun => ({
  version: SERVICE_VERSION,
  repositoryUri: 'https://code.example.com/ada/shop',
  head: 'a'.repeat(40),
  branch: 'change',
  number: 7,
  run: 3,
  command: 'review',
  mode: 'normal',
  startedAt: '2026-11-29T10:00:00.000Z',
  endedAt: '2026-11-29T10:01:00.000Z',
  failure: null,
  incomplete: [],
  findings: findings.map((finding) => ({ ...FINDING, ...finding })),
  truncated: false,
  ...more,
});

const only = (reviewed: ReviewedRun) => {
  const log = reviewSarif(reviewed);
  assert.deepEqual(sarifProblems(log), []);
  return log.runs[0] ?? assert.fail();
};

describe('review/review-sarif', () => {
  it('is valid by the official schema, whatever was found', () => {
    const { results, tool } = only(
      run([
        { evidence: EVIDENCE },
        { source: 'python_linter', rule: 'F401', severity: 'low', category: 'style', suggestion: '' },
        { source: 'javascript_linter', rule: 'eslint(no-unused-vars)', severity: 'medium' },
        { category: 'security', severity: 'critical', status: 'dismissed' },
        { side: 'LEFT', path: 'gone \u202e#?%.py', code_snippet: '' },
        { title: '\u0000 <b>', description: '', line_start: 1, line_end: 1, confidence: 7.5 },
      ]),
    );
    assert.equal(results.length, 6);
    for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId);
    assert.deepEqual(
      results.map(({ level }) => level),
      ['error', 'note', 'warning', 'error', 'error', 'error'],
    );
    const security = tool.driver.rules.find(({ id }) => id === 'review/security');
    assert.equal(security?.properties['security-severity'], '9.5');
    assert.deepEqual(
      results.map(({ suppressions }) => suppressions?.length ?? 0),
      [0, 0, 0, 1, 0, 0],
    );
  });

  it('says where a finding stands, and what the graph says about it', () => {
    const { results } = only(run([{ evidence: EVIDENCE }, { side: 'LEFT', code_snippet: '' }]));
    const [{ locations, relatedLocations = [], ...first }, removed] = results as [SarifResult, SarifResult];
    assert.deepEqual(first.partialFingerprints, { 'reviewgraph/v1': FINDING.fingerprint });
    assert.deepEqual(locations[0]?.physicalLocation, {
      artifactLocation: { uri: 'shop/price%20list.py', uriBaseId: 'SRCROOT' },
      region: { startLine: 7, endLine: 9, snippet: { text: 'total += item.price' } },
    });
    assert.deepEqual(
      relatedLocations.map(({ message }) => message?.text),
      ['Cart.total calls total_of (the graph at bbbbbbbbbbbb)'],
    );
    assert.deepEqual([first.properties['evidence'], removed.properties['evidence']], [EVIDENCE, 'no graph evidence']);
    // Lines of the base are no lines at head.
    assert.equal(removed.locations[0]?.physicalLocation.region, undefined);
    assert.match(removed.message.text, /lines 7 to 9 of the base/);
  });

  it('names the symbol that holds the lines, for people and for programs', () => {
    const id = 'ada/shop shop/price list.py#Price.of';
    const { results } = only(
      run([{ symbol_id: id }, { symbol_id: 'ada/shop shop/price list.py' }, { symbol_id: null }]),
    );
    assert.deepEqual(
      results.map(({ locations }) => locations[0]?.logicalLocations),
      [[{ fullyQualifiedName: 'Price.of', decoratedName: id }], undefined, undefined],
    );
    assert.deepEqual(
      results.map(({ properties }) => properties['symbol_id']),
      [id, 'ada/shop shop/price list.py', null],
    );
  });

  it('names the commit, and one category for all runs of a pull request', () => {
    const { versionControlProvenance: from, automationDetails } = only(run([]));
    assert.deepEqual(from[0], {
      repositoryUri: 'https://code.example.com/ada/shop',
      revisionId: 'a'.repeat(40),
      branch: 'change',
      mappedTo: { uriBaseId: 'SRCROOT' },
    });
    assert.equal(automationDetails.id, 'reviewgraph/pull-7/3');
  });

  it('is successful only for a whole review', () => {
    assert.equal(only(run([])).invocations[0]?.executionSuccessful, true);
    for (const [more, message, level] of [
      [{ incomplete: ['the rounds ran out'] }, 'the rounds ran out', 'warning'],
      [{ failure: 'The platform refused' }, 'The platform refused', 'error'],
      [{ truncated: true }, 'There are more findings than are listed here', 'warning'],
    ] as const) {
      const { invocations, properties } = only(run([{}], more));
      const [invocation] = invocations;
      assert.equal(invocation?.executionSuccessful, false);
      assert.equal(properties['incomplete'], true);
      assert.deepEqual(
        invocation.toolExecutionNotifications.map((each) => [each.level, each.message.text]),
        [[level, message]],
      );
    }
  });

  it('is held by a schema that would find a fault', () => {
    const log = reviewSarif(run([{}]));
    const [first] = log.runs;
    assert.notDeepEqual(sarifProblems({ ...log, version: '2.0.0' }), []);
    assert.notDeepEqual(sarifProblems({ ...log, runs: [{ ...first, results: [{ ruleId: 'x' }] }] }), []);
    assert.notDeepEqual(sarifProblems({ ...log, runs: [{ ...first, unknown: 1 }] }), []);
  });

  it('names the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
    assert.equal(SERVICE_VERSION, version);
  });
});
