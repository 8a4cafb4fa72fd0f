import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFolderCode, type FolderCode } from '../../../local/folder/folder-code.ts';

describe('local/folder/folder-code', function () {
  this.timeout(60_000);
  let folder: string;
  let code: FolderCode;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reviewgraph-code-'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'a.py'), 'def first(): pass\n');
    code = openFolderCode(folder);
    await code.ready;
  });
  after(() => {
    code.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function isKnown(name: string, within = 5_000): Promise<boolean> {
    for (const until = performance.now() + within; performance.now() < until; await sleep(20)) {
      const { reader } = await code.open(undefined);
      if ((await reader.named(name, { limit: 1 })).total > 0) return true;
    }
    return false;
  }

  it('answers for new files, new folders, renamed and removed ones', async () => {
    assert.ok(await isKnown('first'));
    mkdirSync(join(folder, 'src', 'deep'));
    await sleep(300);
    writeFileSync(join(folder, 'src', 'deep', 'b.py'), 'def second(): pass\n');
    assert.ok(await isKnown('second'));
    writeFileSync(join(folder, 'src', 'c.py'), 'def third(): pass\n');
    assert.ok(await isKnown('third'));
    writeFileSync(join(folder, 'src', 'deep', 'b.py'), 'def fourth(): pass\n');
    assert.ok(await isKnown('fourth'));
    renameSync(join(folder, 'src', 'deep'), join(folder, 'src', 'other'));
    await sleep(300);
    const { reader } = await code.open(undefined);
    assert.deepEqual((await reader.files('', { limit: 10 })).items.map(({ path }) => path), ['src/a.py', 'src/c.py', 'src/other/b.py']); // prettier-ignore
  });
});
