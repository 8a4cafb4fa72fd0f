/**
 * Faults that a test asks for: what a platform, a proxy or a network does on a bad day, on chosen requests, a chosen
 * number of times.
 *
 *     host.fail({ path: '/api/v3/user', status: 503, times: 2 });
 *     host.fail({ path: '/api/v3/user/repos', status: 403, retryAfter: 30 });      secondary rate limit
 *     host.fail({ path: /git-upload-pack$/, truncateAfter: 2000 });                half a pack, cleanly closed
 *     host.fail({ path: /./, skip: 4, status: 502 });                              the fifth request from now on
 */
export interface Fault {
  /** Matches the request's path (without the query): a string at its start, a pattern anywhere. */
  path: string | RegExp;
  method?: string;
  /** How many such requests are answered before one fails; 0 unless given. */
  skip?: number;
  /** How many requests fail; 1 unless given. */
  times?: number;
  /** Answer with this status instead of the true answer. */
  status?: number;
  message?: string;
  /** Seconds; sent as Retry-After (with 403 or 429 the secondary rate limit). */
  retryAfter?: number;
  /** Unix seconds; sent as X-RateLimit-Reset with nothing remaining (the primary rate limit). */
  rateLimitReset?: number;
  /** Milliseconds before anything is answered. */
  delay?: number;
  /** The true answer, cut after so many bytes of its body. */
  truncateAfter?: number;
  /** How a cut answer ends: as if it were complete (the default), or with the connection reset. */
  cut?: 'clean' | 'reset';
}

export interface FaultList {
  add(fault: Fault): void;
  /** The next fault for a request, used up by this call. */
  take(method: string, path: string): Fault | undefined;
  /** Gives how many no request has met. */
  clear(): number;
}

export function createFaultList(): FaultList {
  const faults: { fault: Fault; skip: number; left: number }[] = [];
  return {
    add(fault) {
      faults.push({ fault, skip: fault.skip ?? 0, left: fault.times ?? 1 });
    },
    take(method, path) {
      const found = faults.filter(
        ({ fault, left }) =>
          left > 0 &&
          (fault.method === undefined || fault.method === method) &&
          (typeof fault.path === 'string' ? path.startsWith(fault.path) : fault.path.test(path)),
      );
      const due = found.find(({ skip }) => skip === 0);
      for (const each of found) if (each.skip > 0) each.skip--;
      if (due === undefined) return undefined;
      due.left--;
      return due.fault;
    },
    clear() {
      return faults.splice(0).filter(({ left }) => left > 0).length;
    },
  };
}
