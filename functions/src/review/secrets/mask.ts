/**
 * A text in which each secret is replaced by letters, as many as it has characters: lines, columns and quotes stay where
 * they are, code that parsed still parses, and whoever reads it sees that something was taken out.
 *
 *     token = "ghp_1a2b…"        →  token = "REDACTEDxxxx…"
 *     a key of several lines     →  each of its lines, line ends as they were
 */
export interface Span {
  /** UTF-16 units. */
  start: number;
  end: number;
}

/** Every mask of some length begins with it. */
export const MASK = 'REDACTED';
const REST = 'x';

/** A secret may be divided among lines and literals: what divides it stays, with the escapes of line ends. */
const KEPT = /^(?:\s|["'`]|\\[nrt"'`\\]?)/;

export function masked(text: string, spans: readonly Span[]): string {
  let out = '';
  let at = 0;
  for (const { start, end } of joined(spans)) {
    out += text.slice(at, start) + maskOf(text.slice(start, end));
    at = end;
  }
  return out + text.slice(at);
}

function maskOf(secret: string): string {
  let out = '';
  let written = 0;
  for (let at = 0; at < secret.length;) {
    const kept = KEPT.exec(secret.slice(at, at + 2))?.[0];
    out += kept ?? MASK[written++] ?? REST;
    at += kept?.length ?? 1;
  }
  return out;
}

/** In ascending order, without overlaps. */
export function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else out.push({ start, end });
  }
  return out;
}

/** Whether a text repeats a mask, or the beginning of one. */
export function holdsMask(text: string): boolean {
  return text.includes(MASK.slice(0, 6));
}

/** Shorter values are words: to look for them elsewhere would garble texts and hide nothing. */
export const SHORTEST = 8;
const WORD = /[A-Za-z0-9]/;

/** Where one of the values stands as a word of its own, as it is or in Base64. */
export function spansOfValues(text: string, values: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const value of values) {
    const forms = [value, Buffer.from(value).toString('base64').replace(/=+$/, '')];
    for (const form of forms.filter(({ length }) => length >= SHORTEST)) {
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
        const end = at + form.length;
        if (WORD.test(text[at - 1] ?? '') || WORD.test(text[end] ?? '')) continue;
        spans.push({ start: at, end });
      }
    }
  }
  return spans;
}
