/**
 * A stored document as a typed collection: where it lies, what it holds, how long it is kept, and whose it is. The rooms
 * that read and write documents do it through these, so no path is built and no field is read by a string anywhere else.
 *
 *     export const shards = collection('jobs/{job_id}/shards/{shard}', shardSchema, { kept: '…', tenant: WITH_PARENT });
 *     const shard = await shards.get(tx, { job_id: 'inc-push-1c…', shard: 3 });
 *     shards.update(tx, { job_id: 'inc-push-1c…', shard: 3 }, { done: 12 });
 *
 * `get`, `set` and the rest take the store or a transaction. Fields that a schema does not name survive a document's
 * reading and its writing: a newer version of this code may have stored them.
 */
import type { z } from 'zod';
import { AppError } from '../model/errors.ts';
import type { Doc, DocQuery, Increments, StorePort, StoreTransaction } from '../ports.ts';

/** `jobs/{job_id}/shards/{shard}` → `job_id | shard`. */
type KeyNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | KeyNames<Rest>
  : never;
/** `jobs/{job_id}/shards/{shard}` → `jobs/{job_id}/shards`. */
type FolderOf<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? Rest extends `${string}/${string}`
    ? `${Head}/${FolderOf<Rest>}`
    : Head
  : never;

/** What names one document. */
export type Keys<Path extends string> = { readonly [Name in KeyNames<Path>]: string | number };
/** What names the collection that the document is in. */
export type FolderKeys<Path extends string> = Keys<FolderOf<Path>>;

export interface CollectionQuery<Read> {
  where?: [field: (keyof Read & string) | '__name__', op: NonNullable<DocQuery['where']>[number][1], value: unknown][];
  orderBy?: [field: (keyof Read & string) | '__name__', direction: 'asc' | 'desc'][];
  limit?: number;
}

/** A document with the last part of its path. */
export interface Found<Read> {
  id: string;
  doc: Read;
}

/**
 * Whose deletion takes a document, and how it is found: by its path (with all below it), by a field, together with the
 * document that it lies below, or by the deletion's own rules. What is nobody's stays or expires.
 */
export type Tenant =
  | { of: 'repository' | 'user'; by: 'path' }
  | { of: 'repository' | 'user'; by: 'field'; field: string }
  | { of: 'repository'; by: 'its own rules' }
  | { of: 'parent' }
  | { of: 'nobody' };

export interface Retention {
  /** How long a document stays, for operators. */
  kept: string;
  /** Firestore deletes it at the time in `expires_at` (a TTL policy in firestore.indexes.json). */
  expires?: true;
  tenant: Tenant;
}

type Reads = Pick<StorePort, 'get'> & Partial<Pick<StorePort, 'getAll'>>;
type Queries = Pick<StorePort, 'query'>;

/** Documents read at once where a whole collection is. */
const PAGE = 500;

/** Characters that would end a part of a path, or begin another one. */
function segmentOf(name: string, value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text.includes('/'))
    throw new AppError('internal', `No document has ${name} ${JSON.stringify(text)}`);
  return text;
}

function filled(template: string, keys: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, keys[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the schema made of a document, with the fields of it that the schema does not know. */
function withUnknown(given: unknown, read: unknown): unknown {
  if (!isRecord(given) || !isRecord(read)) return read;
  const all: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(read)) all[name] = withUnknown(given[name], value);
  return all;
}

/** Times are text in this code; a TTL policy looks for a date and nothing else. */
function asStored(doc: object, expires: boolean): Doc {
  const fields: Doc = Object.fromEntries(Object.entries(doc));
  const at = fields['expires_at'];
  return expires && typeof at === 'string' ? { ...fields, expires_at: new Date(at) } : fields;
}

/** Where the documents of a collection lie. */
interface Places<Path extends string> {
  path(keys: Keys<Path>): string;
  /** The collection's own path. */
  within(keys: FolderKeys<Path>): string;
}

/** A collection's documents with their ids, a page at a time in the order of ids, so that it is never in memory at once. */
async function* pagesOf(
  from: Queries,
  inside: string,
  where: NonNullable<DocQuery['where']>,
): AsyncGenerator<Found<Doc>[]> {
  let after: string | undefined;
  for (;;) {
    const page: Found<Doc>[] = await from.query({
      collection: inside,
      where: after === undefined ? where : [...where, ['__name__', '>', after]],
      orderBy: [['__name__', 'asc']],
      limit: PAGE,
    });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}

/** What a schema makes of stored documents; the fields that it does not name stay. */
function readerOf<Schema extends z.ZodType<object, object>>(schema: Schema) {
  type Read = z.output<Schema>;

  function parsed(doc: Doc): { read: Read } | { cause: unknown } {
    const result = schema.safeParse(doc);
    return result.success ? { read: withUnknown(doc, result.data) as Read } : { cause: result.error };
  }

  /** undefined for a document that this version cannot read. */
  function readable(doc: Doc): Read | undefined {
    const result = parsed(doc);
    return 'read' in result ? result.read : undefined;
  }

  function read(doc: Doc, at: string): Read {
    const result = parsed(doc);
    if ('read' in result) return result.read;
    const message = `The stored document ${at} is not readable: correct it, or remove it, and try again`;
    throw new AppError('internal', message, { cause: result.cause });
  }

  return { read, readable };
}

function reading<Path extends string, Schema extends z.ZodType<object, object>>(
  { path, within }: Places<Path>,
  schema: Schema,
) {
  type Read = z.output<Schema>;
  type Where = NonNullable<CollectionQuery<Read>['where']>;
  const { read, readable } = readerOf(schema);

  function optional(doc: Doc | undefined, keys: Keys<Path>): Read | undefined {
    return doc === undefined ? undefined : read(doc, path(keys));
  }

  return {
    async get(from: Pick<StorePort, 'get'>, keys: Keys<Path>): Promise<Read | undefined> {
      return optional(await from.get(path(keys)), keys);
    },
    /** The document, or `unreadable` for one that this version cannot read. */
    async getReadable(from: Pick<StorePort, 'get'>, keys: Keys<Path>): Promise<Read | 'unreadable' | undefined> {
      const doc = await from.get(path(keys));
      return doc === undefined ? undefined : (readable(doc) ?? 'unreadable');
    },
    /** In the order of `keys`. */
    async getAll(from: Reads, keys: readonly Keys<Path>[]): Promise<(Read | undefined)[]> {
      const paths = keys.map(path);
      const docs = await (from.getAll?.(paths) ?? Promise.all(paths.map((each) => from.get(each))));
      return keys.map((each, at) => optional(docs[at], each));
    },
    async query(from: Queries, keys: FolderKeys<Path>, asked: CollectionQuery<Read>): Promise<Found<Read>[]> {
      const inside = within(keys);
      const found = await from.query({ collection: inside, ...asked });
      return found.map(({ id, doc }) => ({ id, doc: read(doc, `${inside}/${id}`) }));
    },
    /** The whole collection, page by page. */
    async *pages(from: Queries, keys: FolderKeys<Path>, where: Where = []): AsyncGenerator<Found<Read>[]> {
      const inside = within(keys);
      for await (const page of pagesOf(from, inside, where)) {
        yield page.map(({ id, doc }) => ({ id, doc: read(doc, `${inside}/${id}`) }));
      }
    },
    /** The same for whoever can go on without a document that is not readable: its `doc` is undefined. */
    async *readablePages(
      from: Queries,
      keys: FolderKeys<Path>,
      where: Where = [],
    ): AsyncGenerator<Found<Read | undefined>[]> {
      for await (const page of pagesOf(from, within(keys), where)) {
        yield page.map(({ id, doc }) => ({ id, doc: readable(doc) }));
      }
    },
  };
}

function writing<Path extends string, Written extends object>({ path, within }: Places<Path>, expires: boolean) {
  return {
    /** Fails with `conflict` when the document is there: the store at once, a transaction at its end. */
    create<Done>(to: { create(path: string, doc: Doc): Done }, keys: Keys<Path>, doc: Written): Done {
      return to.create(path(keys), asStored(doc, expires));
    },
    set<Done>(to: { set(path: string, doc: Doc): Done }, keys: Keys<Path>, doc: Written): Done {
      return to.set(path(keys), asStored(doc, expires));
    },
    /** Fails with `not_found` when the document is not there. */
    update<Done>(to: { update(path: string, fields: Doc): Done }, keys: Keys<Path>, fields: Partial<Written>): Done {
      return to.update(path(keys), asStored(fields, expires));
    },
    increment(tx: Pick<StoreTransaction, 'increment'>, keys: Keys<Path>, amounts: Increments): void {
      tx.increment(path(keys), amounts);
    },
    delete<Done>(from: { delete(path: string): Done }, keys: Keys<Path>): Done {
      return from.delete(path(keys));
    },
    /** All documents of the collection, and everything below them. Repeat it until it resolves. */
    deleteAll(from: Pick<StorePort, 'deleteTree'>, keys: FolderKeys<Path>): Promise<void> {
      return from.deleteTree(within(keys));
    },
  };
}

export function collection<const Path extends string, Schema extends z.ZodType<object, object>>(
  template: Path,
  schema: Schema,
  retention: Retention,
) {
  const folder = template.slice(0, template.lastIndexOf('/'));
  const places: Places<Path> = {
    path: (keys) => filled(template, keys),
    within: (keys) => filled(folder, keys),
  };
  return {
    template,
    schema,
    retention,
    ...places,
    ...reading(places, schema),
    ...writing<Path, z.input<Schema>>(places, retention.expires === true),
  };
}

/** A collection as the lists of all collections hold it. */
export interface AnyCollection {
  template: string;
  retention: Retention;
}

export const NOBODYS: Tenant = { of: 'nobody' };
export const WITH_PARENT: Tenant = { of: 'parent' };
