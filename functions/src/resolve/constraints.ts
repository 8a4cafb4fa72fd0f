/**
 * Sets of values with two kinds of rules between them, solved by a worklist: "everything in a is in b" and "whenever a
 * value comes into a, do this". Rules only ever add, so the result is the same whatever the order, and each value passes
 * each rule once. A set that grows beyond MAX_VALUES says nothing useful any more: it is marked wide and stops growing.
 */
import { noteOf } from './trace.ts';
import type { Note, Trace } from './trace.ts';

export const MAX_VALUES = 24;

const NONE: readonly number[] = [];
/** Arrays up to this length are copied to grow; a longer one keeps room. */
const SHORT = 16;

type Rule = (value: number) => void;

/** A rule with what it was made under: what it does rests on that. */
interface Watcher {
  rule: Rule;
  current: Note;
  file: number;
}

export class Constraints {
  // Of half a million nodes, nine in ten have at most one value, successor and watcher: those need no array of their own,
  // and the others one that is just long enough (push makes room for 17 in the second place).
  private readonly sets: (number | number[] | undefined)[] = [];
  /** How many of a node's values have passed its rules. */
  private readonly passed: number[] = [];
  private readonly successors: (number | number[] | undefined)[] = [];
  private readonly watchers: (Watcher | Watcher[] | undefined)[] = [];
  private readonly waiting: boolean[] = [];
  private readonly wide = new Set<number>();
  private readonly queue: number[] = [];
  /** Values passed so far; a bound on it keeps a pathological repository from running for ever. */
  steps = 0;
  private readonly maxSteps: number;
  private readonly trace: Trace;

  constructor(maxSteps: number, trace: Trace) {
    this.maxSteps = maxSteps;
    this.trace = trace;
  }

  node(): number {
    this.successors.push(undefined);
    this.watchers.push(undefined);
    this.passed.push(0);
    this.waiting.push(false);
    return this.sets.push(undefined) - 1;
  }

  values(node: number): readonly number[] {
    this.trace.rests(noteOf(node));
    const set = this.sets[node];
    return typeof set === 'number' ? [set] : (set ?? NONE);
  }

  private countOf(node: number): number {
    const set = this.sets[node];
    return typeof set === 'number' ? 1 : (set?.length ?? 0);
  }

  private valueAt(node: number, index: number): number {
    const set = this.sets[node];
    return typeof set === 'number' ? set : (set?.[index] as number);
  }

  /** More values than are kept: what is known is not all. */
  isWide(node: number): boolean {
    this.trace.rests(noteOf(node));
    return this.wide.has(node);
  }

  add(node: number, value: number): void {
    this.trace.link(noteOf(node), this.trace.current);
    this.put(node, value);
  }

  private put(node: number, value: number): void {
    const set = this.sets[node];
    if (set === undefined) this.sets[node] = value;
    else if (typeof set === 'number') {
      if (set === value) return;
      this.sets[node] = [set, value];
    } else if (set.includes(value)) return;
    else if (set.length >= MAX_VALUES) {
      // Which values came first is a matter of order.
      this.trace.unsure(noteOf(node));
      this.widen(node);
      return;
    } else this.sets[node] = [...set, value];
    if (this.waiting[node] === true) return;
    this.waiting[node] = true;
    this.queue.push(node);
  }

  /** Everything in `from` is in `to`. */
  flow(from: number, to: number): void {
    if (from === to) return;
    this.trace.link(noteOf(to), noteOf(from));
    this.trace.link(noteOf(to), this.trace.current);
    const successors = this.successors[from];
    if (successors === undefined) this.successors[from] = to;
    else if (typeof successors === 'number') {
      if (successors === to) return;
      this.successors[from] = [successors, to];
    } else if (successors.includes(to)) return;
    else if (successors.length < SHORT) this.successors[from] = [...successors, to];
    else successors.push(to);
    for (let i = 0, passed = this.passed[from] ?? 0; i < passed; i++) this.put(to, this.valueAt(from, i));
    if (this.wide.has(from)) this.widen(to);
  }

  /** Calls back once for each value that is or comes into the node. */
  watch(node: number, rule: Rule): void {
    const { current, file } = this.trace;
    this.trace.link(current, noteOf(node));
    const watcher = { rule, current, file };
    const watchers = this.watchers[node];
    if (watchers === undefined) this.watchers[node] = watcher;
    else if (Array.isArray(watchers)) watchers.push(watcher);
    else this.watchers[node] = [watchers, watcher];
    for (let i = 0, passed = this.passed[node] ?? 0; i < passed; i++) rule(this.valueAt(node, i));
  }

  private run({ rule, current, file }: Watcher, value: number): void {
    this.trace.resume(current, file);
    rule(value);
    this.trace.leave();
  }

  /** Runs rules until nothing changes. */
  solve(): void {
    for (let node = this.queue.pop(); node !== undefined && this.steps < this.maxSteps; node = this.queue.pop()) {
      this.waiting[node] = false;
      const from = this.passed[node] ?? 0;
      const to = this.countOf(node);
      this.passed[node] = to;
      this.steps += to - from;
      // Rules added while these run see values up to `to` themselves, so only those there are now are run here.
      const successors = this.successors[node];
      const watchers = this.watchers[node];
      const targets = typeof successors === 'number' ? 1 : (successors?.length ?? 0);
      const calls = Array.isArray(watchers) ? watchers.length : 0;
      for (let i = from; i < to; i++) {
        const value = this.valueAt(node, i);
        if (typeof successors === 'number') this.put(successors, value);
        else for (let j = 0; j < targets; j++) this.put((successors as number[])[j] as number, value);
        if (Array.isArray(watchers)) for (let j = 0; j < calls; j++) this.run(watchers[j] as Watcher, value);
        else if (watchers !== undefined) this.run(watchers, value);
      }
    }
    if (this.steps >= this.maxSteps) this.trace.cutShort = true;
  }

  private widen(node: number): void {
    const stack = [node];
    while (stack.length > 0) {
      const at = stack.pop() as number;
      if (this.wide.has(at)) continue;
      this.wide.add(at);
      const successors = this.successors[at];
      if (typeof successors === 'number') stack.push(successors);
      else if (successors !== undefined) stack.push(...successors);
    }
  }
}
