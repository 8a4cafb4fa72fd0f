/**
 * Resources: files, symbols and reviews, as text. Names are percent-encoded parts of a URI; where there can be several
 * repositories, theirs comes before.
 *
 *     reviewgraph://file/src%2Fmerge.ts                   reviewgraph://symbol/src%2Fmerge.ts%23mergeBranch
 *     reviewgraph://file/ada%2Fengine/src%2Fmerge.ts      reviewgraph://review/ada%2Fengine/7
 */
import { AppError } from '../model/errors.ts';
import type { GraphReader } from '../ports.ts';
import type { CodeBase } from './ask-tool.ts';
import { findTarget } from './find-target.ts';
import { reviewText } from './review-text.ts';

export interface Resource {
  name: string;
  description: string;
  /** With a variable for each of its parts. */
  uri: string;
  /** `parts` are the variables' values. Failures are AppErrors. */
  text(code: CodeBase, parts: { repository: string | undefined; name: string }): Promise<string>;
}

const PULL_REQUEST = /^[1-9]\d{0,8}$/;

/** Those of a code base: reviews are there where it has some. */
export function resourcesOf({ several, lastReview }: Pick<CodeBase, 'several' | 'lastReview'>): Resource[] {
  const before = several ? '{repository}/' : '';
  const of = (
    name: string,
    description: string,
    text: (reader: GraphReader, named: string) => Promise<string>,
  ): Resource => ({
    name,
    description,
    uri: `reviewgraph://${name}/${before}{name}`,
    text: async (code, parts) => text((await code.open(parts.repository)).reader, parts.name),
  });
  const reviews: Resource = {
    name: 'review',
    description: 'The last review of a pull request, by its number',
    uri: `reviewgraph://review/${before}{name}`,
    async text(code, { repository, name }) {
      if (!PULL_REQUEST.test(name)) throw new AppError('not_found', 'A review is named by its pull request’s number');
      if (code.lastReview === undefined) throw new AppError('not_found', 'There are no reviews here');
      return reviewText(await code.lastReview(repository, Number(name)));
    },
  };
  return [
    of('file', 'Text of a file', fileText),
    of('symbol', 'Signature, documentation and text of a symbol', symbolText),
    ...(lastReview === undefined ? [] : [reviews]),
  ];
}

/** A file that is longer is read in parts, with the tool `read`. */
const MOST_LINES = 2_000;

/** `not_found` for what is no file. */
async function fileText(reader: GraphReader, path: string): Promise<string> {
  const target = await findTarget(reader, path);
  if (target.is !== 'file') throw new AppError('not_found', `${path} is no indexed file`);
  const lines = await reader.lines(target.file.id, { from: 1, to: Math.min(target.file.lines, MOST_LINES) });
  const rest = target.file.lines - lines.length;
  return lines.join('\n') + (rest > 0 ? `\n… ${rest} more lines: use the tool read` : '');
}

/** `not_found` for what is no symbol. */
async function symbolText(reader: GraphReader, name: string): Promise<string> {
  const target = await findTarget(reader, name);
  const [symbol] = target.is === 'symbols' ? target.symbols : [];
  if (symbol === undefined) throw new AppError('not_found', `${name} is no indexed symbol`);
  const [text] = await reader.texts([symbol.id]);
  return [symbol.signature, text?.docstring, text?.source].filter((part) => (part ?? '') !== '').join('\n\n');
}
