/**
 * The small programs in `call-graphs/`, two for each language: `go.txt`, and `go-features.txt` of what fewer programs use.
 *
 *     === app.py
 *     square = make(2)  #> make
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'call-graphs');

/** `go`, `go-features`, … */
export function programNames(): string[] {
  return readdirSync(FOLDER).map((file) => file.replace('.txt', ''));
}

/** A program's texts by path, with the labels that stand in them. */
export function readProgram(name: string): Record<string, string> {
  const parts = readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split(/^=== /m)
    .slice(1);
  return Object.fromEntries(
    parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]),
  );
}
