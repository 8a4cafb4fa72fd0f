/** A symbol in one line: what it is called, where it stands, what it is. */
import type { SymbolElement } from '../graph/queries/symbol-element.ts';

const SIGNATURE_LENGTH = 160;

/** `Cart.add  src/cart.ts:12-30` */
export function placeOf({ qualified_name: name, path, line_number: line, end_line: end, type }: SymbolElement): string {
  if (type === 'file') return path;
  if (type === 'module') return `${name} (outside)`;
  return `${name}  ${path}:${line}${end > line ? `-${end}` : ''}`;
}

/** `## Cart.add  src/cart.ts:12-30  method add(n: number): void, complexity 4, 3 callers` */
export function headingOf(symbol: SymbolElement): string {
  const { kind, type, signature, complexity, callers } = symbol;
  const shown = signature === null ? '' : ` ${signature.replace(/\s+/g, ' ').slice(0, SIGNATURE_LENGTH)}`;
  const figures = [
    ...(complexity === null ? [] : [`complexity ${complexity}`]),
    ...(type === 'function' || type === 'class' ? [`${callers} callers`] : []),
  ];
  return `## ${placeOf(symbol)}  ${kind === '' ? type : kind}${shown}${figures.length === 0 ? '' : `, ${figures.join(', ')}`}`;
}
