import assert from 'node:assert/strict';
import { runTool } from '../../../local/build/run-tool.ts';

describe('local/build/run-tool', () => {
  it('lets a tool work', async () => {
    await runTool('no version', 'typescript/bin/tsc', ['--version']);
  });

  it('rejects with what a tool has said that fails', async () => {
    const failing = runTool('src/ does not compile', 'typescript/bin/tsc', ['--nonsense']);
    await assert.rejects(
      failing,
      /^Error: src\/ does not compile:\nerror TS5023: Unknown compiler option '--nonsense'/,
    );
  });
});
