/**
 * Revive's options, a TOML file that names rules and their arguments and nothing else.
 *
 *   severity = "warning"
 *   [rule.exported]
 *   arguments = ["checkPrivateReceivers"]
 */
import type { ParsedOptions } from './parsed-options.ts';
import { parseToml } from './python-options.ts';

export function parseGoOptions(path: string, text: string): ParsedOptions {
  if (!path.endsWith('.toml')) {
    return { extends: [], notes: [`${path} is no TOML file, and nothing else is read; the defaults apply`] };
  }
  const options = parseToml(text);
  if (options === undefined) return { extends: [], notes: [`${path} is no valid TOML; the defaults apply`] };
  return { options, extends: [], notes: [] };
}
