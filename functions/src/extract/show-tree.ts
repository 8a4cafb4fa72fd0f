/**
 * The syntax tree of a text, for authors of a language: the node types and fields that its tables and its query speak of.
 * Tables and query are not read, so that it can be seen before they are right.
 *
 *     function_declaration  5-11
 *       name: identifier  5  "main"
 *       parameters  5
 */
import { readFile } from 'node:fs/promises';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import { grammarFor, grammarUrl, initialiseParsing } from './compile/grammars.ts';
import type { LanguageHead } from './compile/language-schema.ts';

const MAX_NODES = 20_000;
const MAX_TEXT = 60;

/** Named nodes, one a line, with their lines and the text of leaves. Longer trees are cut, and say so. */
export async function showTree(head: LanguageHead, path: string, text: string): Promise<string> {
  await initialiseParsing();
  const language = await Language.load(await readFile(grammarUrl(grammarFor(head, path), head.name)));
  const parser = new Parser();
  parser.setLanguage(language);
  const tree = parser.parse(text);
  if (tree === null) throw new Error(`${path} could not be parsed`);
  const cursor = tree.walk();
  try {
    return printNodes(cursor);
  } finally {
    cursor.delete();
    tree.delete();
    parser.delete();
  }
}

function printNodes(cursor: TreeCursor): string {
  const lines: string[] = [];
  let depth = 0;
  for (;;) {
    if (cursor.nodeIsNamed) lines.push(describe(cursor, depth));
    if (lines.length > MAX_NODES) return `${lines.join('\n')}\n… (more than ${MAX_NODES} nodes: give a shorter file)\n`;
    if (cursor.gotoFirstChild()) {
      depth += 1;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return `${lines.join('\n')}\n`;
      depth -= 1;
    }
  }
}

function describe({ currentFieldName, currentNode, nodeType, startPosition, endPosition }: TreeCursor, depth: number) {
  const field = currentFieldName === null ? '' : `${currentFieldName}: `;
  const [first, last] = [startPosition.row + 1, endPosition.row + 1];
  const text = currentNode.namedChildCount > 0 ? '' : `  ${JSON.stringify(currentNode.text.slice(0, MAX_TEXT))}`;
  return `${'  '.repeat(depth)}${field}${nodeType}  ${first === last ? first : `${first}-${last}`}${text}`;
}
