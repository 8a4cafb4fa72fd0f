/**
 * Which keys came or went since a file was resolved. Each run of a part leaves a step: a number, later ones higher, and the
 * keys under which something else stands behind it than before. A file knows the steps that were there when its run began,
 * and what its own run says.
 */
import { onceForEach } from '../tracking/dependence.ts';

export interface Step {
  sequence: number;
  /** Name of the run that left it. */
  run: string;
  /** Hashes, ascending. */
  keys: Uint32Array;
}

/** What a file's answers were made with. */
export interface Knowledge {
  /** Highest number of a step that was there. */
  knows: number;
  run: string;
}

/** Whether one of a list of keys came or went in a step that is not known. */
export type Asks = (keys: Uint32Array) => boolean;

export class ChangedKeys {
  private readonly steps: readonly Step[];
  /** Files of one run ask the same. */
  private readonly asks = new Map<string, Asks>();

  constructor(steps: readonly Step[]) {
    this.steps = steps;
  }

  unknownTo({ knows, run }: Knowledge): Asks {
    const name = `${knows} ${run}`;
    let asks = this.asks.get(name);
    if (asks === undefined) {
      const unknown = this.steps.filter((step) => step.sequence > knows && step.run !== run);
      asks = onceForEach((keys: Uint32Array) => unknown.some((step) => haveOneInCommon(keys, step.keys)));
      this.asks.set(name, asks);
    }
    return asks;
  }
}

/** Of two ascending lists; the shorter one is looked up in the longer. */
function haveOneInCommon(a: Uint32Array, b: Uint32Array): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let from = 0;
  for (const key of short) {
    let to = long.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((long[middle] ?? 0) < key) from = middle + 1;
      else to = middle;
    }
    if (long[from] === key) return true;
  }
  return false;
}
