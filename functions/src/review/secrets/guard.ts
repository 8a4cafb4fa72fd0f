/**
 * Keeps secrets out of what a model is sent and says: those that a change was found to hold, by their value, and others by
 * their form. The change itself is masked before (mask-secrets.ts); this is for all that stands around it: code from the
 * graph, files that a tool reads, descriptions, the model's own words.
 */
import { redact } from '../../model/redact.ts';
import type { GatewayPort } from '../../ports.ts';
import { SHORTEST } from './mask.ts';

export type Guard = <T>(value: T) => T;

/** Strings in it, however deep, without secrets. */
export function guardOf(values: readonly string[]): Guard {
  return (value) => mapStrings(value, (text) => redact(text, values));
}

/** The same by value alone: quotes of code have to stay what stands there. */
export function valueGuardOf(values: readonly string[]): Guard {
  const known = values.filter(({ length }) => length >= SHORTEST);
  const without = (text: string): string => known.reduce((out, value) => out.replaceAll(value, '[redacted]'), text);
  return (each) => mapStrings(each, without);
}

/** The gateway, which is never sent one of the values, whoever has put it into a message. */
export function guardedGateway(gateway: GatewayPort, values: readonly string[]): GatewayPort {
  const guard = valueGuardOf(values);
  return {
    ...gateway,
    chat: (request) => gateway.chat({ ...request, messages: guard(request.messages) }),
    embed: (texts, signal) => gateway.embed(guard(texts), signal),
  };
}

function mapStrings<T>(value: T, change: (text: string) => string): T {
  const mapped = (each: unknown): unknown => {
    if (typeof each === 'string') return change(each);
    if (Array.isArray(each)) return each.map(mapped);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, mapped(inner)]));
  };
  return mapped(value) as T;
}
