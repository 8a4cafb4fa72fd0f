/**
 * `.reviewgraph.yml` as text → what it says, and what is wrong with it, line by line. A mistake loses its own part alone:
 * an unknown key, a wrong element of a list; the rest holds.
 *
 *     mode: deep              →   config { mode: 'deep', paths: { include: ['src/**'] } }
 *     color: red                  problems [{ line: 2, message: 'Unknown key "color"…' },
 *     paths: { include: [1, src/**] }       { line: 3, message: 'paths.include[0]: Expected a path pattern…' }]
 */
import type { z } from 'zod';
import { configSchema, inLongForm, type ConfigFile } from './config-schema.ts';
import { readYaml, type ConfigProblem, type DataPath, type YamlData } from './read-yaml.ts';

export const CONFIG_PATH = '.reviewgraph.yml';
/** Problems that are told; what is behind them is counted. */
const MOST_PROBLEMS = 20;
/** A file with more mistakes than this is not read any further. */
const MOST_ROUNDS = 500;

export interface ParsedConfig {
  config: ConfigFile;
  /** In the order of their lines; those without one first. */
  problems: ConfigProblem[];
  /** Problems beyond those listed. */
  more: number;
}

/** Never throws. */
export function parseConfig(text: string): ParsedConfig {
  const yaml = readYaml(text);
  const found = [...yaml.problems];
  const config = yaml.data === undefined ? {} : checked(yaml, found);
  const problems = found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { config, problems: problems.slice(0, MOST_PROBLEMS), more: Math.max(0, problems.length - MOST_PROBLEMS) };
}

function checked(yaml: YamlData, found: ConfigProblem[]): ConfigFile {
  const { data } = yaml;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    found.push({ line: 1, message: 'Expected keys with values, such as "mode: normal"' });
    return {};
  }
  const rest = structuredClone<Record<string, unknown>>(inLongForm(withoutNothing({ ...data })));
  leaveOutUnclear(rest, yaml, found);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const parsed = configSchema.safeParse(rest);
    if (parsed.success) return withoutLeftOut(parsed.data);
    // From the end of lists on, so that no removal moves the place of another.
    const told = [...parsed.error.issues].reverse().flatMap((issue) => takeOut(rest, issue, yaml));
    found.push(...told.reverse());
  }
  found.push({ line: null, message: 'The file has more mistakes than are looked at: nothing of it is read' });
  return {};
}

/** Stands where an instruction was, so that the others keep their places. */
const LEFT_OUT = '\0left out';

/** An instruction with an unknown key is none: for which files it is meant may be what the key says (`path`). */
function leaveOutUnclear(rest: Record<string, unknown>, yaml: YamlData, found: ConfigProblem[]): void {
  const { instructions } = rest;
  if (!Array.isArray(instructions)) return;
  for (const [place, each] of (instructions as unknown[]).entries()) {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) continue;
    const unknown = Object.keys(each).filter((key) => !['text', 'paths'].includes(key));
    for (const key of unknown) {
      const path = ['instructions', place, key];
      const message = `Unknown key "${written(path)}"; known are text, paths. Without it this instruction could hold for other files than it is meant for: it is left out`;
      found.push({ line: yaml.lineOf(path), message });
    }
    if (unknown.length > 0) instructions[place] = { text: LEFT_OUT };
  }
}

function withoutLeftOut(config: ConfigFile): ConfigFile {
  if (config.instructions === undefined) return config;
  return { ...config, instructions: config.instructions.filter(({ text }) => text !== LEFT_OUT) };
}

/** A key without a value is as good as absent. */
function withoutNothing(file: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(file).filter(([, value]) => value !== null && value !== undefined));
}

/** Removes the part that is wrong, and gives what to say of it. */
function takeOut(rest: Record<string, unknown>, issue: z.core.$ZodIssue, yaml: YamlData): ConfigProblem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => [...path, key]);
    for (const key of unknown) remove(rest, key);
    return unknown.map((key) => ({ line: yaml.lineOf(key), message: unknownKey(key) })).reverse();
  }
  const value = at(rest, path);
  if (issue.code === 'too_big' && Array.isArray(value)) value.length = Number(issue.maximum);
  // What is missing cannot be removed: what should hold it is.
  else remove(rest, value === undefined ? path.slice(0, -1) : path);
  return [{ line: yaml.lineOf(path), message: `${written(path)}: ${issue.message}` }];
}

function unknownKey(path: DataPath): string {
  const known = path.length === 1 ? `; known are ${Object.keys(configSchema.shape).join(', ')}` : '';
  return `Unknown key "${written(path)}"${known}`;
}

/** `instructions[0].paths` */
function written(path: DataPath): string {
  const text = path.map((part, index) => {
    if (typeof part === 'number') return `[${part}]`;
    return `${index === 0 ? '' : '.'}${part.slice(0, 40)}`;
  });
  return text.join('');
}

function at(root: unknown, path: DataPath): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

function remove(root: Record<string, unknown>, path: DataPath): void {
  const last = path.at(-1);
  if (last === undefined) return;
  const holder = at(root, path.slice(0, -1));
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, last);
}
