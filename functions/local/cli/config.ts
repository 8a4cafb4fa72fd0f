/**
 * `npm --silent --prefix functions run config -- <file> [--json]`: checks a `.reviewgraph.yml` and says what is wrong in
 * which line; the exit status is 1 when something is. `--schema` prints its JSON schema for editors.
 *
 *     .reviewgraph.yml:3  paths.include[0]: Expected a path pattern, such as "src/**"
 *     1 problem; the rest holds: mode, paths
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configJsonSchema } from '../../src/review/config/config-schema.ts';
import { parseConfig } from '../../src/review/config/parse-config.ts';
import { endWithReason, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';
import { configText } from './output/config-text.ts';

const USAGE = `Usage: npm --silent --prefix functions run config -- <file> [--json]
       npm --silent --prefix functions run config -- --schema`;

function printConfig(): void {
  const { values, positionals } = parseWords({
    options: { json: { type: 'boolean' }, schema: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true) return void process.stdout.write(`${USAGE}\n`);
  if (values.schema === true) return void process.stdout.write(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new WrongArguments('Name one file to check.');
  const parsed = parseConfig(readFileSync(resolve(typedIn(), file), 'utf8'));
  process.stdout.write(values.json === true ? `${JSON.stringify(parsed)}\n` : configText(file, parsed));
  process.exitCode = parsed.problems.length === 0 ? 0 : 1;
}

try {
  printConfig();
} catch (error) {
  endWithReason(error, USAGE);
}
