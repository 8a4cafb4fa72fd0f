/**
 * The address that this service is called by, without a slash at its end: PUBLIC_URL where that is set, else what hosting says
 * that it was asked for. What tokens are made for is a part of it, so operators set it (docs/operating.md).
 *
 *     https://graph.example.com
 */
import type { Settings } from '../../ports.ts';

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;
const HOST = /^(?:\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i;

export function ownAddress(request: Request, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  const own = new URL(request.url);
  const named = request.headers.get('X-Forwarded-Host') ?? '';
  const host = HOST.test(named) ? named.toLowerCase() : own.host;
  // Hosting speaks https with everybody, and http with the function behind it.
  return `${LOOPBACK.test(host) ? own.protocol : 'https:'}//${host}`;
}
