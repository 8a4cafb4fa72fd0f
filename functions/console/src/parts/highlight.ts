/**
 * Source text → coloured pieces, line by line. highlight.js reads the text; what it finds becomes data rather than
 * markup, since the page takes no markup from anywhere (Trusted Types).
 *
 *     highlight('x = "a"', 'python')  →  [[{ text: 'x = ' }, { text: '"a"', kind: 'string' }]]
 */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import haskell from 'highlight.js/lib/languages/haskell';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';

const LANGUAGES = { bash, c, cpp, csharp, go, haskell, java, javascript, kotlin, lua, php, python, ruby, rust, scala, swift, typescript }; // prettier-ignore
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

export interface Piece {
  text: string;
  /** `string`, `keyword`, `comment`, …: a class of styles/code.css. */
  kind?: string;
}

/** Longer lines are shown plain: a minified line of megabytes would hold the page for seconds. */
const LONGEST_LINE = 2_000;

interface Token {
  scope?: string;
  children: (Token | string)[];
}

/** One list of pieces for each line of `text`. */
export function highlight(text: string, language: string): Piece[][] {
  const known = hljs.getLanguage(language) !== undefined;
  if (!known || text.split('\n').some((line) => line.length > LONGEST_LINE)) return plainLines(text);
  const result = hljs.highlight(text, { language, ignoreIllegals: true });
  const lines: Piece[][] = [[]];
  const add = (part: string, kind: string | undefined): void => {
    part.split('\n').forEach((line, at) => {
      if (at > 0) lines.push([]);
      if (line !== '') lines.at(-1)?.push(kind === undefined ? { text: line } : { text: line, kind });
    });
  };
  const walk = (token: Token, outer: string | undefined): void => {
    const kind = token.scope?.split('.')[0] ?? outer;
    for (const child of token.children) {
      if (typeof child === 'string') add(child, kind);
      else walk(child, kind);
    }
  };
  // Its only public result is markup; the tree that this was made of is what `_emitter` keeps.
  const emitter: object = result._emitter;
  if (!('root' in emitter) || !isToken(emitter.root)) return plainLines(text);
  walk(emitter.root, undefined);
  return lines;
}

function isToken(value: unknown): value is Token {
  return typeof value === 'object' && value !== null && 'children' in value && Array.isArray(value.children);
}

function plainLines(text: string): Piece[][] {
  return text.split('\n').map((line) => [{ text: line }]);
}
