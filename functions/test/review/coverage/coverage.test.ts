/**
 * Random histories of a pull request: pushes before, between and during runs, gateways that refuse long requests, do not
 * answer, or answer nonsense, workers that die. Every added line is one of its kind, so the test itself sees which lines
 * stood in requests that were answered, without asking the code under test.
 */
import assert from 'node:assert/strict';
import type { Coverage } from '../../../src/model/coverage.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { ChatRequest, GatewayPort } from '../../../src/ports.ts';
import { changeBetween, type Change } from '../../../src/jobs/reviews/change/change.ts';
import { nobodyAsked, type Asked } from '../../../src/jobs/reviews/ask.ts';
import { reviewedFields, runCoverage, storedCoverage } from '../../../src/jobs/reviews/run-coverage.ts';
import type { ReviewedFields } from '../../../src/jobs/reviews/states.ts';
import { reviewWithModels } from '../../../src/review/agent/agent.ts';
import { materialFiles } from '../../../src/review/agent/material-files.ts';
import { seenLines } from '../../../src/review/coverage/seen-lines.ts';
import { isReviewable } from '../../../src/review/diff/changed-files.ts';
import { changedLines } from '../../../src/review/diff/incremental.ts';
import { snapshotOf } from '../../support/plain-sources.ts';
import { randomNumbers, type RandomNumbers } from '../../support/random-numbers.ts';
import { tries } from '../../support/tries.ts';

type Files = Record<string, string>;

const PINS = { title: 'T', body: '', author: 'ada', notes: [] };

class History {
  readonly random: RandomNumbers;
  readonly accepted = new Set<string>();
  private readonly heads = new Map<string, Files>();
  private readonly coverage = new Map<number, Coverage>();
  private readonly base: Files;
  private head: Files;
  private fields: ReviewedFields = {};
  private count = 0;
  private runs = 0;

  constructor(seed: number) {
    this.random = randomNumbers(seed);
    this.base = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`src/f${at}.py`, this.lines(30)]));
    this.head = { ...this.base };
  }

  private lines(count: number): string {
    return Array.from({ length: count }, () => `v = "line-${this.count++}-"\n`).join('');
  }

  push(): void {
    const { random } = this;
    const paths = Object.keys(this.head);
    const path = paths[random.below(paths.length)] ?? 'src/f0.py';
    const lines = (this.head[path] ?? '').split(/(?<=\n)/);
    switch (random.below(6)) {
      case 0:
        this.head = { ...this.head, [`src/n${this.count}.py`]: this.lines(1 + random.below(300)) };
        break;
      case 1: {
        const { [path]: text = '', ...rest } = this.head;
        this.head = { ...rest, [`src/moved${this.count++}.py`]: text };
        break;
      }
      case 2:
        this.head = { ...this.head, [path]: lines.filter(() => random.below(10) > 0).join('') };
        break;
      case 3:
        this.head = { ...this.head, 'package-lock.json': `{"a": ${this.count++}}\n` };
        break;
      default: {
        const at = random.below(lines.length + 1);
        const more = this.lines(1 + random.below(40));
        this.head = { ...this.head, [path]: [...lines.slice(0, at), more, ...lines.slice(at)].join('') };
      }
    }
  }

  private commit(): string {
    const { commit } = snapshotOf(this.head);
    this.heads.set(commit, this.head);
    return commit;
  }

  /** One review run, as jobs/reviews goes through it; gives what is counted as reviewed, and what is named. */
  async run(): Promise<void> {
    const { random } = this;
    const number = ++this.runs;
    const previous = this.previous(random.below(4) === 0);
    const lookedHead = this.commit();
    const looked = await this.change(lookedHead, previous);
    const asked = looked.nothingNew ? nobodyAsked('') : await this.ask(looked);
    // A worker that dies here leaves nothing behind but the answers of the model, which the next one goes on from.
    while (random.below(3) === 0) this.push();
    const head = this.commit();
    const moved = head !== lookedHead && !looked.nothingNew;
    const posted = head === lookedHead ? looked : await this.change(head, previous);
    const at = looked.nothingNew ? posted : looked;
    const pins = {
      ...PINS,
      head,
      base: 'base',
      looked: moved ? { head: lookedHead, base: 'base' } : null,
      previous: null,
    };
    if (looked.nothingNew && !posted.nothingNew) return;
    const gathered = { ...posted, pins, looked: at };
    const answers = { asked, linted: { views: [] } };
    const run = { command: 'review', run_number: number } as const;
    const coverage = runCoverage(run, gathered, answers);
    const stored = storedCoverage(gathered, answers, coverage);
    assert.ok(stored);
    if (random.below(8) > 0) {
      this.coverage.set(number, stored);
      this.fields = { ...this.fields, ...reviewedFields(run, gathered, answers, coverage) };
    }
    this.check(posted, coverage.files.gaps, stored, at);
  }

  private previous(full: boolean): { head: string; run: number | null } | null {
    const { partly_reviewed: part, last_reviewed_head: whole } = this.fields;
    if (full) return null;
    if (part != null) return part;
    return whole == null ? null : { head: whole, run: null };
  }

  private change(head: string, previous: { head: string; run: number | null } | null): Promise<Change> {
    const tree = (commit: string) => snapshotOf(this.heads.get(commit) ?? assert.fail('no such commit'));
    if (previous === null) return changeBetween(snapshotOf(this.base), tree(head));
    const seen = previous.run === null ? undefined : seenLines(this.coverage.get(previous.run)?.seen ?? []);
    return changeBetween(snapshotOf(this.base), tree(head), {
      base: snapshotOf(this.base),
      head: tree(previous.head),
      seen,
    });
  }

  private async ask({ diffs, selected, patches }: Change): Promise<Asked> {
    const { random } = this;
    const deep = random.below(2) === 0;
    const accepted = new Map<string, Set<string>>();
    // Each specialist may be answered by a server of its own, which takes more or less than the others do.
    const limits = new Map<string, number>();
    const limitOf = (instructions: string): number => {
      const most = limits.get(instructions) ?? (random.below(2) === 0 ? 300_000 : 8_000 + random.below(20_000));
      limits.set(instructions, most);
      return most;
    };
    const trouble = random.below(6);
    const gateway: GatewayPort = {
      embed: () => Promise.resolve([]),
      chat: (request) => {
        const text = request.messages.map(({ content }) => content ?? '').join('\n');
        const instructions = request.messages[0]?.content ?? '';
        if (text.length > limitOf(instructions)) return Promise.reject(new AppError('context_overflow'));
        if (trouble === 0 && random.below(2) === 0) return Promise.reject(new AppError('gateway_refused'));
        if (isSynthesis(request)) return Promise.resolve(said('{"verdicts": []}'));
        accepted.set(instructions, new Set(text.match(/line-\d+-/g)));
        return Promise.resolve(said(trouble === 1 && random.below(2) === 0 ? 'I do not know.' : '{"findings": []}'));
      },
    };
    const material = {
      repoId: 'a/b',
      number: 1,
      ...PINS,
      files: materialFiles(diffs, selected, patches),
      context: [],
      known: [],
      instructions: [],
      guidelines: [],
      language: null,
      remarks: [],
    };
    try {
      const outcome = await reviewWithModels({
        gateway,
        material,
        tools: [],
        graphCommit: null,
        mode: deep ? 'deep' : 'normal',
        reviewModel: 'm',
        synthesisModel: 's',
        maxToolRounds: 0,
        budget: 40_000,
        patience: { retries: 0, firstWaitMs: 1 },
      });
      if (outcome.incomplete.length === 0) {
        const [first = new Set(), ...rest] = accepted.values();
        for (const line of first) if (rest.every((other) => other.has(line))) this.accepted.add(line);
      }
      return { ...nobodyAsked(''), asked: true, incomplete: outcome.incomplete, views: outcome.views };
    } catch (error) {
      assert.ok(error instanceof AppError, String(error));
      return nobodyAsked(error.message);
    }
  }

  private check(
    posted: Change,
    gaps: readonly { path: string; changed: number; seen: number }[],
    stored: Coverage,
    looked: Change,
  ): void {
    const open = new Map(gaps.map((gap) => [gap.path, gap]));
    for (const diff of posted.diffs.filter(isReviewable)) {
      const added = changedLines(diff).filter(({ side }) => side === 'RIGHT');
      const missed = added.filter(({ text }) => !this.isAccepted(text)).length;
      const gap = open.get(diff.path);
      const named = gap === undefined ? 0 : gap.changed - gap.seen;
      assert.ok(named >= missed, `${diff.path}: ${missed} lines were never looked at, ${named} are named`);
    }
    const seen = seenLines(stored.seen);
    for (const diff of looked.diffs) {
      for (const { side, line, text } of changedLines(diff)) {
        if (side === 'RIGHT' && seen.has(diff.path, side, line)) assert.ok(this.isAccepted(text), text);
      }
    }
  }

  private isAccepted(text: string): boolean {
    const [token] = /line-\d+-/.exec(text) ?? [];
    return token === undefined || this.accepted.has(token);
  }

  /** With a gateway that takes everything, `review` again and again comes to an end. */
  get isWhole(): boolean {
    return this.fields.partly_reviewed == null && this.fields.last_reviewed_head != null;
  }
}

function isSynthesis({ answer }: ChatRequest): boolean {
  return answer?.name === 'synthesis';
}

function said(content: string) {
  return { content, toolCalls: [], finish: 'stop' as const, usage: { prompt: 1, completion: 1 }, model: 'm' };
}

describe('review/coverage', function () {
  this.timeout(3_600_000);

  it('counts a line as reviewed only if it stood in an accepted request, and names all others', async () => {
    let whole = 0;
    let lines = 0;
    const histories = tries(60, 1_000);
    for (let seed = 1; seed <= histories; seed++) {
      const history = new History(seed);
      for (let round = 0; round < 5; round++) {
        for (let pushes = history.random.below(4); pushes >= 0; pushes--) history.push();
        await history.run();
      }
      if (history.isWhole) whole++;
      lines += history.accepted.size;
    }
    // Otherwise the property would hold of a review that never gets anywhere.
    assert.ok(whole > histories / 5, `${whole} of ${histories} came to a whole review`);
    assert.ok(lines > histories * 50, String(lines));
  });
});
