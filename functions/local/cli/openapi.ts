/**
 * `npm --prefix functions run openapi`: writes what the endpoint groups declare, as openapi.json for everybody and as
 * types for the console's client. A test compares both with the code, so the committed files are never behind it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GROUPS } from '../../src/api/groups.ts';
import { describeApis } from '../../src/api/http/openapi-document.ts';
import { livePorts } from '../../src/wiring.ts';
import { clientTypes } from '../build/client-types.ts';
import { PACKAGE } from '../stack/toolchain.ts';

// Declaring routes asks no port for anything.
const ports = livePorts();
const document = describeApis(Object.values(GROUPS).map((create) => create(ports)));
const text = JSON.stringify(document, null, 2);
writeFileSync(join(PACKAGE, 'openapi.json'), `${text}\n`);
writeFileSync(join(PACKAGE, 'console', 'src', 'api', 'schema.ts'), await clientTypes(text));
