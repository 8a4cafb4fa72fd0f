import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchParts, type Part } from '../../../local/stack/watch-parts.ts';

describe('watchParts', () => {
  const started = () => spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  const partOf = (name: string, pid = 0): Part => ({ name, pid, logFile: 'x.log', keepsData: false });

  it('tells once of the first part that ends, and nothing after its end', async () => {
    const [one, two] = [started(), started()];
    const parts = [partOf('Neo4j', one.pid), partOf('The emulators', two.pid)];
    const told: string[] = [];
    watchParts(parts, ({ name }) => told.push(name), 20);
    const ended = watchParts(parts, ({ name }) => told.push(`late ${name}`), 20);
    await sleep(100);
    assert.deepEqual(told, []);
    ended.end();
    two.kill('SIGKILL');
    await sleep(200);
    one.kill('SIGKILL');
    await sleep(100);
    assert.deepEqual(told, ['The emulators']);
  });
});
