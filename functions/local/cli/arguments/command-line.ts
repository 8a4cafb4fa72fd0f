/**
 * How every command reads its words. A wrong word ends it with a sentence about the word, the usage and status 2; any other
 * failure ends it with a sentence and status 1.
 *
 *     Unknown option '--round'.
 *     Usage: npm --silent --prefix functions run chaos -- [--kind ingest|divide|review|all] …
 */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The message is a sentence about the first word that is wrong. */
export class WrongArguments extends Error {}

/** As `parseArgs` of Node does, of this process's words unless `args` are given. Throws WrongArguments. */
export function parseWords<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')))
      throw error;
    // Node goes on with advice about words that begin with a dash.
    throw new WrongArguments(`${error.message.split('. ')[0] ?? ''}.`);
  }
}

/** Throws WrongArguments for what is no whole number, or less than `least`. */
export function wholeNumber(option: string, text: string, least: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value) || value < least) {
    throw new WrongArguments(`${option} takes a whole number from ${least} on, not "${text}".`);
  }
  return value;
}

/** Throws WrongArguments for what is none of the choices. */
export function oneOf<T extends string>(option: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new WrongArguments(`${option} takes ${choices.join(', ')}, not "${text}".`);
  return chosen;
}

/** Where a word that names a path leads: npm runs scripts in the package's folder, but people type in their own. */
export function typedIn(): string {
  return process.env['INIT_CWD'] ?? process.cwd();
}

/** Says on standard error why the command ends, and sets this process's status. */
export function endWithReason(error: unknown, usage: string): void {
  const wrong = error instanceof WrongArguments;
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(wrong ? `${reason}\n${usage}\n` : `${reason}\n`);
  process.exitCode = wrong ? 2 : 1;
}
