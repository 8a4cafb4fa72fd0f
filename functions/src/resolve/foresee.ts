/**
 * Files whose facts the edges of some files will depend on, as far as names and types tell it without values: what they
 * import, extend and name. A guess that saves rounds of resolve-asked.ts; what it leaves out is found there.
 *
 *     asked: A.java      import b.B; B b; b.run()      B.java, and what B.java extends and says of its members' types
 */
import type { Value } from '../model/facts.ts';
import type { ManifestFile } from '../model/manifests.ts';
import { createClasses } from './classes/classes.ts';
import type { Classes } from './classes/contract.ts';
import type { NameResolver } from './names/contract.ts';
import { partsOfName, rootName, rootOf } from './program/dotted-name.ts';
import { definitionOf, scopeOf } from './program/program.ts';
import type { Program, ScopeId, SourceFile } from './program/program.ts';
import type { ReachedInputs } from './tracking/inputs.ts';
import { inOneGo } from './tracking/steps.ts';

/** What the names and types of these files depend on. `inside`: files of whose code the names count, too. */
export function foresee(
  program: Program,
  manifests: ManifestFile[],
  files: readonly SourceFile[],
  inside: (file: SourceFile) => boolean,
): ReachedInputs[] {
  const { resolver, classes } = inOneGo(createClasses(program, manifests));
  for (const file of files) {
    program.trace.forFile(file.index, () => {
      askTypes(program, classes, file);
      if (inside(file)) askNames(resolver, file);
    });
  }
  return files.map(({ index }) => program.trace.inputsOf(index));
}

/** What a class extends, and the types of what it declares. */
function askTypes(program: Program, classes: Classes, file: SourceFile): void {
  for (const index of file.facts.definitions.keys()) {
    const def = file.base + index;
    const { bases, parameters, returns, type } = definitionOf(program, def);
    if (bases !== undefined) classes.order(def);
    for (const one of [returns, type, ...(parameters ?? []).map((parameter) => parameter.type)]) {
      if (one !== undefined) classes.types.meanings({ type: one, scope: def });
    }
  }
}

function askNames(resolver: NameResolver, file: SourceFile): void {
  const { bindings, calls, imports } = file.facts;
  for (const fact of imports) if (fact.form !== 'hiding') resolver.imported(fact, file);
  const asked = new Set<string>();
  const ask = (scope: ScopeId, value: Value): void => {
    const name = firstName(value);
    if (name === undefined || asked.has(`${scope} ${name}`)) return;
    asked.add(`${scope} ${name}`);
    resolver.lookup(scope, name);
  };
  for (const { args, callee, scope } of calls) {
    ask(scopeOf(file, scope), callee);
    for (const { value } of args ?? []) ask(scopeOf(file, scope), value);
  }
  for (const { scope, value } of bindings) if (value !== undefined) ask(scopeOf(file, scope), value);
}

/** `a` of `a.b(c).d` and of `new a.B()`. */
function firstName(value: Value): string | undefined {
  const root = rootOf(value);
  return root?.is === 'new' || root?.is === 'type' ? partsOfName(root.type.name)[0] : rootName(root);
}
