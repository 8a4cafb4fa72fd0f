/** `npm --prefix functions run language-reference`: writes `languages/reference.md` from the descriptions in the code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageReference } from '../languages/language-reference.ts';
import { PACKAGE } from '../stack/toolchain.ts';

writeFileSync(join(PACKAGE, 'languages', 'reference.md'), languageReference());
