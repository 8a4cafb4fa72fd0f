/**
 * The worker of every queue whose tasks hold a lease: ingestions, shards and review runs. It takes the lease, does the work
 * under a heartbeat, and records how it ended. A task may be delivered twice, late, or after a crash of the first delivery:
 *
 *     the work has ended                  nothing to do; the task is done
 *     another worker's lease stands       fail this delivery; the queue's next one comes back to see
 *     no lease, or an expired one         take it, and go on from what the last worker left
 *
 * A failure that trying again cannot help is recorded and returned, so the queue does not retry it. One that may pass gives
 * the work back and is thrown, until the work's own count of attempts is used up.
 */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../model/errors.ts';
import type { LogPort } from '../../ports.ts';
import { reasonToReturn } from './heartbeat.ts';
import type { Heartbeat } from './heartbeat.ts';

/** Taken; or not to be worked at any more; or held by somebody whose end the next delivery comes back to see. */
export type Taken<Held> = { held: Held } | 'nothing to do' | { busy: string };

/** One kind of leased work; `Held` is its document as this worker took it, `Done` what its work gives. */
export interface LeasedWork<Held extends { attempts: number }, Beat extends Heartbeat, Done, Outcome extends string> {
  /** `job`, in sentences of the log. */
  what: string;
  /** Which one, for the log. */
  fields: object;
  mostAttempts: number;
  /** What is recorded of work that was taken more often. */
  givenUp: string;
  take(holder: string): Promise<Taken<Held>>;
  hold(held: Held, holder: string): Beat;
  /** `lastTry`: what fails now will not be tried again. */
  work(held: Held, beat: Beat, lastTry: boolean, holder: string): Promise<Done>;
  finish(held: Held, holder: string, done: Done): Promise<Outcome | 'taken over'>;
  /** Whether a failure is of no account, since the work is somebody else's by now. */
  isOthers?(held: Held, holder: string): Promise<boolean>;
  /** Whether trying again may help against a failure. */
  mayPass(error: AppError, held: Held): boolean;
  /** Gives the work back; throws the error for the queue to come again, unless a task of its own stands for it. */
  giveBack(held: Held, holder: string, error: AppError): Promise<Outcome>;
  /** Records a failure for good. */
  fail(held: Held, holder: string, error: unknown): Promise<Outcome>;
}

/** `lastDelivery`: the queue will not come again, so what would be thrown is recorded instead. */
export async function runLeased<
  Held extends { attempts: number },
  Beat extends Heartbeat,
  Done,
  Outcome extends string,
>(
  log: LogPort,
  leased: LeasedWork<Held, Beat, Done, Outcome>,
  lastDelivery: boolean,
): Promise<Outcome | 'nothing to do' | 'taken over'> {
  const holder = randomUUID();
  const taken = await leased.take(holder);
  if (taken === 'nothing to do') return taken;
  if ('busy' in taken) {
    if (lastDelivery) return 'nothing to do';
    throw new AppError('conflict', taken.busy);
  }
  const { held } = taken;
  if (held.attempts > leased.mostAttempts) {
    return leased.fail(held, holder, new AppError('conflict', leased.givenUp));
  }
  const lastTry = lastDelivery || held.attempts >= leased.mostAttempts;
  const beat = leased.hold(held, holder);
  try {
    const done = await leased.work(held, beat, lastTry, holder);
    await beat.release();
    return await leased.finish(held, holder, done);
  } catch (error) {
    await beat.release();
    if (beat.signal.aborted) return leave(log, leased, beat, lastDelivery);
    if ((await leased.isOthers?.(held, holder)) === true) return 'taken over';
    const mayPass = error instanceof AppError && leased.mayPass(error, held);
    return await (mayPass && !lastTry ? leased.giveBack(held, holder, error) : leased.fail(held, holder, error));
  } finally {
    await beat.release();
  }
}

/** Ends a worker that lost its work. */
function leave(
  log: LogPort,
  { what, fields }: { what: string; fields: object },
  beat: Heartbeat,
  lastDelivery: boolean,
): 'taken over' {
  log.warn(`A worker lost its ${what}`, { ...fields, reason: String(beat.signal.reason) });
  const again = reasonToReturn(beat);
  if (again !== undefined && !lastDelivery) throw again;
  return 'taken over';
}
