/**
 * One limit of this machine in a process of its own, so that its CPU time and memory are its own: what reading the files
 * costs that ingestion would extract (`read`), parsing them too (`parse`: their grammars and nothing else), or inserting
 * the rows that they become into Neo4j (`insert`: plain CREATE in batches, without comparing, fencing or resuming; `insert-bare` without any index). The
 * measure of our own work is its ratio to these.
 *
 *     node local/lab/bench/limits.ts read|parse|insert|insert-bare <dir> [bolt URI]
 *     {"files":983,"bytes":4123456,"cpu_seconds":4.1,"peak_rss_mb":180}
 */
import { readFile } from 'node:fs/promises';
import { Language, Parser } from 'web-tree-sitter';
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { createEligibility } from '../../../src/extract/eligibility.ts';
import { grammarFor, grammarUrl, initialiseParsing } from '../../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import type { Snapshot } from '../../../src/ports.ts';
import { insertRows } from './insert-rows.ts';

const registry = loadRegistry();

interface Source {
  path: string;
  language: string;
  text: string;
}

async function* sourcesOf(snapshot: Snapshot): AsyncGenerator<Source> {
  const eligibility = createEligibility(registry);
  for (const entry of snapshot.entries) {
    if (eligibility.reasonToSkip(entry) !== undefined) continue;
    const read = eligibility.read(entry.path, await snapshot.read(entry.oid));
    if ('text' in read) yield { path: entry.path, ...read };
  }
}

const parsers = new Map<string, Promise<Parser>>();

function parserFor({ path, language }: Source): Promise<Parser> | undefined {
  const definition = registry.get(language);
  if (definition === undefined) return undefined;
  const grammar = grammarFor(definition.source, path);
  const known = parsers.get(grammar.file);
  if (known !== undefined) return known;
  const made = (async () => {
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(grammarUrl(grammar, language))));
    return parser;
  })();
  parsers.set(grammar.file, made);
  return made;
}

async function readAll(folder: string, parse: boolean): Promise<{ files: number; bytes: number }> {
  const snapshot = await openLocal(folder);
  const total = { files: 0, bytes: 0 };
  if (parse) await initialiseParsing();
  for await (const source of sourcesOf(snapshot)) {
    total.files++;
    total.bytes += Buffer.byteLength(source.text);
    const parser = parse ? await parserFor(source) : undefined;
    parser?.parse(source.text)?.delete();
  }
  await snapshot.close();
  return total;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const [mode = '', folder = '', uri = ''] = process.argv.slice(2);
const measured =
  mode === 'insert' || mode === 'insert-bare'
    ? await insertRows(folder, uri, cpuSeconds, mode === 'insert')
    : { ...(await readAll(folder, mode === 'parse')), cpu_seconds: cpuSeconds() };
const peak_rss_mb = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(`${JSON.stringify({ ...measured, peak_rss_mb })}\n`);
process.exit();
