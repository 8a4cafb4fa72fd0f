/** Texts that look enough like code to make a diff choose: repeated lines, blanks, braces, indentation, moved blocks. */
import type { RandomNumbers } from './random-numbers.ts';

export function randomLines(random: RandomNumbers, most = 60): string[] {
  const words = random.pick([3, 10, 60, 1000]);
  return Array.from({ length: random.below(most) }, () => {
    const word = random.below(words);
    return '  '.repeat(random.below(3)) + (word === 0 ? '' : word === 1 ? '}' : `line ${word}`);
  });
}

/** Deleted, repeated, new, moved and spread lines, one to a few times. */
export function editLines(random: RandomNumbers, lines: readonly string[]): string[] {
  const out = [...lines];
  const edits = 1 + random.below(random.below(3) === 0 ? 40 : 6);
  for (let edit = 0; edit < edits; edit++) {
    const at = random.below(out.length + 1);
    const kind = random.below(5);
    if (kind === 0) out.splice(at, random.below(6));
    else if (kind === 1) out.splice(at, 0, ...out.slice(at, at + random.below(8)));
    else if (kind === 2) out.splice(at, random.below(3), ...randomLines(random).slice(0, random.below(5)));
    else if (kind === 3) out.splice(random.below(out.length + 1), 0, ...out.splice(at, random.below(10)));
    else out.splice(at, 0, '', `line ${random.below(20)}`);
  }
  return out;
}

/** Sometimes without a line feed at the end, sometimes with carriage returns. */
export function textOf(random: RandomNumbers, lines: readonly string[]): string {
  const end = random.below(8) === 0 ? '\r\n' : '\n';
  const text = lines.join(end);
  return text === '' || random.below(4) === 0 ? text : text + end;
}

/** A text and an edit of it; now and then two that have nothing to do with each other. */
export function randomPair(random: RandomNumbers, most = 60): { before: string; after: string } {
  const lines = randomLines(random, most);
  const edited = random.below(12) === 0 ? randomLines(random, most) : editLines(random, lines);
  return { before: textOf(random, lines), after: textOf(random, edited) };
}
