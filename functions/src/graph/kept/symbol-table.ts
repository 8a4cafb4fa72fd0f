/**
 * What a file declares, in few bytes: enough to say of two commits which symbols came, went, moved or changed. A FileState has
 * the table of what it holds, and a PastFile of what a file held before.
 *
 *     [["F", "Cart.total", 12, 20, "3fk9Qw2a", "b81_xT0c"], …]      signature and own text as hashes
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { GraphNode } from '../../model/graph.ts';
import type { DeclaredSymbol } from '../../ports.ts';
import { packJson, unpackJson } from './packed-json.ts';

const LETTERS = { F: 'Function', C: 'Class', V: 'Variable' } as const;

const stored = z.array(z.tuple([z.enum(['F', 'C', 'V']), z.string(), z.int(), z.int(), z.string(), z.string()]));

function isDeclared(node: GraphNode): node is GraphNode & { label: DeclaredSymbol['label'] } {
  return node.label === 'Function' || node.label === 'Class' || node.label === 'Variable';
}

export function symbolTableOf(nodes: readonly GraphNode[], text: string): DeclaredSymbol[] {
  const declared = nodes.filter(isDeclared);
  const own = ownTexts(declared, text);
  return declared.map((node) => ({
    label: node.label,
    name: node.id.slice(node.id.indexOf('#', node.id.indexOf(' ')) + 1),
    line: node.line_number,
    endLine: node.end_line,
    signature: short(JSON.stringify([node.signature, node.decorators, node.modifiers, node.kind])),
    body: short(own.get(node) ?? node.value ?? ''),
  }));
}

export function packSymbols(symbols: readonly DeclaredSymbol[]): Uint8Array {
  const rows = symbols.map(({ label, name, line, endLine, signature, body }) => [
    label[0],
    name,
    line,
    endLine,
    signature,
    body,
  ]);
  return packJson(rows);
}

export function unpackSymbols(bytes: Uint8Array): DeclaredSymbol[] {
  const rows = stored.parse(unpackJson(bytes));
  return rows.map(([letter, name, line, endLine, signature, body]) => ({
    ...{ label: LETTERS[letter], name, line, endLine, signature, body },
  }));
}

/** Of each node, without the functions and classes in it, and as if it stood at the left margin. */
function ownTexts<T extends GraphNode>(nodes: readonly T[], text: string): Map<T, string> {
  const ranged = nodes.flatMap((node) =>
    node.range === null ? [] : [{ node, from: node.range[0], to: node.range[1] }],
  );
  // Outer before inner.
  ranged.sort((a, b) => a.from - b.from || b.to - a.to);
  const found = new Map<T, string>();
  const open: { node: T; to: number; at: number; parts: string[] }[] = [];
  const close = () => {
    const last = open.pop();
    if (last === undefined) return;
    last.parts.push(text.slice(last.at, last.to));
    found.set(last.node, atMargin(last.parts.join('\n')));
  };
  for (const { node, from, to } of ranged) {
    while ((open.at(-1)?.to ?? Infinity) <= from) close();
    const around = open.at(-1);
    if (around !== undefined && node.label !== 'Variable' && to <= around.to && from >= around.at) {
      around.parts.push(text.slice(around.at, from));
      around.at = to;
    }
    open.push({ node, to, at: from, parts: [] });
  }
  while (open.length > 0) close();
  return found;
}

function atMargin(text: string): string {
  // What stands around a function that is left out, and blank lines, say nothing.
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
  const indents = lines.slice(1).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents, Infinity);
  return lines.map((line, at) => (at === 0 ? line : line.slice(Number.isFinite(least) ? least : 0))).join('\n');
}

function short(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8);
}
