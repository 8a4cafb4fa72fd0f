/**
 * Type syntax → TypeRef, by the `types` table. Nullability, pointers and qualifiers vanish here, so that resolution
 * compares names only.
 *
 *     Optional[List[pkg.Dog]]   →  { name: 'List', args: [{ name: 'pkg.Dog' }] }
 *     string | null             →  { name: 'string' }
 */
import type { Node } from 'web-tree-sitter';
import type { TypeRef } from '../../model/facts.ts';
import type { OwnName } from './own-variables.ts';
import type { Tables, TypeForm } from '../compile/tables.ts';

type Form<K extends TypeForm['is']> = Extract<TypeForm, { is: K }>;

const MAX_DEPTH = 12;
const MAX_NAME = 300;
/** What `null` and `void` mean: a type without a name, which unions drop. */
const NOTHING: TypeRef = { name: '' };

/** `a::b<int>::c` without what stands in brackets; `operator<=>` has none. */
function withoutArguments(name: string): string {
  if (name.includes('operator')) return name;
  let plain = name;
  for (let before = ''; before !== plain && plain.includes('<');) {
    before = plain;
    plain = plain.replace(/(::)?<[^<>]*>/g, '');
  }
  return plain;
}

/** `std::vec::Vec` and `\App\User` with dots, without blanks and type arguments. */
export function dotted(text: string, separators: string[]): string {
  let name = text.replace(/\s+/g, '');
  if (separators.length > 0 && name.includes('<')) name = withoutArguments(name);
  for (const separator of separators) name = name.replaceAll(separator, '.');
  name = name.replace(/^\.+/, '');
  return name.length > MAX_NAME ? name.slice(0, MAX_NAME) : name;
}

/**
 * A type written as text: a forward reference in quotes, `"Dog"`, `'List[Dog]'`, or a doc comment's `?Dog`, `array<int,
 * Dog>`, `\\App\\Dog[]`. Names, brackets and `|` only.
 */
export function parseTypeText(text: string, tables: Tables): TypeRef | undefined {
  let plain = text;
  for (const separator of tables.separators) plain = plain.replaceAll(separator, '.');
  const tokens = plain.match(/[\p{L}_$.][\p{L}\p{N}_$.]*|\[\]|[[\]<>|,]/gu) ?? [];
  if (tokens.length === 0 || tokens.length > 60) return undefined;
  let at = 0;
  const one = (depth: number): TypeRef | undefined => {
    const options: TypeRef[] = [];
    do {
      if (tokens[at] === '|') at += 1;
      const name = tokens[at];
      if (name === undefined || /^([[\]<>|,]|\[\])$/.test(name) || depth > MAX_DEPTH) return undefined;
      at += 1;
      const args: TypeRef[] = [];
      if (tokens[at] === '[' || tokens[at] === '<') {
        const end = tokens[at] === '[' ? ']' : '>';
        do {
          at += 1;
          const arg = one(depth + 1);
          if (arg === undefined) return undefined;
          args.push(arg);
        } while (tokens[at] === ',');
        if (tokens[at] !== end) return undefined;
        at += 1;
      }
      let type = generic(name.replace(/^\.+/, ''), args, tables);
      for (; tokens[at] === '[]'; at += 1) type = { name: '[]', args: [type] };
      options.push(type);
    } while (tokens[at] === '|');
    return combine('|', options, tables);
  };
  const type = one(0);
  return at === tokens.length && type?.name !== '' ? type : undefined;
}

function combine(name: '|' | '&', options: TypeRef[], tables: Tables): TypeRef {
  const flat = options.flatMap((option) => (option.name === name ? (option.args ?? []) : [option]));
  const kept = flat.filter((option) => option.name !== '' && !tables.nothingTypes.has(option.name));
  const [only] = kept;
  if (only === undefined) return flat[0] ?? NOTHING;
  return kept.length === 1 ? only : { name, args: kept };
}

function generic(name: string, args: TypeRef[], tables: Tables): TypeRef {
  if (args.length === 0) return { name };
  switch (tables.genericForms.get(name)) {
    case 'same':
      return args[0] ?? { name };
    case 'union':
      return combine('|', args, tables);
    case 'tuple':
      return { name: '()', args };
    case 'list':
      return { name: '[]', args };
    case 'function': {
      // `Callable[[int], str]`: the parameters stand in a list of their own.
      const [first, ...rest] = args;
      return { name: '->', args: first?.name === '()' ? [...(first.args ?? []), ...rest] : args };
    }
    default:
      return { name, args };
  }
}

/** Undefined where the table has no form for the node (or one of its parts), or the form denotes nothing. */
export class TypeReader {
  readonly tables: Tables;
  /** Tells variables of a part of a function from others of their name. */
  ownName: OwnName | undefined;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  read(node: Node | null | undefined): TypeRef | undefined {
    const type = node === null || node === undefined ? undefined : this.at(node, 0);
    return type === undefined || type.name === '' ? undefined : type;
  }

  /** Types of a list of nodes; those without a form are left out. */
  readAll(nodes: Node[]): TypeRef[] {
    return nodes.flatMap((node) => this.read(node) ?? []);
  }

  private at(node: Node, depth: number): TypeRef | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const forms = this.tables.types.get(node.type);
    const form = forms?.find((candidate) => candidate.applies === undefined || candidate.applies(node));
    return form === undefined ? undefined : this.form(form, node, depth);
  }

  private many(nodes: Node[], depth: number): TypeRef[] {
    const types: TypeRef[] = [];
    for (const node of nodes) {
      if (this.tables.comments.has(node.type)) continue;
      types.push(this.at(node, depth + 1) ?? { name: '?' });
    }
    return types;
  }

  private form(form: TypeForm, node: Node, depth: number): TypeRef | undefined {
    switch (form.is) {
      case 'name':
        return this.named(form.of === undefined ? node : form.of(node));
      case 'text':
        return parseTypeText(node.text, this.tables);
      case 'nothing':
        return NOTHING;
      case 'same':
        return this.part(form.of(node), depth);
      case 'implied':
        return { name: form.type, args: this.many(form.args(node), depth) };
      case 'generic':
        return this.generic(form, node, depth);
      case 'union':
        return combine('|', this.many(form.of(node), depth), this.tables);
      case 'intersection':
        return combine('&', this.many(form.of(node), depth), this.tables);
      case 'tuple':
        return { name: '()', args: this.many(form.of(node), depth) };
      case 'list':
        return { name: '[]', args: this.many(form.of(node), depth) };
      case 'member':
        return this.member(form, node, depth);
      case 'record':
        return this.record(form, node, depth);
      case 'function':
        return this.functionType(form, node, depth);
    }
  }

  private part(node: Node | null, depth: number): TypeRef | undefined {
    return node === null ? undefined : this.at(node, depth + 1);
  }

  private named(name: Node | null): TypeRef | undefined {
    if (name === null) return undefined;
    const written = dotted(name.text, this.tables.separators);
    if (this.ownName === undefined) return { name: written };
    const dot = written.indexOf('.');
    const first = dot < 0 ? written : written.slice(0, dot);
    return { name: this.ownName(first, name.startIndex) + written.slice(first.length) };
  }

  /** A grammar may split a dotted name into several nodes: `Map`, `Entry` of `Map.Entry<K, V>`. */
  private generic(form: Form<'generic'>, node: Node, depth: number): TypeRef | undefined {
    const parts = form.name(node);
    const names = parts.flatMap((part) =>
      // The node itself is read as text: `std::vector<int>`.
      part.id === node.id ? dotted(node.text, this.tables.separators) : (this.at(part, depth + 1)?.name ?? []),
    );
    if (names.length === 0) return undefined;
    const args = this.many(form.args(node), depth);
    // `Map k v` is `(Map k) v`.
    const [base, ...more] = parts;
    const inner = base === undefined || more.length > 0 || base.id === node.id ? undefined : this.at(base, depth + 1);
    if (inner?.args !== undefined) args.unshift(...inner.args);
    return generic(names.join('.'), args, this.tables);
  }

  private member(form: Form<'member'>, node: Node, depth: number): TypeRef | undefined {
    const of = this.part(form.of(node), depth);
    const key = form.key?.(node)?.text.replace(/^(["'])(.*)\1$/s, '$2');
    if (of === undefined || of.name === '') return undefined;
    return { name: '.', args: key === undefined ? [of] : [of, { name: key }] };
  }

  private record(form: Form<'record'>, node: Node, depth: number): TypeRef | undefined {
    const members = node.namedChildren.flatMap((child): TypeRef[] => {
      const member = form.members.get(child.type);
      if (member === undefined) return [];
      const name = member.name(child)?.text;
      const type = this.part(member.type(child), depth);
      return name === undefined || type === undefined || type.name === '' ? [] : [{ name, args: [type] }];
    });
    return members.length === 0 ? undefined : { name: '{}', args: members };
  }

  private functionType(form: Form<'function'>, node: Node, depth: number): TypeRef {
    const args = form.args === undefined ? [] : this.many(form.args(node), depth);
    args.push(this.part(form.returns?.(node) ?? null, depth) ?? { name: '?' });
    const self = this.part(form.receiver?.(node) ?? null, depth);
    if (self !== undefined) args.unshift({ name: 'this', args: [self] });
    return { name: '->', args };
  }
}
