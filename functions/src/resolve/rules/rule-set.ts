/**
 * Keys of `languages/<lang>/resolution.json` that one construct owns. They stand beside the code that reads them:
 *
 *     export const contexts = ruleSet({ contextMembers: z.array(z.string()).default([]).describe('What `with` calls.') });
 *     contexts.of(file.rules).contextMembers
 *
 * Keys that several languages set are in rules-format.ts.
 */
import { z } from 'zod';
import type { LanguageRules } from './rules-format.ts';

export interface RuleSet<Rules> {
  /** What each key may say. */
  readonly shape: Readonly<Record<string, z.ZodType>>;
  /** What a language says, read once; throws with the file's name and the key where a value is no rule. */
  of(rules: LanguageRules): Rules;
}

/** How many sets there are: each has a place of its own in what a language says. */
let sets = 0;

export function ruleSet<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): RuleSet<z.output<z.ZodObject<Shape>>> {
  const schema = z.strictObject(shape);
  const place = sets++;
  const read = ({ language, owned }: LanguageRules): z.output<typeof schema> => {
    const given = Object.fromEntries(Object.keys(shape).flatMap((key) => (key in owned ? [[key, owned[key]]] : [])));
    // Once in a process: compiling the schema, as zod does by default, would take longer than reading by it.
    const parsed = schema.safeParse(given, { jitless: true });
    if (!parsed.success) throw new Error(`languages/${language}/resolution.json: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };
  return {
    shape,
    // What stands at the set's place was read by its schema.
    of: (rules) => (rules.read[place] ??= read(rules)) as z.output<typeof schema>,
  };
}

/** Throws where a language says what no set has a key for. */
export function refuseUnknownKeys({ language, owned }: LanguageRules, known: readonly RuleSet<unknown>[]): void {
  const unknown = Object.keys(owned).filter((key) => !known.some(({ shape }) => key in shape));
  if (unknown.length === 0) return;
  throw new Error(
    `languages/${language}/resolution.json: no rule is called ${unknown.join(', ')}. The keys are in languages/README.md`,
  );
}
