/**
 * What a placed definition says of itself: signature, bases, modifiers, documentation, value. All of it is read by the
 * language's tables from the nodes that its patterns captured.
 *
 *     /** Barks. *\/ bark(loud = true): string {}
 *       →   { kind: 'method', name: 'bark', doc: 'Barks.', parameters: [{ name: 'loud', … }], returns: { name: 'string' }, … }
 */
import type { Node } from 'web-tree-sitter';
import type { Base, Definition, TypeRef } from '../../model/facts.ts';
import { isClass, isFunction, isVariable } from '../compile/definition-kinds.ts';
import type { LanguageSource } from '../compile/language-schema.ts';
import { flag, withoutUndefined } from '../compile/without-undefined.ts';
import type { BlankedDecorators } from '../gather/blanks.ts';
import { cleanDoc, type DocComments } from '../gather/docs.ts';
import type { BaseNode, Draft } from '../gather/gathered.ts';
import type { DestructuredParameter, ParameterList } from '../gather/parameters.ts';
import type { Lines } from '../gather/scopes.ts';
import { dotted, type TypeReader } from '../gather/types.ts';
import type { ValueReader } from '../gather/values.ts';
import { applySignature } from './clauses.ts';
import { addOfOwner, ownerOf, variantOf } from './definition-owners.ts';
import { parametersOf, type ParameterReaders } from './definition-parameters.ts';
import { modifiersOf } from './modifiers.ts';
import type { Placed } from './place-definitions.ts';

const MAX_INITIAL = 200;
const MAX_DECORATOR = 500;
const BASE_KINDS = [
  'extends',
  'implements',
  'mixes_in',
  'embeds',
  'prepends',
  'extends_class',
  'extends_users',
] as const;

export interface DefinitionReaders extends ParameterReaders {
  text: string;
  lines: Lines;
  types: TypeReader;
  values: ValueReader;
  docs: DocComments;
  blankedDecorators: Map<number, BlankedDecorators>;
}

export interface Described {
  definition: Definition;
  destructured: DestructuredParameter[];
  /** Nodes that are evaluated outside of the definition. */
  heads: Node[];
}

/** Undefined where the node is no type. */
export function readBase({ node, how }: BaseNode, types: TypeReader): Base | undefined {
  const type = types.read(node);
  const kind = BASE_KINDS.find((known) => known === how) ?? 'extends';
  return type === undefined ? undefined : { type, how: kind };
}

function declarationOf(draft: Draft): Definition['declaration'] {
  const written = draft.settings['declaration'];
  return written === 'prototype' || written === 'overload' || written === 'abstract' ? written : undefined;
}

/** Namespaces and classes may be named by a path, `A::B`. */
function isDotted({ kind, anonymous }: Placed): boolean {
  return !anonymous && (kind === 'class' || kind === 'module');
}

function docOf(
  draft: Draft,
  start: number,
  blanked: BlankedDecorators | undefined,
  docs: DocComments,
): string | undefined {
  if (draft.doc !== undefined) return cleanDoc(draft.doc.text);
  let head = Math.min(start, blanked?.start ?? draft.node.startIndex);
  for (const decorator of draft.decorators) head = Math.min(head, decorator.startIndex);
  return docs.before(head);
}

/** The beginning of a value as text: tables of data are long. */
function initialText({ startIndex, endIndex }: Node, text: string): string {
  const written = text.slice(startIndex, Math.min(endIndex, startIndex + 4 * MAX_INITIAL)).replace(/\s+/g, ' ');
  const whole = endIndex - startIndex <= 4 * MAX_INITIAL && written.length <= MAX_INITIAL;
  return whole ? written : `${written.slice(0, MAX_INITIAL - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Default values and bases, where the language evaluates them outside of the definition. */
function headsOf(draft: Draft, list: ParameterList | undefined, { headIsOuter }: LanguageSource): Node[] {
  return headIsOuter ? [...(list?.defaults ?? []), ...draft.bases.map(({ node }) => node)] : [];
}

function decoratorsOf(draft: Draft, blanked: BlankedDecorators | undefined): string[] {
  const written = draft.decorators.map((node) => node.text.trim());
  return [...(blanked?.texts ?? []), ...written].map((text) => text.slice(0, MAX_DECORATOR));
}

/** The members that an alias lists are definitions of their own, so such an alias has no type. */
function declaredType({ draft, kind }: Placed, types: TypeReader): TypeRef | undefined {
  const written = types.read(draft.parts.type);
  return kind === 'type' && written?.name === '{}' ? undefined : written;
}

function takesParameters({ draft, kind }: Placed): boolean {
  return isFunction(kind) || draft.parts.parameters !== undefined || draft.parameterNodes.length > 0;
}

/** What a variable, constant, field or type is given: as a value, and for the first three as text. */
function givenValue(
  { draft, kind }: Placed,
  { values, text }: DefinitionReaders,
): Pick<Definition, 'value' | 'initial'> {
  const { value } = draft.parts;
  if (value === undefined || !(isVariable(kind) || kind === 'type')) return {};
  const read = values.read(value);
  return isVariable(kind) ? { value: read, initial: initialText(value, text) } : { value: read };
}

function nonEmpty<T>(list: T[] | undefined): T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** The name of a function or variable of a block, where the block hides others of that name. */
function seenAs(
  { draft, kind, name, parent }: Placed,
  all: Placed[],
  { values }: DefinitionReaders,
): string | undefined {
  const node = draft.parts.name;
  const around = all[parent]?.kind;
  if (values.ownName === undefined || node === undefined || draft.parts.owner !== undefined) return undefined;
  if (isClass(kind) || (around !== undefined && !isFunction(around))) return undefined;
  const own = values.ownName(name, node.startIndex);
  return own === name ? undefined : own;
}

/** The caller adds what depends on scopes: complexity, returned values, signatures that stand apart. */
export function describeDefinition(placed: Placed, all: Placed[], readers: DefinitionReaders): Described {
  const { draft, kind, start, textEnd: end } = placed;
  const { lines, types, source } = readers;
  const blanked = readers.blankedDecorators.get(draft.node.startIndex);
  const decorators = decoratorsOf(draft, blanked);
  // Nobody asks for the modifiers and the documentation of a callback, and there are many callbacks.
  const isCallback = placed.anonymous && isFunction(kind);
  const owner = ownerOf(placed, all, source, readers);
  const modifiers = isCallback ? [...draft.modifiers] : modifiersOf(draft, source, decorators);
  addOfOwner(modifiers, placed, all, owner);
  const list = takesParameters(placed) ? parametersOf(placed, all[placed.parent], modifiers, readers) : undefined;
  const declared = declaredType(placed, types);
  const isSigned = isFunction(kind) && 'clause' in draft.settings;
  const { value, initial } = givenValue(placed, readers);
  const definition = withoutUndefined<Definition>({
    kind,
    variant: variantOf(placed, owner ?? all[placed.parent], source),
    name: isDotted(placed) ? dotted(placed.name, source.separators) : placed.name,
    anonymous: flag(placed.anonymous),
    seenAs: seenAs(placed, all, readers),
    parent: placed.parent,
    owner,
    implementing: types.read(draft.parts.implementing),
    extension: flag('extension' in draft.settings),
    line: lines.lineOf(start),
    endLine: lines.lineOf(Math.max(start, end - 1)),
    start,
    end,
    doc: isCallback ? undefined : docOf(draft, start, blanked, readers.docs),
    parameters: nonEmpty(list?.parameters),
    returns: types.read(draft.parts.returns),
    typeParameters: nonEmpty(readers.parameters.typeParameters(draft.typeParameterNodes)),
    bases: nonEmpty(draft.bases.flatMap((base) => readBase(base, types) ?? [])),
    type: isSigned ? undefined : declared,
    value,
    aliased: types.read(draft.parts.aliased),
    initial,
    modifiers: nonEmpty(modifiers),
    decorators: nonEmpty(decorators),
    complexity: isFunction(kind) ? 1 : undefined,
    declaration: declarationOf(draft),
  });
  if (isSigned && declared !== undefined) applySignature(definition, declared);
  return { definition, destructured: list?.destructured ?? [], heads: headsOf(draft, list, source) };
}
