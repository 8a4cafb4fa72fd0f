/**
 * A repository whose size is known: one function that many call, and functions by the hundred thousand, in folders as deep as
 * people make them.
 *
 *     app/hub.py                       def hub(value): …
 *     app/part_07/module_31.py         def step_07_31_0(value): return hub(value)
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../bench/change-file.ts';

export const HUB = { path: 'app/hub.py', name: 'hub' };

interface Size {
  functions: number;
  /** Of them, those that call the hub. */
  callers: number;
}

const PER_FILE = 100;
const FILES_PER_FOLDER = 50;

/** Half of all functions have no branch; the fewer there are of a kind, the more branches it has, as people write them. */
function functionOf(number: number, callers: number): string {
  const branches = Math.floor(Math.log2(1 / ((((number * 7_919) % 10_007) + 1) / 10_008)));
  const ifs = Array.from({ length: branches }, (_, at) => `    if value == ${at}:\n        return ${at}\n`).join('');
  // Some call one that stands before them.
  const other = number % PER_FILE === 0 || number % 3 > 0 ? `value + ${number}` : `step_${number - 1}(value)`;
  return `def step_${number}(value):\n${ifs}    return ${number < callers ? `${HUB.name}(value)` : other}\n`;
}

/** Into an empty folder, as one commit. */
export function makeLargeRepository(folder: string, { functions, callers }: Size): void {
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write(HUB.path, `def ${HUB.name}(value):\n    """What everything goes through."""\n    return value + 1\n`);
  for (let file = 0; file * PER_FILE < functions; file++) {
    const part = String(Math.floor(file / FILES_PER_FOLDER)).padStart(2, '0');
    const lines = Array.from({ length: PER_FILE }, (_, at) => functionOf(file * PER_FILE + at, callers));
    const imports = file * PER_FILE < callers ? `from app.hub import ${HUB.name}\n\n\n` : '';
    write(`app/part_${part}/module_${file}.py`, `${imports}${lines.join('\n\n')}`);
  }
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message', 'Begin');
}
