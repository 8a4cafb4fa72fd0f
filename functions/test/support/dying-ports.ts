/** Workers that die after so many effects, those on the graph included. */
import { AppError } from '../../src/model/errors.ts';
import type { Ports } from '../../src/ports.ts';
import type { DividedService } from './divided-service.ts';
import type { StoredTask } from './task-server.ts';

function dyingPorts(alive: Ports, effects: number): { ports: Ports; died(): boolean } {
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

/** Delivers all tasks of a job, each to a worker that dies after so many effects, if it makes as many; queues of those that did. */
export async function drainByDying(
  { service, queueOf, tasksOf, deliver }: DividedService,
  id: string,
  effects: number,
  alive: Ports = service.ports,
): Promise<string[]> {
  const deaths: string[] = [];
  const delivered = new Set<StoredTask>();
  for (;;) {
    const task = tasksOf(id).find((each) => !delivered.has(each));
    if (task === undefined) return deaths;
    delivered.add(task);
    const mortal = dyingPorts(alive, effects);
    await deliver(task, mortal.ports).catch(() => undefined);
    if (!mortal.died()) continue;
    deaths.push(queueOf(task));
    // The queue comes again until the lease of the dead is over.
    service.advance(91_000);
    await deliver(task, alive);
  }
}
