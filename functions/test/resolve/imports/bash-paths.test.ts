import assert from 'node:assert/strict';
import { staticPart } from '../../../src/resolve/imports/bash-paths.ts';

describe('resolve/imports/bash-paths', () => {
  it('keeps what is certain of a path', () => {
    assert.deepEqual(staticPart('./lib/log.sh'), { path: './lib/log.sh', computed: false, inside: false });
    assert.deepEqual(staticPart('"$(dirname "$0")/common.sh"'), { path: 'common.sh', computed: true, inside: false });
    assert.equal(staticPart('${ROOT}/lib/$name/b.sh').path, 'b.sh');
    assert.equal(staticPart('${ROOT}/lib/$name/b.sh').inside, true);
    assert.equal(staticPart('$plugin').path, '');
    assert.equal(staticPart('lib/*.sh').path, '');
  });

  it('ends for what is not closed', () => {
    for (const source of ['$(', '${a', '`', '$']) assert.equal(staticPart(source).path, '');
  });
});
