/**
 * A line to a service that can fail as lines do. Between a worker and the service stands a TCP relay which, for a while,
 * lets nobody in, drops whoever is connected, or takes bytes and passes none on.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `refused`: connections end at once. `silent`: bytes go nowhere, nobody is told. `cut`: all connections drop once. */
export const OUTAGES = ['refused', 'silent', 'cut'] as const;
export type Outage = (typeof OUTAGES)[number];

export interface CutLine {
  /** `127.0.0.1:41234` */
  address: string;
  /** The line fails in this way until `mend`. */
  fail(outage: Outage): void;
  mend(): void;
  close(): Promise<void>;
}

/** `target`: `127.0.0.1:7687`. */
export async function startCutLine(target: string): Promise<CutLine> {
  const { hostname, port } = new URL(`tcp://${target}`);
  const open = new Set<Socket>();
  let state: Outage | 'whole' = 'whole';

  function drop(): void {
    for (const socket of open) socket.destroy();
  }

  function relay(from: Socket, to: Socket): void {
    open.add(from);
    from.on('data', (bytes: Buffer) => {
      // What a silent line took is lost: a connection that lived through it is broken, as a real one would be.
      if (state === 'silent') return;
      if (!to.write(bytes)) from.pause();
    });
    from.on('drain', () => to.resume());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  }

  const server = createServer((socket) => {
    if (state === 'refused') {
      socket.destroy();
      return;
    }
    const service = connect(Number(port), hostname);
    relay(socket, service);
    relay(service, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(outage) {
      state = outage === 'cut' ? 'whole' : outage;
      if (outage !== 'silent') drop();
    },
    mend() {
      // Bytes are missing from what was open meanwhile.
      if (state === 'silent') drop();
      state = 'whole';
    },
    async close() {
      drop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
