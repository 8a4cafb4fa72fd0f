/**
 * `npm --prefix functions run settings`: writes the table of docs/settings.md and `.env.example` from `src/settings.ts`.
 * A test compares them, so neither is ever behind the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE } from '../stack/toolchain.ts';
import { envExample, withSettingsTable } from './output/settings-text.ts';

const page = join(PACKAGE, 'docs', 'settings.md');
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8')));
writeFileSync(join(PACKAGE, '.env.example'), envExample());
console.log('Wrote docs/settings.md and .env.example.');
