/**
 * `npm --silent --prefix functions run locate -- <folder> --text-file <file> [--limit 10] [--tests] [--generated] [--json]`: which files
 * and lines of a folder a text speaks of, with no services. The answer is that of `POST /api/v1/query/locate`.
 *
 *     { "files": [{ "repo_id": "local/engine", "path": "src/a.ts", "score": 41.2, "reasons": ["says merge, branch"],
 *                   "spans": [{ "start": 12, "end": 30, "symbol": "mergeBranch", "reason": "says merge" }] }], "total": 57 }
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { locate } from '../../src/graph/queries/locate.ts';
import { memoryReader } from '../../src/graph/reader/memory-reader.ts';
import { AppError } from '../../src/model/errors.ts';
import { openFactsCache } from '../folder/facts-cache.ts';
import { createFolderIndex } from '../folder/folder-index.ts';
import { endWithReason, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';

const USAGE =
  'Usage: npm --silent --prefix functions run locate -- <folder> --text-file <file> [--limit 10] [--tests] [--generated] [--json]';
/** UTF-16 units of the text that are read, as in the endpoint. */
const MOST_TEXT = 20_000;

interface Arguments {
  folder: string;
  textFile: string;
  limit: number;
  tests: boolean;
  generated: boolean;
  json: boolean;
}

function readArguments(): Arguments {
  const { values, positionals } = parseWords({
    options: {
      'text-file': { type: 'string' },
      limit: { type: 'string', default: '20' },
      tests: { type: 'boolean', default: false },
      generated: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [folder, more] = positionals;
  if (folder === undefined) throw new WrongArguments('Give a folder.');
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  const { 'text-file': textFile } = values;
  if (textFile === undefined) throw new WrongArguments('Give --text-file, a file with what is looked for.');
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new WrongArguments('--limit is a number from 1 to 100.');
  return {
    folder: resolve(typedIn(), folder),
    textFile: resolve(typedIn(), textFile),
    limit,
    tests: values.tests,
    generated: values.generated,
    json: values.json,
  };
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, MOST_TEXT);
  } catch {
    throw new AppError('not_found', `There is no file ${file} that can be read`);
  }
}

try {
  const { folder, textFile, limit, tests, generated, json } = readArguments();
  const text = textIn(textFile);
  const index = createFolderIndex(folder, openFactsCache());
  await index.update();
  const asked = locate.input.parse({ text, limit, include_tests: tests, include_generated: generated });
  const answer = await locate.answer(memoryReader(index.graph()), asked);
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else {
    for (const { path, reasons, spans } of answer.files) {
      process.stdout.write(`${path}  ${reasons.join('; ')}\n`);
      for (const { start, end, symbol } of spans) process.stdout.write(`    ${start}-${end} ${symbol ?? ''}\n`);
    }
  }
} catch (error) {
  // Words, and a folder or file that is missing, are the caller's to mend: a sentence. The rest is a fault of ours.
  if (!(error instanceof AppError || error instanceof WrongArguments)) throw error;
  endWithReason(error, USAGE);
}
