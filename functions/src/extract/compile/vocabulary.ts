/**
 * The closed vocabulary of `facts.scm`. `languages/reference.md` is made from the sentences here.
 *
 *     (function_definition name: (identifier) @name parameters: (_) @parameters) @definition.function
 */
import type { Node, Query } from 'web-tree-sitter';
import type { DefinitionKind } from '../../model/facts.ts';
import { KIND_ORDER } from './definition-kinds.ts';
import { LanguageError } from './picks.ts';

/** What a match says. Each with the node that it is on, and its meaning. */
export const HEADS = {
  'reference.call':
    'on the call: it is read by its form in `values`, or by the parts `@callee`, or `@receiver` and `@name`, with `@arguments` or `@argument`s. With `@type` it constructs that type.',
  'reference.inherits':
    'on a base type: of the definition in the same match, else of the class-like around it. `(#set! how implements)`; the default is `extends`.',
  conformance:
    'on the statement, with `@owner` and `@reference.inherits`: a base given to a type apart from its definition (`impl T for S`).',
  signature:
    'on the declaration: `@type` of the next definition called `@name` in the same scope. `A -> B -> C` is spread over its parameters and result (Haskell).',
  pattern: 'on a pattern: nothing in it is a call. `Circle r` takes a value apart.',
  directive:
    'on a condition of the preprocessor, which is decided before the program runs: nothing in it is a call or a decision point.',
  import:
    'on the statement: `@source`, `@name`, `@alias`, `@level`. One match for each imported name; without a name all are meant. `@owner` beside `(#set! name "*")` names a type whose members come along.',
  binding: 'on the statement: `@target` takes `@value`, has `@type`, or both. Targets are destructured by `targets`.',
  export:
    'on the statement: `@value` is offered as `@name`. Only for renaming and default exports; a public declaration has a modifier.',
  branch:
    'on anything: one decision point of the function around it. Of `a && b` capture the operator, not the expression.',
  return:
    'on the expression: a result of the function around it, also of one whose body is an expression: `(lambda body: (_) @return) @definition.function`.',
  yield: 'on the expression: what the generator around it gives.',
  doc: 'on a comment or string. In a match with a definition: its docstring. With `@file`: that of the file. Alone: a comment that documents what follows it, if it begins with one of `comments.doc`.',
  module: 'on a name: the package or module that the file declares itself to be. Several in one match are joined.',
  file: 'on the root: only beside `@doc`.',
  island:
    "on unparsed code, such as the tokens of a macro's call: parsed on its own, at its own offsets, by the same query. `(#set! only calls)` keeps only its calls and decision points.",
} as const;

/** What stands beside a head in a match. */
export const PARTS = {
  name: 'The name of what is captured.',
  owner: 'The type that a definition belongs to from outside: the receiver type in Go, an `impl` block, `A` of `A::f`.',
  implementing: 'The interface that a method of such a block is written for.',
  receiver: "Of a definition: the receiver's parameter list. Of a call: the object.",
  callee: 'The expression that is called.',
  arguments: 'A node whose named children are the arguments.',
  argument: 'One argument.',
  parameters: 'A node whose named children are parameters.',
  parameter: 'One parameter.',
  type_parameters: 'A list of type parameters, or a clause that bounds them.',
  returns: 'The type of the result.',
  source:
    'What is imported from. Several in one match reach from the first to the last. An `@name` that ends the source is cut off it: `a.b` of `a.b.C`.',
  alias: 'The name that an import gets here.',
  level: 'The dots of a relative import.',
  target: 'What a binding gives a value to.',
  value: 'The value of a binding, variable or export.',
  test: 'A condition. What it says of variables by `tests` holds within `@within`.',
  type: 'The type of a binding, variable, signature or construction.',
  aliased: 'The type that a variable may be another name of: `Pets = Union[Dog, Cat]` (Python).',
  decorator: 'A decorator or annotation.',
  modifier: 'A modifier; its text is the word.',
  anonymous: 'The function or class expression that gets the name of the definition.',
  within:
    'Where a binding holds, when that is not the rest of its scope: `if (x is Dog) { here }`. It speaks of the variable of that name, wherever that is declared. Beside `through` it is a variable of its own, as that of a comprehension.',
} as const;

/** `(#set! key value)` in a pattern. */
export const SETTINGS = {
  name: 'A fixed name: `default`, `*`, `=`.',
  variant: "The language's own word for the definition. On a call: only a definition of this variant is meant.",
  modifier: 'A modifier of the definition.',
  how: 'How a base is taken: extends, implements, mixes_in, embeds, prepends, extends_class, extends_users.',
  through:
    'How a target takes the value: element, key, pattern, context, outer. On a call: element, the call is one of a member of the elements of the receiver.',
  form: 'The form of an import, in the words of its strategy.',
  reexport: 'The import is offered to others as well.',
  typeOnly: 'The import is of a type, and gone when the program runs.',
  static: 'The import is one of a member.',
  declaration: 'The definition has no body: prototype, overload, abstract.',
  ofOwner:
    'The definition is one of `@owner` itself, not of what is made of it: static, where that is a function or class of the file.',
  extension: 'The definition extends a type that it does not stand in.',
  constructs: 'The call constructs what it calls.',
  key: 'Which part of the value the target takes.',
  parameter: 'The name of the parameter that a lambda has when it writes none: `it` in Kotlin.',
  clause:
    'Definitions of one name that follow each other are one, and each further one is a decision point: the equations of Haskell.',
  only: '`calls`, of an island: it has no definitions and bindings.',
  implicit:
    'A call that is not written as one, and counts only where it runs something of the repository: `a + b`, `xs[0]`. With `name` and `@receiver` it is a call of that member.',
  writer:
    'Of a call with `@receiver` and `@name`: the member is given a value, not read, and what runs has this behind its name: `dog.name = x` calls `name=`.',
  outranks: 'What this pattern captures counts, not what others capture for the same definition.',
  fails: 'Of a `@test`: `@within` is where the condition does not hold.',
  block: 'Of a binding: its target is a variable of what `@binding` is on, and not seen outside of it.',
  rest: 'Of a binding: it holds from the end of `@within` to the end of what that stands in: `if (x !is Dog) return`.',
  assigns: 'Of a binding: it declares nothing, the name is that of a scope around it.',
  onward: 'Of a `@modifier`: it holds for definitions after it, until the next such word: `private` in Ruby.',
  inside:
    'The function or class is looked for inside `@anonymous`: behind casts, parentheses and `namingCalls`. Where there is none, or it has a name, the match says nothing.',
  home: '`file`: the definition is one of the file wherever it stands: a macro of the preprocessor.',
  ofAny: 'Of a conformance: any type has the base, `impl<T> Shout for T`.',
} as const;

export type PartName = keyof typeof PARTS;
export type Parts = Partial<Record<PartName, Node>>;
export type Settings = Record<string, string | null>;

export interface PatternShape {
  /** The definition kind it captures, if any. */
  kind?: DefinitionKind;
  /** Its only capture, when it has just one: most matches are calls and branches, and take a short road. */
  only?: string;
  settings: Settings;
  /** It captures text to be parsed on its own. */
  island?: true;
  callOrBranch?: true;
}

/** Checks the query against the vocabulary; throws LanguageError naming the unknown word. */
export function compileCaptures(query: Query, language: string): PatternShape[] {
  const known = new Set<string>([
    ...Object.keys(HEADS),
    ...Object.keys(PARTS),
    ...KIND_ORDER.map((kind) => `definition.${kind}`),
  ]);
  for (const name of query.captureNames) {
    if (!name.startsWith('_') && !known.has(name)) throw new LanguageError(`${language} facts.scm: unknown @${name}`);
  }
  return query.captureQuantifiers.map((quantifiers, pattern) => {
    const names = query.captureNames.filter((_, capture) => (quantifiers[capture] ?? 0) !== 0);
    const settings: Settings = query.setProperties[pattern] ?? {};
    if (names.length === 0) {
      // Tree-sitter accepts a predicate that stands outside of every pattern, and then ignores it.
      throw new LanguageError(
        `${language} facts.scm: pattern ${pattern + 1} captures nothing (a (#set! …) belongs inside)`,
      );
    }
    for (const key of Object.keys(settings)) {
      if (!Object.hasOwn(SETTINGS, key)) throw new LanguageError(`${language} facts.scm: unknown (#set! ${key})`);
    }
    const kind = KIND_ORDER.find((candidate) => names.includes(`definition.${candidate}`));
    const [only] = names;
    return {
      settings,
      ...(kind === undefined ? {} : { kind }),
      ...(only !== undefined && names.length === 1 ? { only } : {}),
      ...(names.includes('island') ? { island: true as const } : {}),
      ...(names.includes('reference.call') || names.includes('branch') ? { callOrBranch: true as const } : {}),
    };
  });
}
