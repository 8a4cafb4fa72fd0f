/**
 * What a query's matches say, gathered by node: several patterns may speak of the same definition or call, and each adds
 * what it captures.
 *
 *     (function_definition name: (identifier) @name) @definition.function      one draft: its name
 *     (function_definition return_type: (_) @returns) @definition.function     and its result type
 */
import type { Node, QueryMatch } from 'web-tree-sitter';
import type { DefinitionKind } from '../../model/facts.ts';
import { isBetterKind, type PartName, type Parts, type PatternShape, type Settings } from '../compile/vocabulary.ts';

export interface BaseNode {
  node: Node;
  how: string;
}

/** A definition as gathered so far. */
export interface Draft {
  node: Node;
  kind: DefinitionKind;
  parts: Parts;
  settings: Settings;
  bases: BaseNode[];
  decorators: Node[];
  parameterNodes: Node[];
  /** Type parameter lists, and clauses that bound their names. */
  typeParameterNodes: Node[];
  modifiers: string[];
  /** The word somewhere before it that holds for what follows: `private` on a line of its own. */
  section?: Node;
  doc?: Node;
}

export interface Found {
  node: Node;
  parts: Parts;
  settings: Settings;
  argumentNodes: Node[];
  /** The last of several nodes captured as `@source`: it reaches from the first to this one. */
  sourceEnd?: Node;
}

/** A supertype given to a type apart from its definition. */
export interface Conformance {
  owner: Node;
  base: BaseNode;
  /** Any type has it. */
  ofAny: boolean;
}

export interface Gathered {
  drafts: Map<number, Draft>;
  calls: Map<number, Found>;
  imports: Found[];
  exports: Found[];
  bindings: Found[];
  /** Offsets of decision points by node id. */
  branches: Map<number, number>;
  returns: Node[];
  /** Expressions that are a function and its result in one: `_.name` in Scala. */
  ownReturns: Node[];
  yields: Node[];
  /** Comments that are no part of a match with a definition. */
  comments: Node[];
  /** Bases that belong to the class around them. */
  bases: BaseNode[];
  conformances: Conformance[];
  /** Types of functions that stand apart from them: `@name` and `@type`. */
  signatures: Found[];
  /** Patterns: what looks like a call in them takes a value apart. */
  patterns: Node[];
  /** What is decided before the program runs. */
  directives: Node[];
  /** Names of the file's module, outermost first: their parts are joined. */
  modules?: Node[];
  fileDoc?: Node;
}

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

class Gatherer {
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

  add(match: QueryMatch, shape: PatternShape): void {
    const first = match.captures[0];
    if (first === undefined) return;
    if (shape.only !== undefined && this.addSingle(shape.only, first.node, shape.settings)) return;
    this.addMatch(match, shape);
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

  private addBase(node: Node, match: QueryMatch, settings: Settings, draft: Draft | undefined): void {
    const base = { node, how: settings['how'] ?? 'extends' };
    const isApart = match.captures.some(({ name }) => name === 'conformance');
    const owner = isApart ? match.captures.find(({ name }) => name === 'owner')?.node : undefined;
    if (owner !== undefined) this.result.conformances.push({ owner, base, ofAny: 'ofAny' in settings });
    else if (draft === undefined) this.result.bases.push(base);
    else if (!draft.bases.some((known) => known.node.id === node.id)) draft.bases.push(base);
  }

  private addMatch(match: QueryMatch, shape: PatternShape): void {
    const { settings } = shape;
    const head = match.captures.find(({ name }) => name.startsWith('definition.'));
    const draft = head === undefined ? undefined : this.draft(head.node, shape.kind ?? 'variable', settings);
    const parts: Parts = draft === undefined ? {} : draft.parts;
    const argumentNodes: Node[] = [];
    let sourceEnd: Node | undefined;
    const modules: Node[] = [];
    let other: Found | undefined;
    for (const { name, node } of match.captures) {
      if (name === head?.name || name.startsWith('_')) continue;
      switch (name) {
        case 'reference.call':
          other = this.result.calls.get(node.id) ?? found(node, settings);
          if (Object.keys(settings).length > 0) other.settings = { ...other.settings, ...settings };
          this.result.calls.set(node.id, other);
          break;
        case 'import':
        case 'export':
        case 'binding':
        case 'signature':
          other = found(node, settings);
          this.result[`${name}s`].push(other);
          break;
        case 'reference.inherits':
          this.addBase(node, match, settings, draft);
          break;
        case 'branch':
          this.result.branches.set(node.id, node.startIndex);
          break;
        case 'return':
          (head?.node.id === node.id ? this.result.ownReturns : this.result.returns).push(node);
          break;
        case 'yield':
          this.result.yields.push(node);
          break;
        case 'doc':
          if (draft !== undefined) draft.doc ??= node;
          else if (match.captures.some((capture) => capture.name === 'file')) this.result.fileDoc ??= node;
          else this.result.comments.push(node);
          break;
        case 'pattern':
          this.result.patterns.push(node);
          break;
        case 'directive':
          this.result.directives.push(node);
          break;
        case 'module':
          modules.push(node);
          break;
        case 'file':
        case 'island':
        case 'conformance':
          break;
        case 'decorator':
        case 'modifier':
        case 'parameter':
        case 'type_parameters':
          if (draft !== undefined) addToDraft(draft, name, node, settings);
          break;
        case 'argument':
          argumentNodes.push(node);
          break;
        case 'source':
          if (parts.source === undefined) parts.source = node;
          else sourceEnd = node;
          break;
        default:
          // The pattern that is read first says it, unless another one knows better.
          if (settings['outranks'] === undefined) parts[name as PartName] ??= node;
          else parts[name as PartName] = node;
      }
    }
    // `package a` `package b`: the pattern that sees more of the clauses knows better.
    if (modules.length > (this.result.modules?.length ?? 0)) this.result.modules = modules;
    if (other !== undefined) {
      for (const [name, node] of Object.entries(parts)) other.parts[name as PartName] ??= node;
      for (const node of argumentNodes) addUnique(other.argumentNodes, node);
      if (sourceEnd !== undefined) other.sourceEnd ??= sourceEnd;
    }
  }
}

/** Gathers all matches of one tree. */
export function gather(matches: QueryMatch[], shapes: PatternShape[]): Gathered {
  const gatherer = new Gatherer();
  for (const match of matches) {
    const shape = shapes[match.patternIndex];
    if (shape !== undefined) gatherer.add(match, shape);
  }
  return gatherer.result;
}
