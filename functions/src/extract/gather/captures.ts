/**
 * What a query's matches say, gathered by node: several patterns may speak of the same definition or call, and each adds
 * what it captures.
 *
 *     (function_definition name: (identifier) @name) @definition.function      one draft: its name
 *     (function_definition return_type: (_) @returns) @definition.function     and its result type
 */
import type { Node, QueryCapture, QueryMatch } from 'web-tree-sitter';
import type { DefinitionKind } from '../../model/facts.ts';
import { isBetterKind } from '../compile/definition-kinds.ts';
import type { PartName, Parts, PatternShape, Settings } from '../compile/vocabulary.ts';
import type { Tables } from '../compile/tables.ts';
import { functionInside } from './function-inside.ts';
import type { BaseNode, Draft, Found, Gathered } from './gathered.ts';

function found(node: Node, settings: Settings): Found {
  return { node, parts: {}, settings, argumentNodes: [] };
}

function addUnique(list: Node[], node: Node): void {
  if (!list.some((other) => other.id === node.id)) list.push(node);
}

type ListedPart = 'decorator' | 'modifier' | 'parameter' | 'type_parameters';

/** Parts that a definition may have several of. */
function addToDraft(draft: Draft, part: ListedPart, node: Node, settings: Settings): void {
  switch (part) {
    case 'decorator':
      return addUnique(draft.decorators, node);
    case 'parameter':
      return addUnique(draft.parameterNodes, node);
    case 'type_parameters':
      return addUnique(draft.typeParameterNodes, node);
    case 'modifier':
      if (settings['onward'] === undefined) draft.modifiers.push(node.text);
      // Of several such words before a definition the nearest one holds.
      else if (draft.section === undefined || draft.section.startIndex < node.startIndex) draft.section = node;
  }
}

/** One match while its captures are taken in. */
interface Reading {
  captures: QueryCapture[];
  settings: Settings;
  /** The node captured as a definition, and what is known of that definition. */
  definition: Node | undefined;
  draft: Draft | undefined;
  /** Parts of the definition. Without one they are those of `found`. */
  parts: Parts;
  argumentNodes: Node[];
  modules: Node[];
  /** The last of several nodes captured as `@source`. */
  sourceEnd: Node | undefined;
  /** The call, import, export, binding or signature that the match captures. */
  found: Found | undefined;
}

function has(captures: QueryCapture[], name: string): boolean {
  return captures.some((capture) => capture.name === name);
}

/** Parts that stand beside a call, import, export, binding or signature go to it. */
function addParts({ found: of, parts, argumentNodes, sourceEnd }: Reading): void {
  if (of === undefined) return;
  for (const [name, node] of Object.entries(parts)) of.parts[name as PartName] ??= node;
  for (const node of argumentNodes) addUnique(of.argumentNodes, node);
  if (sourceEnd !== undefined) of.sourceEnd ??= sourceEnd;
}

/** The part that is read first counts, unless another pattern says that it `outranks`. */
function addPart({ parts, settings }: Reading, name: PartName, node: Node): void {
  if (settings['outranks'] === undefined) parts[name] ??= node;
  else parts[name] = node;
}

class Gatherer {
  private readonly tables: Tables;
  readonly result: Gathered = {
    drafts: new Map(),
    calls: new Map(),
    imports: [],
    exports: [],
    bindings: [],
    branches: new Map(),
    returns: [],
    ownReturns: [],
    yields: [],
    comments: [],
    bases: [],
    conformances: [],
    signatures: [],
    patterns: [],
    directives: [],
  };

  constructor(tables: Tables) {
    this.tables = tables;
  }

  add({ captures }: QueryMatch, shape: PatternShape): void {
    const first = captures[0];
    if (first === undefined) return;
    if (shape.only !== undefined && this.addSingle(shape.only, first.node, shape.settings)) return;
    const meant = shape.settings['inside'] === undefined ? captures : this.withInside(captures);
    if (meant !== undefined) this.addMatch(meant, shape);
  }

  /** The captures with the function that stands inside `@anonymous`. */
  private withInside(captures: QueryCapture[]): QueryCapture[] | undefined {
    const around = captures.find(({ name }) => name === 'anonymous');
    const node = around === undefined ? undefined : functionInside(around.node, this.tables);
    if (around === undefined || node === undefined) return undefined;
    return captures.map((capture) => (capture === around ? { ...capture, node } : capture));
  }

  private addSingle(name: string, node: Node, settings: Settings): boolean {
    switch (name) {
      case 'branch':
        this.result.branches.set(node.id, node.startIndex);
        return true;
      case 'reference.call':
        if (!this.result.calls.has(node.id)) this.result.calls.set(node.id, found(node, settings));
        return true;
      case 'return':
        this.result.returns.push(node);
        return true;
      case 'doc':
        this.result.comments.push(node);
        return true;
      default:
        return false;
    }
  }

  private addMatch(captures: QueryCapture[], { kind = 'variable', settings }: PatternShape): void {
    const head = captures.find(({ name }) => name.startsWith('definition.'));
    const draft = head === undefined ? undefined : this.draft(head.node, kind, settings);
    const reading: Reading = {
      captures,
      settings,
      definition: head?.node,
      draft,
      parts: draft === undefined ? {} : draft.parts,
      argumentNodes: [],
      modules: [],
      sourceEnd: undefined,
      found: undefined,
    };
    for (const { name, node } of captures) {
      if (name === head?.name || name.startsWith('_')) continue;
      if (!this.addListed(reading, name, node)) this.addHeadOrPart(reading, name, node);
    }
    // `package a` `package b`: the pattern that sees more of the clauses knows better.
    if (reading.modules.length > (this.result.modules?.length ?? 0)) this.result.modules = reading.modules;
    addParts(reading);
  }

  private draft(node: Node, kind: DefinitionKind, settings: Settings): Draft {
    let draft = this.result.drafts.get(node.id);
    if (draft === undefined) {
      draft = {
        node,
        kind,
        parts: {},
        settings: {},
        bases: [],
        decorators: [],
        parameterNodes: [],
        typeParameterNodes: [],
        modifiers: [],
      };
      this.result.drafts.set(node.id, draft);
    } else if (isBetterKind(kind, draft.kind)) draft.kind = kind;
    for (const [key, value] of Object.entries(settings)) {
      if (key === 'modifier' && value !== null) draft.modifiers.push(value);
      else if (settings['outranks'] === undefined) draft.settings[key] ??= value;
      else draft.settings[key] = value;
    }
    return draft;
  }

  /** What there may be several of; false when `name` is something else. */
  private addListed(reading: Reading, name: string, node: Node): boolean {
    switch (name) {
      case 'decorator':
      case 'modifier':
      case 'parameter':
      case 'type_parameters':
        if (reading.draft !== undefined) addToDraft(reading.draft, name, node, reading.settings);
        return true;
      case 'argument':
        reading.argumentNodes.push(node);
        return true;
      case 'source':
        if (reading.parts.source === undefined) reading.parts.source = node;
        else reading.sourceEnd = node;
        return true;
      case 'module':
        reading.modules.push(node);
        return true;
      // These only say something of what is captured beside them.
      case 'file':
      case 'island':
      case 'conformance':
        return true;
      default:
        return false;
    }
  }

  private addHeadOrPart(reading: Reading, name: string, node: Node): void {
    switch (name) {
      case 'reference.call':
        return this.addCall(reading, node);
      case 'import':
      case 'export':
      case 'binding':
      case 'signature':
        reading.found = found(node, reading.settings);
        this.result[`${name}s`].push(reading.found);
        return;
      case 'reference.inherits':
        return this.addBase(reading, node);
      case 'branch':
        this.result.branches.set(node.id, node.startIndex);
        return;
      case 'return':
        (reading.definition?.id === node.id ? this.result.ownReturns : this.result.returns).push(node);
        return;
      case 'yield':
      case 'pattern':
      case 'directive':
        this.result[`${name}s`].push(node);
        return;
      case 'doc':
        return this.addDoc(reading, node);
      default:
        return addPart(reading, name as PartName, node);
    }
  }

  private addCall(reading: Reading, node: Node): void {
    const { settings } = reading;
    const call = this.result.calls.get(node.id) ?? found(node, settings);
    if (Object.keys(settings).length > 0) call.settings = { ...call.settings, ...settings };
    this.result.calls.set(node.id, call);
    reading.found = call;
  }

  private addBase({ captures, settings, draft }: Reading, node: Node): void {
    const base: BaseNode = { node, how: settings['how'] ?? 'extends' };
    const owner = has(captures, 'conformance') ? captures.find(({ name }) => name === 'owner')?.node : undefined;
    if (owner !== undefined) this.result.conformances.push({ owner, base, ofAny: 'ofAny' in settings });
    else if (draft === undefined) this.result.bases.push(base);
    else if (!draft.bases.some((known) => known.node.id === node.id)) draft.bases.push(base);
  }

  private addDoc({ captures, draft }: Reading, node: Node): void {
    if (draft !== undefined) draft.doc ??= node;
    else if (has(captures, 'file')) this.result.fileDoc ??= node;
    else this.result.comments.push(node);
  }
}

/** Gathers all matches of one tree. */
export function gather(matches: QueryMatch[], shapes: PatternShape[], tables: Tables): Gathered {
  const gatherer = new Gatherer(tables);
  for (const match of matches) {
    const shape = shapes[match.patternIndex];
    if (shape !== undefined) gatherer.add(match, shape);
  }
  return gatherer.result;
}
