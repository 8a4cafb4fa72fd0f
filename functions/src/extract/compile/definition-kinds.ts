/**
 * Groups of definition kinds, and which kind wins where two patterns give one node different ones.
 *
 *     (class_definition) @definition.class      both capture one node: it is a class,
 *     (_ name: (_) @name) @definition.variable  since `class` stands further left in the order
 */
import type { DefinitionKind } from '../../model/facts.ts';

/** The kind further left wins. */
export const KIND_ORDER: DefinitionKind[] = [
  'class',
  'interface',
  'enum',
  'module',
  'type',
  'method',
  'function',
  'constant',
  'field',
  'variable',
];

const VARIABLES = new Set<DefinitionKind>(['variable', 'constant', 'field']);
const FUNCTIONS = new Set<DefinitionKind>(['function', 'method']);
const CLASSES = new Set<DefinitionKind>(['class', 'interface', 'enum']);

export function isVariable(kind: DefinitionKind): boolean {
  return VARIABLES.has(kind);
}

export function isFunction(kind: DefinitionKind): boolean {
  return FUNCTIONS.has(kind);
}

export function isClass(kind: DefinitionKind): boolean {
  return CLASSES.has(kind);
}

export function isBetterKind(kind: DefinitionKind, than: DefinitionKind): boolean {
  return KIND_ORDER.indexOf(kind) < KIND_ORDER.indexOf(than);
}
