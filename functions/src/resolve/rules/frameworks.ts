/**
 * Framework idioms as data: `frameworks/<name>.json` says what a framework runs that no text calls (frameworks/README.md).
 *
 *     { "framework": "pytest", "language": "python", "packages": ["pytest"], "confidence": 0.9, "fixtures": [ … ] }
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { z } from 'zod';

const FOLDER = new URL('../../../frameworks/', import.meta.url);

const frameworkSchema = z.strictObject({
  framework: z.string(),
  about: z.string(),
  language: z.union([z.string(), z.array(z.string())]),
  packages: z.array(z.string()),
  bases: z.array(z.string()).default([]),
  confidence: z.number().min(0).max(1),
  fixtures: z
    .array(
      z.strictObject({
        decorator: z.string(),
        named: z.string().optional(),
        sharedIn: z.string(),
        askedBy: z.string(),
      }),
    )
    .default([]),
  tables: z
    .array(
      z.strictObject({
        decorator: z.string(),
        names: z.int().min(0).optional(),
        rows: z.strictObject({ argument: z.int().min(0), keyword: z.string().optional() }),
        row: z.string().optional(),
      }),
    )
    .default([]),
  providers: z.array(z.strictObject({ function: z.string(), argument: z.int().min(0) })).default([]),
  callbacks: z
    .array(
      z.strictObject({
        functions: z.array(z.string()),
        keywords: z.array(z.string()).default([]),
        onlyKeywords: z.boolean().default(false),
      }),
    )
    .default([]),
  managers: z
    .array(
      z.strictObject({
        member: z.string(),
        bases: z.array(z.string()),
        elements: z.array(z.string()),
        containers: z.array(z.string()),
      }),
    )
    .default([]),
  dispatches: z
    .array(
      z.strictObject({
        decorators: z.array(z.string()).default([]),
        bases: z.array(z.string()).default([]),
        members: z.array(z.string()).default([]),
        anyMember: z.boolean().default(false),
        elsewhere: z.array(z.string()).default([]),
        passes: z.array(z.string()).default([]),
        method: z.string().optional(),
      }),
    )
    .default([]),
  loaders: z
    .array(z.strictObject({ functions: z.array(z.string()), argument: z.int().min(0), member: z.string() }))
    .default([]),
  holders: z.array(z.strictObject({ functions: z.array(z.string()), argument: z.int().min(0) })).default([]),
});

export type Framework = z.infer<typeof frameworkSchema>;

/** All frameworks, in the order of their files' names. Throws with the file's name where one says what is no idiom. */
function allFrameworks(): Framework[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => {
    const parsed = frameworkSchema.safeParse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')), {
      jitless: true,
    });
    if (!parsed.success) throw new Error(`frameworks/${name}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  });
}

function byTheirLanguages(frameworks: Framework[]): Map<string, Framework[]> {
  const found = new Map<string, Framework[]>();
  for (const framework of frameworks) {
    for (const language of [framework.language].flat()) {
      const known = found.get(language);
      if (known === undefined) found.set(language, [framework]);
      else known.push(framework);
    }
  }
  return found;
}

const NONE: readonly Framework[] = [];
let byLanguage: Map<string, Framework[]> | undefined;

/** Frameworks of a language. */
export function frameworksOf(language: string): readonly Framework[] {
  byLanguage ??= byTheirLanguages(allFrameworks());
  return byLanguage.get(language) ?? NONE;
}
