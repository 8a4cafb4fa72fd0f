/**
 * A web server on this machine that keeps the documents of OAuth clients, by https and with a certificate that nobody else
 * trusts. `read` is the service's own reader, told that this one address is public.
 *
 *     const host = await startDocumentHost();
 *     host.serve('/client.json', { client_id: host.at('/client.json'), redirect_uris: [ … ] });
 */
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { clientDocuments, type ClientDocumentsOptions } from '../../src/adapters/client-documents.ts';
import type { ClientDocumentsPort } from '../../src/ports.ts';
import { CERTIFICATE, KEY } from './local-certificate.ts';

export interface DocumentHost {
  port: number;
  /** The address of a document. */
  at(path: string): string;
  serve(path: string, document: unknown): void;
  /** For answers that are no documents. */
  answer(path: string, answer: (response: ServerResponse) => void): void;
  /** Paths in the order in which they were asked for. */
  asked: string[];
  reader(options?: ClientDocumentsOptions): ClientDocumentsPort;
  close(): Promise<void>;
}

export async function startDocumentHost(address = '127.0.0.1'): Promise<DocumentHost> {
  const answers = new Map<string, (response: ServerResponse) => void>();
  const asked: string[] = [];
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, address, listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    at: (path) => `https://localhost:${port}${path}`,
    serve(path, document) {
      answers.set(path, (response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(document));
      });
    },
    answer: (path, answer) => void answers.set(path, answer),
    asked,
    reader: (options = {}) =>
      clientDocuments({
        ...{ port, certificates: CERTIFICATE, mayReach: (each) => each === address },
        resolve: () => Promise.resolve([{ address, family: 4 }]),
        ...options,
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
