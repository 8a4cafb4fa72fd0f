/**
 * Forms of `language.json`'s tables → functions, for one grammar. Compiling checks each node type and field against the
 * grammar, so that a typing error fails when the language loads.
 *
 *     { "is": "member", "of": "object", "name": "attribute" }   →   { is: 'member', of: (node) => …, name: (node) => … }
 */
import type { Language, Node } from 'web-tree-sitter';
import type { ParameterFormSource, Pick, TargetFormSource, TypeFormSource, ValueFormSource } from './form-schemas.ts';
import {
  checkNodeType,
  compilePick,
  compilePickMany,
  hasNodeType,
  rememberPick,
  type PickMany,
  type PickOne,
  type RememberedPick,
} from '../gather/picks.ts';
import type { ParameterForm, TargetForm, TypeForm, ValueForm } from './tables.ts';

/** Leaves a key out where the table does, as exactOptionalPropertyTypes wants. */
export function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  const result: { [P in K]?: T } = {};
  if (value !== undefined) result[key] = value;
  return result;
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

  one(pick: Pick): PickOne {
    if (typeof pick !== 'string' || this.remembered === undefined) return compilePick(this.grammar, pick, this.where);
    return this.remember(pick, this.remembered).find;
  }

  private remember(pick: string, remembered: Map<string, RememberedPick>): RememberedPick {
    const known = remembered.get(pick) ?? rememberPick(compilePick(this.grammar, pick, this.where));
    remembered.set(pick, known);
    return known;
  }

  when(conditions: Record<string, string[]> | undefined): { applies?: (node: Node) => boolean } {
    if (conditions === undefined) return {};
    const compiled = Object.entries(conditions).map(([pick, texts]) => ({
      pick: this.remember(pick, this.remembered ?? new Map<string, RememberedPick>()),
      texts: new Set(texts),
    }));
    return {
      applies: (node) =>
        compiled.every(({ pick, texts }) => {
          const child = pick.find(node);
          return child !== null && (texts.size === 0 || texts.has(pick.textOf(child)));
        }),
    };
  }

  many(pick: Pick): PickMany {
    return compilePickMany(this.grammar, pick, this.where);
  }

  maybeOne(pick: Pick | undefined): PickOne | undefined {
    return pick === undefined ? undefined : this.one(pick);
  }

  /** Elements: one picked container stands for its named children, `.`, `*` and `!` picks for the nodes they give. */
  elements(pick: Pick): PickMany;
  elements(pick: Pick | undefined): PickMany | undefined;
  elements(pick: Pick | undefined): PickMany | undefined {
    if (pick === undefined) return undefined;
    if (pick === '.') return this.many('**');
    const many = this.many(pick);
    const listed = (typeof pick === 'string' ? [pick] : pick).some((step) => /(^|\/)[*!]/.test(step));
    return listed ? many : (node) => many(node).flatMap((container) => container.namedChildren);
  }

  value(source: ValueFormSource): ValueForm {
    if (typeof source === 'string') {
      if (source.startsWith('literal:')) return { is: 'literal', value: { is: 'literal', type: source.slice(8) } };
      if (source === 'name') return { is: 'name' };
      if (source === 'type') return { is: 'type' };
      return { is: source as 'self' | 'super' | 'function' | 'unknown' };
    }
    const applies = this.when(source.when);
    switch (source.is) {
      case 'name':
        return { ...applies, is: 'name', of: this.one(source.of) };
      case 'literal':
        return { ...applies, is: 'literal', value: { is: 'literal', type: source.type } };
      case 'selfMember':
      case 'implicitMember':
        return { ...applies, is: source.is, name: this.one(source.name) };
      case 'member':
        return {
          ...applies,
          is: 'member',
          of: this.one(source.of),
          name: this.one(source.name),
          optionalOf: source.optionalOf ?? false,
        };
      case 'call':
        return {
          ...applies,
          is: 'call',
          curried: source.curried ?? false,
          ...optional('callee', this.maybeOne(source.callee)),
          ...optional('receiver', this.maybeOne(source.receiver)),
          ...optional('name', this.maybeOne(source.name)),
          ...optional('args', this.elements(source.args)),
          ...optional('typeArgs', this.elements(source.typeArgs)),
          ...optional('names', source.names && new Map(Object.entries(source.names))),
        };
      case 'new':
        return {
          ...applies,
          is: 'new',
          type: this.one(source.type),
          ...optional('typeArgs', this.elements(source.typeArgs)),
          ...optional('args', this.elements(source.args)),
        };
      case 'index':
        return { ...applies, is: 'index', of: this.one(source.of), ...optional('key', this.maybeOne(source.key)) };
      case 'slice':
        return { ...applies, is: 'slice', of: this.one(source.of), ...optional('from', this.maybeOne(source.from)) };
      case 'collection':
        return {
          ...applies,
          is: 'collection',
          of: source.of,
          items: this.elements(source.items ?? '.'),
          ...optional('entries', source.entries && this.entries(source.entries)),
          ...optional('spread', source.spread && new Set(source.spread)),
          ...optional('repeats', source.repeats),
        };
      case 'either':
        return { ...applies, is: 'either', options: source.options.map((pick) => this.many(pick)) };
      case 'cast':
        return { ...applies, is: 'cast', type: this.one(source.type), ...optional('of', this.maybeOne(source.of)) };
      case 'type':
        return { ...applies, is: 'type', ...optional('of', this.maybeOne(source.of)) };
      case 'same':
        return { ...applies, is: 'same', of: this.one(source.of) };
      default:
        return { ...applies, is: source.is };
    }
  }

  entries(source: Record<string, { key: Pick; value: Pick }>): Map<string, { key: PickOne; value: PickOne }> {
    return this.table(source, (entry) => ({ key: this.one(entry.key), value: this.one(entry.value) }));
  }

  type(source: TypeFormSource): TypeForm {
    const form = typeof source === 'string' ? { is: source } : source;
    const applies = 'when' in form ? this.when(form.when) : {};
    switch (form.is) {
      case 'name':
        return { ...applies, is: 'name', ...optional('of', this.maybeOne('of' in form ? form.of : undefined)) };
      case 'text':
      case 'nothing':
        return { is: form.is };
      case 'generic':
        return {
          ...applies,
          is: 'generic',
          name: this.many(form.name),
          args: this.elements(form.args),
        };
      case 'implied':
        return { ...applies, is: 'implied', type: form.type, args: this.elements(form.args) };
      case 'function':
        return {
          ...applies,
          is: 'function',
          ...optional('receiver', this.maybeOne(form.receiver)),
          ...optional('args', this.elements(form.args)),
          ...optional('returns', this.maybeOne(form.returns)),
        };
      case 'record': {
        const members = Object.entries(form.members).map(([type, { name, type: of }]) => {
          checkNodeType(this.grammar, type, this.where);
          return [type, { name: this.one(name), type: this.one(of) }] as const;
        });
        return { ...applies, is: 'record', members: new Map(members) };
      }
      case 'member':
        return { ...applies, is: 'member', of: this.one(form.of), ...optional('key', this.maybeOne(form.key)) };
      case 'same':
        return { ...applies, is: 'same', of: this.one(form.of) };
      default: {
        const of = 'of' in form ? form.of : undefined;
        return { ...applies, is: form.is, of: this.elements(of ?? '.') };
      }
    }
  }

  parameter(source: ParameterFormSource): ParameterForm {
    return {
      ...this.when(source.when),
      name: this.many(source.name),
      ...optional('label', this.maybeOne(source.label)),
      ...optional('type', this.maybeOne(source.type)),
      ...optional('default', this.maybeOne(source.default)),
      ...optional('variadic', source.variadic),
      ...optional('self', source.self),
      ...optional('fieldWhen', source.fieldWhen && new Set(source.fieldWhen)),
    };
  }

  target(source: TargetFormSource): TargetForm {
    if (typeof source === 'string') return { is: source, of: this.many('**') };
    const applies = this.when(source.when);
    if (source.is === 'positions' || source.is === 'keys') {
      return {
        ...applies,
        is: source.is,
        of: this.elements(source.of ?? '.'),
        ...optional('variant', this.maybeOne(source.variant)),
      };
    }
    if (source.is === 'entry') {
      return {
        ...applies,
        is: 'entry',
        target: this.one(source.target),
        ...optional('key', this.maybeOne(source.key)),
        ...optional('default', this.maybeOne(source.default)),
      };
    }
    return { ...applies, is: source.is, of: this.one(source.of) };
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
