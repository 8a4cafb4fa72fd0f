/** Ports of a worker that dies after so many effects, those on the graph included. */
import { AppError } from '../../src/model/errors.ts';
import type { Ports } from '../../src/ports.ts';

export function dyingPorts(alive: Ports, effects: number): { ports: Ports; died(): boolean } {
  let left = effects;
  const dead = () => new AppError('internal', 'dead');
  const wrap = <P extends object>(port: P, names: string[]): P =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || !names.includes(String(name))) return method;
        return async (...args: unknown[]) => {
          if (left <= 0) throw dead();
          const result: unknown = await Reflect.apply(method, target, args);
          if (--left <= 0) throw dead();
          return result;
        };
      },
    });
  const ports = {
    ...alive,
    store: wrap(alive.store, ['transaction', 'deleteTree']),
    queue: wrap(alive.queue, ['enqueue']),
    graph: wrap(alive.graph, ['write']),
  };
  return { ports, died: () => left <= 0 };
}
