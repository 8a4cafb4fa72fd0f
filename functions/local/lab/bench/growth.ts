/**
 * How cost grows with size: the same repository once, 4, 16 and 64 times over, in folders of one repository. Flat figures per
 * file mean that nothing looks at everything for each file.
 *
 *     copy-00/src/app.py, copy-01/src/app.py, …
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIndex, type Run, type Server } from './ingestion.ts';

const TIMES = [1, 4, 16, 64] as const;

export interface Growth {
  times: number;
  run: Run;
}

export async function measureGrowth(server: Server, source: string, name: string): Promise<Growth[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'reviewgraph-growth-'));
  try {
    const one = join(scratch, 'one');
    execFileSync('git', ['clone', '--quiet', source, one]);
    rmSync(join(one, '.git'), { recursive: true });
    const figures: Growth[] = [];
    for (const times of TIMES) {
      const folder = join(scratch, `x${times}`);
      mkdirSync(folder);
      for (let copy = 0; copy < times; copy++) {
        cpSync(one, join(folder, `copy-${String(copy).padStart(2, '0')}`), { recursive: true, verbatimSymlinks: true });
      }
      figures.push({ times, run: await runIndex(server, folder, `bench/${name}-x${times}`, true) });
      rmSync(folder, { recursive: true });
    }
    return figures;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
