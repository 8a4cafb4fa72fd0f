/**
 * The nodes and edges of some repositories as rows, read from a graph that a real sync has written, and the same rows as
 * other repositories have them: other tenants, other names and texts, the same shape.
 */
import { repositoryTokenOf } from '../../../src/graph/access.ts';
import { lineGrams } from '../../../src/graph/line-grams.ts';
import { nameTokens } from '../../../src/graph/name-tokens.ts';
import type { GraphPort, GraphValue } from '../../../src/ports.ts';
import { wordAlterer } from './altered-words.ts';

export type Values = Record<string, GraphValue>;

export interface StoreNode {
  id: number;
  labels: string[];
  values: Values;
}

export interface StoreEdge {
  from: number;
  to: number;
  type: string;
  values: Values;
}

export interface StoreRows {
  nodes: StoreNode[];
  edges: StoreEdge[];
}

const PAGE = 5_000;
const LABELS = ['Symbol', 'FileState', 'Chunk'];

/** Packed bytes are left out: no question reads them, and the importer takes none. */
function withoutBytes(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Uint8Array)));
}

/** All that the graph holds of its repositories; nodes are numbered from 0. */
export async function readStore(graph: GraphPort): Promise<StoreRows> {
  const nodes: StoreNode[] = [];
  const places = new Map<string, number>();
  for (const label of LABELS) {
    let after = '';
    for (;;) {
      const rows = await graph.read(
        `MATCH (n:${label}) WHERE n.key > $after WITH n ORDER BY n.key LIMIT $limit
         RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS values`,
        { after, limit: PAGE },
      );
      for (const row of rows) {
        const values = withoutBytes(row['values'] as Values);
        places.set(row['id'] as string, nodes.length);
        nodes.push({ id: nodes.length, labels: row['labels'] as string[], values });
        after = values['key'] as string;
      }
      if (rows.length < PAGE) break;
    }
  }
  const edges: StoreEdge[] = [];
  const keys = nodes.filter(({ labels }) => labels.includes('Symbol')).map(({ values }) => values['key']);
  for (let at = 0; at < keys.length; at += PAGE) {
    const rows = await graph.read(
      `UNWIND $keys[0] AS key MATCH (n:Symbol {key: key})-[e]->(m:Symbol)
       RETURN elementId(n) AS from, elementId(m) AS to, type(e) AS type, properties(e) AS values`,
      { keys: [keys.slice(at, at + PAGE)] },
    );
    for (const { from, to, type, values } of rows) {
      const [source, target] = [places.get(from as string), places.get(to as string)];
      if (source === undefined || target === undefined) continue;
      edges.push({ from: source, to: target, type: type as string, values: values as Values });
    }
  }
  return { nodes, edges };
}

/** Properties that hold what people wrote. */
const TEXTS = ['id', 'path', 'qualified_name', 'docstring', 'source_code', 'signature', 'class_name', 'value', 'context', 'text', 'goes_on', 'imported_name', 'alias', 'module_name']; // prettier-ignore
const KEYS = ['key', 'file_key', 'owner'];

export interface Copy {
  /** From 1 on. */
  number: number;
  /** Whether anybody may read its repositories; else they are a stranger's. */
  isPublic: boolean;
}

/** `ada/engine` of the third copy is `tenant-3/engine`. */
export function copiedRepository(repoId: string, copy: number): string {
  return `tenant-${copy}/${repoId.slice(repoId.lastIndexOf('/') + 1)}`;
}

/** What makes a row's properties those of a copy. */
export function copyValues({ number, isPublic }: Copy): (values: Values) => Values {
  const alter = wordAlterer(number);
  const tokens = new Map<string, string>();
  const tokenOf = (repoId: string): string => {
    const token = tokens.get(repoId) ?? repositoryTokenOf(repoId);
    tokens.set(repoId, token);
    return token;
  };
  return (values) => {
    const copied: Values = { ...values };
    for (const name of KEYS) if (typeof copied[name] === 'string') copied[name] = `${copied[name]}.${number}`;
    const repoId = copied['repo_id'];
    for (const name of TEXTS) if (typeof copied[name] === 'string') copied[name] = alter(copied[name]);
    if (typeof copied['name'] === 'string') {
      const name = alter(copied['name']);
      Object.assign(copied, { name, name_lower: name.toLowerCase(), name_tokens: nameTokens(name) });
    }
    const { text, goes_on: goesOn } = copied;
    if (typeof text === 'string') copied['grams'] = lineGrams(typeof goesOn === 'string' ? text + goesOn : text);
    if (typeof repoId !== 'string') return copied;
    const mine = copiedRepository(repoId, number);
    Object.assign(copied, { repo_id: mine, repo_token: tokenOf(mine), access: isPublic ? 'public' : tokenOf(mine) });
    if (copied['type'] === 'repository')
      Object.assign(copied, { id: mine, qualified_name: mine, owner_name: `tenant-${number}` });
    return copied;
  };
}
