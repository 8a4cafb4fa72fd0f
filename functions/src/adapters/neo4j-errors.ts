/**
 * What Neo4j's refusals mean to us. A server that stops, one whose disk is full and an instance of a fixed size each have
 * codes that look like mistakes in a statement. None of them is a bug of ours, so each becomes an error whose text says
 * what the operator can do.
 *
 *     Neo.ClientError.Transaction.LockClientStopped           terminated, the driver does not try again
 *     Neo.DatabaseError.Transaction.TransactionLogError       the disk is full
 *     Neo.ClientError.Transaction.TransactionHookFailed       You have exceeded the logical size limit of 200000 nodes …
 *     Neo.TransientError.General.MemoryPoolOutOfMemoryError   … dbms.memory.transaction.total.max threshold reached
 *
 * Codes: neo4j.com/docs/status-codes/current/errors/all-errors.
 */
import { AppError } from '../model/errors.ts';

/** What is read of the driver's error. */
export interface GraphFailure extends Error {
  code: string;
  /** Whether the driver would try again. */
  retriable: boolean;
}

const UNAVAILABLE = new Set([
  'ServiceUnavailable',
  'SessionExpired',
  // The driver's word for bytes that make no sense: a connection that ended while both sides agreed on a version.
  'ProtocolError',
  'Neo.TransientError.General.DatabaseUnavailable',
  'Neo.ClientError.Database.DatabaseNotFound',
  'Neo.ClientError.Transaction.TransactionTimedOut',
  'Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration',
  'Neo.ClientError.Transaction.Terminated',
  'Neo.ClientError.Transaction.LockClientStopped',
]);

const RETRY_AFTER_SECONDS = 10;

/** Whether the driver read beyond the bytes that came: an answer ended in the middle, as it does when a line is cut. */
export function isCutShort(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** What an outage becomes. `detail`: what the operator can do about it. */
export function graphUnavailable(cause: unknown, detail?: string): AppError {
  return new AppError('graph_unavailable', detail, { retryAfter: RETRY_AFTER_SECONDS, cause });
}

/** Undefined for a mistake in the statement, which is a bug of ours. */
export function graphFailureOf(error: GraphFailure): AppError | undefined {
  const { code, message, retriable } = error;
  const unavailable = (detail?: string) => graphUnavailable(error, detail);
  if (/size limit/i.test(message) && code.startsWith('Neo.ClientError.')) {
    return unavailable('The graph database is full: it has reached the size limit of its instance');
  }
  if (/OnReadOnly/.test(code)) return unavailable('The graph database takes no writes: it is read-only');
  if (/OutOfMemory/.test(code)) return unavailable('The graph database is out of memory');
  if (code.startsWith('Neo.DatabaseError.')) {
    return unavailable(`The graph database failed (${code.split('.').at(-1) ?? code}); its own log says why`);
  }
  const isAway =
    UNAVAILABLE.has(code) ||
    code.startsWith('Neo.ClientError.Security.') ||
    retriable ||
    message.startsWith('Connection acquisition timed out');
  return isAway ? unavailable() : undefined;
}
