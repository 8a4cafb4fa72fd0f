import assert from 'node:assert/strict';
import { firstPort } from '../../../local/stack/emulator-project.ts';
import { fixedPorts } from '../../../local/stack/stack.ts';

describe('local/emulator-project', () => {
  it('takes the first port from the environment, where all twelve can be counted from it', () => {
    assert.equal(firstPort('6080'), 6080);
    assert.equal(firstPort('65524'), 65_524);
    assert.equal(Math.max(...Object.values<number>({ ...fixedPorts(65_524) })), 65_535);
    for (const wanted of ['', 'abc', '0', '-1', '6080.5', '65525', '1e4'])
      assert.throws(
        () => firstPort(wanted),
        /REVIEWGRAPH_PORT is ".*": set it to the first of twelve free ports/,
        wanted,
      );
  });
});
