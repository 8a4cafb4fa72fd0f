/**
 * The rules of `language.json` that say from where a function can be called. What they do is in `assemble/visibility.ts`.
 *
 *     "visibility": [{ "is": "package", "names": "^[^\\p{Lu}]" }]     Go: what does not begin with a capital is its package's
 */
import { z } from 'zod';
import { VISIBILITIES } from '../../model/declarations/visibility.ts';

export const visibilityRule = z.strictObject({
  is: z
    .enum(VISIBILITIES)
    .describe(
      'Who can call it: its class, its file, what is built together with it (a package, module, crate or assembly); `open`: whoever, though its words say otherwise.',
    ),
  words: z
    .array(z.string())
    .optional()
    .describe('It has one of these modifiers, or is of one of these variants or kinds.'),
  without: z.array(z.string()).default([]).describe('It has none of them.'),
  head: z
    .string()
    .optional()
    .describe('A regular expression that matches what is written before its parameters, from the start of its line.'),
  names: z.string().optional().describe('A regular expression that its name matches.'),
  in: z
    .array(z.string())
    .optional()
    .describe(
      'Variants or kinds of the definition that it stands in: `class`, `struct`; `file` for none; `owner` for a member that stands outside of its type.',
    ),
  derived: z
    .literal(false)
    .optional()
    .describe('Its type inherits from nothing, as far as the file says, so nothing calls it through another type.'),
  exported: z.literal(false).optional().describe('No export of the file speaks of it.'),
  listed: z.string().optional().describe('A regular expression; what matches in the file names it.'),
  pasted: z
    .string()
    .optional()
    .describe(
      'A regular expression; its name begins or ends with a word of what matches in the file: a macro may put it together (C).',
    ),
  unlisted: z.string().optional().describe('A regular expression that matches in the file; no match names it.'),
  paths: z.string().optional().describe("A regular expression that the file's path matches."),
  text: z.string().optional().describe("A regular expression that the file's text matches."),
  unless: z.string().optional().describe("A regular expression that the file's text does not match."),
  runs: z
    .literal(true)
    .optional()
    .describe('The file calls a function of its own at its top: it is a program, no library (Bash).'),
  sections: z
    .strictObject({ node: z.string(), names: z.array(z.string()) })
    .optional()
    .describe(
      'The last node of that type before it in the same body has one of these texts up to its colon, as written; an empty text: there is none (C++).',
    ),
  inside: z
    .strictObject({ node: z.string(), without: z.string().optional(), head: z.string().optional() })
    .optional()
    .describe(
      'A node around it has that type and no such field (a namespace without a name), or is written so before its brace (a public extension).',
    ),
});
