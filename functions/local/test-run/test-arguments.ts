/**
 * What `npm test -- …` was told:
 *
 *     npm test -- --full place-property
 *     { full: true, pattern: 'place-property' }
 */

export interface TestArguments {
  /** Property tests and generated cases run in the numbers that issues name, and not in a sample. */
  full: boolean;
  /** A part of paths, or of titles. */
  pattern: string | undefined;
}

/** Throws a sentence for an option that does not exist, and for more than one pattern. */
export function testArguments(args: readonly string[]): TestArguments {
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--full');
  if (unknown !== undefined)
    throw new Error(`There is no option ${unknown}: the only one is --full. Usage: npm test -- [--full] [pattern]`);
  const [pattern, ...others] = args.filter((arg) => arg !== '--full');
  if (others.length > 0)
    throw new Error(
      `One pattern can be given, and "${others.join(' ')}" is another: put a pattern with spaces in quotes.`,
    );
  return { full: args.includes('--full'), pattern };
}
