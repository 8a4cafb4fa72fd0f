/** Ports of a worker that dies after so many effects: nothing that it asks for afterwards happens. */
import { AppError } from '../../src/model/errors.ts';
import type { Ports } from '../../src/ports.ts';

const EFFECTS = new Set([
  'createReview',
  'createComment',
  'updateComment',
  'react',
  'reply',
  'resolveThread',
  'setCheck',
  'uploadSarif',
  'transaction',
  'set',
  'update',
  'delete',
  'enqueue',
]);

export function mortalPorts(ports: Ports, effects: number): { ports: Ports; died(): boolean } {
  let left = effects;
  const wrap = <P extends object>(port: P): P =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || name === 'cloneUrl') return method;
        return async (...args: unknown[]) => {
          if (left <= 0) throw new AppError('internal', 'dead');
          const result: unknown = await Reflect.apply(method, target, args);
          if (EFFECTS.has(String(name)) && --left <= 0) throw new AppError('internal', 'dead');
          return result;
        };
      },
    });
  const mortal = { ...ports, store: wrap(ports.store), scm: wrap(ports.scm), queue: wrap(ports.queue) };
  return { ports: mortal, died: () => left <= 0 };
}
