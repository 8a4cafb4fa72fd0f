/** Which functions of one name a place may call at all: what belongs to a class is not called from elsewhere. */
import { definitionOf, fileOfScope, outerScope, type Program, type ScopeId } from '../../program/program.ts';

/** Those of several that a place may call; all of them where it may call none. */
export function reachable(program: Program, defs: readonly number[], scope: ScopeId): number[] {
  const isOwn = (def: number): boolean => definitionOf(program, def).visibility === 'class';
  if (defs.length < 2 || !defs.some(isOwn)) return [...defs];
  const file = fileOfScope(program, scope);
  program.trace.dependOnFile(file.index);
  const around = outermost(program, scope);
  const found = defs.filter((def) => {
    if (!isOwn(def) || fileOfScope(program, def) === file) return true;
    // A class may be written in several files.
    return around !== undefined && around === outermost(program, def);
  });
  return found.length > 0 ? found : [...defs];
}

/** Name of the outermost definition around a place. */
function outermost(program: Program, scope: ScopeId): string | undefined {
  let name: string | undefined;
  for (let at: ScopeId | undefined = scope; at !== undefined && at >= 0; at = outerScope(program, at)) {
    ({ name } = definitionOf(program, at));
  }
  return name;
}
