/**
 * How long a request waited for others: the emulators answer slower than what they stand for, so measurements tell their
 * time apart from ours.
 */

/** Milliseconds in which at least one call of a port was under way. */
export interface Waiting {
  total(): number;
  /** The port with its calls watched. */
  watch<P extends object>(port: P): P;
}

export function watchWaiting(): Waiting {
  let [waited, open, since] = [0, 0, 0];
  const begin = () => {
    if (open++ === 0) since = performance.now();
  };
  const end = () => {
    if (--open === 0) waited += performance.now() - since;
  };
  return {
    total: () => waited,
    watch: (port) =>
      new Proxy(port, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return async (...args: unknown[]): Promise<unknown> => {
            begin();
            try {
              return await (Reflect.apply(member, target, args) as Promise<unknown>);
            } finally {
              end();
            }
          };
        },
      }),
  };
}
