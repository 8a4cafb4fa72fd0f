/**
 * The format of `languages/<lang>/language.json`, checked with zod. The descriptions of the keys are what
 * `languages/reference.md` is made from.
 *
 *     { "name": "lua", "title": "Lua", "family": "lua", "extensions": [".lua"], "grammars": [{ "package": "…", "file": "….wasm" }],
 *       "imports": { "strategy": "lua-require" }, "values": { "identifier": "name", … }, "types": { … } }
 */
import { z } from 'zod';
import { oneOrMore, parameterForm, pick, targetForm, testForm, typeForm, valueForm } from './form-schemas.ts';
import { visibilityRule } from './visibility-schema.ts';

/** A map, since it is asked for words of the code: an object would answer for `constructor` and `toString`. */
const wordTable = z
  .record(z.string(), z.string())
  .default({})
  .transform((table): ReadonlyMap<string, string> => new Map(Object.entries(table)));

const blank = z.strictObject({
  match: z.string().describe('A regular expression; its first group is blanked.'),
  with: z
    .string()
    .default('')
    .describe(
      'Written at the beginning of what is blanked, which must be as long: a semicolon that a line break stands for.',
    ),
  extensions: z
    .array(z.string().startsWith('.'))
    .optional()
    .describe('Only in files of these extensions: Haskell in `.lhs`, where text stands around the code.'),
  when: z.string().optional().describe('Only in texts that match.'),
  unless: z.string().optional().describe('Only in texts that do not match.'),
  decorators: z
    .string()
    .optional()
    .describe('What is blanked are decorators of what begins right behind it. Matches each one of them.'),
});

const conditions = z.strictObject({
  begin: z.string().describe('A line that begins a condition.'),
  otherwise: z.string().describe('A line that begins a further branch.'),
  end: z.string().describe('A line that ends the condition.'),
  never: z.string().describe('A beginning whose branch never holds: `#if 0`.'),
});

const docTypes = z.strictObject({
  parameter: z.string().optional().describe('Of the parameter that it names.'),
  result: z.string().optional().describe('Of the result.'),
  variable: z.string().optional().describe('Of what follows the comment; where it names a variable, of that one.'),
  property: z.string().optional().describe("A field that a class's comment declares."),
  method: z.string().optional().describe("A method that a class's comment declares."),
});
export type DocTypePatterns = z.infer<typeof docTypes>;

const grammar = z.strictObject({
  package: z
    .string()
    .optional()
    .describe('The npm package that ships the file. Without one the file is in this folder.'),
  file: z.string().endsWith('.wasm').describe('The path in the package. The build copies it to `grammars/`.'),
  extensions: z
    .array(z.string().startsWith('.'))
    .optional()
    .describe('Extensions that this grammar parses; one without a list takes the rest.'),
  queries: z.array(z.string()).default([]).describe('Query files for this grammar alone.'),
});
export type GrammarSource = z.infer<typeof grammar>;

const comments = z.strictObject({
  types: z
    .array(z.string())
    .default(['comment'])
    .describe('Node types of comments. They are no arguments and no items.'),
  doc: z.array(z.string()).default([]).describe('How a comment begins that documents what follows it.'),
  fileDoc: z
    .boolean()
    .default(false)
    .describe('The first doc comment of a file that documents no definition documents the file.'),
});

const modifiers = z.strictObject({
  keywords: z
    .array(z.string())
    .default([])
    .describe('Words that are modifiers where they are a child of the definition, or of a container below it.'),
  containers: z
    .array(z.string())
    .default([])
    .describe('Node types that are looked into for keywords; `a/b` is a `b` within an `a`.'),
  rename: wordTable.describe('Words under another name: `{ "pub": "public" }`.'),
  decorators: wordTable.describe('Decorators that say no more than a modifier does: `{ "staticmethod": "static" }`.'),
});

const argumentForm = z.strictObject({
  value: pick.describe('The expression.'),
  name: pick.optional().describe('The name that the argument is passed by.'),
  spread: z.literal(true).optional().describe('Its elements are the arguments.'),
  trailing: z.literal(true).optional().describe('It stands behind the list, and is what the last parameter takes.'),
});

const typeParameterForm = z.strictObject({
  name: pick,
  bounds: pick.optional(),
  clause: z
    .literal(true)
    .optional()
    .describe('It only bounds names that a list declares: `where T: B`, `where Self: Sized`.'),
});

export const languageSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z]+$/)
    .describe('The name of the folder.'),
  title: z.string().min(1).describe('The name as people write it: `C#`.'),
  family: z
    .string()
    .describe('Calls and imports may cross between languages of one family, and never between families.'),
  extends: z
    .string()
    .optional()
    .describe(
      'Another folder whose tables this one adds to. Own entries win, and `null` removes an inherited one. Its query files are listed in `queries`, as `../other/x.scm`.',
    ),
  extensions: z.array(z.string().startsWith('.')).describe('Extensions of its files.'),
  extensionsWhen: z
    .record(z.string().startsWith('.'), z.string())
    .default({})
    .describe(
      'Extensions of another language that it takes when a regular expression matches the head of the text: C++ in a `.h`.',
    ),
  filenames: z.array(z.string()).default([]).describe('Names of its files that have no extension of its own.'),
  shebangs: z.array(z.string()).default([]).describe('Programs that a `#!` line names.'),
  grammars: z
    .array(grammar)
    .min(1)
    .describe(
      'Several where extensions differ in grammar. Entries of tables for node types that one of them lacks are left out of it.',
    ),
  queries: z.array(z.string()).default(['facts.scm']).describe('Files of the query, joined.'),
  imports: z
    .looseObject({
      strategy: z.string().describe('The named strategy of resolution that maps imports to files; `none` maps none.'),
    })
    .describe('The strategy, and whatever options it takes.'),
  separators: z
    .array(z.string())
    .default([])
    .describe('What is written for a dot between the parts of a name: `::`, `\\`.'),
  blanks: z
    .array(z.union([z.string(), blank]))
    .default([])
    .describe(
      'Regular expressions whose first group is blanked before parsing, with offsets kept: what only a preprocessor could know. `class (API )Name {`',
    ),
  conditions: conditions
    .optional()
    .describe(
      'Conditions of the preprocessor. Where the text as it stands has long syntax errors, the first branches alone are read if that loses less.',
    ),
  comments: comments.default({ types: ['comment'], doc: [], fileDoc: false }).describe('How comments are written.'),
  modifiers: modifiers.prefault({}).describe('Which words and decorators are modifiers.'),
  visibility: z
    .array(visibilityRule)
    .default([])
    .describe(
      'From where a function can be called. The first rule whose conditions all hold is meant; where none is, nothing is said.',
    ),
  selfParameter: z
    .union([z.literal('first'), z.array(z.string())])
    .optional()
    .describe(
      'Which parameter of a method is its object: `first` (Python), or those of these names. A static method has none.',
    ),
  selfAssignmentDeclaresField: z
    .boolean()
    .default(false)
    .describe('`self.a = b` in a method declares field `a` of its class.'),
  bareNamesMayBeVariables: z
    .boolean()
    .default(false)
    .describe(
      'A bare name that is captured as a call is none where a local variable or parameter has the name (Ruby).',
    ),
  keysHaveTypes: z
    .boolean()
    .default(false)
    .describe('A number and a text of its digits are different keys of a map (Python, Ruby, Lua).'),
  constructorNames: z
    .array(z.string())
    .default([])
    .describe('Names that make a method a constructor: `__init__`. `$class` stands for the name of its class.'),
  decoratorsApply: z
    .boolean()
    .default(false)
    .describe('Decorators are functions that are applied (Python, TypeScript), not mere annotations.'),
  readsRun: z
    .boolean()
    .default(false)
    .describe('Reading a member may run a function of the repository: a property, a getter.'),
  namingCalls: z
    .array(z.string())
    .default([])
    .describe(
      'Functions, as written, that give what the function among their arguments does: it gets the name that the call is given to (`inside`).',
    ),
  headIsOuter: z
    .boolean()
    .default(false)
    .describe('Default values and bases are evaluated outside of the definition that they stand in (Python).'),
  blocks: z
    .strictObject({
      scopes: z.array(z.string()).describe('Node types of blocks.'),
      hoisted: z.array(z.string()).describe('Node types of declarations that belong to the whole function: `var`.'),
    })
    .optional()
    .describe('Blocks that have variables of their own, which hide others of their name.'),
  importPrefixes: z
    .record(z.string(), pick)
    .default({})
    .describe(
      'What an ancestor between `@import` and `@name` adds before the source, `use a::{b}`: `{ "scoped_use_list": "path" }`.',
    ),
  reexports: z
    .record(z.string(), pick)
    .default({})
    .describe(
      'Statements that offer what they import to others where they have this child: `{ "use_declaration": "<visibility_modifier>" }`.',
    ),
  constantPattern: z
    .string()
    .optional()
    .describe(
      'A bare name in a pattern that looks so is a constant or case, and binds nothing: `^[A-Z]` (Rust, Scala).',
    ),
  builtins: z
    .array(z.string())
    .default([])
    .describe('Global names that lead out of the repository when nothing nearer declares them.'),
  values: z.record(z.string(), oneOrMore(valueForm)).describe('Expression node type → what it denotes.'),
  arguments: z
    .record(z.string(), argumentForm)
    .default({})
    .describe('Arguments that are more than an expression: `f(a=1)`, `f(*xs)`, `f(label: x)`.'),
  types: z.record(z.string(), oneOrMore(typeForm)).default({}).describe('Type node type → the type.'),
  docTypes: docTypes
    .default({})
    .describe('Types that doc comments tell: regular expressions with the groups `type` and `name`.'),
  genericForms: z
    .record(z.string(), z.enum(['same', 'union', 'tuple', 'list', 'function']))
    .default({})
    .describe('Generic types that are another form of type: `{ "Optional": "same", "Union": "union" }`.'),
  nothingTypes: z
    .array(z.string())
    .default([])
    .describe('Names of the type of nothing, which unions drop: `null`, `None`.'),
  parameters: z.record(z.string(), oneOrMore(parameterForm)).default({}).describe('Parameter node type → its parts.'),
  typeParameters: z
    .record(z.string(), typeParameterForm)
    .default({})
    .describe('Type parameter node type → its name and bounds.'),
  targets: z
    .record(z.string(), oneOrMore(targetForm))
    .default({})
    .describe('Target node type → how it takes a value apart. Anything else is a target by its form in `values`.'),
  tests: z
    .record(z.string(), oneOrMore(testForm))
    .default({})
    .describe('Node type of a condition → what it says of a variable.'),
});

/** A checked `language.json`, with what it extends merged in. */
export type LanguageSource = z.infer<typeof languageSchema>;

/** What has to be known of every language before a file is read. The rest is checked when the language is used. */
export const languageHeadSchema = z.object(
  languageSchema.pick({
    name: true,
    title: true,
    extensions: true,
    extensionsWhen: true,
    filenames: true,
    shebangs: true,
    grammars: true,
    queries: true,
  }).shape,
);
export type LanguageHead = z.infer<typeof languageHeadSchema>;
