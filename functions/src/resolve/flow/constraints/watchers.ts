/** The rules that wait at nodes for values, and what each is run under. */
import { Numbers } from '../../tracking/numbers.ts';
import type { Trace, Vertex } from '../../tracking/trace.ts';

/** `to` and `about` are what the rule was given with its node. */
export type Rule<About> = (value: number, to: number, about: About) => void;

/**
 * Rules on nodes. What a rule does depends on the vertex and the file that it was made under, so these are kept with it.
 * Most rules are one of three functions with a node and a fact (`SharedRules` in contract.ts): a closure for each would be
 * most of the memory that resolution takes.
 */
export class Watchers {
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

  /** Nodes that rules of a kind make something of for a node. */
  *targetsOf(node: number, isOne: (rule: Rule<unknown>) => boolean): Generator<number> {
    for (let place = this.firsts.get(node); place !== 0; place = this.nexts.get(place)) {
      if (isOne(this.rules[place - 1] as Rule<unknown>)) yield this.tos.get(place);
    }
  }

  /**
   * Runs a node's rules up to the one at the place `last`, but for those of a kind. Where one fails the next one runs.
   */
  run(node: number, last: number, value: number, trace: Trace, isOff: (rule: Rule<unknown>) => boolean): void {
    if (last === 0) return;
    for (let place = this.firsts.get(node); ; place = this.nexts.get(place)) {
      const rule = this.rules[place - 1] as Rule<unknown>;
      if (!isOff(rule)) {
        const under = { trace, current: this.currents.get(place), file: this.files.get(place) };
        runUnder(under, rule, value, this.tos.get(place), this.abouts[place - 1]);
      }
      if (place === last) return;
    }
  }
}

/** Runs a rule under the vertex and file that it was made under. One that fails is a fault of its file. */
export function runUnder(
  { trace, current, file }: { trace: Trace; current: Vertex; file: number },
  rule: Rule<unknown>,
  value: number,
  to: number,
  about: unknown,
): void {
  trace.resume(current, file);
  const { depth } = trace;
  try {
    rule(value, to, about);
  } catch (error) {
    trace.caught(error, depth, current, file);
  }
  trace.leave();
}
