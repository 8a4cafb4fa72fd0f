/** The code around a change for a model, where there is no database: what the facts point at, as it is after the change. */
import { isTestPath } from '../../../src/model/test-paths.ts';
import type { ChangeFacts } from '../../../src/model/change-facts.ts';
import { tokensOf } from '../../../src/model/tokens.ts';
import type { ContextPack } from '../../../src/review/context/context.ts';
import type { ContextItem } from '../../../src/review/context/fill-context.ts';

/** Tokens. */
const BUDGET = 24_000;
/** Lines around a call. */
const AROUND = 8;

interface Piece {
  kind: ContextItem['kind'];
  path: string;
  from: number;
  to: number;
  symbol: string;
  reason: string;
  score: number;
}

export async function folderContext(
  facts: ChangeFacts,
  readHead: (path: string) => Promise<string | undefined>,
): Promise<ContextPack> {
  const pack: ContextPack = {
    items: [],
    left_out: { count: 0, tokens: 0 },
    remarks: [],
    tokens: 0,
    calls: facts.callers
      .filter(({ distance }) => distance === 1)
      .map(({ of, path, qualified_name: name }) => ({
        from: { path, name, changed: false },
        to: { path: facts.changed.find((one) => one.qualified_name === of)?.path ?? '', name: of, changed: true },
      })),
    changed_symbols: facts.changed.map(({ path, qualified_name: symbol, how }) => ({ path, symbol, how, in_graph: how !== 'added' })), // prettier-ignore
  };
  const seen = new Set<string>();
  for (const piece of piecesOf(facts)) {
    const place = `${piece.path}:${piece.from}`;
    const text = seen.has(place) ? undefined : linesIn(await readHead(piece.path), piece);
    if (text === undefined || text === '') continue;
    seen.add(place);
    addPiece(pack, piece, text);
  }
  return pack;
}

function piecesOf({ broken, callers, siblings }: ChangeFacts): Piece[] {
  const near = (line: number) => ({ from: Math.max(1, line - AROUND), to: line + AROUND });
  return [
    ...broken.map(({ of, path, qualified_name: symbol, line, reason }): Piece => {
      return { kind: 'caller', path, ...near(line), symbol, reason: `${of}: ${reason}`, score: 95 };
    }),
    ...callers.map(({ of, path, qualified_name: symbol, line, distance, confidence }): Piece => {
      const reason = distance === 1 ? `calls ${of}, which changes` : `reaches ${of}, which changes, through ${distance} calls`; // prettier-ignore
      return { kind: isTestPath(path) ? 'test' : 'caller', path, ...near(line), symbol, reason, score: (80 * confidence) / distance }; // prettier-ignore
    }),
    ...siblings.map(({ of, path, line_start: from, line_end: to, similarity }): Piece => {
      return { kind: 'similar', path, from, to, symbol: path, reason: `is like ${of}, and was not changed`, score: 60 * similarity }; // prettier-ignore
    }),
  ].sort((a, b) => b.score - a.score);
}

function linesIn(text: string | undefined, { from, to }: Piece): string | undefined {
  return text?.split('\n').slice(from - 1, to).join('\n'); // prettier-ignore
}

function addPiece(pack: ContextPack, { kind, path, from, to, symbol, reason, score }: Piece, text: string): void {
  const title = `${path}:${from}-${to} ${symbol}`;
  const tokens = tokensOf(title) + tokensOf(reason) + tokensOf(text);
  if (pack.tokens + tokens > BUDGET) {
    pack.left_out = { count: pack.left_out.count + 1, tokens: pack.left_out.tokens + tokens };
    return;
  }
  pack.tokens += tokens;
  pack.items.push({ kind, title, reason, text, tokens, cut: false, score, path, line_start: from, line_end: to, symbol }); // prettier-ignore
}
