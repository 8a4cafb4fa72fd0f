/**
 * `npm --prefix functions run openapi`: writes openapi.json from what the endpoint groups declare. A test compares the
 * two, so the committed file is never behind the code.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GROUPS } from '../../src/api/groups.ts';
import { describeApis } from '../../src/api/http/openapi-document.ts';
import { livePorts } from '../../src/wiring.ts';
import { PACKAGE } from '../stack/toolchain.ts';

// Declaring routes asks no port for anything.
const ports = livePorts();
const document = describeApis(Object.values(GROUPS).map((create) => create(ports)));
writeFileSync(join(PACKAGE, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
