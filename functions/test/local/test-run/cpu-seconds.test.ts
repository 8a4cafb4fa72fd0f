import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpuLine, cpuSeconds, cpuSince, type CpuSeconds } from '../../../local/test-run/cpu-seconds.ts';

/** Works for half a second of CPU time, says so, and waits for the end of its input. */
const WORK = `
  const until = process.cpuUsage().user + 500_000;
  while (process.cpuUsage().user < until);
  process.stdout.write('done');
  process.stdin.resume();
`;

describe('local/cpu-seconds', function () {
  this.timeout(120_000);

  const now = (): CpuSeconds => cpuSeconds() ?? assert.fail('this system has no /proc');

  it('counts this process', () => {
    const before = now();
    const until = process.cpuUsage().user + 300_000;
    while (process.cpuUsage().user < until);
    const used = cpuSince(before, now());
    assert.ok(used !== undefined && used.user + used.system >= 0.25, JSON.stringify(used));
  });

  it('counts a child that ended', () => {
    const before = now();
    spawnSync(process.execPath, ['-e', WORK], { input: '' });
    const used = cpuSince(before, now());
    assert.ok(used !== undefined && used.user >= 0.45, JSON.stringify(used));
  });

  it('counts a child that still runs', async () => {
    const before = now();
    const child = spawn(process.execPath, ['-e', WORK], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const used = cpuSince(before, now());
    child.stdin.end();
    await once(child, 'close');
    assert.ok(used !== undefined && used.user >= 0.45, JSON.stringify(used));
  });

  it('says what was used, and when that is not known', () => {
    assert.equal(cpuLine({ user: 412.34, system: 96.06 }), 'CPU-seconds: 412 user, 96 system');
    assert.match(cpuLine(cpuSince(undefined, { user: 1, system: 1 })), /^CPU-seconds: not known/);
    assert.equal(cpuSeconds(-1), undefined);
  });
});
