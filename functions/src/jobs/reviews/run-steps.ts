/**
 * What the steps of a run gave, so that a worker that takes over goes on from there and asks no model twice:
 *
 *     repositories/{key}/prs/7/runs/3/steps/ask      { parts: 2, text: "{\"findings\":[…" }
 *     repositories/{key}/prs/7/runs/3/steps/ask.1    { text: "…]}" }
 *
 * Results are JSON, checked when they are read again, and split so that no document comes near its limit of 1 MiB.
 */
import type { z } from 'zod';
import { repositoryStands } from '../../documents/repositories.ts';
import { reviewRuns, runSteps as steps } from '../../documents/reviews.ts';
import type { RunKey } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';

/** Characters of one part, each at most three bytes long in UTF-8. */
const PART = 250_000;
/** Longer results are a fault: every list in them has a bound. */
const MAX_PARTS = 24;

export interface RunSteps {
  /** What the step gave before, or `work`'s result, stored first. */
  remembered<S extends z.ZodType>(step: string, shape: S, work: () => Promise<z.input<S>>): Promise<z.output<S>>;
  /** What the step gave; undefined when it has not ended. */
  read<S extends z.ZodType>(step: string, shape: S): Promise<z.output<S> | undefined>;
  /** Whether the step has ended. */
  has(step: string): Promise<boolean>;
  /** Replaces what the step gave. */
  remember(step: string, value: unknown): Promise<void>;
}

export function runSteps({ store }: Pick<Ports, 'store'>, key: RunKey): RunSteps {
  const nameOf = (step: string, part: number) => ({ ...key, step: part === 0 ? step : `${step}.${part}` });

  async function stored(step: string): Promise<unknown> {
    const first = await steps.get(store, nameOf(step, 0));
    if (first === undefined) return undefined;
    const names = Array.from({ length: (first.parts ?? 1) - 1 }, (_, at) => nameOf(step, at + 1));
    const rest = names.length === 0 ? [] : await steps.getAll(store, names);
    return JSON.parse([first, ...rest].map((part) => part?.text ?? '').join(''));
  }

  async function remember(step: string, value: unknown): Promise<void> {
    // Halves of a surrogate pair may end up in two parts, and neither is a character.
    const text = JSON.stringify(value).replace(/[\ud800-\udfff]/g, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
    const parts = Math.max(1, Math.ceil(text.length / PART));
    if (parts > MAX_PARTS) throw new AppError('internal', `The step ${step} gave ${text.length} characters`);
    await store.transaction(async (tx) => {
      // Steps of a run that is gone would outlive its repository.
      const [run, stands] = await Promise.all([reviewRuns.get(tx, key), repositoryStands(tx, key.repo_key)]);
      if (run === undefined || !stands) throw new AppError('conflict', 'The review run is gone');
      for (let at = 0; at < parts; at++) {
        const part = text.slice(at * PART, (at + 1) * PART);
        steps.set(tx, nameOf(step, at), at === 0 ? { parts, text: part } : { text: part });
      }
    });
  }

  return {
    remember,
    has: async (step) => (await steps.get(store, nameOf(step, 0))) !== undefined,
    async read(step, shape) {
      const before = await stored(step);
      return before === undefined ? undefined : shape.parse(before);
    },
    async remembered(step, shape, work) {
      const before = await stored(step);
      if (before !== undefined) return shape.parse(before);
      const value = await work();
      await remember(step, value);
      return shape.parse(value);
    },
  };
}
