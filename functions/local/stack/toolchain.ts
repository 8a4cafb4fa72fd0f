/** Where downloaded and generated tools are kept: inside the package, ignored by git, safe to delete at any time. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** `functions/` */
export const PACKAGE = join(import.meta.dirname, '..', '..');
/** The repository's root. */
export const ROOT = join(PACKAGE, '..');

export function toolchainFolder(): string {
  const folder = join(PACKAGE, '.toolchain');
  mkdirSync(folder, { recursive: true });
  return folder;
}
