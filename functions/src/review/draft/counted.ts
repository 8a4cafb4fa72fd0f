/** `1 finding`, `0 findings`, `12 findings`: how every text that people read says a number. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
