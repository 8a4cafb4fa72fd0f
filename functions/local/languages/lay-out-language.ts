/**
 * The files of a new language: a folder that passes the checks as far as they can be passed without knowing the language.
 *
 *     languages/zig/language.json   name, grammar, and first entries of the tables (suggest-forms.ts)
 *     languages/zig/facts.scm       first patterns
 */
import type { Suggestions } from './suggest-forms.ts';

export interface NewLanguage {
  name: string;
  title: string;
  extensions: string[];
  /** Absent until a grammar is found: its file is then expected in the language's own folder. */
  package: string | undefined;
  /** Path of the .wasm in the package. */
  file: string;
}

const HEAD = (
  title: string,
): string => `; What a ${title} file says: one tree-sitter query with the vocabulary of languages/reference.md.
; Patterns add up: any number of them may capture one node as a definition or call.
`;

/** Texts by file name. */
export function layOutLanguage(language: NewLanguage, suggested: Suggestions): Map<string, string> {
  const { name, title, extensions, file } = language;
  const grammar = language.package === undefined ? { file } : { package: language.package, file };
  const comments = suggested.comments.length === 0 ? ['comment'] : suggested.comments;
  const written = {
    name,
    title,
    family: name,
    extensions,
    grammars: [grammar],
    imports: { strategy: 'none' },
    comments: { types: comments, doc: [] },
    values: suggested.values,
    parameters: suggested.parameters,
  };
  const patterns = suggested.patterns.length === 0 ? '' : `\n${suggested.patterns.join('\n')}\n`;
  return new Map([
    ['language.json', `${JSON.stringify(written, null, 2)}\n`],
    ['facts.scm', `${HEAD(title)}${patterns}`],
  ]);
}
