/**
 * Texts for whatever reads strangers' words with regular expressions: one thing over and over, then what it does not
 * expect. A pattern that goes back over them (quadratically or worse) does not end within a test's time.
 */
const UNITS = [
  ...['a', 'aB', 'A_', ' ', '\t', '\n', '\n\n', '    ', '- ', '1. ', '> ', '#', '*', '~~~', '```\n', '`', '``a'],
  ...['<', '<!--', '-->', '<pre>', '[', '](', '![', '(', '{', '{"a":', '[1,', '"', '\\', '\\"', '\\|', '&#', '&', '|'],
  ...['@reviewgraph ', 'token ', 'token = "a1', 'bearer ', 'Basic aB', 'eyJaaaaa.', 'https://', 'a://', '://', 'x:'],
  ...[
    'password="1a',
    '-----BEGIN PRIVATE KEY-----',
    'sk-',
    'AKIA',
    'sig=',
    '/*',
    '*/',
    '//',
    '* ',
    '\r',
    'é',
    '日',
    '💡',
  ],
];

export function hostileTexts(length: number): string[] {
  return UNITS.flatMap((unit) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    return [text, `${text}!`, `${text}\n`];
  });
}
