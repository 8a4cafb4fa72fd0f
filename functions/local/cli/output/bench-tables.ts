/** What `npm run bench` prints. */
import { basename, dirname } from 'node:path';
import type { IngestionFigures, Run } from '../../lab/bench/ingestion.ts';
import type { SideBySide } from '../../lab/bench/peers.ts';

/** `/src/thing/.git`, `/src/thing.git`, `/src/owner+thing/repo` and `/src/owner+thing/<hash>` tell a name that is good for a repository. */
export function nameOf(folder: string): string {
  const last = basename(folder);
  const name = /^(\.git|repo|[0-9a-f]{16,})$/.test(last) ? basename(dirname(folder)) : basename(folder, '.git');
  return name.replace(/[^\w.-]/g, '-');
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (row: string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [line(head), ...rows.map(line)].join('\n');
}

export const seconds = (value: number | undefined): string => (value === undefined ? '?' : value.toFixed(2));
export const ratio = (part: number, whole: number): string => (whole > 0 ? (part / whole).toFixed(2) : '?');
export const total = (run: Run): number => run.ourCpu + (run.serverCpu ?? 0);

export function ingestionRows(name: string, figures: IngestionFigures): string[][] {
  const { clean, unchanged, firstChange, oneFile, blankLine, warm, insert, bareInsert } = figures;
  const megabytes = figures.bytes / 1e6;
  const insertCpu = insert.ourCpu + (insert.serverCpu ?? 0);
  return [
    ['repository', name],
    ['files, lines, MB', `${clean.files}, ${clean.lines}, ${megabytes.toFixed(1)}`],
    ['reading the files, CPU-s', seconds(figures.readCpu)],
    ['bare parse, CPU-s', seconds(figures.parseCpu)],
    [
      `bare insert (${insert.nodes} nodes, ${insert.edges} edges), CPU-s`,
      `${seconds(insert.ourCpu)} + ${seconds(insert.serverCpu)}`,
    ],
    ['  the same without indexes', `${seconds(bareInsert.ourCpu)} + ${seconds(bareInsert.serverCpu)}`],
    ['ingestion, CPU-s ours + Neo4j', `${seconds(clean.ourCpu)} + ${seconds(clean.serverCpu)}`],
    ['  ours / bare parse', ratio(clean.ourCpu, figures.parseCpu)],
    ['  all / (bare parse + bare insert)', ratio(total(clean), figures.parseCpu + insertCpu)],
    [
      '  wall s; files/s; MB/s',
      `${seconds(clean.wall)}; ${(clean.files / clean.wall).toFixed(0)}; ${(megabytes / clean.wall).toFixed(2)}`,
    ],
    [
      '  phases, ms',
      Object.entries(clean.phases)
        .map(([phase, ms]) => `${phase} ${ms}`)
        .join(', '),
    ],
    ['  peak memory of our process, MB', String(clean.peakMb)],
    ['nothing changed, CPU-s ours + Neo4j', `${seconds(unchanged.ourCpu)} + ${seconds(unchanged.serverCpu)}`],
    [
      `a function more in one file (${oneFile.reused} reused), CPU-s; wall s`,
      `${seconds(oneFile.ourCpu)} + ${seconds(oneFile.serverCpu)}; ${seconds(oneFile.wall)}`,
    ],
    [
      '  the change before it, with planning, CPU-s',
      `${seconds(firstChange.ourCpu)} + ${seconds(firstChange.serverCpu)}`,
    ],
    [
      '  the same in a process that has worked before',
      `${seconds(warm.ourCpu)} + ${seconds(warm.serverCpu)}; ${seconds(warm.wall)}`,
    ],
    [
      'a blank line more in one file, CPU-s; wall s',
      `${seconds(blankLine.ourCpu)} + ${seconds(blankLine.serverCpu)}; ${seconds(blankLine.wall)}`,
    ],
  ];
}

/** Ours is the process alone, and Neo4j's part a line of its own: the peers that write SQLite do so in their own process. */
export function peerRows({ parse, ours, peers }: SideBySide): string[][] {
  const ownCpu = ours.cpuSeconds ?? 0;
  const row = (name: string, node: string, { cpuSeconds, wallSeconds }: SideBySide['parse']): string[] => [
    name,
    node,
    seconds(cpuSeconds),
    seconds(wallSeconds),
    cpuSeconds === undefined ? '?' : ratio(ownCpu, cpuSeconds),
  ];
  return [
    row('ours, without Neo4j', process.version, ours),
    ["  Neo4j's part", '', seconds(ours.serverCpu), '', ''],
    row('bare parse', process.version, parse),
    ...peers.map(({ name, node = '', failed, ...cost }) =>
      failed === undefined ? row(name, node, cost) : [name, node, failed, seconds(cost.wallSeconds), ''],
    ),
  ];
}
