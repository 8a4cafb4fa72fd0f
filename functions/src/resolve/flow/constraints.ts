/**
 * A points-to solver: nodes are sets of abstract values, and rules say how values pass between them. A worklist runs the
 * rules until no set grows.
 *
 *     flow(a, b)          every value of a is one of b
 *     watch(a, rule)      the rule runs once for each value of a; it may make nodes and rules
 *
 * Rules only add values, so the result does not depend on the order, and each value passes each rule once. A set that
 * grows beyond MAX_VALUES says nothing useful any more: it is marked wide and stops growing.
 */
import { NumberLists, Numbers } from '../tracking/numbers.ts';
import { vertexOf } from '../tracking/trace.ts';
import type { Vertex, Trace } from '../tracking/trace.ts';

const MAX_VALUES = 24;

/** Nodes whose rules are run at a time: some milliseconds. */
const PORTION = 1_000;

/** `to` and `about` are what the rule was given with its node. */
export type Rule<About> = (value: number, to: number, about: About) => void;

/**
 * Rules on nodes. What a rule does depends on the vertex and the file that it was made under, so these are kept with it.
 * Most rules are one of three functions with a node and a fact (`SharedRules` in contract.ts): a closure for each would be
 * most of the memory that resolution takes.
 */
class Watchers {
  private readonly rules: Rule<unknown>[] = [];
  private readonly abouts: unknown[] = [];
  private readonly tos = new Numbers();
  private readonly currents = new Numbers();
  private readonly files = new Numbers();
  /** Places are counted from 1, since 0 stands for none. */
  private readonly firsts = new Numbers();
  private readonly lasts = new Numbers();
  private readonly nexts = new Numbers();

  add(node: number, rule: Rule<unknown>, to: number, about: unknown, current: Vertex, file: number): void {
    const place = this.rules.push(rule);
    this.abouts.push(about);
    this.tos.set(place, to);
    this.currents.set(place, current);
    this.files.set(place, file);
    const last = this.lasts.get(node);
    if (last === 0) this.firsts.set(node, place);
    else this.nexts.set(last, place);
    this.lasts.set(node, place);
  }

  lastOf(node: number): number {
    return this.lasts.get(node);
  }

  /** Runs a node's rules up to the one at the place `last`. One that fails is a fault of its file, and the next one runs. */
  run(node: number, last: number, value: number, trace: Trace): void {
    if (last === 0) return;
    for (let place = this.firsts.get(node); ; place = this.nexts.get(place)) {
      const [current, file] = [this.currents.get(place), this.files.get(place)];
      trace.resume(current, file);
      const { depth } = trace;
      try {
        (this.rules[place - 1] as Rule<unknown>)(value, this.tos.get(place), this.abouts[place - 1]);
      } catch (error) {
        trace.caught(error, depth, current, file);
      }
      trace.leave();
      if (place === last) return;
    }
  }
}

export class Constraints {
  private nodes = 0;
  private readonly sets = new NumberLists();
  /** How many of a node's values have passed its rules. */
  private readonly passed = new Numbers();
  private readonly successors = new NumberLists();
  private readonly watchers = new Watchers();
  private readonly waiting = new Numbers();
  private readonly wide = new Set<number>();
  private readonly queue: number[] = [];
  /** Values passed so far. It has a bound, so that no repository keeps the solver busy for ever. */
  steps = 0;
  private readonly maxSteps: number;
  private readonly trace: Trace;

  constructor(maxSteps: number, trace: Trace) {
    this.maxSteps = maxSteps;
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
    if (this.sets.has(node, value)) return;
    if (this.sets.lengthOf(node) >= MAX_VALUES) {
      // Which values are kept depends on which came first.
      this.trace.dependOnOrder(vertexOf(node));
      this.widen(node);
      return;
    }
    this.sets.add(node, value);
    if (this.waiting.get(node) !== 0) return;
    this.waiting.set(node, 1);
    this.queue.push(node);
  }

  /** Everything in `from` is in `to`. */
  flow(from: number, to: number): void {
    if (from === to) return;
    this.trace.addDependency(vertexOf(to), vertexOf(from));
    this.trace.addDependency(vertexOf(to), this.trace.current);
    if (this.successors.has(from, to)) return;
    this.successors.add(from, to);
    for (let i = 0, passed = this.passed.get(from); i < passed; i++) this.put(to, this.sets.at(from, i));
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
    for (let i = 0, passed = this.passed.get(node); i < passed; i++) rule(this.sets.at(node, i), to, about);
  }

  /** Runs a portion of the rules; true once nothing changes any more. */
  solve(): boolean {
    for (let left = PORTION; left > 0; left--) {
      const node = this.steps < this.maxSteps ? this.queue.pop() : undefined;
      if (node === undefined) {
        if (this.steps >= this.maxSteps) this.trace.cutShort = true;
        return true;
      }
      this.waiting.set(node, 0);
      const from = this.passed.get(node);
      const to = this.sets.lengthOf(node);
      this.passed.set(node, to);
      this.steps += to - from;
      // A rule that is added meanwhile sees the values up to `to` when it is added, so only the rules of now run here.
      const targets = this.successors.lengthOf(node);
      const last = this.watchers.lastOf(node);
      for (let i = from; i < to; i++) {
        const value = this.sets.at(node, i);
        for (let j = 0; j < targets; j++) this.put(this.successors.at(node, j), value);
        this.watchers.run(node, last, value, this.trace);
      }
    }
    return false;
  }

  private widen(node: number): void {
    const stack = [node];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.wide.has(at)) continue;
      this.wide.add(at);
      stack.push(...this.successors.listOf(at));
    }
  }
}
