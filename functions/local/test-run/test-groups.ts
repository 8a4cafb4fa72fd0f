/**
 * Which test files run, and what they need. A file says so itself: by its folder (`test/journeys/` needs everything) or
 * by importing, directly or through another support file, `support/neo4j.ts`, `support/firebase.ts` or
 * `support/services.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { PACKAGE } from '../stack/toolchain.ts';

export interface Needs {
  neo4j: boolean;
  firebase: boolean;
}

export interface TestGroups {
  /** Paths relative to `functions/`. */
  plain: string[];
  /** Those that ask for the longest time first: one that began last would keep the rest of the machine waiting. */
  services: string[];
  journeys: string[];
  /** Of the `services` group. */
  needs: Needs;
  /** Runs only tests with this in their title. */
  grep: string | undefined;
}

/** All test files, or those whose path contains `pattern`; when there are none, `pattern` is taken for a title's part. */
export function testGroups(pattern: string | undefined, root: string = PACKAGE): TestGroups {
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .sort();
  const named = all.filter((path) => pattern === undefined || path.includes(pattern));
  const grep = named.length === 0 ? pattern : undefined;
  const files =
    named.length > 0 ? named : all.filter((path) => readFileSync(join(root, path), 'utf8').includes(pattern ?? ''));
  const groups: TestGroups = { plain: [], services: [], journeys: [], needs: { neo4j: false, firebase: false }, grep };
  for (const file of files) {
    const needs = needsOf(join(root, file));
    if (file.startsWith('test/journeys/')) groups.journeys.push(file);
    else if (needs.neo4j || needs.firebase) groups.services.push(file);
    else groups.plain.push(file);
    groups.needs.neo4j ||= needs.neo4j;
    groups.needs.firebase ||= needs.firebase;
  }
  const longest = new Map(groups.services.map((file) => [file, longestTimeout(join(root, file))]));
  groups.services.sort((a, b) => (longest.get(b) ?? 0) - (longest.get(a) ?? 0));
  return groups;
}

/** Milliseconds that a file asks for its longest test, `this.timeout(600_000)`; 0 when it asks for none. */
function longestTimeout(file: string): number {
  const asked = readFileSync(file, 'utf8').matchAll(/\.timeout\(([\d_]+)\)/g);
  return Math.max(0, ...[...asked].map(([, digits = '']) => Number(digits.replaceAll('_', ''))));
}

function needsOf(file: string, seen = new Set<string>()): Needs {
  const needs: Needs = { neo4j: /\/support\/neo4j\.ts$/.test(file), firebase: /\/support\/firebase\.ts$/.test(file) };
  if (seen.has(file) || !existsSync(file)) return needs;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)) {
    const imported = resolve(dirname(file), path ?? '');
    if (relative(testFolderOf(file), imported).startsWith('..')) continue;
    const inner = needsOf(imported, seen);
    needs.neo4j ||= inner.neo4j;
    needs.firebase ||= inner.firebase;
  }
  return needs;
}

/** Imports are followed within test/ only. */
function testFolderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/test/') + '/test'.length);
}
