/**
 * The format of `languages/<lang>/language.json`, checked with zod when the folder is discovered. What each key means
 * is told, with samples, in `languages/README.md`; this file is the same in types.
 *
 *     { "name": "lua", "family": "lua", "extensions": [".lua"], "grammars": [{ "package": "…", "file": "….wasm" }],
 *       "imports": { "strategy": "lua-require" }, "values": { "identifier": "name", … }, "types": { … } }
 */
import { z } from 'zod';
import { oneOrMore, parameterForm, pick, targetForm, typeForm, valueForm } from './form-schemas.ts';

/** Asked for words of the code: an object would answer for `constructor` and `toString`. */
const wordTable = z
  .record(z.string(), z.string())
  .default({})
  .transform((table): ReadonlyMap<string, string> => new Map(Object.entries(table)));

const blank = z.strictObject({
  match: z.string(),
  /** Written at the beginning of what is blanked, which is as long at least. */
  with: z.string().default(''),
  /** Only in files of these extensions: Haskell in `.lhs`, where text stands around the code. */
  extensions: z.array(z.string().startsWith('.')).optional(),
  /** Only in texts that (do not) match. */
  when: z.string().optional(),
  unless: z.string().optional(),
  /** What is blanked are decorators of what begins right behind it; matches each one of them. */
  decorators: z.string().optional(),
});

const docTypes = z.strictObject({
  parameter: z.string().optional(),
  result: z.string().optional(),
  /** Of what follows the comment; where it names a variable, of that one. */
  variable: z.string().optional(),
  /** Members that a class's comment declares. */
  property: z.string().optional(),
  method: z.string().optional(),
});
export type DocTypePatterns = z.infer<typeof docTypes>;

const grammar = z.strictObject({
  /** npm package that ships the wasm, and the path inside it. The build copies it to `grammars/<basename>`. */
  package: z.string().optional(),
  file: z.string().endsWith('.wasm'),
  /** Extensions parsed by this grammar; a grammar without a list takes the rest. */
  extensions: z.array(z.string().startsWith('.')).optional(),
  /** Query files for this grammar alone: its node types are unknown to the others. */
  queries: z.array(z.string()).default([]),
});
export type GrammarSource = z.infer<typeof grammar>;

export const languageSchema = z.strictObject({
  name: z.string().regex(/^[a-z]+$/),
  /** Calls and imports may cross between languages of one family, never between families. */
  family: z.string(),
  /** Another language's folder whose tables and queries this one adds to; own keys win. */
  extends: z.string().optional(),
  extensions: z.array(z.string().startsWith('.')),
  /** Takes an extension of another language when the head of the text matches (C++ in a `.h`). */
  extensionsWhen: z.record(z.string().startsWith('.'), z.string()).default({}),
  filenames: z.array(z.string()).default([]),
  shebangs: z.array(z.string()).default([]),
  grammars: z.array(grammar).min(1),
  /** Files of this folder (or of the one it extends, when `extends` is set and the name has a `../`). */
  queries: z.array(z.string()).default(['facts.scm']),
  imports: z.looseObject({ strategy: z.string() }),
  /** Written instead of a dot between the parts of a name: `::`, `\`. */
  separators: z.array(z.string()).default([]),
  /**
   * What the grammar cannot know without a preprocessor: the first group of each match is blanked before parsing, with
   * offsets kept. `class (API )Name {`, `(API )void f();`
   */
  blanks: z.array(z.union([z.string(), blank])).default([]),
  /** Lines that begin, go on with, and end a condition of the preprocessor, and that begin a branch which never holds. */
  conditions: z
    .strictObject({ begin: z.string(), otherwise: z.string(), end: z.string(), never: z.string() })
    .optional(),
  comments: z
    .strictObject({
      /** Node types of comments; they are no arguments and no items. */
      types: z.array(z.string()).default(['comment']),
      /** How a comment begins that documents what follows it. Empty: none does. */
      doc: z.array(z.string()).default([]),
      /** The first doc comment of a file that documents no definition documents the file. */
      fileDoc: z.boolean().default(false),
    })
    .default({ types: ['comment'], doc: [], fileDoc: false }),
  modifiers: z
    .strictObject({
      /** Words that are modifiers where they are a direct child of the definition (or of a container below it). */
      keywords: z.array(z.string()).default([]),
      containers: z.array(z.string()).default([]),
      /** Words under another name: `{ "export": "exported", "pub": "public" }`. */
      rename: wordTable,
      /** Decorators that say no more than a modifier does: `{ "staticmethod": "static" }`. */
      decorators: wordTable,
    })
    .prefault({}),
  /** 'first': a method's first parameter is its object (Python); a list: these names are. Static methods have none. */
  selfParameter: z.union([z.literal('first'), z.array(z.string())]).optional(),
  /** Assigning to a member of self in a method declares a field of its class. */
  selfAssignmentDeclaresField: z.boolean().default(false),
  /** A bare name is a call unless a local variable or parameter has it (Ruby): the calls of variables are dropped. */
  bareNamesMayBeVariables: z.boolean().default(false),
  /** A number and a text of its digits are different keys of a map (Python, Ruby, Lua). */
  keysHaveTypes: z.boolean().default(false),
  constructors: z.array(z.string()).default([]),
  /** Decorators are functions applied to what they decorate (Python, TypeScript), not mere annotations. */
  decoratorsApply: z.boolean().default(false),
  /** Default values and bases are evaluated outside the definition they stand in (Python). */
  headIsOuter: z.boolean().default(false),
  /** Prefixes that an ancestor between `@import` and `@name` adds to the source: `{ "scoped_use_list": "path" }`. */
  importPrefixes: z.record(z.string(), pick).default({}),
  /** Statements that re-export what they import where they have this child: `{ "use_declaration": "<visibility_modifier>" }`. */
  reexports: z.record(z.string(), pick).default({}),
  /** A bare name in a pattern that looks so refers to a constant or case instead of binding: `^[A-Z]` (Rust, Scala). */
  constantPattern: z.string().optional(),
  /** Global names and prelude names that lead out of the repository when nothing nearer declares them. */
  builtins: z.array(z.string()).default([]),
  values: z.record(z.string(), oneOrMore(valueForm)),
  /** Arguments that are more than an expression: `f(a=1)`, `f(*xs)`, `f(label: x)`. */
  arguments: z
    .record(
      z.string(),
      z.strictObject({
        value: pick,
        name: pick.optional(),
        spread: z.literal(true).optional(),
        /** It is what the last parameter takes. */
        trailing: z.literal(true).optional(),
      }),
    )
    .default({}),
  types: z.record(z.string(), oneOrMore(typeForm)).default({}),
  /** Types told by doc comments: regular expressions with the groups `type` and `name`. */
  docTypes: docTypes.default({}),
  /** Generic types that only say "or nothing" or "one of": `{ "Optional": "same", "Union": "union" }`. */
  genericForms: z.record(z.string(), z.enum(['same', 'union', 'tuple', 'list', 'function'])).default({}),
  /** Names of the type of nothing, dropped from unions: `null`, `None`. */
  nothingTypes: z.array(z.string()).default([]),
  parameters: z.record(z.string(), oneOrMore(parameterForm)).default({}),
  typeParameters: z
    .record(
      z.string(),
      // A clause only bounds names that a list declares: `where T: B`, `where Self: Sized`.
      z.strictObject({ name: pick, bounds: pick.optional(), clause: z.literal(true).optional() }),
    )
    .default({}),
  targets: z.record(z.string(), oneOrMore(targetForm)).default({}),
});

/** A checked `language.json`, with what it extends merged in. */
export type LanguageSource = z.infer<typeof languageSchema>;

/** What has to be known of every language before a file is read: whose it is. The rest is checked when it is used. */
export const languageHeadSchema = z.object(
  languageSchema.pick({
    name: true,
    extensions: true,
    extensionsWhen: true,
    filenames: true,
    shebangs: true,
    grammars: true,
    queries: true,
  }).shape,
);
export type LanguageHead = z.infer<typeof languageHeadSchema>;
