/** Tools of node_modules that the build runs, beside whatever else starts meanwhile. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PACKAGE } from '../stack/toolchain.ts';

const failedSchema = z.object({ stdout: z.string(), stderr: z.string() });

/** `script`: below node_modules. Rejects with what the tool has said, under `title`, when it fails. */
export async function runTool(title: string, script: string, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [join(PACKAGE, 'node_modules', script), ...args], { cwd: PACKAGE });
  } catch (error) {
    const said = failedSchema.safeParse(error).data;
    if (said === undefined) throw error;
    throw new Error([`${title}:`, said.stdout.trim(), said.stderr.trim()].filter((text) => text !== '').join('\n'), {
      cause: error,
    });
  }
}
