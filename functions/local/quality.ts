/**
 * `npm --silent --prefix functions run quality -- <folder>... [--show N] [--json]`: how right the graph of these folders
 * is, against references that anyone can install. Calls: TypeScript's checker, and callgraph for Go modules. Definitions:
 * universal-ctags. Complexity: ESLint's rule, gocyclo, radon, lizard. A reference that is not on PATH is left out.
 *
 *                    reference   expected  precision  recall  misses  extras
 *     calls          typescript       812      0.998   0.981      15       2
 *     functions go   ctags            270      1.000   1.000       0       0
 *
 * Under the table stand the first N (10) misses and extras of each row, to be read: not every difference is our fault.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from './quality/compare.ts';
import { folderGraph } from './quality/folder-graph.ts';
import { qualityRows, SUBJECTS } from './quality/quality-rows.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    show: { type: 'string', default: '10' },
  },
});
if (positionals.length === 0 || !/^\d+$/.test(values.show)) {
  process.stderr.write('Usage: npm --silent --prefix functions run quality -- <folder>... [--show N] [--json]\n');
  process.exit(2);
}
for (const folder of positionals) {
  // npm runs scripts in the package's folder; a relative path means the folder the command was typed in.
  const path = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const rows = await qualityRows(await folderGraph(path), new Set(values.only?.split(',') ?? SUBJECTS));
  if (values.json) process.stdout.write(`${JSON.stringify({ folder: path, rows })}\n`);
  else process.stdout.write(`${path}\n${report(rows, Number(values.show))}\n`);
}
