/** The import strategies by the name that `language.json` gives (`"imports": { "strategy": "python-modules" }`). */
import type { StrategyKind } from './import-strategy.ts';
import { bashSource } from './strategies/bash-source.ts';
import { cIncludes } from './strategies/c-includes.ts';
import { declaredModules } from './strategies/declared-modules.ts';
import { packageNames } from './strategies/package-names.ts';
import { phpPsr4 } from './strategies/php-psr4.ts';
import { rubyRequires } from './strategies/ruby-requires.ts';
import { rustModules } from './strategies/rust-modules.ts';
import { swiftModules } from './strategies/swift-modules.ts';
import { goPackages } from './strategies/go-packages.ts';
import { luaRequire } from './strategies/lua-require.ts';
import { nodeModules } from './strategies/node-modules.ts';
import { pythonModules } from './strategies/python-modules.ts';

export const IMPORT_STRATEGIES: ReadonlyMap<string, StrategyKind> = new Map([
  ['bash-source', bashSource],
  ['c-includes', cIncludes],
  ['declared-modules', declaredModules],
  ['go-packages', goPackages],
  ['lua-require', luaRequire],
  ['node-modules', nodeModules],
  ['package-names', packageNames],
  ['php-psr4', phpPsr4],
  ['python-modules', pythonModules],
  ['ruby-requires', rubyRequires],
  ['rust-modules', rustModules],
  ['swift-modules', swiftModules],
]);
