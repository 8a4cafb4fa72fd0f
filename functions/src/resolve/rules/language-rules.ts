/**
 * How a language's names work, as data. `languages/<lang>/language.json` says what extraction and resolution both need
 * (family, import strategy, constructor names, builtins); `languages/<lang>/resolution.json` beside it holds the fields that
 * only resolution reads (rules-format.ts). What data cannot say is a strategy that a field names.
 *
 * A language without them is resolved by the defaults. A language that `extends` another starts from the other's rules.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { rulesSchema } from './rules-format.ts';
import type { LanguageRules } from './rules-format.ts';

const FOLDER = new URL('../../../languages/', import.meta.url);
/** Languages that extend each other, at most. */
const MAX_EXTENDED = 5;

/** The part of language.json that is read here; extraction checks the rest. */
const headSchema = z.object({
  family: z.string().optional(),
  extends: z.string().optional(),
  imports: z.object({ strategy: z.string() }).optional(),
  constructorNames: z.array(z.string()).optional(),
  builtins: z.array(z.string()).default([]),
});
type RulesSource = z.input<typeof rulesSchema>;

function readJson(file: URL): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** What a language's two files say, with what the language says that it extends. */
function sourceOf(language: string, depth = 0): RulesSource & Record<string, unknown> {
  const head = headSchema.parse(readJson(new URL(`${language}/language.json`, FOLDER)));
  const own = z.looseObject({}).parse(readJson(new URL(`${language}/resolution.json`, FOLDER)));
  const start: RulesSource & Record<string, unknown> =
    head.extends !== undefined && depth < MAX_EXTENDED ? sourceOf(head.extends, depth + 1) : {};
  return {
    ...start,
    family: head.family ?? language,
    imports: head.imports?.strategy ?? start.imports,
    constructors: head.constructorNames ?? start.constructors,
    builtins: [...(start.builtins ?? []), ...head.builtins],
    ...own,
  };
}

/** Reads what a language says: keys of the schema by it, others are kept for the rule sets that own them. */
export function parseRules(language: string, source: Readonly<Record<string, unknown>>): LanguageRules {
  const isShared = (key: string): boolean => key in rulesSchema.shape;
  const entries = Object.entries(source);
  const shared = Object.fromEntries(entries.filter(([key]) => isShared(key)));
  // Once in a process: compiling the schema, as zod does by default, would take longer than reading by it.
  const parsed = rulesSchema.safeParse(shared, { jitless: true });
  if (!parsed.success) throw new Error(`languages/${language}/resolution.json: ${z.prettifyError(parsed.error)}`);
  const owned = Object.fromEntries(entries.filter(([key]) => !isShared(key)));
  return { ...parsed.data, language, owned, read: [] };
}

const known = new Map<string, LanguageRules>();
let folders: ReadonlySet<string> | undefined;

/**
 * Rules of a language by its folder's name, read on first use; the defaults for a name without a folder. Throws with the
 * file's name and the key where a value is no rule.
 */
export function languageRules(language: string): LanguageRules {
  let rules = known.get(language);
  if (rules === undefined) {
    folders ??= new Set(readdirSync(FOLDER));
    rules = parseRules(language, folders.has(language) ? sourceOf(language) : { family: language });
    known.set(language, rules);
  }
  return rules;
}
