/** The platform's primary rate limit: so many requests an hour for each caller, announced on every answer. */
import type { Principal } from './access.ts';

const WINDOW_SECONDS = 3600;

export interface RateLimit {
  /** Counts one request; `exceeded` when it is one too many. */
  count(principal: Principal): { exceeded: boolean; headers: Record<string, string> };
}

export function createRateLimit(requestsPerHour: number): RateLimit {
  const windows = new Map<string, { used: number; reset: number }>();
  return {
    count(principal) {
      const now = Math.floor(Date.now() / 1000);
      const key = callerOf(principal);
      let window = windows.get(key);
      if (window === undefined || window.reset <= now)
        windows.set(key, (window = { used: 0, reset: now + WINDOW_SECONDS }));
      const exceeded = window.used >= requestsPerHour;
      if (!exceeded) window.used++;
      return {
        exceeded,
        headers: {
          'X-RateLimit-Limit': String(requestsPerHour),
          'X-RateLimit-Remaining': String(requestsPerHour - window.used),
          'X-RateLimit-Used': String(window.used),
          'X-RateLimit-Reset': String(window.reset),
          'X-RateLimit-Resource': 'core',
        },
      };
    },
  };
}

function callerOf(principal: Principal): string {
  if (principal.kind === 'user') return `user ${principal.account.id}`;
  return principal.kind === 'installation' ? `installation ${principal.installation.id}` : 'anonymous';
}
