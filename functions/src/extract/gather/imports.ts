/**
 * Imports and exports as captured, with quotes removed and names dotted.
 *
 *     from ..a.b import c as d      { source: 'a.b', level: 2, name: 'c', alias: 'd' }
 *     use std::{fmt, io::Read};     { source: 'std', name: 'fmt' }, { source: 'std.io', name: 'Read' }
 */
import type { Node } from 'web-tree-sitter';
import { FILE_SCOPE, type ExportFact, type ImportFact } from '../../model/facts.ts';
import type { Tables } from '../compile/tables.ts';
import { flag, withoutUndefined } from '../compile/without-undefined.ts';
import type { Found } from './gathered.ts';
import type { Lines, ScopeAt } from './scopes.ts';
import { dotted } from './types.ts';
import type { ValueReader } from './values.ts';

const MAX_SOURCE = 1_000;

/** `"a"` and `<a>` without their marks; with separators as dots where it is a name and no quoted path. */
function sourceText(node: Node, tables: Tables, written = node.text): string {
  const text = written.trim().slice(0, MAX_SOURCE);
  const quoted = /^(?:["'`]([\s\S]*)["'`]|<([^>]*)>)$/.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? '';
  return tables.separators.length === 0 ? text : dotted(text, tables.separators);
}

interface Prefixes {
  parts: string[];
  reexport: boolean;
}

const NO_PREFIXES: Prefixes = { parts: [], reexport: false };

/** Parts of the source that stand between the statement and the name (nested `use` trees), and whether it is `pub`. */
function around(leaf: Node, statement: Node, tables: Tables): Prefixes {
  const parts: string[] = [];
  let reexport = false;
  if (tables.importPrefixes.size === 0 && tables.reexports.size === 0) return { parts, reexport };
  let node = leaf.parent;
  for (let depth = 0; node !== null && depth < 20; depth += 1) {
    const prefix = tables.importPrefixes.get(node.type)?.(node) ?? null;
    // The leaf may be inside the prefix itself, then it is no prefix of it.
    if (prefix !== null && (prefix.endIndex <= leaf.startIndex || prefix.startIndex >= leaf.endIndex)) {
      parts.unshift(sourceText(prefix, tables));
    }
    if ((tables.reexports.get(node.type)?.(node) ?? null) !== null) reexport = true;
    if (node.id === statement.id) break;
    node = node.parent;
  }
  return { parts, reexport };
}

/** What `@source` says: all of its nodes, or what stands before a `@name` that ends it (`a.b` of `a.b.C`). */
function writtenSource(found: Found, source: Node): string {
  const { node, sourceEnd } = found;
  const { name } = found.parts;
  const end = sourceEnd ?? source;
  // A leaf of a nested statement stands for itself; its source is beside it.
  if (source.startIndex < node.startIndex || end.endIndex > node.endIndex) return source.text;
  const whole =
    end === source ? source.text : node.text.slice(source.startIndex - node.startIndex, end.endIndex - node.startIndex);
  const endsInName = name !== undefined && name.startIndex >= source.startIndex && name.endIndex === end.endIndex;
  return endsInName
    ? whole.slice(0, name.startIndex - source.startIndex).replace(/(?<![\s.:\\])[\s.:\\]+$/, '')
    : whole;
}

function readImport(found: Found, tables: Tables, lines: Lines, scopeAt: ScopeAt): ImportFact | undefined {
  const { node, parts, settings } = found;
  const { source, name, alias, level, owner } = parts;
  const leaf = source ?? name;
  if (leaf === undefined && level === undefined) return undefined;
  const prefixes = leaf === undefined ? NO_PREFIXES : around(leaf, node, tables);
  return withoutUndefined<ImportFact>({
    // An expression that is a module is the same one everywhere in the file: `extends require('./a')`.
    scope: alias?.id === node.id ? FILE_SCOPE : scopeAt(node.startIndex),
    line: lines.lineOf((name ?? source ?? node).startIndex),
    source: wholeSource(found, prefixes.parts, tables),
    name: nameOf(found),
    alias: alias?.text,
    level: level?.text.replace(/[^.]/g, '').length,
    typeOnly: flag('typeOnly' in settings),
    reexport: flag('reexport' in settings || prefixes.reexport),
    static: flag('static' in settings),
    form: settings['form'] ?? undefined,
    of: owner?.text,
  });
}

/** The source with the prefixes that stand before it, separated by dots. */
function wholeSource(found: Found, prefixes: string[], tables: Tables): string {
  const { source } = found.parts;
  const own = source === undefined ? [] : [sourceText(source, tables, writtenSource(found, source))];
  return [...prefixes, ...own].filter((part) => part !== '').join('.');
}

/** The name that is fixed by the pattern, else the written one, without quotes. */
function nameOf({ parts, settings }: Found): string | undefined {
  return (settings['name'] ?? parts.name?.text)?.replace(/^["'](.*)["']$/s, '$1');
}

/** Each imported thing once. Several patterns may tell of one, and what they say is put together. */
export function readImports(found: Found[], tables: Tables, lines: Lines, scopeAt: ScopeAt): ImportFact[] {
  const imports = new Map<string, ImportFact>();
  for (const one of found) {
    const fact = readImport(one, tables, lines, scopeAt);
    if (fact === undefined) continue;
    const key = JSON.stringify([fact.scope, fact.line, fact.level, fact.source, fact.name, fact.alias, fact.of]);
    const known = imports.get(key);
    if (known === undefined) imports.set(key, fact);
    else Object.assign(known, { ...fact, ...known });
  }
  return [...imports.values()];
}

/** `export { impl as pub }`: `@value` is exported as `@name` (or under the fixed name of the pattern). */
export function readExport(found: Found, values: ValueReader, lines: Lines): ExportFact | undefined {
  const { node, parts, settings } = found;
  const fixed = settings['name'];
  const written = typeof fixed === 'string' ? fixed : (parts.name ?? parts.value)?.text;
  if (written === undefined) return undefined;
  const name = written.replace(/^["'](.*)["']$/s, '$1').slice(0, 300);
  const line = lines.lineOf((parts.name ?? parts.value ?? node).startIndex);
  return { line, name, value: parts.value === undefined ? { is: 'name', name } : values.read(parts.value) };
}
