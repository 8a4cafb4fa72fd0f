/**
 * Faults that a test asks for: what a platform, a proxy or a network does on a bad day, on chosen requests, a chosen
 * number of times.
 *
 *     host.fail({ path: '/api/v3/user', status: 503, times: 2 });
 *     host.fail({ path: '/api/v3/user/repos', status: 403, retryAfter: 30 });      secondary rate limit
 *     host.fail({ path: /git-upload-pack$/, truncateAfter: 2000 });                half a pack, cleanly closed
 */
export interface Fault {
  /** Matches the request's path (without the query): a string at its start, a pattern anywhere. */
  path: string | RegExp;
  method?: string;
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
  clear(): void;
}

export function createFaultList(): FaultList {
  const faults: { fault: Fault; left: number }[] = [];
  return {
    add(fault) {
      faults.push({ fault, left: fault.times ?? 1 });
    },
    take(method, path) {
      const found = faults.find(
        ({ fault, left }) =>
          left > 0 &&
          (fault.method === undefined || fault.method === method) &&
          (typeof fault.path === 'string' ? path.startsWith(fault.path) : fault.path.test(path)),
      );
      if (found === undefined) return undefined;
      found.left--;
      return found.fault;
    },
    clear() {
      faults.length = 0;
    },
  };
}
