/**
 * Sets of values with two kinds of rules between them, solved by a worklist: "everything in a is in b" and "whenever a
 * value comes into a, do this". Rules only ever add, so the result is the same whatever the order, and each value passes
 * each rule once. A set that grows beyond MAX_VALUES says nothing useful any more: it is marked wide and stops growing.
 */
export const MAX_VALUES = 24;

type Watcher = (value: number) => void;

export class Constraints {
  private readonly sets: number[][] = [];
  /** How many of a node's values have passed its rules. */
  private readonly passed: number[] = [];
  private readonly successors: (number[] | undefined)[] = [];
  private readonly watchers: (Watcher[] | undefined)[] = [];
  private readonly waiting: boolean[] = [];
  private readonly wide = new Set<number>();
  private readonly queue: number[] = [];
  /** Values passed so far; a bound on it keeps a pathological repository from running for ever. */
  steps = 0;
  private readonly maxSteps: number;

  constructor(maxSteps: number) {
    this.maxSteps = maxSteps;
  }

  node(): number {
    this.successors.push(undefined);
    this.watchers.push(undefined);
    this.passed.push(0);
    this.waiting.push(false);
    return this.sets.push([]) - 1;
  }

  values(node: number): readonly number[] {
    return this.sets[node] ?? [];
  }

  /** More values than are kept: what is known is not all. */
  isWide(node: number): boolean {
    return this.wide.has(node);
  }

  add(node: number, value: number): void {
    const set = this.sets[node];
    if (set === undefined || set.includes(value)) return;
    if (set.length >= MAX_VALUES) {
      this.widen(node);
      return;
    }
    set.push(value);
    if (this.waiting[node] === true) return;
    this.waiting[node] = true;
    this.queue.push(node);
  }

  /** Everything in `from` is in `to`. */
  flow(from: number, to: number): void {
    if (from === to) return;
    const successors = (this.successors[from] ??= []);
    if (successors.includes(to)) return;
    successors.push(to);
    const set = this.sets[from] ?? [];
    for (let i = 0, passed = this.passed[from] ?? 0; i < passed; i++) this.add(to, set[i] as number);
    if (this.wide.has(from)) this.widen(to);
  }

  /** Calls back once for each value that is or comes into the node. */
  watch(node: number, watcher: Watcher): void {
    (this.watchers[node] ??= []).push(watcher);
    const set = this.sets[node] ?? [];
    for (let i = 0, passed = this.passed[node] ?? 0; i < passed; i++) watcher(set[i] as number);
  }

  /** Runs rules until nothing changes. */
  solve(): void {
    for (let node = this.queue.pop(); node !== undefined && this.steps < this.maxSteps; node = this.queue.pop()) {
      this.waiting[node] = false;
      const set = this.sets[node] ?? [];
      const from = this.passed[node] ?? 0;
      const to = set.length;
      this.passed[node] = to;
      this.steps += to - from;
      // Rules added while these run see values up to `to` themselves.
      const successors = [...(this.successors[node] ?? [])];
      const watchers = [...(this.watchers[node] ?? [])];
      for (let i = from; i < to; i++) {
        const value = set[i] as number;
        for (const successor of successors) this.add(successor, value);
        for (const watcher of watchers) watcher(value);
      }
    }
  }

  private widen(node: number): void {
    const stack = [node];
    while (stack.length > 0) {
      const at = stack.pop() as number;
      if (this.wide.has(at)) continue;
      this.wide.add(at);
      stack.push(...(this.successors[at] ?? []));
    }
  }
}
