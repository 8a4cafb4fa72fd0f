/** What a change adds to, takes from and changes in what others can call: by modifiers and by the conventions of a file. */
import type { ChangeFacts } from '../../model/change-facts.ts';
import type { GraphNode } from '../../model/graph.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { SymbolChange } from './symbol-changes.ts';

type ApiFact = ChangeFacts['public_api']['added'][number];

export function publicApi(symbols: readonly SymbolChange[]): ChangeFacts['public_api'] {
  const api: ChangeFacts['public_api'] = { added: [], removed: [], changed: [] };
  for (const symbol of symbols) {
    const { before, after, file, how, signatureChanged } = symbol;
    const was = before !== null && isPublic(before, file.diff.oldText) ? before : null;
    const is = after !== null && isPublic(after, file.diff.newText) ? after : null;
    const sameName = was !== null && is !== null && was.qualified_name === is.qualified_name && how !== 'renamed';
    if (sameName) {
      if (signatureChanged) api.changed.push(factOf(is));
      continue;
    }
    if (was !== null) api.removed.push(factOf(was));
    if (is !== null) api.added.push(factOf(is));
  }
  return api;
}

function factOf({ path, qualified_name }: GraphNode): ApiFact {
  return { path, qualified_name };
}

const HIDDEN = /^(?:private|protected|internal|fileprivate|file|local|pub\((?:self|super|crate)\))/;
const SHOWN = /^(?:public|exported|open)$/;

/**
 * How a file says what of it others can use, where it says so at all: then what is not said to be is not.
 * JavaScript and TypeScript export, Rust's items are `pub`, Go's names begin with a capital.
 */
const CONVENTIONS: readonly { file: RegExp; shows(node: GraphNode, text: string): boolean }[] = [
  {
    file: /^\s*(?:export\b|module\.exports\b|exports\.)/m,
    shows: ({ name, qualified_name: whole }, text) => {
      const outer = whole.split('.')[0] ?? name;
      const word = outer.replace(/[^\w]/g, '\\$&');
      const exported = `^\\s*export\\b[^\\n;=({]*(?<![\\w$])${word}(?![\\w$])|\\bexports\\b[^;]*(?<![\\w$])${word}(?![\\w$])`;
      return new RegExp(`${exported}|^\\s*export\\s*(?:type\\s*)?\\{[^}]*(?<![\\w$])${word}(?![\\w$])|^\\s*export\\s+default\\s+${word}(?![\\w$])`, 'm').test(text); // prettier-ignore
    },
  },
  { file: /^\s*(?:pub(?:\([a-z]+\))?\s+)?fn\s+\w+/m, shows: ({ modifiers = [] }) => modifiers.includes('public') },
  {
    file: /^package \w+[ \t]*$[^]*^func\b/m,
    shows: ({ qualified_name: whole }) => whole.split('.').every((part) => /^\p{Lu}/u.test(part)),
  },
];

/** What stands in a function or a test is nobody's interface. `text` is the file's. */
export function isPublic(node: GraphNode, text: string | null): boolean {
  const { path, qualified_name: whole, modifiers = [], label, class_name: owner } = node;
  if (label === 'Variable' || isTestPath(path) || /(^|\.)(?:_|#|<)/.test(whole)) return false;
  if (modifiers.some((modifier) => HIDDEN.test(modifier))) return false;
  const depth = whole.split('.').length;
  if (label === 'Function' && owner === undefined && depth > 1) return false;
  if (modifiers.includes('static') && owner === undefined && label === 'Function') return false;
  if (modifiers.some((modifier) => SHOWN.test(modifier))) return true;
  return !isHiddenBy(node, text ?? '');
}

/** The file's own way of saying what others can use leaves it out. */
export function isHiddenBy(node: GraphNode, text: string): boolean {
  if (node.modifiers?.some((modifier) => SHOWN.test(modifier)) === true) return false;
  const convention = CONVENTIONS.find(({ file }) => file.test(text));
  return convention !== undefined && !convention.shows(node, text);
}
