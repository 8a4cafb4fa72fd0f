/**
 * The keys of `languages/<lang>/resolution.json` as a table for languages/README.md: what each says, and who sets it.
 *
 *     | `callMember` | The member that a call of an instance runs: `__call__`. | cpp, kotlin, php, python, scala |
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RULE_SETS } from '../../src/resolve/flow/idioms/index.ts';
import { rulesSchema } from '../../src/resolve/rules/rules-format.ts';
import { PACKAGE } from '../stack/toolchain.ts';

const LANGUAGES = join(PACKAGE, 'languages');
export const README = join(LANGUAGES, 'README.md');
const BEGIN = '<!-- The table below is made by `npm run rules-table`. -->\n';
const END = '<!-- End of the table. -->\n';

/** Languages whose resolution.json has a key, by the key. */
export function settersOfKeys(): Map<string, string[]> {
  const setters = new Map<string, string[]>();
  for (const language of readdirSync(LANGUAGES).sort()) {
    const file = join(LANGUAGES, language, 'resolution.json');
    if (!existsSync(file)) continue;
    for (const key of Object.keys(z.looseObject({}).parse(JSON.parse(readFileSync(file, 'utf8'))))) {
      setters.set(key, [...(setters.get(key) ?? []), language]);
    }
  }
  return setters;
}

export function rulesTable(): string {
  const setters = settersOfKeys();
  const row = ([key, type]: [string, z.ZodType]): string =>
    `| \`${key}\` | ${(type.description ?? '').replaceAll('|', '\\|')} | ${(setters.get(key) ?? []).join(', ')} |`;
  const tableOf = (shapes: Readonly<Record<string, z.ZodType>>[]): string =>
    ['| key | meaning | set by |', '|---|---|---|', ...shapes.flatMap((shape) => Object.entries(shape).map(row))].join(
      '\n',
    );
  const sets = [...RULE_SETS].sort((a, b) => (keysOf(a.shape) < keysOf(b.shape) ? -1 : 1));
  return [
    'Keys that several languages set (`src/resolve/rules/rules-format.ts`):',
    tableOf([rulesSchema.shape]),
    'Keys of one construct each, which stand beside the code that reads them:',
    tableOf(sets.map(({ shape }) => shape)),
    '',
  ].join('\n\n');
}

function keysOf(shape: object): string {
  return Object.keys(shape).join();
}

/** README with the table as it is now. */
export function withRulesTable(readme: string): string {
  const [head = '', rest = ''] = readme.split(BEGIN);
  const tail = rest.slice(rest.indexOf(END));
  return `${head}${BEGIN}\n${rulesTable()}${tail}`;
}

export function writeRulesTable(): void {
  writeFileSync(README, withRulesTable(readFileSync(README, 'utf8')));
}
