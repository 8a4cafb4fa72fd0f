/**
 * Resources: files, and symbols, as text. Names are percent-encoded, and the last part of a URI.
 *
 *     reviewgraph://file/src%2Fmerge.ts          reviewgraph://symbol/src%2Fmerge.ts%23mergeBranch
 */
import { AppError } from '../model/errors.ts';
import type { GraphReader } from '../ports.ts';
import { findTarget } from './find-target.ts';

export const FILE_URI = 'reviewgraph://file/{path}';
export const SYMBOL_URI = 'reviewgraph://symbol/{symbol}';

/** A file that is longer is read in parts, with the tool `read`. */
const MOST_LINES = 2_000;

/** `not_found` for what is no file. */
export async function fileText(reader: GraphReader, path: string): Promise<string> {
  const target = await findTarget(reader, path);
  if (target.is !== 'file') throw new AppError('not_found', `${path} is no indexed file`);
  const lines = await reader.lines(target.file.id, { from: 1, to: Math.min(target.file.lines, MOST_LINES) });
  const rest = target.file.lines - lines.length;
  return lines.join('\n') + (rest > 0 ? `\n… ${rest} more lines: use the tool read` : '');
}

/** `not_found` for what is no symbol. */
export async function symbolText(reader: GraphReader, name: string): Promise<string> {
  const target = await findTarget(reader, name);
  const [symbol] = target.is === 'symbols' ? target.symbols : [];
  if (symbol === undefined) throw new AppError('not_found', `${name} is no indexed symbol`);
  const [text] = await reader.texts([symbol.id]);
  return [symbol.signature, text?.docstring, text?.source].filter((part) => (part ?? '') !== '').join('\n\n');
}
