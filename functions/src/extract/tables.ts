/**
 * A language's tables, compiled for one of its grammars: node type → forms, with every pick turned into a function.
 * Compiling checks each node type and field against the grammar, so a typing error in `language.json` fails at load.
 *
 *     "attribute": { "is": "member", "of": "object", "name": "attribute" }
 */
import type { Language, Node } from 'web-tree-sitter';
import type { TypeRef, Value } from '../model/facts.ts';
import type {
  LanguageSource,
  ParameterFormSource,
  Pick,
  TargetFormSource,
  TypeFormSource,
  ValueFormSource,
} from './language-schema.ts';
import { checkNodeType, hasNodeType, compilePick, compilePickMany, type PickMany, type PickOne } from './picks.ts';

type Applies = (node: Node) => boolean;

export type ValueForm = { applies?: Applies } & (
  | { is: 'name'; of?: PickOne }
  | { is: 'self' | 'super' | 'function' | 'unknown' }
  | { is: 'literal'; value: Value }
  | { is: 'member'; of: PickOne; name: PickOne; optionalOf: boolean }
  | { is: 'selfMember'; name: PickOne }
  | {
      is: 'call';
      callee?: PickOne;
      receiver?: PickOne;
      name?: PickOne;
      args?: PickMany;
      curried: boolean;
    }
  | { is: 'new'; type: PickOne; typeArgs?: PickMany; args?: PickMany }
  | { is: 'index'; of: PickOne; key?: PickOne }
  | {
      is: 'collection';
      of: 'list' | 'map' | 'tuple' | 'set';
      items: PickMany;
      entries?: Map<string, { key: PickOne; value: PickOne }>;
    }
  | { is: 'either'; options: PickMany[] }
  | { is: 'cast'; type: PickOne; of?: PickOne }
  | { is: 'type'; of?: PickOne }
  | { is: 'same'; of: PickOne }
);

export type TypeForm = { applies?: Applies } & (
  | { is: 'name'; of?: PickOne }
  | { is: 'text' | 'nothing' }
  | { is: 'generic'; name: PickMany; args: PickMany }
  | { is: 'union' | 'intersection' | 'tuple' | 'list'; of: PickMany }
  | { is: 'function'; args?: PickMany; returns?: PickOne }
  | { is: 'same'; of: PickOne }
);

export interface ParameterForm {
  name: PickMany;
  type?: PickOne;
  default?: PickOne;
  variadic?: 'rest' | 'keywords';
  self?: true;
  fieldWhen?: Set<string>;
  applies?: Applies;
}

export type TargetForm =
  | { is: 'positions' | 'keys'; of: PickMany }
  | { is: 'entry'; target: PickOne; key?: PickOne; default?: PickOne }
  | { is: 'rest' | 'same'; of: PickOne };

export interface Tables {
  values: Map<string, ValueForm[]>;
  labels: Map<string, { value: PickOne; name?: PickOne; spread?: true }>;
  types: Map<string, TypeForm[]>;
  parameters: Map<string, ParameterForm[]>;
  typeParameters: Map<string, { name: PickMany; bounds?: PickMany; clause: boolean }>;
  targets: Map<string, TargetForm>;
  importPrefixes: Map<string, PickOne>;
  reexports: Map<string, PickOne>;
  constantPattern?: RegExp;
  genericForms: Map<string, string>;
  nothingTypes: Set<string>;
  comments: Set<string>;
  separators: string[];
}

export const NOTHING: TypeRef = { name: '' };

function compileWhen(
  grammar: Language,
  when: Record<string, string[]> | undefined,
  where: string,
): { applies?: Applies } {
  if (when === undefined) return {};
  const conditions = Object.entries(when).map(([pick, texts]) => ({
    pick: compilePick(grammar, pick, where),
    texts: new Set(texts),
    longest: Math.max(...texts.map((text) => text.length)),
  }));
  return {
    applies: (node) =>
      conditions.every(({ pick, texts, longest }) => {
        const child = pick(node);
        if (child === null || texts.size === 0) return child !== null;
        // Fetching text is dear, and a callee can be a chain as long as the file.
        return child.endIndex - child.startIndex <= longest && texts.has(child.text);
      }),
  };
}

/** Leaves a key out where the table does, as exactOptionalPropertyTypes wants. */
function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  const result: { [P in K]?: T } = {};
  if (value !== undefined) result[key] = value;
  return result;
}

class Compiler {
  readonly grammar: Language;
  readonly where: string;
  /** Of several grammars, each may lack node types that the other has (JSX, type assertions). */
  readonly lenient: boolean;

  constructor(grammar: Language, where: string, lenient: boolean) {
    this.grammar = grammar;
    this.where = where;
    this.lenient = lenient;
  }

  one(pick: Pick): PickOne {
    return compilePick(this.grammar, pick, this.where);
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
    const applies = compileWhen(this.grammar, source.when, this.where);
    switch (source.is) {
      case 'name':
        return { ...applies, is: 'name', of: this.one(source.of) };
      case 'literal':
        return { ...applies, is: 'literal', value: { is: 'literal', type: source.type } };
      case 'selfMember':
        return { ...applies, is: 'selfMember', name: this.one(source.name) };
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
      case 'collection':
        return {
          ...applies,
          is: 'collection',
          of: source.of,
          items: this.elements(source.items ?? '.'),
          ...optional('entries', source.entries && this.entries(source.entries)),
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
    const applies = 'when' in form ? compileWhen(this.grammar, form.when, this.where) : {};
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
      case 'function':
        return {
          ...applies,
          is: 'function',
          ...optional('args', this.elements(form.args)),
          ...optional('returns', this.maybeOne(form.returns)),
        };
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
      ...compileWhen(this.grammar, source.when, this.where),
      name: this.many(source.name),
      ...optional('type', this.maybeOne(source.type)),
      ...optional('default', this.maybeOne(source.default)),
      ...optional('variadic', source.variadic),
      ...optional('self', source.self),
      ...optional('fieldWhen', source.fieldWhen && new Set(source.fieldWhen)),
    };
  }

  target(source: TargetFormSource): TargetForm {
    if (typeof source === 'string') return { is: source, of: this.many('**') };
    if (source.is === 'positions' || source.is === 'keys') {
      return { is: source.is, of: this.elements(source.of ?? '.') };
    }
    if (source.is === 'entry') {
      return {
        is: 'entry',
        target: this.one(source.target),
        ...optional('key', this.maybeOne(source.key)),
        ...optional('default', this.maybeOne(source.default)),
      };
    }
    return { is: source.is, of: this.one(source.of) };
  }

  table<S, T>(source: Record<string, S>, compile: (form: S) => T): Map<string, T> {
    const table = new Map<string, T>();
    for (const [type, form] of Object.entries(source)) {
      if (this.lenient && !hasNodeType(this.grammar, type)) continue;
      checkNodeType(this.grammar, type, this.where);
      table.set(type, compile(form));
    }
    return table;
  }
}

function list<T>(forms: T | T[]): T[] {
  return Array.isArray(forms) ? forms : [forms];
}

/** Throws LanguageError naming the table and the node type or field that the grammar does not have. */
export function compileTables(source: LanguageSource, grammar: Language): Tables {
  const lenient = source.grammars.length > 1;
  const at = (table: string): Compiler => new Compiler(grammar, `${source.name} ${table}`, lenient);
  const values = at('values');
  const labels = at('arguments');
  const types = at('types');
  const parameters = at('parameters');
  const typeParameters = at('typeParameters');
  const targets = at('targets');
  const prefixes = at('importPrefixes');
  const reexports = at('reexports');
  return {
    values: values.table(source.values, (forms) => list(forms).map((form) => values.value(form))),
    labels: labels.table(source.arguments, (form) => ({
      value: labels.one(form.value),
      ...optional('name', labels.maybeOne(form.name)),
      ...optional('spread', form.spread),
    })),
    types: types.table(source.types, (forms) => list(forms).map((form) => types.type(form))),
    parameters: parameters.table(source.parameters, (forms) => list(forms).map((form) => parameters.parameter(form))),
    typeParameters: typeParameters.table(source.typeParameters, (form) => ({
      name: typeParameters.many(form.name),
      clause: form.clause ?? false,
      ...optional('bounds', typeParameters.elements(form.bounds)),
    })),
    targets: targets.table(source.targets, (form) => targets.target(form)),
    importPrefixes: prefixes.table(source.importPrefixes, (pick) => prefixes.one(pick)),
    reexports: reexports.table(source.reexports, (pick) => reexports.one(pick)),
    ...optional(
      'constantPattern',
      source.constantPattern === undefined ? undefined : new RegExp(source.constantPattern, 'u'),
    ),
    genericForms: new Map(Object.entries(source.genericForms)),
    nothingTypes: new Set(source.nothingTypes),
    comments: new Set(source.comments.types),
    separators: source.separators,
  };
}
