/**
 * Rows as files that Neo4j's importer reads, and the import of them into a store that no server has started on yet: a
 * hundred times the rows a second that transactions take. Copies are made while the files are written, so nothing holds
 * more than the rows of one copy.
 *
 *     :ID,:LABEL,key:string,line_number:long,lines:long[],…
 *     0,Symbol;Function,"x3f…",12,,…
 *
 * Importer: neo4j.com/docs/operations-manual/current/import.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { join } from 'node:path';
import { findJava } from '../../stack/java.ts';
import { neo4jClassPath } from '../../stack/neo4j-classpath.ts';
import { toolchainFolder } from '../../stack/toolchain.ts';
import { copyValues } from './store-rows.ts';
import type { Copy, StoreRows, Values } from './store-rows.ts';

/** Between the elements of an array: nobody writes it. */
const BETWEEN = '\u001f';
const IMPORTER_HEAP_MB = 1_500;

type Column = readonly [name: string, type: string];

/** Properties and their types, as the rows have them. */
function columnsOf(rows: readonly { values: Values }[]): Column[] {
  const types = new Map<string, string>();
  for (const { values } of rows) {
    for (const [name, value] of Object.entries(values)) {
      const type = typeOf(value);
      // One that is whole here and a fraction there is a fraction.
      if (type !== undefined && types.get(name) !== 'double') types.set(name, type);
    }
  }
  return [...types];
}

function typeOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  if (typeof value === 'number') return Number.isInteger(value) ? 'long' : 'double';
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const type = typeOf(value[0]);
  return type === undefined ? undefined : `${type}[]`;
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return `"${value.replaceAll('"', '""')}"`;
  if (Array.isArray(value)) return value.length === 0 ? '' : cellOf(value.map(String).join(BETWEEN));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

async function write(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** Writes `rows`, as they are and once for each of `copies`, below `folder`. */
export async function writeImport(folder: string, rows: StoreRows, copies: readonly Copy[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [nodeColumns, edgeColumns] = [columnsOf(rows.nodes), columnsOf(rows.edges)];
  const header = (columns: Column[]) => columns.map(([name, type]) => `${name}:${type}`).join(',');
  const cells = (columns: Column[], values: Values) => columns.map(([name]) => cellOf(values[name])).join(',');
  const [nodes, edges] = ['nodes.csv', 'edges.csv'].map((name) => createWriteStream(join(folder, name)));
  if (nodes === undefined || edges === undefined) return;
  await write(nodes, `:ID,:LABEL,${header(nodeColumns)}\n`);
  await write(edges, `:START_ID,:END_ID,:TYPE,${header(edgeColumns)}\n`);
  for (const copy of [undefined, ...copies]) {
    const change = copy === undefined ? (values: Values) => values : copyValues(copy);
    const first = (copy?.number ?? 0) * rows.nodes.length;
    for (const { id, labels, values } of rows.nodes) {
      await write(nodes, `${first + id},"${labels.join(BETWEEN)}",${cells(nodeColumns, change(values))}\n`);
    }
    for (const { from, to, type, values } of rows.edges) {
      await write(edges, `${first + from},${first + to},${type},${cells(edgeColumns, change(values))}\n`);
    }
  }
  nodes.end();
  edges.end();
  await Promise.all([finished(nodes), finished(edges)]);
}

/** Makes the store of `home` of the files; its server must never have started. Rejects with what the importer said. */
export async function importStore(home: string, folder: string, log: (line: string) => void): Promise<void> {
  const jdk = findJava();
  const classPath = await neo4jClassPath(toolchainFolder(), jdk, log);
  mkdirSync(join(home, 'conf'), { recursive: true });
  const words = ['database', 'import', 'full', 'neo4j', '--id-type=integer', '--multiline-fields=true'];
  const format = ['--array-delimiter=U+001F', '--skip-duplicate-nodes=false', '--max-off-heap-memory=2G'];
  const files = [`--nodes=${join(folder, 'nodes.csv')}`, `--relationships=${join(folder, 'edges.csv')}`];
  const java = [
    `-Xmx${IMPORTER_HEAP_MB}m`,
    '-Xlog:all=off',
    '--add-opens=java.base/java.nio=ALL-UNNAMED',
    '-cp',
    classPath,
    'org.neo4j.cli.AdminTool',
  ];
  const child = spawn(join(jdk.home, 'bin', 'java'), [...java, ...words, ...format, ...files], {
    env: { ...process.env, NEO4J_HOME: home, NEO4J_CONF: join(home, 'conf') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Neo4j's importer failed:\n${said}`);
}
