/** Members of what a name stands for: of a file used as a module, of a definition, of a namespace that spans files. */
import type { Ref } from '../imports/refs.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import { chooseDeclarations } from './choose-declarations.ts';
import type { Place, ResolvedRef } from './contract.ts';
import type { NameState } from './name-state.ts';

/** Places that a ref leads to. */
export function followRef(names: NameState, ref: Ref): Place[] {
  const { program } = names;
  if (ref.to === 'def') program.trace.dependOnFile(fileOfScope(program, ref.def).index);
  if (ref.to !== 'name') return [{ at: 'ref', ref }];
  const file = program.files[ref.file];
  return file === undefined ? [] : names.exported(file, ref.name);
}

export function findMember(names: NameState, symbol: ResolvedRef, name: string): Place[] {
  switch (symbol.to) {
    case 'external':
      return [{ at: 'ref', ref: { to: 'external', name: symbol.name } }];
    case 'file': {
      const file = names.program.files[symbol.file];
      // From outside, too, the last of several functions of a name is meant: above it are signatures alone.
      return file === undefined ? [] : [...chooseDeclarations(names.program, names.exported(file, name), undefined)];
    }
    case 'def':
      return memberOfDefinition(names, symbol.def, name);
    case 'namespace':
      return memberOfNamespace(names, symbol.key, name);
  }
}

/** What the definition holds, or what a namespace of its name holds in other files. */
function memberOfDefinition(names: NameState, def: number, name: string): Place[] {
  const own = names.entryPlaces(def, name);
  if (own.length > 0) return own;
  const exported = names.exportedNames(def, name);
  if (exported.length > 0) return exported;
  const { kind, variant } = definitionOf(names.program, def);
  const strategy = names.strategyOf(fileOfScope(names.program, def));
  const spans = kind === 'module' || variant === 'package_object';
  const key = spans ? strategy.namespaceOf?.(def) : strategy.namespaceBeside?.(def);
  return key === undefined ? [] : names.memberOf({ to: 'namespace', key }, name);
}

function memberOfNamespace(names: NameState, key: string, name: string): Place[] {
  for (const strategy of names.strategies) {
    const refs = strategy.member?.(key, name) ?? [];
    if (refs.length > 0) return refs.flatMap(names.placesOf);
  }
  return [];
}
