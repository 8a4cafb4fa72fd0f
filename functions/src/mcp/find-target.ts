/**
 * What an agent means by a target: it has seen paths, names and ids in answers, and writes whichever is at hand.
 *
 *     src/merge.ts               a file
 *     src/merge.ts:12-30         lines of a file; with one line, what stands around it
 *     src/merge.ts#mergeBranch   a symbol of a file; also with the repository before it, as a symbol_id
 *     Cart.add, mergeBranch      symbols of that name, wherever they are
 */
import { AppError } from '../model/errors.ts';
import { fileIdOf } from '../model/ids.ts';
import type { FileRecord, GraphReader, LineRange, SymbolRecord } from '../ports.ts';

export type Target =
  | { is: 'file'; file: FileRecord; range: LineRange | undefined }
  /** Not all namesakes: `total` says how many there are. */
  | { is: 'symbols'; symbols: SymbolRecord[]; total: number };

/** Of one name. */
const MOST_NAMESAKES = 5;
const LINES = /^(?<path>.+?):(?<from>\d{1,7})(?:-(?<to>\d{1,7}))?$/;
const MOST_LINES = 1_000_000;

/** `not_found` with what to try next. */
export async function findTarget(reader: GraphReader, text: string): Promise<Target> {
  const repoId = (await reader.repository())?.repoId ?? '';
  const asked = text.trim();
  const inside = asked.startsWith(`${repoId} `) ? asked.slice(repoId.length + 1) : asked;
  const { path = inside, from, to } = LINES.exec(inside)?.groups ?? {};
  const [file] = await reader.filesAt(path.replace(/^\.?\//, ''));
  if (file !== undefined) return { is: 'file', file, range: rangeOf(from, to) };
  const byId = await reader.symbols([inside.includes('#') ? fileIdOf(repoId, inside.replace(/^\.?\//, '')) : asked]);
  if (byId[0] !== undefined) return { is: 'symbols', symbols: byId, total: 1 };
  const named = await reader.named(nameIn(inside), { limit: MOST_NAMESAKES });
  if (named.total > 0) return { is: 'symbols', symbols: named.items, total: named.total };
  throw new AppError(
    'not_found',
    `Nothing is called ${JSON.stringify(asked.slice(0, 200))}: use find with words of it`,
  );
}

function rangeOf(from: string | undefined, to: string | undefined): LineRange | undefined {
  if (from === undefined) return undefined;
  return { from: Math.max(1, Number(from)), to: Math.min(MOST_LINES, Number(to ?? from)) };
}

/** The file before a `#` may be one of another commit; the name behind it is what is looked for then. */
function nameIn(text: string): string {
  return text
    .slice(text.indexOf('#') + 1)
    .replace(/\(.*$/s, '')
    .slice(0, 500);
}

/** Symbols of a target; of lines, the innermost function or class around the first one. */
export async function symbolsAt(
  reader: GraphReader,
  text: string,
): Promise<{ symbols: SymbolRecord[]; total: number }> {
  const target = await findTarget(reader, text);
  if (target.is === 'symbols') return target;
  const { file, range } = target;
  if (range === undefined) {
    const symbols = await reader.symbols([file.id]);
    return { symbols, total: symbols.length };
  }
  const { items } = await reader.inFile(file.id, { from: range.from, to: range.from }, { limit: 100 });
  const inner = items.filter(({ label }) => label !== 'Variable').at(-1) ?? items.at(-1);
  const symbols = inner === undefined ? await reader.symbols([file.id]) : [inner];
  return { symbols, total: symbols.length };
}
