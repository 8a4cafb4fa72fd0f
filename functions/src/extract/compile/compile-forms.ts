/**
 * Forms of `language.json`'s tables → functions, for one grammar. Compiling checks each node type and field against the
 * grammar, so that a typing error fails when the language loads.
 *
 *     { "is": "member", "of": "object", "name": "attribute" }   →   { is: 'member', of: (node) => …, name: (node) => … }
 */
import type { Language, Node } from 'web-tree-sitter';
import type {
  ParameterFormSource,
  PickSource,
  TargetFormSource,
  TestFormSource,
  TypeFormSource,
  ValueFormSource,
} from './form-schemas.ts';
import {
  checkNodeType,
  compilePick,
  compilePickMany,
  hasNodeType,
  rememberPick,
  type PickMany,
  type PickOne,
  type RememberedPick,
} from './picks.ts';
import type { ParameterForm, TargetForm, TestForm, TypeForm, ValueForm } from './tables.ts';

type ValueSource<K extends string> = Extract<ValueFormSource, { is: K }>;
type Compiled<Forms, K extends string> = Omit<Extract<Forms, { is: K }>, 'applies'>;

/** A form that is one word: `"identifier": "name"`, `"string": "literal:string"`. */
function shortForm(word: Extract<ValueFormSource, string>): ValueForm {
  if (word.startsWith('literal:')) return { is: 'literal', value: { is: 'literal', type: word.slice(8) } };
  if (word === 'name') return { is: 'name' };
  if (word === 'type') return { is: 'type' };
  return { is: word as 'self' | 'super' | 'function' | 'unknown' };
}

/** Makes functions of the forms of one table; `where` names the table in errors. */
export class FormCompiler {
  readonly grammar: Language;
  readonly where: string;
  /** Of several grammars, each may lack node types that the other has (JSX, type assertions). */
  readonly lenient: boolean;
  /** Picks of the node type being compiled: its forms and their conditions look at the same few children. */
  private remembered: Map<string, RememberedPick> | undefined;

  constructor(grammar: Language, where: string, lenient: boolean) {
    this.grammar = grammar;
    this.where = where;
    this.lenient = lenient;
  }

  one(pick: PickSource): PickOne {
    if (typeof pick !== 'string' || this.remembered === undefined) return compilePick(this.grammar, pick, this.where);
    return this.remember(pick, this.remembered).find;
  }

  private remember(pick: string, remembered: Map<string, RememberedPick>): RememberedPick {
    const known = remembered.get(pick) ?? rememberPick(compilePick(this.grammar, pick, this.where));
    remembered.set(pick, known);
    return known;
  }

  /** Whether a form applies to a node; undefined when it always does. */
  when(conditions: Record<string, string[]> | undefined): ((node: Node) => boolean) | undefined {
    if (conditions === undefined) return undefined;
    const compiled = Object.entries(conditions).map(([pick, texts]) => ({
      pick: this.remember(pick, this.remembered ?? new Map<string, RememberedPick>()),
      texts: new Set(texts),
    }));
    return (node) =>
      compiled.every(({ pick, texts }) => {
        const child = pick.find(node);
        return child !== null && (texts.size === 0 || texts.has(pick.textOf(child)));
      });
  }

  many(pick: PickSource): PickMany {
    return compilePickMany(this.grammar, pick, this.where);
  }

  maybeOne(pick: PickSource | undefined): PickOne | undefined {
    return pick === undefined ? undefined : this.one(pick);
  }

  /** Elements: one picked container stands for its named children, `.`, `*` and `!` picks for the nodes they give. */
  elements(pick: PickSource): PickMany;
  elements(pick: PickSource | undefined): PickMany | undefined;
  elements(pick: PickSource | undefined): PickMany | undefined {
    if (pick === undefined) return undefined;
    if (pick === '.') return this.many('**');
    const many = this.many(pick);
    const listed = (typeof pick === 'string' ? [pick] : pick).some((step) => /(^|\/)[*!]/.test(step));
    return listed ? many : (node) => many(node).flatMap((container) => container.namedChildren);
  }

  // eslint-disable-next-line complexity -- a plain dispatch over the forms
  value(source: ValueFormSource): ValueForm {
    if (typeof source === 'string') return shortForm(source);
    const applies = this.when(source.when);
    switch (source.is) {
      case 'name':
        return { applies, is: 'name', of: this.one(source.of) };
      case 'literal':
        return {
          applies,
          is: 'literal',
          value: { is: 'literal', type: source.type },
          text: this.maybeOne(source.text),
        };
      case 'selfMember':
      case 'implicitMember':
        return { applies, is: source.is, name: this.one(source.name) };
      case 'member':
        return { applies, ...this.member(source) };
      case 'call':
        return { applies, ...this.call(source) };
      case 'new':
        return { applies, ...this.construction(source) };
      case 'index':
        return { applies, is: 'index', of: this.one(source.of), key: this.maybeOne(source.key) };
      case 'slice':
        return { applies, is: 'slice', of: this.one(source.of), from: this.maybeOne(source.from) };
      case 'collection':
        return { applies, ...this.collection(source) };
      case 'either':
        return { applies, is: 'either', options: source.options.map((pick) => this.many(pick)) };
      case 'cast':
        return { applies, is: 'cast', type: this.one(source.type), of: this.maybeOne(source.of) };
      case 'type':
        return { applies, is: 'type', of: this.maybeOne(source.of) };
      case 'same':
        return { applies, is: 'same', of: this.one(source.of) };
      default:
        return { applies, is: source.is };
    }
  }

  private member({ of, name, optionalOf = false }: ValueSource<'member'>): Compiled<ValueForm, 'member'> {
    return { is: 'member', of: this.one(of), name: this.one(name), optionalOf };
  }

  private call(source: ValueSource<'call'>): Compiled<ValueForm, 'call'> {
    return {
      is: 'call',
      curried: source.curried ?? false,
      callee: this.maybeOne(source.callee),
      receiver: this.maybeOne(source.receiver),
      name: this.maybeOne(source.name),
      args: this.elements(source.args),
      typeArgs: this.elements(source.typeArgs),
      names: source.names && new Map(Object.entries(source.names)),
    };
  }

  private construction({ type, typeArgs, args }: ValueSource<'new'>): Compiled<ValueForm, 'new'> {
    return { is: 'new', type: this.one(type), typeArgs: this.elements(typeArgs), args: this.elements(args) };
  }

  private collection(source: ValueSource<'collection'>): Compiled<ValueForm, 'collection'> {
    return {
      is: 'collection',
      of: source.of,
      items: this.elements(source.items ?? '.'),
      entries: source.entries && this.entries(source.entries),
      spread: source.spread && new Set(source.spread),
      repeats: source.repeats,
    };
  }

  entries(
    source: Record<string, { key: PickSource; value: PickSource }>,
  ): Map<string, { key: PickOne; value: PickOne }> {
    return this.table(source, (entry) => ({ key: this.one(entry.key), value: this.one(entry.value) }));
  }

  type(source: TypeFormSource): TypeForm {
    const form = typeof source === 'string' ? { is: source } : source;
    const applies = 'when' in form ? this.when(form.when) : undefined;
    const of = 'of' in form ? form.of : undefined;
    switch (form.is) {
      case 'name':
        return { applies, is: 'name', of: this.maybeOne(of) };
      case 'text':
      case 'nothing':
        return { is: form.is };
      case 'generic':
        return { applies, is: 'generic', name: this.many(form.name), args: this.elements(form.args) };
      case 'implied':
        return { applies, is: 'implied', type: form.type, args: this.elements(form.args) };
      case 'function':
        return { applies, ...this.functionType(form) };
      case 'record':
        return { applies, is: 'record', members: this.members(form.members) };
      case 'member':
        return { applies, is: 'member', of: this.one(form.of), key: this.maybeOne(form.key) };
      case 'same':
        return { applies, is: 'same', of: this.one(form.of) };
      default:
        return { applies, is: form.is, of: this.elements(of ?? '.') };
    }
  }

  private functionType(source: Extract<TypeFormSource, { is: 'function' }>): Compiled<TypeForm, 'function'> {
    const { receiver, args, returns } = source;
    const [self, result] = [this.maybeOne(receiver), this.maybeOne(returns)];
    return { is: 'function', receiver: self, args: this.elements(args), returns: result };
  }

  private members(
    source: Record<string, { name: PickSource; type: PickSource }>,
  ): Map<string, { name: PickOne; type: PickOne }> {
    const members = Object.entries(source).map(([type, { name, type: of }]) => {
      checkNodeType(this.grammar, type, this.where);
      return [type, { name: this.one(name), type: this.one(of) }] as const;
    });
    return new Map(members);
  }

  parameter(source: ParameterFormSource): ParameterForm {
    return {
      applies: this.when(source.when),
      name: this.many(source.name),
      label: this.maybeOne(source.label),
      type: this.maybeOne(source.type),
      default: this.maybeOne(source.default),
      variadic: source.variadic,
      self: source.self,
      fieldWhen: source.fieldWhen && new Set(source.fieldWhen),
    };
  }

  target(source: TargetFormSource): TargetForm {
    if (typeof source === 'string') return { is: source, of: this.many('**') };
    const applies = this.when(source.when);
    switch (source.is) {
      case 'positions':
      case 'keys':
        return {
          applies,
          is: source.is,
          of: this.elements(source.of ?? '.'),
          variant: this.maybeOne(source.variant),
        };
      case 'entry':
        return { applies, is: 'entry', target: this.one(source.target), key: this.maybeOne(source.key) };
      case 'rest':
      case 'same':
        return { applies, is: source.is, of: this.one(source.of) };
    }
  }

  test(source: TestFormSource): TestForm {
    const applies = this.when(source.when);
    switch (source.is) {
      case 'type':
        return {
          applies,
          is: 'type',
          target: this.one(source.target),
          type: this.one(source.type),
          fails: source.fails,
        };
      case 'asked':
        return { applies, is: 'asked', callee: this.one(source.callee), args: this.elements(source.args) };
      case 'and':
      case 'or':
        return { applies, is: source.is, of: source.of.map((pick) => this.one(pick)) };
      case 'not':
      case 'same':
        return { applies, is: source.is, of: this.one(source.of) };
    }
  }

  table<S, T>(source: Record<string, S>, compile: (form: S) => T): Map<string, T> {
    const table = new Map<string, T>();
    for (const [type, form] of Object.entries(source)) {
      if (this.lenient && !hasNodeType(this.grammar, type)) continue;
      checkNodeType(this.grammar, type, this.where);
      this.remembered = new Map();
      table.set(type, compile(form));
    }
    return table;
  }
}
