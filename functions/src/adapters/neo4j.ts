/**
 * The graph port over Bolt. The only user of neo4j-driver.
 *
 * Numbers: JS has one kind, Neo4j two. Whole numbers are sent as integers (LIMIT refuses floats, and `12.0` as a line
 * number would be wrong for every other client) and come back as JS numbers. In a list of numbers with any fraction all stay
 * floats, so that a vector with a 0 in it is still a list of floats. Integers are made as the driver's own Integer, since it
 * prints and parses a BigInt.
 *
 * A dead server must be reported within seconds; by default the driver retries for 30 s. An outage becomes
 * `graph_unavailable`; everything else (syntax, constraint, wrong type) is a bug of ours and is thrown as it is.
 */
import { setTimeout as pauseFor } from 'node:timers/promises';
import neo4j, { type Config, type Driver, type QueryResult, type Session } from 'neo4j-driver';
import { AppError } from '../model/errors.ts';
import type { GraphParams, GraphPort, GraphRow, GraphValue } from '../ports.ts';
import { graphFailureOf, graphUnavailable, isCutShort } from './neo4j-errors.ts';

export interface GraphOptions {
  /** `bolt://host:port`, `neo4j+s://…`. */
  uri: string;
  username?: string;
  /** Empty or absent: a server without authentication. */
  password?: string;
  database?: string;
  /** Milliseconds that a managed transaction is tried again on transient errors. */
  retryMs?: number;
  /** Milliseconds to open, or to wait for, a connection. */
  connectMs?: number;
  /** Milliseconds after which the server ends a read. */
  readTimeoutMs?: number;
  poolSize?: number;
}

/** The driver is made on first use, so that a function that never asks the graph never opens a socket. */
export function createGraph(options: GraphOptions): GraphPort {
  const { database, retryMs = 5_000, connectMs = 3_000, readTimeoutMs = 20_000, poolSize = 20 } = options;
  let driver: Driver | undefined;

  function connect(): Driver {
    const { uri, username = 'neo4j', password } = options;
    const config: Config = {
      disableLosslessIntegers: true,
      maxTransactionRetryTime: retryMs,
      connectionTimeout: connectMs,
      connectionAcquisitionTimeout: connectMs * 2,
      maxConnectionPoolSize: poolSize,
      // A connection idle for longer is checked before use: Aura closes them silently.
      connectionLivenessCheckTimeout: 60_000,
      userAgent: 'reviewgraph',
    };
    return neo4j.driver(uri, password ? neo4j.auth.basic(username, password) : undefined, config);
  }

  async function withSession<T>(mode: 'READ' | 'WRITE', work: (session: Session) => Promise<T>): Promise<T> {
    driver ??= connect();
    const session = driver.session({ defaultAccessMode: mode, ...(database === undefined ? {} : { database }) });
    try {
      return await work(session);
    } finally {
      // A session that cannot be closed was already reported by the work that broke it.
      await session.close().catch(() => undefined);
    }
  }

  return {
    // One message to the server and one answer; a transaction that the driver manages takes three of each.
    read(cypher, params) {
      const ask = async (session: Session) =>
        rowsOf(await session.run(cypher, sent(params), { timeout: readTimeoutMs }));
      const answered = againWhereRetriable(retryMs, () => withSession('READ', ask));
      // Twice the server's limit: the answer also has to travel, and this process may be too busy to read it.
      return within(2 * readTimeoutMs, classified(answered));
    },
    write(statements) {
      const written = withSession('WRITE', (session) =>
        session.executeWrite(async (tx) => {
          const answers: GraphRow[][] = [];
          for (const { cypher, params } of statements) answers.push(rowsOf(await tx.run(cypher, sent(params))));
          return answers;
        }),
      );
      return classified(written);
    },
    run(cypher, params) {
      return classified(withSession('WRITE', async (session) => rowsOf(await session.run(cypher, sent(params)))));
    },
    async close() {
      const open = driver;
      driver = undefined;
      await open?.close();
    },
  };
}

/**
 * Gives up on a connection that went silent. The driver notices only when the server's keep-alive is overdue (two minutes),
 * which is longer than a caller waits. The driver itself closes the connection later.
 */
async function within<T>(milliseconds: number, answered: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('graph_unavailable', undefined, { retryAfter: 10 })), milliseconds);
  });
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

const FIRST_PAUSE_MS = 1_000;

/** As the driver tries its own transactions again: after one second, two, four, each a fifth more or less. */
async function againWhereRetriable<T>(retryMs: number, work: () => Promise<T>): Promise<T> {
  let failedFirst: number | undefined;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await work();
    } catch (error) {
      failedFirst ??= performance.now();
      if (performance.now() - failedFirst > retryMs || !neo4j.isRetryableError(error)) throw error;
    }
    await pauseFor(pause * (0.8 + 0.4 * Math.random()));
  }
}

/** With our error in place of the driver's. */
async function classified<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isCutShort(error)) throw graphUnavailable(error);
    throw error instanceof neo4j.Neo4jError ? (graphFailureOf(error) ?? error) : error;
  }
}

function sent(params: GraphParams | undefined): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params ?? {})) out[name] = toBolt(value);
  return out;
}

function toBolt(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return new Int8Array(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return isFractions(items) ? items : items.map(toBolt);
  }
  return sent(value as GraphParams);
}

function isFractions(items: unknown[]): boolean {
  return items.every((item) => typeof item === 'number') && !items.every((item) => Number.isInteger(item));
}

function rowsOf(result: QueryResult): GraphRow[] {
  return result.records.map((record) => {
    const row: GraphRow = {};
    for (const key of record.keys) row[String(key)] = fromBolt(record.get(key));
    return row;
  });
}

/** Nodes and relationships come back as their properties; queries return values by name, so this is for maps and lists. */
function fromBolt(value: unknown): GraphValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Int8Array) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map(fromBolt);
  if (neo4j.isNode(value) || neo4j.isRelationship(value)) return fromBolt(value.properties);
  if (typeof value === 'object') {
    const out: Record<string, GraphValue> = {};
    for (const [key, item] of Object.entries(value)) out[key] = fromBolt(item);
    return out;
  }
  throw new Error(`The graph returned a value of an unexpected type: ${typeof value}`);
}
