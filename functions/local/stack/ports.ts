/** Which TCP ports of this machine can be used? Only loopback: nothing of the local stack listens to the network. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Below what Linux, macOS and Windows give to connections and to whoever asks for any port (32768 or 49152 and up): a
 * server that takes seconds to start would find such a port taken by another program's connection in the meantime.
 * Above 10080, the last port that `fetch` refuses (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST = 10_100;
const LAST = 32_000;
const TRIES = 100;

/** A port that was free a moment ago. The race with other programs is small and ends in a clear error at start. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`None of ${TRIES} ports between ${FIRST} and ${LAST} can be listened at on ${LOOPBACK}.`);
}

/** `count` different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Throws one sentence that names every taken port, what it is for and the way out. */
export async function requirePorts(wanted: { what: string; port: number }[]): Promise<void> {
  const taken: string[] = [];
  for (const { what, port } of wanted) if (!(await isPortFree(port))) taken.push(`${port} (${what})`);
  if (taken.length === 0) return;
  throw new Error(
    `Already in use on ${LOOPBACK}: ${taken.join(', ')}. Perhaps this project already runs in another terminal; ` +
      'otherwise set REVIEWGRAPH_PORT to the first of twelve free ports, for example REVIEWGRAPH_PORT=6080.',
  );
}
