/**
 * Documents in which OAuth clients describe themselves, read from addresses that strangers name. So the request is one that
 * can do nothing else: to a public address, on the port of the web, without redirects, credentials or cookies, for a small
 * document of JSON, and not for long. The name is looked up once and the connection goes to the very addresses that were
 * looked at, so an answer that is another one the next time (DNS rebinding) changes nothing.
 *
 *     read('https://agent.example.com/oauth/client.json') → { client_id: …, client_name: …, redirect_uris: […] }
 *
 * https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
 */
import { lookup, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { AppError } from '../model/errors.ts';
import type { ClientDocumentsPort } from '../ports.ts';
import { isInnerAddress } from './public-address.ts';

const MOST_BYTES = 64 * 1024;
const TIMEOUT_MS = 5_000;
const WEB_PORT = 443;
const USER_AGENT = 'reviewgraph';

export interface ClientDocumentsOptions {
  /** All of a name's addresses; the system's own resolver unless given. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  /** Whether an address may be connected to; public ones unless told otherwise. */
  mayReach?: (address: string) => boolean;
  /** The one port; that of the web unless given. */
  port?: number;
  /** Trusted beside the public authorities. */
  certificates?: string;
  /** Milliseconds for all of it. */
  timeoutMs?: number;
}

const systemLookup = promisify(lookup);

/** A refusal whose text is for whoever asked. */
class Unreadable extends Error {}

/** Failures: `bad_request` with what is wrong with the address or the document. */
export function clientDocuments(options: ClientDocumentsOptions = {}): ClientDocumentsPort {
  const { port = WEB_PORT, timeoutMs = TIMEOUT_MS } = options;
  return {
    async read(address) {
      const url = new URL(address);
      try {
        if (url.protocol !== 'https:' || Number(url.port === '' ? WEB_PORT : url.port) !== port) {
          throw new Unreadable('only https on its usual port is read');
        }
        // A literal address would pass by the resolver.
        if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
          throw new Unreadable('its host is an address, not a name');
        return await documentAt(url, options, AbortSignal.timeout(timeoutMs));
      } catch (error) {
        const why = error instanceof Unreadable ? error.message : 'it does not answer';
        throw new AppError('bad_request', `The client’s document cannot be read: ${why}`, { cause: error });
      }
    },
  };
}

async function documentAt(url: URL, options: ClientDocumentsOptions, signal: AbortSignal): Promise<unknown> {
  const addresses = await publicAddresses(url.hostname, options, signal);
  const response = await answerOf(url, { addresses, certificates: options.certificates, signal });
  try {
    if (response.statusCode !== 200) {
      const { statusCode: status = 0 } = response;
      throw new Unreadable(status >= 300 && status < 400 ? 'it is elsewhere' : `it answers with status ${status}`);
    }
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers['content-type'] ?? '')) {
      throw new Unreadable('it is no JSON');
    }
    return parsed(await bytesOf(response));
  } finally {
    response.destroy();
  }
}

/** None at all when any of them is not public: a name that means both is made to lead inward. */
async function publicAddresses(
  hostname: string,
  { resolve = (name) => systemLookup(name, { all: true }), mayReach = isPublic }: ClientDocumentsOptions,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Unreadable('it does not answer in time')), { once: true });
  });
  const addresses = await Promise.race([resolve(hostname), aborted]);
  if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address))) {
    throw new Unreadable('its host is not a public one');
  }
  return addresses;
}

function isPublic(address: string): boolean {
  return !isInnerAddress(address);
}

interface Connection {
  addresses: LookupAddress[];
  certificates: string | undefined;
  signal: AbortSignal;
}

function answerOf(url: URL, { addresses, certificates, signal }: Connection): Promise<IncomingMessage> {
  const settled: RequestOptions['lookup'] = (_, { all }, done) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (all === true) done(null, addresses);
    else done(null, first.address, first.family);
  };
  const options: RequestOptions = {
    ...{ method: 'GET', agent: false, lookup: settled, signal },
    headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': USER_AGENT },
    ...(certificates === undefined ? {} : { ca: certificates }),
  };
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', (error) => reject(signal.aborted ? new Unreadable('it does not answer in time') : error))
      .end();
  });
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) throw new Unreadable(`it has more than ${MOST_BYTES / 1024} KB`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch (error) {
    throw new Unreadable('it is no JSON', { cause: error });
  }
}
