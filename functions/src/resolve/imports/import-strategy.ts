/**
 * What a language must say about its imports: which file or name an import fact leads to. Everything else about names
 * (scopes, shadowing, re-exports, members) is the same for all languages and lives in names/.
 */
import type { ImportFact } from '../../model/facts.ts';
import type { ManifestFile } from '../../model/manifests.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import type { Ref } from './refs.ts';

export interface ImportStrategy {
  /** What the import's local name stands for, best first; [] when unknown (broken or generated). */
  bound(fact: ImportFact, file: SourceFile): Ref[];
  /** Where IMPORTS edges lead, when that is not what is bound (`import a.b` binds `a`). */
  targets?(fact: ImportFact, file: SourceFile): Ref[];
  /** Local name, when it is not alias or name: `import "a/b"` binds `b`. */
  localName?(fact: ImportFact, file: SourceFile): string | undefined;
  /** Names that mean something else in each scope, so that no import of everything brings them: Rust's `super`. */
  ownToScope?: ReadonlySet<string>;
  /** Names a file exports beyond its own scope: submodules of a package. */
  exported?(file: SourceFile, name: string): Ref[];
  /** Names visible in a file without an import: its package, its namespace, global names. */
  ambient?(file: SourceFile, scope: ScopeId, name: string): Ref[];
  /** One program has one definition of a full name, whichever file holds it. Elsewhere a file's names are its own. */
  namesAreGlobal?: true;
  /** Whether a definition elsewhere is seen in a file only if something makes it so that no text says. */
  supposes?(file: SourceFile, def: number): boolean;
  /** Member of a package or namespace this strategy made a Ref for. */
  member?(key: string, name: string): Ref[];
  /** Key of the namespace that a module definition is a part of, when other files have parts of it too. */
  namespaceOf?(def: number): string | undefined;
  /** Key of the namespace that has the full name of a class. */
  namespaceBeside?(def: number): string | undefined;
  /** Definitions that a prototype announces, when it is certain which. */
  completions?(def: number): Ref[];
  /** Whether a file is part of the default build; a member that several files declare is one of those that are. */
  isBuilt?(file: SourceFile): boolean;
  /** Name of a namespace this strategy made a Ref for, as a Module node has it. */
  packageName?(key: string): string | undefined;
  /** Package of a file as a Module node's name; undefined for none. */
  packageOf?(file: SourceFile): string | undefined;
}

/** An entry of the list of strategies (import-strategies.ts). */
export interface StrategyKind {
  /** Called once per run; `files` are those of the languages that name the strategy. */
  make(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy;
  /** Whether the coming or going of a file at a path may change what the imports of all files lead to. */
  changesAll?(path: string): boolean;
}
