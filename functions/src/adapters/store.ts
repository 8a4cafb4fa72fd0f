/**
 * Firestore as the StorePort. In production REST is preferred over gRPC: nothing here listens for changes, and a cold
 * process answers its first call sooner. (The emulator takes gRPC only, since over REST the SDK insists on real
 * credentials.) Times are stored as ISO strings, which sort as times do; a Timestamp that somebody else wrote is read as one.
 *
 * Every operation ends within a bound: the SDK itself would retry an unreachable server for minutes, longer than a
 * caller waits.
 */
import { FieldValue, initializeFirestore, Timestamp } from 'firebase-admin/firestore';
import type { DocumentData, Firestore, Query, Transaction } from 'firebase-admin/firestore';
import type { App } from 'firebase-admin/app';
import { AppError } from '../model/errors.ts';
import { wellFormed } from '../model/well-formed.ts';
import type { Doc, DocQuery, Increments, StorePort, StoreTransaction } from '../ports.ts';

const OPERATION_MS = 15_000;
const TRANSACTION_MS = 45_000;
/** Of a task, not of a request: a repository may have tens of thousands of documents. */
const DELETE_TREE_MS = 480_000;
/** Many requests can meet on one repository's document; each loser starts anew after a random pause. */
const TRANSACTION_ATTEMPTS = 30;
const CLOSED_ATTEMPTS = 5;

/** Codes after which another try can help: those after which the SDK tries its own transactions again. */
const GRPC_CODES: Record<number, string> = {
  1: 'cancelled',
  2: 'unknown',
  4: 'deadline',
  5: 'not_found',
  6: 'exists',
  8: 'exhausted',
  10: 'aborted',
  13: 'internal',
  14: 'unavailable',
  16: 'unauthenticated',
};

/** A stored value with every Timestamp as an ISO string. */
function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
  return value;
}

function docOf(data: DocumentData | undefined): Doc | undefined {
  if (data === undefined) return undefined;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plain(value)]));
}

/** The SDK's error as ours. An error that is no known outage stays as it is: it is a bug, and must be seen. */
function translated(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const kind = typeof code === 'number' ? GRPC_CODES[code] : undefined;
  if (kind === 'not_found' && /The database .* does not exist/.test(error.message)) {
    return new AppError('store_unavailable', 'The project has no Firestore database', { cause: error });
  }
  if (kind === 'not_found') return new AppError('not_found', undefined, { cause: error });
  if (kind === 'exists') return new AppError('conflict', undefined, { cause: error });
  const unreachable = typeof code === 'string' && /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET)/.test(code);
  if (kind !== undefined || unreachable || error.name === 'FetchError') {
    return new AppError('store_unavailable', undefined, { retryAfter: 5, cause: error });
  }
  return error;
}

async function bounded<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('store_unavailable', undefined, { retryAfter: 5 })), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw translated(error);
  } finally {
    clearTimeout(timer);
  }
}

function queryOf(db: Firestore, { collection, where = [], orderBy = [], limit }: DocQuery): Query {
  let query: Query = db.collection(collection);
  for (const [field, op, value] of where) query = query.where(field, op, value);
  for (const [field, direction] of orderBy) query = query.orderBy(field, direction);
  return limit === undefined ? query : query.limit(limit);
}

function incrementsOf(amounts: Increments): DocumentData {
  return Object.fromEntries(
    Object.entries(amounts).map(([field, amount]) => [
      field,
      typeof amount === 'number' ? FieldValue.increment(amount) : incrementsOf(amount),
    ]),
  );
}

/** The segments of a path are collection and document in turn. */
function isCollection(path: string): boolean {
  return path.split('/').length % 2 === 1;
}

function transactionOn(db: Firestore, tx: Transaction): StoreTransaction {
  return {
    get: async (path) => docOf((await tx.get(db.doc(path))).data()),
    query: async (query) =>
      (await tx.get(queryOf(db, query))).docs.map((found) => ({ id: found.id, doc: docOf(found.data()) ?? {} })),
    create: (path, doc) => void tx.create(db.doc(path), wellFormed(doc)),
    set: (path, doc) => void tx.set(db.doc(path), wellFormed(doc)),
    update: (path, fields) => void tx.update(db.doc(path), wellFormed(fields)),
    increment: (path, amounts) => void tx.set(db.doc(path), incrementsOf(amounts), { merge: true }),
    delete: (path) => void tx.delete(db.doc(path)),
  };
}

/**
 * Starts a transaction again that the emulator cut off because it waited too long for others. The SDK does so for the
 * service's message (`transaction has expired`), but does not know the emulator's.
 */
async function untilOpen<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const closed = error instanceof Error && /transaction is invalid or closed/i.test(error.message);
      if (!closed || attempt === CLOSED_ATTEMPTS) throw error;
    }
  }
}

export function firestoreStore(
  app: App,
  { preferRest = false, operationMs = OPERATION_MS, transactionMs = TRANSACTION_MS } = {},
): StorePort {
  const db = initializeFirestore(app, { preferRest });

  return {
    async get(path) {
      return docOf((await bounded(operationMs, db.doc(path).get())).data());
    },
    async getAll(paths) {
      if (paths.length === 0) return [];
      const found = await bounded(operationMs, db.getAll(...paths.map((path) => db.doc(path))));
      return found.map((snapshot) => docOf(snapshot.data()));
    },
    async query(query) {
      const { docs } = await bounded(operationMs, queryOf(db, query).get());
      return docs.map((snapshot) => ({ id: snapshot.id, doc: docOf(snapshot.data()) ?? {} }));
    },
    async create(path, doc) {
      await bounded(operationMs, db.doc(path).create(wellFormed(doc)));
    },
    async set(path, doc) {
      await bounded(operationMs, db.doc(path).set(wellFormed(doc)));
    },
    async update(path, fields) {
      await bounded(operationMs, db.doc(path).update(wellFormed(fields)));
    },
    async delete(path) {
      await bounded(operationMs, db.doc(path).delete());
    },
    async deleteTree(path) {
      const tree = isCollection(path) ? db.recursiveDelete(db.collection(path)) : db.recursiveDelete(db.doc(path));
      await bounded(DELETE_TREE_MS, tree);
    },
    async transaction(work) {
      const run = () => db.runTransaction((tx) => work(transactionOn(db, tx)), { maxAttempts: TRANSACTION_ATTEMPTS });
      return bounded(transactionMs, untilOpen(run));
    },
  };
}
