/**
 * A definition's modifiers: words among its children, words that its patterns set, and decorators that say no more than
 * a modifier does.
 *
 *     @staticmethod            →   ['static']     by "decorators": { "staticmethod": "static" }
 *     pub(crate) fn run() {}   →   ['public']     by "keywords", "containers" and "rename"
 */
import type { Node } from 'web-tree-sitter';
import type { LanguageSource } from '../compile/language-schema.ts';
import type { Draft } from '../gather/gathered.ts';

/** Nodes that are looked at for words, the nodes in containers included. */
const MAX_LOOKED_AT = 200;

/** `@app.route("/x")` → `route`, without its arguments. */
function decoratorName(text: string): string {
  return /(?<![\w$])([\w$]+)\s*(\(|$)/.exec(text.replace(/^[@#[\s]+/, ''))?.[1] ?? '';
}

/** Adds the keywords among the children of `nodes`, and those in the containers among them. */
function addKeywords(nodes: Node[], { keywords, containers }: LanguageSource['modifiers'], found: Set<string>): void {
  const words = new Set(keywords);
  if (words.size === 0) return;
  const inside = new Set(containers);
  const queue = nodes.flatMap((node) => node.children.map((child) => ({ child, around: '' })));
  for (let at = 0; at < queue.length && at < MAX_LOOKED_AT; at += 1) {
    const next = queue[at];
    if (next === undefined) continue;
    const { child, around } = next;
    const type = child.type;
    if (words.has(type)) found.add(type);
    else if (inside.has(type) || (around !== '' && inside.has(`${around}/${type}`))) {
      const text = child.text;
      if (words.has(text)) found.add(text);
      else queue.push(...child.children.map((one) => ({ child: one, around: type })));
    }
  }
}

export function modifiersOf(draft: Draft, { modifiers }: LanguageSource, decorators: string[]): string[] {
  const found = new Set<string>(draft.modifiers);
  if (draft.section !== undefined) found.add(draft.section.text);
  const { anonymous } = draft.parts;
  addKeywords(anonymous === undefined ? [draft.node] : [draft.node, anonymous], modifiers, found);
  for (const decorator of decorators) {
    const modifier = modifiers.decorators.get(decoratorName(decorator));
    if (modifier !== undefined) found.add(modifier);
  }
  return [...found].map((word) => modifiers.rename.get(word) ?? word);
}
