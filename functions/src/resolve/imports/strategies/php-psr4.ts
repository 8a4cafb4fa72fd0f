/**
 * PHP: classes are found by their full name, wherever the autoloader keeps them; the namespace that a file declares says
 * it all, so composer.json is not needed. A function's bare name falls back to the global one.
 *
 *     namespace App\Http;  use App\Model\User as U;  use function App\helpers\format;
 *     new U            App\Model\User            new Kernel        App\Http\Kernel
 *     new Expr\Call     App\Expr\Call, where `use App\Expr` names a class and a namespace at once
 *     format(1)        App\helpers\format        strlen($x)        global
 */
import type { ImportFact } from '../../../model/facts.ts';
import { definitionOf, fileAt, fileScope } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from '../paths.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { Namespaces } from '../namespaces.ts';
import { lastPart, namespaceAt, parentOf } from '../namespace-at.ts';

export const phpPsr4: StrategyKind = { make: makePhpPsr4 };

function makePhpPsr4(program: Program, files: SourceFile[]): ImportStrategy {
  const index = new Namespaces('php', program);
  for (const file of files) index.addFile(file, file.facts.module ?? '');
  /** The first name of a full path, `App` of `App\Model\User`. */
  const inNamespaces = (name: string): Ref[] => (index.has(name) ? [{ to: 'namespace', key: index.key(name) }] : []);

  return {
    namesAreGlobal: true,
    bound: (fact, file) => (fact.form === 'include' ? includedFile(program, fact, file) : findBound(index, fact, file)),
    localName: (fact) => (fact.form === 'include' ? undefined : (fact.alias ?? fact.name ?? lastPart(fact.source))),
    ambient(file, scope, name) {
      const own = namespaceAt(program, file, scope);
      // A leading separator makes a name absolute; the table knows names without it.
      const path = name.startsWith('\\') ? name.slice(1) : name;
      for (const namespace of new Set([own, ''])) {
        const found = index.member(namespace, path, { near: file });
        if (found.length > 0) return found;
      }
      return inNamespaces(path);
    },
    member(key, name) {
      const namespace = index.nameOf(key);
      return namespace === undefined ? [] : index.member(namespace, name);
    },
    namespaceBeside(def) {
      const file = program.fileOf[def];
      if (file === undefined || program.outer[def] !== fileScope(file)) return undefined;
      const { name } = definitionOf(program, def);
      const path = file.facts.module === undefined ? name : `${file.facts.module}.${name}`;
      return index.has(path) ? index.key(path) : undefined;
    },
    packageName: (key) => key.slice(key.indexOf(':') + 1),
    packageOf: (file) => file.facts.module,
  };
}

/** `include 'lib/a.php'`: beside the file, or below the root. */
function includedFile(program: Program, fact: ImportFact, file: SourceFile): Ref[] {
  const path = fact.source.replace(/^\/+/, '');
  const found = [joinPath(file.dir, path), joinPath(path)]
    .map((one) => (one === undefined ? undefined : fileAt(program, one)))
    .find((one) => one !== undefined);
  return found === undefined ? [] : [{ to: 'file', file: found.index }];
}

function findBound(index: Namespaces, fact: ImportFact, file: SourceFile): Ref[] {
  const path = fact.name === undefined ? fact.source : [fact.source, fact.name].filter((p) => p !== '').join('.');
  const types = index.member(parentOf(path), lastPart(path), { near: file });
  const found = types.length > 0 ? types : index.resolve(path, file);
  return found.length > 0 ? found : [{ to: 'external', name: path }];
}
