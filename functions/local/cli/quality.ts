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
 *
 * With `--witness "<test command>"` and `--confidence` other questions are asked: see docs/quality.md.
 */
import { resolve } from 'node:path';
import { endWithReason, oneOf, parseWords, typedIn, wholeNumber, WrongArguments } from './arguments/command-line.ts';
import { report } from '../lab/quality/compare.ts';
import { folderGraph } from '../lab/quality/folder-graph.ts';
import { qualityRows, SUBJECTS } from '../lab/quality/quality-rows.ts';
import { printWitness } from '../lab/quality/witness/print-witness.ts';

const USAGE = [
  'Usage: npm --silent --prefix functions run quality -- <folder>... [--only calls,definitions,complexity] [--show N] [--json]',
  '       npm --silent --prefix functions run quality -- <folder> [--witness "<test command>"] [--timeout SECONDS] [--confidence] [--show N] [--json]',
].join('\n');

interface Arguments {
  folders: string[];
  subjects: Set<string>;
  show: number;
  json: boolean;
  witness: string | undefined;
  seconds: number;
  confidence: boolean;
}

function readArguments(): Arguments {
  const { positionals, values } = parseWords({
    allowPositionals: true,
    options: {
      confidence: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string', default: SUBJECTS.join(',') },
      show: { type: 'string', default: '10' },
      timeout: { type: 'string', default: '1800' },
      witness: { type: 'string' },
    },
  });
  if (positionals.length === 0) throw new WrongArguments('Give one or more folders.');
  const { witness, confidence } = values;
  if (witness?.trim() === '') throw new WrongArguments('--witness takes the command that runs the tests.');
  if ((witness !== undefined || confidence) && positionals.length > 1)
    throw new WrongArguments('--witness and --confidence take one folder.');
  return {
    folders: positionals.map((folder) => resolve(typedIn(), folder)),
    subjects: new Set(values.only.split(',').map((subject) => oneOf('--only', SUBJECTS, subject))),
    show: wholeNumber('--show', values.show, 0),
    json: values.json,
    witness,
    seconds: wholeNumber('--timeout', values.timeout, 1),
    confidence,
  };
}

async function printQuality({ folders, subjects, show, json }: Arguments): Promise<void> {
  for (const folder of folders) {
    const rows = await qualityRows(await folderGraph(folder), subjects);
    if (json) process.stdout.write(`${JSON.stringify({ folder, rows })}\n`);
    else if (rows.length === 0) process.stdout.write(`${folder}\nNothing here can be compared with what is on PATH.\n`);
    else process.stdout.write(`${folder}\n${report(rows, show)}\n`);
  }
}

try {
  const args = readArguments();
  const [folder = ''] = args.folders;
  if (args.witness === undefined && !args.confidence) await printQuality(args);
  else if (!(await printWitness({ ...args, folder, command: args.witness }))) process.exitCode = 1;
} catch (error) {
  endWithReason(error, USAGE);
}
