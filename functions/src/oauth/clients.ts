/**
 * Who wants to act for a user: a client that is named by the address of its own document, which is read anew each time
 * (draft-ietf-oauth-client-id-metadata-document), or, of older clients, one that has registered itself (RFC 7591). Neither
 * has a secret: what proves a client is the challenge of its sign-in and the address that it is sent back to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { agentClients, agentRegistrations } from '../documents/agents.ts';
import { hourlyWindow } from '../jobs/work/hourly-limit.ts';
import { AppError } from '../model/errors.ts';
import type { Ports } from '../ports.ts';
import { readClientMetadata, type ClientMetadata } from './client-metadata.ts';
import { OauthError } from './oauth-error.ts';

export type ClientPorts = Pick<Ports, 'clientDocuments' | 'clock' | 'store'>;

export interface Client {
  id: string;
  /** As it calls itself. */
  name: string;
  /** Who answers for the document that names it; null for one that registered itself. */
  host: string | null;
  redirectUris: string[];
}

const REGISTERED = /^rg_client_[A-Za-z0-9_-]{22}$/;
const LONGEST_ID = 2048;
const UNNAMED = 'A program without a name';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Of one that nobody connected: what registers and goes leaves nothing for long. */
const UNUSED_MS = DAY_MS;
const USED_MS = 180 * DAY_MS;
/** Registrations an hour: of all together, and from one address, which is a courtesy, since it can be made up. */
const MOST_OF_ALL = 300;
const MOST_OF_ONE = 30;

/** `bad_request` for one that is not known, or whose document is not to be had or says something else. */
export async function findClient(ports: ClientPorts, id: string): Promise<Client> {
  if (id.length > LONGEST_ID) throw new AppError('bad_request', 'The client_id is too long');
  if (id.startsWith('https://')) return documentedClient(ports, id);
  const found = REGISTERED.test(id) ? await agentClients.get(ports.store, { client_id: id }) : undefined;
  if (found === undefined || Date.parse(found.expires_at) <= ports.clock.now().getTime()) {
    throw new AppError('bad_request', 'This client is not known, or not any more: let it connect anew');
  }
  return { id, name: found.name, host: null, redirectUris: found.redirect_uris };
}

async function documentedClient({ clientDocuments }: ClientPorts, id: string): Promise<Client> {
  const address = documentAddress(id);
  const document = await clientDocuments.read(address.href);
  const named: unknown = typeof document === 'object' && document !== null ? Reflect.get(document, 'client_id') : '';
  if (named !== id) throw new AppError('bad_request', 'The client’s document names another client_id than its address');
  const { name, redirectUris, authMethod } = readDocument(document);
  if (authMethod !== undefined && authMethod !== 'none') {
    throw new AppError(
      'bad_request',
      'The client’s document asks for a client authentication that is not offered here',
    );
  }
  return { id, name: name ?? address.host, host: address.host, redirectUris };
}

function readDocument(document: unknown): ClientMetadata {
  try {
    return readClientMetadata(document);
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    throw new AppError('bad_request', `The client’s document cannot be used: ${error.message}`, { cause: error });
  }
}

/** An address with a path, written in the one way that it can be compared in. */
function documentAddress(id: string): URL {
  const url = URL.parse(id);
  const odd = url === null || url.href !== id || url.pathname === '/' || url.hash !== '' || id.includes('#');
  if (odd || url.username !== '' || url.password !== '') {
    throw new AppError('bad_request', 'The client_id is no address of a client’s document');
  }
  return url;
}

export interface Registered {
  clientId: string;
  issuedAt: Date;
  metadata: ClientMetadata & { name: string };
}

/** `rate_limited` beyond the registrations of an hour. `from`: the address of whoever asks. */
export async function registerClient(
  { clock, store }: Pick<ClientPorts, 'clock' | 'store'>,
  given: unknown,
  from: string,
): Promise<Registered> {
  const read = readClientMetadata(given);
  const metadata = { ...read, name: read.name ?? UNNAMED };
  const now = clock.now();
  const clientId = `rg_client_${randomBytes(16).toString('base64url')}`;
  const limits = [
    { who: 'all', most: MOST_OF_ALL },
    { who: createHash('sha256').update(from).digest('hex'), most: MOST_OF_ONE },
  ];
  await store.transaction(async (tx) => {
    const windows = [];
    for (const { who, most } of limits) {
      const window = hourlyWindow((await agentRegistrations.get(tx, { who }))?.started, most, now);
      if (window.isFull) {
        const { retryAfter } = window;
        throw new AppError('rate_limited', `At most ${most} registrations an hour`, { retryAfter });
      }
      windows.push({ who, started: window.counted });
    }
    const until = new Date(now.getTime() + 2 * HOUR_MS).toISOString();
    for (const { who, started } of windows) agentRegistrations.set(tx, { who }, { started, expires_at: until });
    agentClients.create(
      tx,
      { client_id: clientId },
      {
        name: metadata.name,
        redirect_uris: metadata.redirectUris,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + UNUSED_MS).toISOString(),
      },
    );
  });
  return { clientId, issuedAt: now, metadata };
}

/** A user has connected it: it stays, since its program keeps its id. */
export async function keepClient(
  { clock, store }: Pick<ClientPorts, 'clock' | 'store'>,
  client: Client,
): Promise<void> {
  if (client.host !== null) return;
  await store.transaction(async (tx) => {
    if ((await agentClients.get(tx, { client_id: client.id })) === undefined) return;
    const until = new Date(clock.now().getTime() + USED_MS).toISOString();
    agentClients.update(tx, { client_id: client.id }, { expires_at: until });
  });
}
