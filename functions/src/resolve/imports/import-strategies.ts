/** The import strategies by the name that `language.json` gives (`"imports": { "strategy": "python-modules" }`). */
import type { MakeImportStrategy } from './import-strategy.ts';
import { bashSource } from './bash-source.ts';
import { goPackages } from './go-packages.ts';
import { nodeModules } from './node-modules.ts';
import { pythonModules } from './python-modules.ts';

export const IMPORT_STRATEGIES: Readonly<Record<string, MakeImportStrategy>> = {
  'bash-source': bashSource,
  'python-modules': pythonModules,
  'go-packages': goPackages,
  'node-modules': nodeModules,
};
