/**
 * What each placed definition says: signature, bases, modifiers, documentation, value. Everything is read by the
 * language's tables from the nodes that its patterns captured.
 */
import type { Node } from 'web-tree-sitter';
import type { Base, Definition, Parameter, TypeRef } from '../../model/facts.ts';
import type { BlankedDecorators } from './blanks.ts';
import type { BaseNode, Draft } from './captures.ts';
import type { DocComments } from './docs.ts';
import { cleanDoc } from './docs.ts';
import type { LanguageSource } from '../compile/language-schema.ts';
import { applySignature, readClauses } from './clauses.ts';
import type { DestructuredParameter, ParameterReader } from './parameters.ts';
import { isClass, isFunction, isVariable, type Placed } from '../assemble/place-definitions.ts';
import type { Lines } from '../assemble/scopes.ts';
import { dotted, type TypeReader } from './types.ts';
import type { ValueReader } from './values.ts';

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

export interface DefinitionReaders {
  source: LanguageSource;
  text: string;
  lines: Lines;
  types: TypeReader;
  values: ValueReader;
  parameters: ParameterReader;
  docs: DocComments;
  blankedDecorators: Map<number, BlankedDecorators>;
}

export interface Described {
  definition: Definition;
  destructured: DestructuredParameter[];
  /** Nodes that are evaluated outside: default values and bases. */
  heads: Node[];
}

/** `@app.route("/x")` → `route`, without its arguments. */
function decoratorName(text: string): string {
  return /(?<![\w$])([\w$]+)\s*(\(|$)/.exec(text.replace(/^[@#[\s]+/, ''))?.[1] ?? '';
}

function modifiersOf(draft: Draft, source: LanguageSource, decorators: string[]): string[] {
  const { keywords, containers, rename, decorators: byDecorator } = source.modifiers;
  const words = new Set(keywords);
  const inside = new Set(containers);
  const found = new Set<string>(draft.modifiers);
  if (draft.section !== undefined) found.add(draft.section.text);
  if (words.size > 0) {
    const nodes = [draft.node, ...(draft.parts.anonymous === undefined ? [] : [draft.parts.anonymous])];
    const queue = nodes.flatMap((node) => node.children.map((child) => ({ child, around: '' })));
    for (let at = 0; at < queue.length && at < 200; at += 1) {
      const next = queue[at];
      if (next === undefined) continue;
      const { child, around } = next;
      const type = child.type;
      if (words.has(type)) found.add(type);
      else if (inside.has(type) || (around !== '' && inside.has(`${around}/${type}`))) {
        const text = child.text;
        if (words.has(text)) found.add(text);
        else queue.push(...child.children.map((one) => ({ child: one, around: type })));
      }
    }
  }
  for (const decorator of decorators) {
    const modifier = byDecorator.get(decoratorName(decorator));
    if (modifier !== undefined) found.add(modifier);
  }
  return [...found].map((word) => rename.get(word) ?? word);
}

/** Undefined where the node is no type. */
export function readBase({ node, how }: BaseNode, types: TypeReader): Base | undefined {
  const type = types.read(node);
  const kind = BASE_KINDS.find((known) => known === how) ?? 'extends';
  return type === undefined ? undefined : { type, how: kind };
}

/** Marks the parameter that is the object itself, by the language's `selfParameter`. */
function markSelf(parameters: Parameter[], source: LanguageSource, inClass: boolean, modifiers: string[]): void {
  const rule = source.selfParameter;
  const first = parameters[0];
  if (rule === undefined || first === undefined || !inClass || modifiers.includes('static')) return;
  if (rule === 'first' ? first.variadic === undefined : rule.includes(first.name)) first.self = true;
}

function parametersOf(placed: Placed, parent: Placed | undefined, modifiers: string[], readers: DefinitionReaders) {
  const { draft } = placed;
  const container = draft.parts.parameters;
  const list = readers.parameters.read([...(container?.namedChildren ?? []), ...draft.parameterNodes]);
  readClauses(list, placed.clauses, (nodes) => readers.parameters.read(nodes));
  const implicit = draft.settings['parameter'];
  if (typeof implicit === 'string' && container === undefined && list.parameters.length === 0) {
    list.parameters.push({ name: implicit });
  }
  const inClass = (parent !== undefined && isClass(parent.kind)) || draft.parts.owner !== undefined;
  markSelf(list.parameters, readers.source, inClass, modifiers);
  if (draft.parts.receiver !== undefined) {
    const receiver = readers.parameters.read(draft.parts.receiver.namedChildren).parameters[0];
    if (receiver !== undefined) list.parameters.unshift({ ...receiver, self: true });
  }
  return list;
}

function declarationOf(draft: Draft): Definition['declaration'] {
  const written = draft.settings['declaration'];
  return written === 'prototype' || written === 'overload' || written === 'abstract' ? written : undefined;
}

/** By name; `$class` stands for the name of the class, around the method or written before its name. */
/** Namespaces and classes may be named by a path, `A::B`; what has no name of its own keeps its mark. */
function isDotted({ kind, anonymous }: Placed): boolean {
  return !anonymous && (kind === 'class' || kind === 'module');
}

function isConstructor(name: string, className: string | undefined, source: LanguageSource): boolean {
  return source.constructors.includes(name) || (source.constructors.includes('$class') && className === name);
}

/** `this.a = () => …` belongs to the class around it, or to the constructor function that it stands in. */
function selfOwner(placed: Placed, all: Placed[]): string | undefined {
  let builder: string | undefined;
  for (let outer = all[placed.parent]; outer !== undefined; outer = all[outer.parent]) {
    if (isClass(outer.kind)) return outer.name;
    if (isFunction(outer.kind) && !outer.anonymous) builder ??= outer.name;
  }
  return builder;
}

/** The type that a member is written for: of `a::B<T>::m` what stands before `m`. */
function ownerOf(placed: Placed, all: Placed[], { source, types, values }: DefinitionReaders): TypeRef | undefined {
  const { owner, name } = placed.draft.parts;
  if (owner === undefined) return undefined;
  if (values.formOf(owner)?.is === 'self') {
    const around = selfOwner(placed, all);
    return around === undefined ? undefined : { name: around };
  }
  const endsInName = name !== undefined && name.startIndex > owner.startIndex && name.endIndex === owner.endIndex;
  if (!endsInName) return types.read(owner) ?? { name: dotted(owner.text, source.separators) };
  const before = owner.text.slice(0, name.startIndex - owner.startIndex);
  return { name: dotted(before, source.separators).replace(/(?<!\.)\.+$/, '') };
}

function variantOf(placed: Placed, className: string | undefined, source: LanguageSource): string | undefined {
  const written = placed.draft.settings['variant'];
  if (typeof written === 'string') return written;
  if (placed.kind === 'method' && isConstructor(placed.name, className, source)) return 'constructor';
  return placed.anonymous && isFunction(placed.kind) ? 'lambda' : undefined;
}

function docOf(
  draft: Draft,
  start: number,
  blanked: BlankedDecorators | undefined,
  readers: DefinitionReaders,
): string | undefined {
  if (draft.doc !== undefined) return cleanDoc(draft.doc.text);
  let head = Math.min(start, blanked?.start ?? draft.node.startIndex);
  for (const decorator of draft.decorators) head = Math.min(head, decorator.startIndex);
  return readers.docs.before(head);
}

/** Only its beginning is read: tables of data are long. */
function initialText({ startIndex, endIndex }: Node, text: string): string {
  const written = text.slice(startIndex, Math.min(endIndex, startIndex + 4 * MAX_INITIAL)).replace(/\s+/g, ' ');
  const whole = endIndex - startIndex <= 4 * MAX_INITIAL && written.length <= MAX_INITIAL;
  return whole ? written : `${written.slice(0, MAX_INITIAL - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Complexity, returned values and everything else that depends on scopes is added by the caller. */
export function describeDefinition(placed: Placed, all: Placed[], readers: DefinitionReaders): Described {
  const { draft, kind, start, end } = placed;
  const { lines, types, values, source } = readers;
  const { implementing, returns, type, value } = draft.parts;
  const blanked = readers.blankedDecorators.get(draft.node.startIndex);
  const decorators = [...(blanked?.texts ?? []), ...draft.decorators.map((node) => node.text.trim())].map((text) =>
    text.slice(0, MAX_DECORATOR),
  );
  // Nobody asks for the modifiers of a callback, and there are many.
  const modifiers =
    placed.anonymous && isFunction(kind) ? [...draft.modifiers] : modifiersOf(draft, source, decorators);
  const ownerType = ownerOf(placed, all, readers);
  const className = ownerType?.name.split('.').pop() ?? all[placed.parent]?.name;
  const variant = variantOf(placed, className, source);
  const doc = placed.anonymous && isFunction(kind) ? undefined : docOf(draft, start, blanked, readers);
  const declaration = declarationOf(draft);
  const typeParameters = readers.parameters.typeParameters(draft.typeParameterNodes);
  const bases = draft.bases.flatMap((base) => readBase(base, types) ?? []);
  const list =
    isFunction(kind) || draft.parts.parameters !== undefined || draft.parameterNodes.length > 0
      ? parametersOf(placed, all[placed.parent], modifiers, readers)
      : undefined;
  const implemented = types.read(implementing ?? null);
  const returned = types.read(returns ?? null);
  const written = types.read(type ?? null);
  // The members that an alias lists are definitions of their own.
  const declared = kind === 'type' && written?.name === '{}' ? undefined : written;
  const signed = isFunction(kind) && 'clause' in draft.settings;
  const definition: Definition = {
    kind,
    ...(variant === undefined ? {} : { variant }),
    name: isDotted(placed) ? dotted(placed.name, source.separators) : placed.name,
    ...(placed.anonymous ? { anonymous: true } : {}),
    parent: placed.parent,
    ...(ownerType === undefined ? {} : { owner: ownerType }),
    ...(implemented === undefined ? {} : { implementing: implemented }),
    ...('extension' in draft.settings ? { extension: true } : {}),
    line: lines.lineOf(start),
    endLine: lines.lineOf(Math.max(start, end - 1)),
    start,
    end,
    ...(doc === undefined ? {} : { doc }),
    ...(list === undefined || list.parameters.length === 0 ? {} : { parameters: list.parameters }),
    ...(returned === undefined ? {} : { returns: returned }),
    ...(typeParameters.length === 0 ? {} : { typeParameters }),
    ...(bases.length === 0 ? {} : { bases }),
    ...(declared === undefined || signed ? {} : { type: declared }),
    ...(value === undefined || !(isVariable(kind) || kind === 'type') ? {} : { value: values.read(value) }),
    ...(value === undefined || !isVariable(kind) ? {} : { initial: initialText(value, readers.text) }),
    ...(modifiers.length === 0 ? {} : { modifiers }),
    ...(decorators.length === 0 ? {} : { decorators }),
    ...(isFunction(kind) ? { complexity: 1 } : {}),
    ...(declaration === undefined ? {} : { declaration }),
  };
  if (signed && declared !== undefined) applySignature(definition, declared);
  const heads = source.headIsOuter ? [...(list?.defaults ?? []), ...draft.bases.map(({ node }) => node)] : [];
  return { definition, destructured: list?.destructured ?? [], heads };
}
