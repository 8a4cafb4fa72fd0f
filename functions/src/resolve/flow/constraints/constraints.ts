/**
 * A points-to solver: nodes are sets of abstract values, and rules say how values pass between them. A worklist runs the
 * rules until no set grows.
 *
 *     flow(a, b)          every value of a is one of b
 *     watch(a, rule)      the rule runs once for each value of a; it may make nodes and rules
 *
 * Rules only add values, so the result does not depend on the order, and each value passes each rule once. A set that
 * grows beyond MAX_VALUES says nothing useful any more: it is marked wide, and its values are passed on as they are, until it
 * is full.
 */
import { NumberLists, Numbers } from '../../tracking/numbers.ts';
import { vertexOf } from '../../tracking/trace.ts';
import type { Vertex, Trace } from '../../tracking/trace.ts';
import { runUnder, Watchers, type Rule } from './watchers.ts';

const MAX_VALUES = 24;
/**
 * They are passed on still, to this many: which ones are kept beyond it depends on which came first. So a node that would have
 * more takes no further value and passes none on, and neither does any that it flows into, which would have as many. Where
 * everything calls with everything, thousands of nodes are like that (dask: 30 s and 1.2 GB with 1,000, 5 s and 0.4 GB so).
 */
const MAX_KEPT = 250;

/** Nodes whose rules are run at a time: some milliseconds. */
const PORTION = 1_000;

const FLOWING = 1;
const RULED = 2;
const NEVER = (): boolean => false;

export class Constraints {
  private nodes = 0;
  private readonly sets = new NumberLists();
  /** The same values of a node that has many, which a list would be read through for. */
  private readonly large = new Map<number, Set<number>>();
  /** How many of a node's values have flown on, and how many have passed its rules. */
  private readonly flown = new Numbers();
  private readonly passed = new Numbers();
  private readonly successors = new NumberLists();
  private readonly watchers = new Watchers();
  /** By node: 1 for values that have not flown on yet, 2 for those that have not passed its rules. */
  private readonly waiting = new Numbers();
  private readonly wide = new Set<number>();
  private readonly full = new Set<number>();
  private readonly flowing: number[] = [];
  private readonly ruled: number[] = [];
  private readonly deferred: { current: Vertex; file: number; work: () => void }[] = [];
  /** Values passed so far. It has a bound, so that no repository keeps the solver busy for ever. */
  steps = 0;
  private readonly maxSteps: number;
  private readonly trace: Trace;
  private readonly isGiving: (rule: Rule<unknown>) => boolean;

  /** `giving`: rules that make the values of another node. */
  constructor(maxSteps: number, trace: Trace, giving: readonly unknown[] = []) {
    this.maxSteps = maxSteps;
    this.isGiving = (rule) => giving.includes(rule);
    this.trace = trace;
  }

  node(): number {
    return this.nodes++;
  }

  values(node: number): readonly number[] {
    this.trace.dependOn(vertexOf(node));
    return this.sets.listOf(node);
  }

  /** Whether the node has more values than are kept. */
  isWide(node: number): boolean {
    this.trace.dependOn(vertexOf(node));
    return this.wide.has(node);
  }

  add(node: number, value: number): void {
    this.trace.addDependency(vertexOf(node), this.trace.current);
    this.put(node, value);
  }

  private put(node: number, value: number): void {
    const count = this.sets.lengthOf(node);
    if (this.full.has(node) || this.holds(node, value, count)) return;
    if (count >= MAX_KEPT) {
      this.fill(node);
      return;
    }
    if (count >= MAX_VALUES) this.widen(node);
    this.sets.add(node, value);
    this.large.get(node)?.add(value);
    this.wait(node, FLOWING, this.flowing);
  }

  private holds(node: number, value: number, count: number): boolean {
    if (count <= MAX_VALUES) return this.sets.has(node, value);
    let large = this.large.get(node);
    if (large === undefined) this.large.set(node, (large = new Set(this.sets.listOf(node))));
    return large.has(value);
  }

  private wait(node: number, how: number, queue: number[]): void {
    const waiting = this.waiting.get(node);
    if ((waiting & how) !== 0) return;
    this.waiting.set(node, waiting | how);
    queue.push(node);
  }

  /** Everything in `from` is in `to`. */
  flow(from: number, to: number): void {
    if (from === to) return;
    this.trace.addDependency(vertexOf(to), vertexOf(from));
    this.trace.addDependency(vertexOf(to), this.trace.current);
    if (this.successors.has(from, to)) return;
    this.successors.add(from, to);
    if (this.full.has(from)) {
      this.widen(to);
      this.fill(to);
      return;
    }
    for (let i = 0, flown = this.flown.get(from); i < flown; i++) this.put(to, this.sets.at(from, i));
    if (this.wide.has(from)) this.widen(to);
  }

  /** Calls back once for each value that is or comes into the node. */
  watch(node: number, rule: (value: number) => void): void {
    this.watchFor(node, rule, 0, undefined);
  }

  /** The same for a rule that many nodes share: it is told the node `to` and what it is `about`. */
  watchFor<About>(node: number, rule: Rule<About>, to: number, about: About): void {
    const { current, file } = this.trace;
    this.trace.addDependency(current, vertexOf(node));
    // A rule is only run with the `about` that it is kept with, so the types agree.
    this.watchers.add(node, rule as Rule<unknown>, to, about, current, file);
    if (this.wide.has(node) && this.isGiving(rule as Rule<unknown>)) return this.widen(to);
    if (this.full.has(node)) return;
    for (let i = 0, passed = this.passed.get(node); i < passed; i++) rule(this.sets.at(node, i), to, about);
  }

  /** Does some work once no rule is waiting any more: what would be too deep to be done at once. */
  defer(work: () => void): void {
    const { current, file } = this.trace;
    this.deferred.push({ current, file, work });
  }

  /** Runs a portion of the rules; true once nothing changes any more. */
  solve(): boolean {
    for (let left = PORTION; left > 0; left--) {
      if (this.steps >= this.maxSteps) {
        this.trace.cutShort = true;
        return true;
      }
      const flowing = this.flowing.pop();
      if (flowing !== undefined) {
        this.flowOn(flowing);
        continue;
      }
      const node = this.ruled.pop();
      if (node !== undefined) this.runRules(node);
      else if (!this.takeDeferred()) return true;
    }
    return false;
  }

  /** Before any rule is run: a node that is wide should be known to be, whichever rule made its values. */
  private flowOn(node: number): void {
    this.waiting.set(node, this.waiting.get(node) & ~FLOWING);
    if (this.full.has(node)) return;
    const from = this.flown.get(node);
    const to = this.sets.lengthOf(node);
    this.flown.set(node, to);
    this.steps += to - from;
    const targets = this.successors.lengthOf(node);
    for (let i = from; i < to; i++) {
      const value = this.sets.at(node, i);
      for (let j = 0; j < targets; j++) this.put(this.successors.at(node, j), value);
    }
    if (this.watchers.lastOf(node) !== 0) this.wait(node, RULED, this.ruled);
    else this.passed.set(node, to);
  }

  private runRules(node: number): void {
    this.waiting.set(node, this.waiting.get(node) & ~RULED);
    if (this.full.has(node)) return;
    const from = this.passed.get(node);
    const to = this.flown.get(node);
    this.passed.set(node, to);
    // A rule that is added meanwhile sees the values up to `to` when it is added, so only the rules of now run here.
    const last = this.watchers.lastOf(node);
    for (let i = from; i < to; i++) {
      const isOff = this.wide.has(node) ? this.isGiving : NEVER;
      this.watchers.run(node, last, this.sets.at(node, i), this.trace, isOff);
    }
  }

  /** False when there is none. */
  private takeDeferred(): boolean {
    const next = this.deferred.pop();
    if (next === undefined) return false;
    runUnder({ trace: this.trace, ...next }, next.work, 0, 0, undefined);
    return true;
  }

  /** What its values did until now depends on which came first. */
  private fill(node: number): void {
    const stack = [node];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.full.has(at)) continue;
      this.full.add(at);
      this.large.delete(at);
      this.trace.dependOnOrder(vertexOf(at));
      stack.push(...this.successors.listOf(at));
    }
  }

  /** What is made of the values of a wide node is as wide, and none of it is made any more. */
  private widen(node: number): void {
    const stack = [node];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.wide.has(at)) continue;
      this.wide.add(at);
      stack.push(...this.successors.listOf(at));
      for (const to of this.watchers.targetsOf(at, this.isGiving)) {
        // Something was made of those values that came first.
        if (this.passed.get(at) > 0) this.trace.dependOnOrder(vertexOf(to));
        this.trace.addDependency(vertexOf(to), vertexOf(at));
        stack.push(to);
      }
    }
  }
}
