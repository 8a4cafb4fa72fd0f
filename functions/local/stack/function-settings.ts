/**
 * What the functions' params and secrets are on this machine. Which ones exist is read from the build itself, so that a
 * new one needs no second list: firebase-tools would wait for an answer at the terminal for a param without a value, and
 * ask Secret Manager over the network for a secret without one.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declaredParams } from 'firebase-functions/params';
import { PACKAGE } from './toolchain.ts';

export interface FunctionSettings {
  settings: Record<string, string>;
  secrets: Record<string, string>;
}

interface ParamSpec {
  name: string;
  type: string;
  default?: string | number | boolean;
}

/** How a secret without a value is written: a deployed one cannot be empty. */
const NO_SECRET = 'unset';

/** Every param and secret that the built functions declare: from `given`, else its default, else none. */
export async function functionSettings(given: Record<string, string>): Promise<FunctionSettings> {
  await import(pathToFileURL(join(PACKAGE, 'lib', 'index.js')).href);
  const result: FunctionSettings = { settings: {}, secrets: {} };
  for (const param of declaredParams) {
    if (!('toSpec' in param && typeof param.toSpec === 'function')) continue; // Expressions over params.
    const { name, type, default: standard } = (param as { toSpec(): ParamSpec }).toSpec();
    if (type === 'secret') result.secrets[name] = given[name] ?? NO_SECRET;
    else result.settings[name] = given[name] ?? String(standard ?? '');
  }
  return result;
}

/** The key that seals stored platform tokens; kept, since data of the last run is sealed with it. */
export function tokenEncryptionKey(dataDir: string): string {
  return keptSecret(dataDir, 'token-encryption-key');
}

/** What webhooks to this machine are signed with; kept, since a platform may have been told. */
export function webhookSecret(dataDir: string): string {
  return process.env['SCM_WEBHOOK_SECRET'] ?? keptSecret(dataDir, 'webhook-secret');
}

function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
