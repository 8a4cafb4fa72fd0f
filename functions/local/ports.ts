/** Which TCP ports of this machine can be used? Only loopback: nothing of the local stack listens to the network. */
import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** A port that was free a moment ago. The race with other programs is small and ends in a clear error at start. */
export async function freePort(): Promise<number> {
  return listenOnce(0);
}

/** `count` different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
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

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no TCP address'));
        else resolve(address.port);
      });
    });
  });
}
