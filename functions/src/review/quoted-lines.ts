/**
 * Which lines of a Markdown text stand in a quote. A quoted paragraph goes on in the lines below it without their mark
 * (https://spec.commonmark.org/0.31.2/#lazy-continuation-line), until an empty line or the beginning of another block.
 *
 *     > hello                          quoted
 *     @reviewgraph review              quoted: the same paragraph
 *     ## A heading                     not quoted
 */

const LIST_MARK = '(?:[-*+]|\\d{1,9}[.)])[ \\t]+';
const QUOTE = new RegExp(`^ {0,3}(?:${LIST_MARK})*>`);
/** All that stands before the text of a quoted line, the marks of quotes and lists within it included. */
const MARKS = new RegExp(`^(?: {0,3}(?:${LIST_MARK})*> ?)+(?: {0,3}${LIST_MARK})*`);
const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** A list that begins with another number, or with nothing, does not end a paragraph. */
const ITEM = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/;
const HTML_BLOCK = new RegExp(
  '^ {0,3}<(?:!--|[?]|![a-z]|/?(?:pre|script|style|textarea|address|article|aside|blockquote|body|center|dd|details|' +
    'dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|menu|nav|ol|' +
    'p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?![\\w-]))',
  'i',
);
const OTHER_BLOCKS = [FENCE, HEADING, RULE, HTML_BLOCK];

export interface QuotedLines {
  /** Whether the next line stands in a quote. */
  next(line: string): boolean;
  /** A block that is no quote began. */
  end(): void;
}

export function quotedLines(): QuotedLines {
  /** A paragraph of the quote is open. */
  let paragraph = false;
  let fence: string | undefined;

  /** What a line with a quote's mark leaves open. */
  function readQuoted(text: string): void {
    if (fence !== undefined) {
      const mark = FENCE.exec(text)?.[1];
      if (mark !== undefined && mark.startsWith(fence) && text.trim() === mark) fence = undefined;
      return;
    }
    fence = FENCE.exec(text)?.[1];
    if (!paragraph && /^(?: {4}|\t)/.test(text)) return;
    paragraph = text.trim() !== '' && !OTHER_BLOCKS.some((block) => block.test(text));
  }

  const end = (): void => {
    paragraph = false;
    fence = undefined;
  };
  return {
    next(line) {
      if (QUOTE.test(line)) {
        readQuoted(line.replace(MARKS, ''));
        return true;
      }
      const goesOn =
        paragraph && line.trim() !== '' && !ITEM.test(line) && !OTHER_BLOCKS.some((block) => block.test(line));
      if (!goesOn) end();
      return goesOn;
    },
    end,
  };
}
