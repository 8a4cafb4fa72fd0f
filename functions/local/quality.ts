/**
 * `npm --silent --prefix functions run quality -- <folder>... [--only calls,definitions,complexity] [--show N] [--json]`:
 * how right the graph of these folders is, against references that anyone can install. Calls: TypeScript's checker, and
 * callgraph for Go modules. Definitions: universal-ctags, and lizard for Swift and Scala. Complexity: ESLint's rule,
 * gocyclo, radon, lizard. A reference that is not on PATH is left out.
 *
 *                     reference   expected  precision  recall  misses  extras
 *     calls           typescript       812      0.998   0.981      15       2
 *
 *                     reference  compared  equal          explained  unexplained  equal or explained
 *     complexity go   gocyclo         595    532  0.8941         63            0              1.0000
 *
 * References count and list otherwise than we do, too. What a rule of `quality/differences/` accounts for exactly, by
 * what stands in the source, is explained; under the tables stand each kind with its number, its reason and who is right,
 * then the first N (10) of what is left, to be read: not every difference is our fault.
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
  process.stderr.write(
    'Usage: npm --silent --prefix functions run quality -- <folder>... [--only calls,definitions,complexity] [--show N] [--json]\n',
  );
  process.exit(2);
}
for (const folder of positionals) {
  // npm runs scripts in the package's folder; a relative path means the folder the command was typed in.
  const path = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const rows = await qualityRows(await folderGraph(path), new Set(values.only?.split(',') ?? SUBJECTS));
  if (values.json) process.stdout.write(`${JSON.stringify({ folder: path, rows })}\n`);
  else process.stdout.write(`${path}\n${report(rows, Number(values.show))}\n`);
}
