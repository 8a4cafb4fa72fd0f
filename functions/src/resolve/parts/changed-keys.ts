/**
 * Which keys came or went since a file was resolved. Each run of a part leaves a step: a number, later ones higher, and the
 * keys under which something else stands behind it than before. A file knows the steps that were there when its run began,
 * and what its own run says.
 */
import { onceForEach } from '../tracking/dependence.ts';
import { placeIn } from './place-in.ts';

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
  private readonly unknown = new Map<string, { steps: readonly Step[]; some: Asks }>();

  constructor(steps: readonly Step[]) {
    this.steps = steps;
  }

  unknownTo(knowledge: Knowledge): Asks {
    return this.asked(knowledge).some;
  }

  /** Those of a list that came or went in a step that is not known. */
  unknownAmong(keys: Uint32Array, knowledge: Knowledge): number[] {
    const { steps } = this.asked(knowledge);
    return [...keys].filter((key) => steps.some((step) => isIn(key, step.keys)));
  }

  private asked({ knows, run }: Knowledge): { steps: readonly Step[]; some: Asks } {
    const name = `${knows} ${run}`;
    let asked = this.unknown.get(name);
    if (asked === undefined) {
      const steps = this.steps.filter((step) => step.sequence > knows && step.run !== run);
      const some = onceForEach((keys: Uint32Array) => areAmong(steps, keys));
      this.unknown.set(name, (asked = { steps, some }));
    }
    return asked;
  }
}

/** Steps that a part was not resolved by, which knows those up to a number. What it tells itself, it was. */
export function stepsUnknownTo<OfPart extends Step & { part: unknown }>(
  part: OfPart['part'],
  knows: number,
  steps: readonly OfPart[],
): OfPart[] {
  return steps.filter((step) => step.part !== part && step.sequence > knows);
}

/** Whether one of the keys, which are ascending, came or went in one of the steps. */
export function areAmong(steps: readonly Step[], keys: Uint32Array): boolean {
  return steps.some((step) => haveOneInCommon(keys, step.keys));
}

/** Of two ascending lists; the shorter one is looked up in the longer. */
export function haveOneInCommon(a: Uint32Array, b: Uint32Array): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let from = 0;
  for (const key of short) {
    from = placeIn(long, key, from);
    if (long[from] === key) return true;
  }
  return false;
}

function isIn(key: number, keys: Uint32Array): boolean {
  return keys[placeIn(keys, key)] === key;
}
