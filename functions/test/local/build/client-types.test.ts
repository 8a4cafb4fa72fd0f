import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes } from '../../../local/build/client-types.ts';
import { PACKAGE } from '../../../local/stack/toolchain.ts';

describe('local/build/client-types', () => {
  it('are committed as openapi.json gives them (npm run openapi writes both)', async () => {
    const document = readFileSync(join(PACKAGE, 'openapi.json'), 'utf8');
    const committed = readFileSync(join(PACKAGE, 'console', 'src', 'api', 'schema.ts'), 'utf8');
    assert.equal(await clientTypes(document), committed);
  });
});
