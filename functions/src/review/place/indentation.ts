/**
 * A suggestion with the indentation of the file that it goes into. Models write spaces where a file has tabs, other widths,
 * or no indentation at all; a file of mixed indentation is a broken one in Python and an ugly one elsewhere. What cannot
 * be turned into the file's own way with certainty is given back as undefined.
 *
 *     file "\t\ttotal += price"    suggestion "        if price:\n            total += price"
 *     → "\t\tif price:\n\t\t\ttotal += price"
 */
export interface Indented {
  /** Lines of the suggestion, of the quote, and of the file that are replaced; the file as a whole. */
  suggestion: readonly string[];
  quote: readonly string[];
  replaced: readonly string[];
  file: readonly string[];
}

export function withFileIndentation({ suggestion, quote, replaced, file }: Indented): string[] | undefined {
  const actual = firstIndent(replaced);
  const proposed = firstIndent(suggestion);
  if (actual === undefined || proposed === undefined) return [...suggestion];
  const tabs = usesTabs(replaced, file);
  const known = new Set(replaced.map(indentOf));
  const isForeign = suggestion.some((line) => {
    const indent = indentOf(line);
    return line.trim() !== '' && indent !== '' && !known.has(indent) && indent.includes(tabs ? ' ' : '\t');
  });
  const isSameText = textOf(suggestion) === textOf(replaced);
  if (isForeign)
    return converted(suggestion, { quoted: firstIndent(quote) ?? '', actual, tabs, file, isSameText, replaced });
  const shifted = shiftedTo(suggestion, { actual, proposed, quoted: firstIndent(quote), replaced });
  return tabs ? shifted : rescaled(shifted, file, replaced);
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function firstIndent(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== '');
  return first === undefined ? undefined : indentOf(first);
}

/** By the lines in question when they are indented, else by most lines of the file. */
function usesTabs(replaced: readonly string[], file: readonly string[]): boolean {
  const own = replaced.map(indentOf).filter((indent) => indent !== '');
  const indents = own.length > 0 ? own : file.map(indentOf).filter((indent) => indent !== '');
  return indents.filter((indent) => indent.startsWith('\t')).length * 2 > indents.length;
}

interface Target {
  /** Indentation of the first line in the quote, and in the file. */
  quoted: string;
  actual: string;
  tabs: boolean;
  file: readonly string[];
  /** Then where it stands is what the suggestion changes. */
  isSameText: boolean;
  replaced: readonly string[];
}

/** Steps of indentation, whatever they are made of, as steps of the file's. */
function converted(
  lines: readonly string[],
  { quoted, actual, tabs, file, isSameText, replaced }: Target,
): string[] | undefined {
  const indents = lines.map(indentOf);
  // Both in one indentation: then nobody can say what a step is.
  if (indents.some((indent) => indent.includes(' ') && indent.includes('\t'))) return undefined;
  const foreign = (indent: string) => (tabs ? /^ +$/ : /^\t+$/).test(indent);
  const proposed = firstIndent(lines) ?? '';
  const base = isSameText && foreign(quoted) && foreign(proposed) ? quoted.length : proposed.length;
  const steps = lines.map((line, at) => (line.trim() === '' ? 0 : (indents[at]?.length ?? 0) - base));
  const own = tabs ? stepOf(steps.filter((step) => step !== 0)) : 1;
  const width = tabs ? 1 : widthOf(file);
  if (own === undefined || width === undefined) return undefined;
  const before = actual.length / width;
  if (!Number.isInteger(before) || indents.some((indent) => indent !== '' && !foreign(indent))) return undefined;
  const depths = steps.map((step) => before + step / own);
  if (depths.some((depth) => depth < 0 || !Number.isInteger(depth))) return undefined;
  const unit = tabs ? '\t' : ' '.repeat(width);
  const written = lines.map((line, at) => (line.trim() === '' ? '' : unit.repeat(depths[at] ?? 0) + line.trimStart()));
  return isOtherStep(written, replaced, actual) ? undefined : written;
}

/**
 * Whether lines that the suggestion leaves as they are say that its steps are of another width: all of them that stand
 * farther in or out than the first would move, by as much for each step.
 */
function isOtherStep(written: readonly string[], replaced: readonly string[], actual: string): boolean {
  const before = new Map(replaced.map((line) => [line.trim(), indentOf(line).length - actual.length]));
  const ratios = written.flatMap((line) => {
    const [was, is] = [before.get(line.trim()) ?? 0, indentOf(line).length - actual.length];
    return line.trim() === '' || was * is <= 0 ? [] : [was / is];
  });
  return ratios.length > 0 && ratios.every((ratio) => ratio !== 1 && ratio === ratios[0]);
}

/** The greatest width that all of them are multiples of; undefined for one that nobody indents by. */
function stepOf(steps: readonly number[]): number | undefined {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = steps.reduce((all, step) => divisor(all, Math.abs(step)), 0);
  if (common === 0) return 1;
  return common === 1 ? undefined : common;
}

/** Spaces of one step in the file: the difference that most lines have to the one above them. */
function widthOf(file: readonly string[]): number | undefined {
  const counts = new Map<number, number>();
  let before = 0;
  for (const line of file) {
    // Comments that go on with an asterisk stand a space farther in.
    if (line.trim() === '' || /^\s*\*/.test(line)) continue;
    const { length } = indentOf(line);
    if (length > before) counts.set(length - before, (counts.get(length - before) ?? 0) + 1);
    before = length;
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most !== undefined && most[0] > 1 ? most[0] : undefined;
}

interface Shift {
  actual: string;
  proposed: string;
  quoted: string | undefined;
  replaced: readonly string[];
}

/** The first line stands where the one it replaces does, unless where it stands is what the suggestion changes. */
function shiftedTo(lines: readonly string[], { actual, proposed, quoted, replaced }: Shift): string[] {
  const isMeant = quoted === actual && proposed !== '' && textOf(lines) === textOf(replaced);
  if (proposed === actual || isMeant) return [...lines];
  if (actual.endsWith(proposed)) {
    const missing = actual.slice(0, actual.length - proposed.length);
    return lines.map((line) => (line.trim() === '' ? line : missing + line));
  }
  const surplus = proposed.length - actual.length;
  return lines.map((line) => (indentOf(line).length >= surplus ? line.slice(surplus) : line.trimStart()));
}

function textOf(lines: readonly string[]): string {
  return (lines.find((line) => line.trim() !== '') ?? '').trim();
}

/** Steps of another width than the file's become its own; lines that are only aligned stay. */
function rescaled(lines: readonly string[], file: readonly string[], replaced: readonly string[]): string[] {
  const width = widthOf(file);
  const known = new Set(replaced);
  const base = firstIndent(lines)?.length ?? 0;
  const steps = lines.flatMap((line) =>
    line.trim() === '' || known.has(line) ? [] : [indentOf(line).length - base].filter((step) => step !== 0),
  );
  const own = stepOf(steps);
  const isStep = own !== undefined && own > 1 && steps.every((step) => step > 0) && steps.includes(own);
  if (width === undefined || !isStep || own === width || lines.some((line) => known.has(line))) return [...lines];
  if (own % width === 0 && steps.some((step) => step < own * 2) && own > 4) return [...lines];
  return lines.map((line) => {
    const step = indentOf(line).length - base;
    return line.trim() === '' || step <= 0 ? line : ' '.repeat(base + (step / own) * width) + line.trimStart();
  });
}
