/**
 * Dotted names of namespaces.
 *
 *     package a.b; namespace c { … }      code in there stands in a.b.c, whose parent is a.b
 */
import { definitionOf } from '../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';

/** Namespace that a scope's code stands in: the file's, and the module definitions around. */
export function namespaceAt(program: Program, file: SourceFile, scope: ScopeId): string {
  const names: string[] = [];
  for (let at: ScopeId | undefined = scope; at !== undefined && at >= 0; at = program.outer[at]) {
    const def = definitionOf(program, at);
    if (def.kind === 'module' || def.variant === 'package_object') names.unshift(def.name);
  }
  return [file.facts.module ?? '', ...names].filter((name) => name !== '').join('.');
}

/** The namespace around; '' for the outermost. */
export function parentOf(namespace: string): string {
  const dot = namespace.lastIndexOf('.');
  return dot < 0 ? '' : namespace.slice(0, dot);
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
