/**
 * Line numbers that were copied with the code: diffs and read_file show them before each line, and models keep them. A
 * line of code can begin with a number as well, so they are taken off only where they count up line by line, and where
 * they are the numbers of the lines in question.
 *
 *     '      12 + total += 1;\n      13     return total;'   → { first: 12, text: 'total += 1;\n  return total;' }
 */
export interface Numbered {
  /** Number of the first line. */
  first: number;
  /** Without the numbers. */
  text: string;
}

const FORMS = [/^(?:L|\s)?\s*(\d+) [-+ ](?: |$)/, /^(?:L|\s)?\s*(\d+) [-+] ?/, /^\s*(\d+)(?:: ?|\s?\| ?|\t)/];

/** undefined for a text whose lines do not all carry numbers that count up by one. Blank lines may lack them. */
export function numberedText(text: string): Numbered | undefined {
  const lines = text.replace(/\n$/, '').split('\n');
  for (const form of FORMS) {
    const numbers = lines.map((line) => Number(form.exec(line)?.[1] ?? NaN));
    const at = lines.findIndex((line) => line.trim() !== '');
    const first = numbers[at];
    if (first === undefined || Number.isNaN(first)) continue;
    const counts = lines.every((line, index) => line.trim() === '' || numbers[index] === first + index - at);
    if (counts) return { first, text: lines.map((line) => line.replace(form, '')).join('\n') };
  }
  return undefined;
}
