/** What the official schema of SARIF 2.1.0 says against a log. It is read from a package (docs/dependencies.md). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

let validate: ValidateFunction | undefined;

export function sarifProblems(log: unknown): string[] {
  validate ??= compiled();
  return validate(log)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

function compiled(): ValidateFunction {
  const entry = createRequire(import.meta.url).resolve('@microsoft/jest-sarif');
  const file = join(dirname(entry), 'schemas', 'sarif-2.1.0-rtm.5.json');
  // A schema of draft 4 names itself in a way that later readers refuse, and one of its patterns is none by Unicode’s rules.
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
