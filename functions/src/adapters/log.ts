/**
 * Structured log lines as Cloud Logging reads them: `{"severity":"INFO","message":"…","requestId":"…"}`. Every string in
 * a line, however deep, loses its secrets first; errors keep their stack, since a bug without it cannot be found.
 */
import { error, info, warn } from 'firebase-functions/logger';
import { redact } from '../model/redact.ts';
import type { LogPort } from '../ports.ts';

/** Deeper values are cut: SDK errors hold whole sockets. */
const DEEPEST = 6;

/** `value` with secrets out of every string and key, fit for JSON: cycles and depth are cut, errors become plain objects. */
export function redactDeep(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (depth >= DEEPEST) return '[deeper]';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return redactDeep({ name, message, stack, ...(cause === undefined ? {} : { cause }) }, secrets, depth + 1);
  }
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, secrets, depth + 1));
  const fields = Object.entries(value).map(([key, item]) => [
    redact(key, secrets),
    redactDeep(item, secrets, depth + 1),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/** `secrets`: values that must never be seen whatever their shape, for instance the configured keys. */
export function cloudLog(secrets: readonly string[] = []): LogPort {
  const line = (write: (message: string, fields: unknown) => void) => (message: string, fields?: object) =>
    write(redact(message, secrets), redactDeep(fields ?? {}, secrets));
  return { info: line(info), warn: line(warn), error: line(error) };
}
