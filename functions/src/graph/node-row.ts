/**
 * A graph node as the row that is written: the unique key, what search needs (lower-case name, the name's words, access
 * tokens come from the statement) and the text of the node itself, cut where a property would grow without bound.
 */
import { hash } from 'node:crypto';
import type { GraphNode, NodeLabel } from '../model/graph.ts';
import { keyOf } from '../model/ids.ts';
import { nameTokens } from './name-tokens.ts';

/** UTF-16 units of a node's own text that are kept on the node; the whole text is in the file's chunks. */
export const SOURCE_LIMIT = 16_384;
/** UTF-16 units of a name: an indexed value over about 8 KB aborts its transaction. */
const NAME_LIMIT = 512;
const DOC_LIMIT = 8_192;

export type NodeRow = Record<string, string | number | boolean | string[] | null>;

/**
 * `text` is the node's file's, undefined for a package or external module. `stamp` changes whenever the row may.
 * `contents`: names that a file's embedding speaks of besides the file's own (embedding-text.ts).
 */
export function nodeRow(
  node: GraphNode,
  text: string | undefined,
  stamp: string,
  contents: readonly string[] = [],
): NodeRow {
  const name = shownName(node.name);
  const source = node.range && text !== undefined ? shownSource(text, node.range) : null;
  const docstring = node.docstring === null ? null : shownDocstring(node.docstring);
  const embedded = [node.label, node.kind, name, node.qualified_name, node.signature ?? '', docstring, source];
  if (contents.length > 0) embedded.push(contents.join(' '));
  return {
    key: keyOf(node.id),
    id: node.id,
    kind: node.kind,
    name,
    name_lower: name.toLowerCase(),
    name_tokens: nameTokens(name),
    qualified_name: node.qualified_name,
    path: node.path,
    line_number: node.line_number,
    end_line: node.end_line,
    language: node.language,
    docstring,
    source_code: source,
    ...optionalValues(node),
    stamp,
    text_hash: hash('sha256', JSON.stringify(embedded), 'base64url').slice(0, 22),
  };
}

/** What only some nodes have: null for the others, so that a property that is no longer there goes. */
function optionalValues(node: GraphNode): NodeRow {
  return {
    complexity: node.complexity ?? null,
    signature: node.signature ?? null,
    decorators: node.decorators ?? null,
    modifiers: node.modifiers ?? null,
    visibility: node.visibility ?? null,
    hidden_members: node.hidden_members ?? null,
    class_name: node.class_name ?? null,
    value: node.value ?? null,
    context: node.context ?? null,
    is_external: node.is_external ?? null,
    generated: node.generated ?? null,
  };
}

/** Everything but key, which MERGE sets. */
const PROPERTIES = [
  'file_key', 'id', 'kind', 'name', 'name_lower', 'name_tokens', 'qualified_name', 'path', 'line_number', 'end_line', 'language',
  'docstring', 'source_code', 'complexity', 'signature', 'decorators', 'modifiers', 'visibility', 'hidden_members', 'class_name', 'value',
  'context', 'is_external', 'generated', 'stamp', 'text_hash',
]; // prettier-ignore

const KINDS: readonly NodeLabel[] = ['File', 'Module', 'Class', 'Function', 'Variable'];

const COLUMNS = ['key', 'label', ...PROPERTIES];
/** In the order of COLUMNS. */
export type NodeValues = NodeRow[string][];

/** A row as it is sent: without the names of its properties, which would be a third of what goes out. */
export function nodeValues(label: NodeLabel, row: NodeRow): NodeValues {
  return COLUMNS.map((name) => (name === 'label' ? label : (row[name] ?? null)));
}

const valueIn = (name: string): string => `row[${COLUMNS.indexOf(name)}]`;

/**
 * The statement tail that merges `row`s (of nodeValues) and leaves `n` bound. Properties are set by name: `SET n = …` would
 * wipe the embedding, which stays as long as the text it was made from does. One statement for all labels, since Neo4j
 * takes longer to plan it than to write the rows of a small repository.
 */
export const MERGE_NODES = `MERGE (n:Symbol {key: ${valueIn('key')}})
  SET n.embedding = CASE WHEN n.text_hash = ${valueIn('text_hash')} THEN n.embedding END,
      n.embedded_by = CASE WHEN n.text_hash = ${valueIn('text_hash')} THEN n.embedded_by END
  REMOVE n:$([label IN ['${KINDS.join("', '")}'] WHERE label <> ${valueIn('label')}])
  SET n:$(${valueIn('label')}), n.repo_id = $repo_id, n.repo_token = $repo_token, n.access = $access,
      n.type = toLower(${valueIn('label')}), ${PROPERTIES.map((name) => `n.${name} = ${valueIn(name)}`).join(', ')}`;

/** As much of each as a node keeps. */
export function shownName(name: string): string {
  return cut(name, NAME_LIMIT);
}

export function shownDocstring(docstring: string): string {
  return cut(docstring, DOC_LIMIT);
}

export function shownSource(text: string, [start, end]: [number, number]): string {
  return end - start <= SOURCE_LIMIT
    ? text.slice(start, end)
    : cut(text.slice(start, start + SOURCE_LIMIT), SOURCE_LIMIT);
}

/** Never ends inside a surrogate pair. */
function cut(text: string, limit: number): string {
  if (text.length <= limit && !/[\uD800-\uDBFF]$/.test(text)) return text;
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}
