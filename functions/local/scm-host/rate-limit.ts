/** The platform's primary rate limit: so many requests an hour for each caller, announced on every answer. */
import type { Principal } from './access.ts';

const WINDOW_SECONDS = 3600;

export interface RateLimit {
  /** Counts one request; `exceeded` when it is one too many. */
  count(principal: Principal): { exceeded: boolean; headers: Record<string, string> };
  /** For an answer that was confirmed rather than given again: it costs nothing. */
  giveBack(principal: Principal): Record<string, string>;
}

export function createRateLimit(requestsPerHour: number): RateLimit {
  const windows = new Map<string, { used: number; reset: number }>();
  const headersOf = ({ used, reset }: { used: number; reset: number }) => ({
    'X-RateLimit-Limit': String(requestsPerHour),
    'X-RateLimit-Remaining': String(requestsPerHour - used),
    'X-RateLimit-Used': String(used),
    'X-RateLimit-Reset': String(reset),
    'X-RateLimit-Resource': 'core',
  });
  return {
    giveBack(principal) {
      const window = windows.get(callerOf(principal)) ?? { used: 1, reset: 0 };
      window.used = Math.max(0, window.used - 1);
      return headersOf(window);
    },
    count(principal) {
      const now = Math.floor(Date.now() / 1000);
      const key = callerOf(principal);
      let window = windows.get(key);
      if (window === undefined || window.reset <= now)
        windows.set(key, (window = { used: 0, reset: now + WINDOW_SECONDS }));
      const exceeded = window.used >= requestsPerHour;
      if (!exceeded) window.used++;
      return { exceeded, headers: headersOf(window) };
    },
  };
}

function callerOf(principal: Principal): string {
  if (principal.kind === 'user') return `user ${principal.account.id}`;
  return principal.kind === 'installation' ? `installation ${principal.installation.id}` : 'anonymous';
}
