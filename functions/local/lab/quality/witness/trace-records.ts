/**
 * What the tracers wrote, one JSON list a line, as functions, call sites and calls. Every process numbers its own; here
 * they are told by place, so that what ten processes saw is one thing.
 *
 *     ["f", 1, "pkg/a.py", 12, -1, "Dog.bark"]   ["s", 4, 1, 14, 8]   ["c", 1, 4, 2, "direct", ""]   ["o", 4]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A place that runs. Line 0 is the file itself; Python tells a name instead of a column. */
export interface TracedFunction {
  path: string;
  line: number;
  column: number;
  name: string;
}

export interface TracedSite {
  caller: TracedFunction;
  /** Of the last name of the callee; 1-based line, 0-based column. */
  line: number;
  column: number;
  /** Whether something outside the repository was called here. */
  left: boolean;
}

/**
 * - direct: a written call of the function. construct: of a class; `initializer` is what then runs.
 * - implicit: no call is written: a property, an operator, a loop. `detail` says which where the tracer knows.
 * - decorated: the function that a wrapper or a partial stands for. wrapper: the wrapper itself, and calls in it.
 * - outside: code that is not the repository's called it, called by `caller`. runtime: nothing of the repository did.
 */
export const WAYS = ['direct', 'construct', 'implicit', 'decorated', 'wrapper', 'outside', 'runtime'] as const;
export type Way = (typeof WAYS)[number];

export interface TracedCall {
  caller: TracedFunction | undefined;
  site: TracedSite | undefined;
  callee: TracedFunction;
  initializer: TracedFunction | undefined;
  way: Way;
  detail: string;
}

export interface Trace {
  sites: TracedSite[];
  calls: TracedCall[];
  /** Why a process could not be traced, each reason once. */
  refused: string[];
}

const id = z.int().nonnegative();
const rowSchema = z.union([
  z.tuple([z.literal('f'), id, z.string(), z.int(), z.int()]).rest(z.string()),
  z.tuple([z.literal('s'), id, id, z.int(), z.int()]),
  z.tuple([z.literal('c'), id, id, id, z.enum(WAYS), z.union([z.string(), id])]),
  z.tuple([z.literal('o'), id]),
]);

/** Reads every file of a folder that a traced command filled. */
export function readTrace(folder: string): Trace {
  const reader = new TraceReader();
  const refused = new Set<string>();
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, name), 'utf8');
    if (name.endsWith('.refused')) refused.add(text.trim());
    else if (name.endsWith('.ndjson')) reader.read(text);
  }
  return { sites: [...reader.sites.values()], calls: [...reader.calls.values()], refused: [...refused] };
}

class TraceReader {
  readonly sites = new Map<string, TracedSite>();
  readonly calls = new Map<string, TracedCall>();
  private readonly functions = new Map<string, TracedFunction>();

  /** One process. Its last line is cut where it was killed. */
  read(text: string): void {
    const functions = new Map<number, TracedFunction>();
    const sites = new Map<number, TracedSite>();
    for (const line of text.split('\n')) {
      const row = rowOf(line);
      if (row === undefined) continue;
      if (row[0] === 'f') functions.set(row[1], this.functionAt(row[2], row[3], row[4], row[5] ?? ''));
      else if (row[0] === 'o') this.leave(sites.get(row[1]));
      else if (row[0] === 's') {
        const caller = functions.get(row[2]);
        if (caller !== undefined) sites.set(row[1], this.siteAt(caller, row[3], row[4]));
      } else this.addCall(row, functions, sites);
    }
  }

  private addCall(
    [, from, at, to, way, more]: ['c', number, number, number, Way, string | number],
    functions: Map<number, TracedFunction>,
    sites: Map<number, TracedSite>,
  ): void {
    const callee = functions.get(to);
    if (callee === undefined) return;
    const initializer = typeof more === 'number' ? functions.get(more) : undefined;
    const detail = typeof more === 'string' ? more : '';
    const call = { caller: functions.get(from), site: sites.get(at), callee, initializer, way, detail };
    const { caller, site } = call;
    const key = `${way} ${detail} ${keyOf(caller)} ${site?.line}:${site?.column} ${keyOf(callee)} ${keyOf(initializer)}`;
    if (!this.calls.has(key)) this.calls.set(key, call);
  }

  private functionAt(path: string, line: number, column: number, name: string): TracedFunction {
    const made = { path, line, column, name };
    const key = keyOf(made);
    const known = this.functions.get(key) ?? made;
    this.functions.set(key, known);
    return known;
  }

  private siteAt(caller: TracedFunction, line: number, column: number): TracedSite {
    const key = `${keyOf(caller)} ${line}:${column}`;
    const known = this.sites.get(key) ?? { caller, line, column, left: false };
    this.sites.set(key, known);
    return known;
  }

  private leave(site: TracedSite | undefined): void {
    if (site !== undefined) site.left = true;
  }
}

function rowOf(line: string): z.infer<typeof rowSchema> | undefined {
  if (line === '') return undefined;
  try {
    return rowSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function keyOf(place: TracedFunction | undefined): string {
  return place === undefined ? '-' : `${place.path}:${place.line}:${place.column}:${place.name}`;
}
