/**
 * Keeps the framework that runs a function from reading the bodies of requests. It would read each to its end, unpack it (up
 * to 1 GiB) and parse it before our code runs, so a stranger's small request could use up the memory of the process.
 * request-body.ts reads instead, up to the group's limit.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

let kept = false;

/**
 * For every server of this process: takes what announces a body out of `headers`, so that the framework sees no
 * body. `rawHeaders`, which our own server adapter reads, keep them.
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
