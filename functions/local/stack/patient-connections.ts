/**
 * For servers that share a process with their clients, as in tests. Node closes a connection that was idle for 5 s: when
 * the process was busy for that long, server and client find it idle in the same moment, and the next request dies with it.
 */
import type { ServerOptions } from 'node:http';

export const PATIENT_CONNECTIONS: ServerOptions = { keepAliveTimeout: 600_000 };
