/**
 * Type syntax → TypeRef, by the `types` table. Nullability, pointers and qualifiers vanish here, so that resolution
 * compares names only.
 *
 *     Optional[List[pkg.Dog]]   →  { name: 'List', args: [{ name: 'pkg.Dog' }] }
 *     string | null             →  { name: 'string' }
 */
import type { Node } from 'web-tree-sitter';
import type { TypeRef } from '../../model/facts.ts';
import type { Tables, TypeForm } from '../compile/tables.ts';

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

  constructor(tables: Tables) {
    this.tables = tables;
  }

  read(node: Node | null): TypeRef | undefined {
    const type = node === null ? undefined : this.at(node, 0);
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
      case 'name': {
        const name = form.of === undefined ? node : form.of(node);
        return name === null ? undefined : { name: dotted(name.text, this.tables.separators) };
      }
      case 'text':
        return parseTypeText(node.text, this.tables);
      case 'nothing':
        return NOTHING;
      case 'same': {
        const inner = form.of(node);
        return inner === null ? undefined : this.at(inner, depth + 1);
      }
      case 'implied':
        return { name: form.type, args: this.many(form.args(node), depth) };
      case 'generic': {
        // Several nodes where the grammar splits a dotted name: `Map`, `Entry` of `Map.Entry<K, V>`.
        // The node itself is read as text: `std::vector<int>`.
        const names = form
          .name(node)
          .flatMap((part) =>
            part.id === node.id ? dotted(node.text, this.tables.separators) : (this.at(part, depth + 1)?.name ?? []),
          );
        if (names.length === 0) return undefined;
        const args = this.many(form.args(node), depth);
        // `Map k v` is `(Map k) v`.
        const [base, ...more] = form.name(node);
        const inner =
          base === undefined || more.length > 0 || base.id === node.id ? undefined : this.at(base, depth + 1);
        if (inner?.args !== undefined) args.unshift(...inner.args);
        return generic(names.join('.'), args, this.tables);
      }
      case 'union':
        return combine('|', this.many(form.of(node), depth), this.tables);
      case 'intersection':
        return combine('&', this.many(form.of(node), depth), this.tables);
      case 'tuple':
        return { name: '()', args: this.many(form.of(node), depth) };
      case 'list':
        return { name: '[]', args: this.many(form.of(node), depth) };
      case 'member': {
        const whole = form.of(node);
        const of = whole === null ? undefined : this.at(whole, depth + 1);
        const key = form.key?.(node)?.text.replace(/^(["'])(.*)\1$/s, '$2');
        if (of === undefined || of.name === '') return undefined;
        return { name: '.', args: key === undefined ? [of] : [of, { name: key }] };
      }
      case 'record': {
        const members = node.namedChildren.flatMap((child): TypeRef[] => {
          const member = form.members.get(child.type);
          const name = member?.name(child)?.text;
          const of = member?.type(child) ?? null;
          const type = of === null ? undefined : this.at(of, depth + 1);
          return name === undefined || type === undefined || type.name === '' ? [] : [{ name, args: [type] }];
        });
        return members.length === 0 ? undefined : { name: '{}', args: members };
      }
      case 'function': {
        const args = form.args === undefined ? [] : this.many(form.args(node), depth);
        const returns = form.returns?.(node) ?? null;
        args.push((returns === null ? undefined : this.at(returns, depth + 1)) ?? { name: '?' });
        const receiver = form.receiver?.(node) ?? null;
        const self = receiver === null ? undefined : this.at(receiver, depth + 1);
        if (self !== undefined) args.unshift({ name: 'this', args: [self] });
        return { name: '->', args };
      }
    }
  }
}
