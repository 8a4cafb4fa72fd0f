/** The import strategies by the name that `language.json` gives (`"imports": { "strategy": "python-modules" }`). */
import type { MakeImportStrategy } from './import-strategy.ts';
import { bashSource } from './bash-source.ts';
import { cIncludes } from './c-includes.ts';
import { declaredModules } from './declared-modules.ts';
import { packageNames } from './package-names.ts';
import { phpPsr4 } from './php-psr4.ts';
import { rubyRequires } from './ruby-requires.ts';
import { rustModules } from './rust-modules.ts';
import { swiftModules } from './swift-modules.ts';
import { goPackages } from './go-packages.ts';
import { luaRequire } from './lua-require.ts';
import { nodeModules } from './node-modules.ts';
import { pythonModules } from './python-modules.ts';

export const IMPORT_STRATEGIES: Readonly<Record<string, MakeImportStrategy>> = {
  'bash-source': bashSource,
  'python-modules': pythonModules,
  'c-includes': cIncludes,
  'declared-modules': declaredModules,
  'package-names': packageNames,
  'php-psr4': phpPsr4,
  'ruby-requires': rubyRequires,
  'rust-modules': rustModules,
  'swift-modules': swiftModules,
  'go-packages': goPackages,
  'lua-require': luaRequire,
  'node-modules': nodeModules,
};
