/**
 * Keeps the framework that runs a function from the bodies of requests. It would read each to its end, unpack it (up to
 * 1 GiB) and parse it before our code is asked: 680 KB of gzip from a stranger took 1.4 GB and 14 s, and 30 MB of JSON the
 * process, of functions that have 512 MiB. request-body.ts reads instead, as far as a group allows.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

let kept = false;

/**
 * For every server of this process. A request that says neither how long its body is nor that it comes in chunks has none
 * to those who read `headers`; `rawHeaders`, which our own server adapter reads, still say it.
 */
export function keepBodiesUnread(): void {
  if (kept) return;
  kept = true;
  subscribe('http.server.request.start', (message) => {
    const { headers } = (message as { request: IncomingMessage }).request;
    delete headers['content-length'];
    delete headers['transfer-encoding'];
  });
}
