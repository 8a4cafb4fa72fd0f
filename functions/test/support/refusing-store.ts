/**
 * A relay before the Firestore emulator that answers chosen calls as the service does on a bad day. It speaks gRPC, which
 * is HTTP/2 with the call's outcome in `grpc-status`; what is not refused is passed on.
 *
 *     POST /google.firestore.v1.Firestore/Commit  ─▶  200, grpc-status: 10, grpc-message: …
 */
import { connect, constants, createServer } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface RefusingStore {
  /** What FIRESTORE_EMULATOR_HOST is set to. */
  address: string;
  /** From now on the next `times` calls of this name (`Commit`, `BatchGetDocuments`, `RunQuery`) end with this status. */
  refuse(call: string, status: number, times?: number, message?: string): void;
  /** Calls that were refused. */
  refused(): number;
  close(): Promise<void>;
}

/** Headers of a connection, which are the other side's own. */
const OWN = new Set(['connection', 'transfer-encoding', 'host', constants.HTTP2_HEADER_AUTHORITY]);

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name)));
}

function relay(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, service: ClientHttp2Session): void {
  const asked = service.request(passedOn(headers));
  let trailers: IncomingHttpHeaders = {};
  asked.on('response', (answer: IncomingHttpHeaders) => {
    stream.respond(passedOn(answer), { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    asked.pipe(stream);
  });
  asked.on('trailers', (given: IncomingHttpHeaders) => (trailers = passedOn(given)));
  asked.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  stream.on('error', () => undefined);
  // A call that its caller gave up; an answered one is closed by then.
  stream.on('close', () => asked.close());
  stream.pipe(asked);
}

/** `target`: `127.0.0.1:8080`. */
export async function startRefusingStore(target: string): Promise<RefusingStore> {
  const service = connect(`http://${target}`);
  const rules: { call: string; status: number; left: number; message: string }[] = [];
  let refused = 0;
  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream, headers) => {
    const name = String(headers[':path']).split('/').at(-1);
    const rule = rules.find(({ call, left }) => call === name && left > 0);
    if (rule === undefined) return relay(stream, headers, service);
    rule.left -= 1;
    refused += 1;
    stream.resume();
    const outcome = { 'grpc-status': String(rule.status), 'grpc-message': encodeURI(rule.message) };
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...outcome }, { endStream: true });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (call, status, times = 1, message = 'Scripted') => void rules.push({ call, status, left: times, message }),
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
        service.destroy();
      }),
  };
}
