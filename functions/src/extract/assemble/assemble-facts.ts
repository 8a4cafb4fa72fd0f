/**
 * From a tree's matches to facts. Each step lives in a file of its own; this one gives them the file's readers and puts
 * their answers into the facts.
 *
 *     matches → gather by node → place definitions → describe them → calls, bindings, imports, supertypes, results
 */
import type { Node, QueryMatch } from 'web-tree-sitter';
import { ANY_TYPE, FILE_SCOPE, type BindingFact, type CallFact, type FileFacts } from '../../model/facts.ts';
import { blankedDecorators } from '../gather/blanks.ts';
import { BindingReader } from '../gather/bindings.ts';
import { readCalls, readMembers } from '../gather/calls.ts';
import { typeSetters } from './definition-parameters.ts';
import { applySignature } from './clauses.ts';
import { gather } from '../gather/captures.ts';
import type { Gathered } from '../gather/gathered.ts';
import { describeDefinition, readBase, type DefinitionReaders, type Described } from './describe-definition.ts';
import { DocComments, wholeDoc } from '../gather/docs.ts';
import { DocTypes } from '../gather/doc-types.ts';
import type { LoadedGrammar } from '../compile/grammars.ts';
import { declareFields } from './declare-fields.ts';
import { readExport, readImports } from '../gather/imports.ts';
import { addReach } from './reach.ts';
import { ownVariables } from '../gather/own-variables.ts';
import { ParameterReader } from '../gather/parameters.ts';
import { isFunction, isVariable } from '../compile/definition-kinds.ts';
import { placeDefinitions, type Placement } from './place-definitions.ts';
import { scopesOfDefinitions, type Scopes } from './scopes-of-definitions.ts';
import { rangeOf, within, type Lines, type ScopeAt } from '../gather/scopes.ts';
import { countBranches } from './count-branches.ts';
import { callsOfNoVariable } from './bare-names.ts';
import { sayVisibility } from './visibility.ts';
import { TypeReader, dotted, parseTypeText } from '../gather/types.ts';
import { ValueReader } from '../gather/values.ts';

const MAX_RETURNED = 12;

export interface SourceFile {
  path: string;
  text: string;
}

/** The steps after the query, which share the file's readers. */
export class FactsAssembly {
  readonly grammar: LoadedGrammar;
  readonly file: SourceFile;
  readonly lines: Lines;
  readonly facts: FileFacts;

  /** True when the file says so much that a part was left out. */
  exhausted = false;

  /** The root of the file's tree. */
  readonly root: Node;

  constructor(
    grammar: LoadedGrammar,
    file: SourceFile,
    { lines, root }: { lines: Lines; root: Node },
    facts: FileFacts,
  ) {
    this.grammar = grammar;
    this.root = root;
    this.file = file;
    this.lines = lines;
    this.facts = facts;
  }

  run(matches: QueryMatch[]): void {
    const { facts, file, grammar } = this;
    const { source } = grammar.definition;
    const gathered = gather(matches, grammar.shapes, grammar.tables);
    const placement = placeDefinitions(gathered, file.text);
    const readers = this.readersOf(gathered, placement);
    const described = placement.placed.map((placed) => describeDefinition(placed, placement.placed, readers));
    facts.definitions = described.map(({ definition }) => definition);
    typeSetters(facts.definitions);
    const scopes = scopesOfDefinitions(placement, this.heads(described, placement));
    this.applySignatures(gathered, readers, scopes.scopeAt);
    facts.calls = this.calls(gathered, placement, readers.values, scopes.scopeAt);
    const docTypes = new DocTypes(source.docTypes, (text) => parseTypeText(text, grammar.tables));
    for (const [index, definition] of [...facts.definitions].entries()) {
      facts.definitions.push(...docTypes.apply(definition, index));
    }
    facts.bindings = this.bindings(gathered, placement, described, readers, scopes.scopeAt);
    facts.calls = callsOfNoVariable(facts, source.bareNamesMayBeVariables);
    if (source.docTypes.variable !== undefined) this.addDocBindings(gathered, docTypes, scopes.scopeAt);
    facts.bindings.sort((a, b) => a.at - b.at);
    if (source.selfAssignmentDeclaresField) declareFields(facts);
    facts.imports = readImports(gathered.imports, grammar.tables, this.lines, scopes.scopeAt);
    facts.exports.push(...gathered.exports.flatMap((found) => readExport(found, readers.values, this.lines) ?? []));
    this.addSupertypes(gathered, readers.types, scopes);
    countBranches(facts.definitions, gathered, placement, scopes.functionAt);
    this.addResults(gathered, placement, readers.values, scopes);
    const reads = readMembers(readers.values, facts.calls, this.lines, scopes.scopeAt);
    if (reads.length > 0) facts.calls = [...facts.calls, ...reads].sort((a, b) => a.at - b.at);
    sayVisibility(facts, placement.placed, grammar.visibility, file);
    this.describeFile(gathered, readers.docs);
    this.exhausted = readers.values.exhausted;
  }

  private readersOf(gathered: Gathered, placement: Placement): DefinitionReaders {
    const { file, grammar, lines } = this;
    const { tables, blanks } = grammar;
    const { source } = grammar.definition;
    const types = new TypeReader(tables);
    const values = new ValueReader(tables, types, (id) => placement.definitionOf.get(id));
    const ownName = ownVariables(
      {
        bindings: gathered.bindings,
        drafts: gathered.drafts.values(),
        text: file.text,
        isFunction: (id) => isFunction(placement.placed[placement.definitionOf.get(id) ?? -1]?.kind ?? 'variable'),
      },
      tables,
    );
    values.ownName = ownName;
    types.ownName = ownName;
    for (const node of gathered.ownReturns) values.selfResults.add(node.id);
    return {
      source,
      text: file.text,
      lines,
      types,
      values,
      parameters: new ParameterReader(tables, types, values),
      docs: new DocComments(file.text, gathered.comments.map(rangeOf), source.comments.doc),
      blankedDecorators: blankedDecorators(file.text, blanks, file.path),
    };
  }

  /** What the file says of itself: its module and its documentation. */
  private describeFile({ fileDoc, modules }: Gathered, docs: DocComments): void {
    const { comments, separators } = this.grammar.definition.source;
    if (modules !== undefined) this.facts.module = modules.map((node) => dotted(node.text, separators)).join('.');
    const first = comments.fileDoc ? docs.ofFile() : undefined;
    const doc = fileDoc === undefined ? first : wholeDoc(fileDoc);
    if (doc !== undefined) this.facts.doc = doc;
  }

  /** Decorators are always evaluated outside; default values and bases where the language says so. */
  private heads(described: Described[], placement: Placement): { node: Node; of: number }[] {
    return described.flatMap(({ heads }, of) => [
      ...heads.map((node) => ({ node, of })),
      ...(placement.placed[of]?.draft.decorators ?? []).map((node) => ({ node, of })),
    ]);
  }

  /** The definition, or the nearest around it that is more than a value. */
  private scopeFrom(definition: number): number {
    const { definitions } = this.facts;
    let scope = definition;
    for (let at = definitions[scope]; at !== undefined && isVariable(at.kind); at = definitions[scope])
      scope = at.parent;
    return scope;
  }

  /** A signature speaks of the next definition of its name in its scope. */
  private applySignatures(gathered: Gathered, { types, docs }: DefinitionReaders, scopeAt: ScopeAt): void {
    for (const { node, parts } of gathered.signatures) {
      const { name, type } = parts;
      const written = types.read(type ?? null);
      if (name === undefined || written === undefined) continue;
      const scope = scopeAt(node.startIndex);
      const named = this.facts.definitions.find(
        (definition) =>
          definition.parent === scope && definition.start >= node.startIndex && definition.name === name.text,
      );
      if (named === undefined) continue;
      applySignature(named, written);
      const doc = docs.before(node.startIndex) ?? named.doc;
      if (doc !== undefined) named.doc = doc;
    }
  }

  private applyDecorators(placement: Placement, values: ValueReader): CallFact[] {
    return placement.placed.flatMap(({ draft, parent }, index) =>
      draft.decorators.map((node): CallFact => {
        const scope = this.scopeFrom(parent);
        const at = node.startIndex;
        return {
          scope,
          line: this.lines.lineOf(at),
          at,
          callee: values.read(node.namedChild(0)),
          args: [{ value: { is: 'function', definition: index } }],
          decorates: index,
        };
      }),
    );
  }

  /** Those that the text writes, each in its scope, and decorators where applying one is a call. */
  private calls(gathered: Gathered, placement: Placement, values: ValueReader, scopeAt: ScopeAt): CallFact[] {
    const isNoCall = within([...gathered.patterns, ...gathered.directives]);
    const found = [...gathered.calls.values()].filter(({ node }) => !isNoCall(node.startIndex));
    const written = readCalls(found, values, this.lines, scopeAt);
    for (const call of written) {
      // `(function () {})()` is called outside the function that begins where the call does.
      if (call.callee.is !== 'function') continue;
      call.scope = this.scopeFrom(this.facts.definitions[call.callee.definition]?.parent ?? FILE_SCOPE);
    }
    const { decoratorsApply } = this.grammar.definition.source;
    const calls = decoratorsApply ? [...written, ...this.applyDecorators(placement, values)] : written;
    return calls.sort((a, b) => a.at - b.at);
  }

  /** Supertypes that stand apart from the head of their class: in its body, and anywhere in the file. */
  private addSupertypes(gathered: Gathered, types: TypeReader, scopes: Scopes): void {
    const { facts, lines } = this;
    for (const base of gathered.bases) {
      const around = facts.definitions[scopes.classAt(base.node.startIndex)];
      const read = readBase(base, types);
      if (around !== undefined && read !== undefined) (around.bases ??= []).push(read);
    }
    for (const { owner, base, ofAny } of gathered.conformances) {
      const at = base.node.startIndex;
      const type = ofAny ? { name: ANY_TYPE } : types.read(owner);
      const read = readBase(base, types);
      if (type === undefined || read === undefined) continue;
      const fact = { scope: scopes.scopeAt(at), line: lines.lineOf(at), type, base: read };
      (facts.conformances ??= []).push(fact);
    }
  }

  private bindings(
    gathered: Gathered,
    placement: Placement,
    described: Described[],
    { types, values }: DefinitionReaders,
    scopeAt: ScopeAt,
  ): BindingFact[] {
    const reader = new BindingReader(this.grammar.tables, types, values, this.lines, scopeAt);
    const held = new Set(
      placement.placed.flatMap(({ kind, draft }) =>
        isFunction(kind) && draft.parts.anonymous !== undefined ? (draft.parts.name?.id ?? []) : [],
      ),
    );
    for (const found of gathered.bindings) {
      const target = found.parts.target?.id;
      // `Func<int> f = () => g();`: the function says more of f than its type does.
      if (target === undefined || !held.has(target) || found.parts.type === undefined) reader.add(found);
    }
    for (const { draft, kind } of placement.placed) {
      if (isVariable(kind) && (draft.parts.value ?? draft.parts.type) !== undefined) reader.add(draft);
    }
    for (const draft of placement.locals) {
      const { name, type, value } = draft.parts;
      // `let send;` hides what has the name outside. What takes a part of a value is a binding of its own.
      const isDeclared = name !== undefined && name.id !== draft.node.id;
      if (value !== undefined || type !== undefined || isDeclared) reader.add(draft);
    }
    described.forEach(({ destructured }, scope) => {
      for (const { name, pattern } of destructured) {
        const from = reader.bindings.length;
        reader.bind(pattern, { value: { is: 'name', name } });
        for (const binding of reader.bindings.slice(from)) binding.scope = scope;
      }
    });
    addReach({ ...this.facts, bindings: reader.bindings }, reader.ends, this.root, this.file.text);
    return reader.bindings.sort((a, b) => a.at - b.at);
  }

  /** Bindings that comments make: `/** @var Dog $dog *\/`. */
  private addDocBindings(gathered: Gathered, docTypes: DocTypes, scopeAt: ScopeAt): void {
    for (const comment of gathered.comments.map(rangeOf)) {
      const fact = docTypes.binding(this.file.text, comment, this.lines, scopeAt);
      if (fact !== undefined) this.facts.bindings.push(fact);
    }
  }

  private addResults(gathered: Gathered, placement: Placement, values: ValueReader, scopes: Scopes): void {
    const { functionAround } = scopes;
    this.results(gathered.returns, 'returned', functionAround, values);
    this.results(gathered.ownReturns, 'returned', ({ id }) => placement.definitionOf.get(id) ?? FILE_SCOPE, values);
    this.results(gathered.yields, 'yielded', functionAround, values);
  }

  private results(
    nodes: Node[],
    key: 'returned' | 'yielded',
    functionAround: (node: Node) => number,
    values: ValueReader,
  ): void {
    const seen = new Set<number>();
    for (const node of nodes) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      const index = functionAround(node);
      const around = index === FILE_SCOPE ? undefined : this.facts.definitions[index];
      if (around === undefined) continue;
      const list = (around[key] ??= []);
      if (list.length >= MAX_RETURNED) continue;
      const value = values.read(node);
      if (value.is !== 'unknown') list.push(value);
      if (list.length === 0) delete around[key];
    }
  }
}
