/**
 * A literal that is given where another kind of value is declared now. Only what a literal and a plain type say by
 * themselves: text, or a number, or a truth value.
 *
 *     f(a: str) → f(a: int),  f("x")    'gives a text where a number is declared now'
 */
import type { Arity, GivenArguments } from './arity.ts';

type Kind = 'text' | 'number' | 'truth value';

const TYPES: Record<Kind, ReadonlySet<string>> = {
  text: new Set(['str', 'string', 'String', 'CharSequence', 'NSString', 'string_view']),
  number: new Set(
    'int integer Int Integer long Long short Short byte Byte float Float double Double Double number i8 i16 i32 i64 u8 u16 u32 u64 usize isize f32 f64 int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 size_t UInt BigInteger BigDecimal Decimal decimal'.split(
      ' ',
    ),
  ),
  'truth value': new Set(['bool', 'boolean', 'Boolean', 'Bool']),
};

/** A text is no number and no truth value in any language; the two may stand for each other. */
export function otherKindGiven({ texts }: GivenArguments, then: Arity, now: Arity): string | undefined {
  for (const [at, text] of texts.entries()) {
    const given = kindOfLiteral(text);
    const [was, is] = [kindOfType(then.parts[at]), kindOfType(now.parts[at])];
    if (given === undefined || was !== given || is === undefined || is === given) continue;
    if (given !== 'text' && is !== 'text') continue;
    return `gives a ${given} where a ${is} is declared now`;
  }
  return undefined;
}

function kindOfLiteral(text: string): Kind | undefined {
  if (/^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/.test(text)) return 'text';
  if (/^-?\d[\d_]*(?:\.\d+)?$/.test(text)) return 'number';
  return /^(?:true|false|True|False)$/.test(text) ? 'truth value' : undefined;
}

/** Of a parameter that is one plain type, whichever side of the name it stands on. */
function kindOfType(part: string | undefined): Kind | undefined {
  const declared = part?.split('=')[0] ?? '';
  if (/[|<>[\](){}?*]|\.\./.test(declared)) return undefined;
  const words = declared.match(/[\p{L}_]\w*/gu) ?? [];
  const kinds = (Object.keys(TYPES) as Kind[]).filter((kind) => words.some((word) => TYPES[kind].has(word)));
  return kinds.length === 1 ? kinds[0] : undefined;
}
