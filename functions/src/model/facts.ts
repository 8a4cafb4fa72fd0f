/**
 * What one file says, before anything is known about other files: the contract between `extract` (which makes it from
 * text) and `resolve` (which makes a graph of many of them). It is language-neutral: resolution never asks for a language.
 *
 * Facts are plain JSON (they are stored, compressed, beside the file they describe) and depend on nothing but the
 * file's path and text. Definitions are referred to by their index in `definitions`; -1 (`FILE_SCOPE`) is the file.
 *
 *     class Dog(Animal):            definitions[0] = { kind: 'class', name: 'Dog', parent: -1, bases: [Animal] }
 *         def bark(self):           definitions[1] = { kind: 'method', name: 'bark', parent: 0 }
 *             self.voice.play()     calls[0] = { scope: 1, callee: member(member(self, 'voice'), 'play') }
 */
import type { Reach } from './declarations/reach.ts';
import type { Visibility } from './declarations/visibility.ts';

export const FILE_SCOPE = -1;

/** Stands for any type: `impl<T> Shout for T`. */
export const ANY_TYPE = '*';

export type DefinitionKind =
  | 'module' // a namespace or module inside a file (namespace X {}, mod x {}, object in a package)
  | 'class'
  | 'interface' // also trait, protocol, type class
  | 'enum'
  | 'function'
  | 'method'
  | 'field'
  | 'variable'
  | 'constant'
  | 'type'; // alias

/**
 * A type as written, without pointers, references, nullability and qualifiers such as const. A dotted name keeps its
 * dots whatever the language writes (`pkg::Type` is `pkg.Type`). A union or intersection has the name `|` or `&`, a
 * tuple `()`, a function type `->` (its last argument is the result; what its body has as `this` comes first, as the
 * argument of a type `this`), an array or list type `[]`. A type that lists its members, `{ dog: Dog }`, is `{}`, and each of its
 * arguments a member's name with the member's type as its argument. `App['scene']`, the type of a member, is `.` of App and the
 * member's name, or of App alone where the elements are meant; `typeof x`, the type of a value, is `typeof` of the value's name.
 */
export interface TypeRef {
  name: string;
  args?: TypeRef[];
}

/** What an expression denotes as far as its own syntax tells. Anything else is `unknown`. */
export type Value =
  | { is: 'name'; name: string }
  | { is: 'member'; of: Value; name: string } // a.b, a->b, a::b, a?.b
  | { is: 'call'; callee: Value; args?: Argument[]; typeArgs?: TypeRef[] } // make<T>(…)
  | { is: 'new'; type: TypeRef; args?: Argument[] } // new T(), T{} where the syntax says it constructs
  | { is: 'index'; of: Value; key?: string; by?: string } // a[0], a['k']: the key when it is a literal; a[NAME]: its name
  | { is: 'slice'; of: Value; from?: number } // a[1:]; from only when it is a literal, counted from the beginning
  | { is: 'implicit'; at: number } // the type that is expected where it stands: `.red`, known by its offset
  | { is: 'self' } // this, self, @ in Ruby instance variables (member of self)
  | { is: 'super' }
  | { is: 'literal'; type: string; text?: string } // text: what a symbol says, where it may name a method; string number boolean null regex; a collection is below
  | { is: 'function'; definition: number } // a lambda or function expression, itself a definition
  | Collection
  | { is: 'either'; options: Value[] } // c ? a : b, a or b, a ?? b
  | { is: 'cast'; type: TypeRef; of?: Value }
  | { is: 'type'; type: TypeRef } // a type used as a value, generic call targets
  | { is: 'unknown' };

export interface Collection {
  is: 'collection';
  of: 'list' | 'map' | 'tuple' | 'set';
  items: Value[];
  /** Of a map, beside its items; null where the key is no literal. */
  keys?: (string | null)[];
  /** Which items are containers whose elements stand there: `[*xs, y]`, `{ ...base }`. */
  spread?: number[];
  /** Each item stands for any number of elements: a comprehension. */
  repeats?: true;
}

export interface Argument {
  value: Value;
  /** Keyword or label, where the language has them. */
  name?: string;
  /** `*args`, `...rest`. */
  spread?: true;
  /** It stands behind the list and is what the last parameter takes: `repeat(3) { … }` in Kotlin. */
  trailing?: true;
}

export interface Parameter {
  /** A destructured parameter is called `{0}`, `{1}` by its position; bindings in the function say what takes which part. */
  name: string;
  /** What calls must write before the argument, in languages where that is a part of the function's name: Swift's `for` of `for x: Int`; '' for nothing. */
  label?: string;
  type?: TypeRef;
  default?: Value;
  /** 'rest' takes any number of positional arguments, 'keywords' any keyword ones. */
  variadic?: 'rest' | 'keywords';
  /** A constructor parameter that also declares a field (TypeScript, Kotlin, Scala, PHP, C#). */
  field?: true;
  /** The object (or class) the method is called on, where it is written as a parameter: Python's first, Go's receiver. */
  self?: true;
}

export interface TypeParameter {
  name: string;
  bounds?: TypeRef[];
}

export interface Base {
  type: TypeRef;
  /**
   * `prepends`: mixed in before the class itself; `extends_class`: mixed into the class as an object, `extends_users`: into
   * the classes that have it as a supertype (Ruby).
   */
  how: 'extends' | 'implements' | 'mixes_in' | 'embeds' | 'prepends' | 'extends_class' | 'extends_users';
}

export interface Definition {
  kind: DefinitionKind;
  /** The language's own word: struct, trait, record, object, protocol, getter, constructor, lambda, macro, ... */
  variant?: string;
  /** Simple name. An anonymous function or class is `<anonymous>`; `anonymous` is then true. */
  name: string;
  anonymous?: true;
  /** The name that other facts of the file say for it, where a block around it hides others of its name: `run@2`. */
  seenAs?: string;
  /** Lexically enclosing definition, or FILE_SCOPE. */
  parent: number;
  /**
   * The type this is a member of when it does not stand inside it: Go receivers, Rust impl blocks, C++ `A::f`, Swift,
   * Kotlin and C# extensions, `F.prototype.e = ...`, Lua `M.f` and `M:f`.
   */
  owner?: TypeRef;
  /** The interface whose member this implements when the syntax says so (`impl Trait for T`, `instance Show T`). */
  implementing?: TypeRef;
  /** An extension: callable as if it were a member of `owner`, without being one. */
  extension?: true;
  /** 1-based, inclusive. `line` is the line of the definition itself (after decorators and comments). */
  line: number;
  endLine: number;
  /** UTF-16 offsets into the text: [start, end). Start includes neither decorators nor comments. */
  start: number;
  end: number;
  /** Cleaned docstring or doc comment. */
  doc?: string;
  parameters?: Parameter[];
  returns?: TypeRef;
  typeParameters?: TypeParameter[];
  bases?: Base[];
  /** Of a variable, field or constant. */
  type?: TypeRef;
  value?: Value;
  /** The type that a variable may be another name of: `Pets = Union[Dog, Cat]`. */
  aliased?: TypeRef;
  /** The initial value as written, on one line and cut at 200 characters. */
  initial?: string;
  /** static, abstract, async, generator, private, protected, public, exported, default, override, const, ... */
  modifiers?: string[];
  /** From where it can be called, where its language says so. Functions only. */
  visibility?: Visibility;
  /** As written, `@app.route("/x")`. The call or reference each one makes stands in `calls` too. */
  decorators?: string[];
  /** What `return` (or the last expression, where that is the result) gives. Functions only. */
  returned?: Value[];
  /** What `yield` gives. */
  yielded?: Value[];
  /** McCabe number, nested functions not counted. Functions only. */
  complexity?: number;
  /** A declaration without a body that another definition completes (C prototype, overload signature, `abstract`). */
  declaration?: 'prototype' | 'overload' | 'abstract';
}

export interface CallFact {
  scope: number;
  line: number;
  /** UTF-16 offset of the callee's last name: two calls on one line are two call sites. */
  at: number;
  callee: Value;
  args?: Argument[];
  /** `make<T>(…)` */
  typeArgs?: TypeRef[];
  /** `new T()`, a composite literal, an enum case: the callee is a type. */
  constructs?: true;
  /** Not written as a call, but one where it runs something of the repository: `a + b`, `xs[0]`, a method without `()`. */
  implicit?: true;
  /** Only a definition of this variant is meant: `macro` for Rust's `name!(…)` and Swift's `#name(…)`. */
  variant?: string;
  /** A decorator's application; `scope` is where the decorated definition stands. */
  decorates?: number;
}

/** A name or member that is given a value or a type: `x = f()`, `self.a = b`, `for x in xs`, `with open() as f`. */
export interface BindingFact {
  scope: number;
  line: number;
  at: number;
  target: Value;
  value?: Value;
  type?: TypeRef;
  /**
   * 'element': target is an element of `value` (loops, comprehensions); 'key': what a loop with one variable takes where
   * that is no element of a list (Go: keys); 'pattern': one alternative of a match; 'context': what entering `value` gives
   * (`with`); 'outer': no binding here, the name is one of an outer scope (`global`); 'test': the call `value` asked for it.
   */
  through?: 'element' | 'key' | 'pattern' | 'context' | 'outer' | 'test';
  /** An assignment in a language where that declares nothing: the name is one of a scope around, or a member. */
  assigns?: true;
  /** UTF-16 offset from which on it holds no more: `if (x is Dog) { here }`. It says more of a name declared elsewhere. */
  until?: number;
  /** Offset of the target in the condition that says so, and whether it is not of the type. */
  asked?: number;
  negated?: true;
  /** Destructuring: which part of `value` the target takes; negative numbers count from the end. */
  key?: string | number;
  reach?: Reach; // only where a scope gives a name several values
}

/**
 * One imported thing.
 *     from a.b import c as d        { source: 'a.b', name: 'c', alias: 'd' }
 *     import a.b                    { source: 'a.b' }             binds `a` (the resolver's import strategy knows)
 *     import * as x from './y'      { source: './y', name: '*', alias: 'x' }
 *     import d from './y'           { source: './y', name: 'default', alias: 'd' }
 *     from a import * / use a::*    { source: 'a', name: '*' }    binds every public name
 */
export interface ImportFact {
  scope: number;
  line: number;
  source: string;
  name?: string;
  alias?: string;
  /** Number of leading dots of a Python relative import. */
  level?: number;
  typeOnly?: true;
  /** `pub use`, `export … from`: importers of this file can see it. */
  reexport?: true;
  /** Java and C# static imports: `name` is a member of the type `source`. */
  static?: true;
  /** Of everything that is imported only the members of that type: `import A (T (..))`. */
  of?: string;
  /** `hiding`: the name that an import of everything from `source` leaves out. `export`: no import; what `source` has becomes members of the scope. `#include <x>`, `extern`, Bash `source`, `require`, `package`: the form, where resolution depends on it. */
  form?: string;
}

/**
 * A supertype given to a type apart from its definition.
 *     impl Display for Dog {}        { type: Dog, base: { type: Display, how: 'implements' } }
 *     extension Dog: Runner {}       { type: Dog, base: { type: Runner, how: 'implements' } }
 *     impl<T> Shout for T {}         { type: *, base: { type: Shout, how: 'implements' } }
 */
export interface ConformanceFact {
  scope: number;
  line: number;
  type: TypeRef;
  base: Base;
}

/** A name that a file offers under another one: `export { impl as pub }`, `export default impl`, `module.exports = x`. */
export interface ExportFact {
  line: number;
  /** Name seen by importers; `default` for default exports, `=` when the value is the whole module. */
  name: string;
  value: Value;
}

/** By what is lost: the text around it, the whole file, what stands behind a limit, what failed in resolution. */
export const PROBLEM_KINDS = ['syntax', 'not_extracted', 'partly_extracted', 'not_resolved'] as const;

/** `line` counts from 1; it is null when the whole file is meant. What was stored before kinds were told has none. */
export interface Problem {
  path: string;
  line: number | null;
  message: string;
  kind?: (typeof PROBLEM_KINDS)[number];
}

export interface FileFacts {
  language: string;
  path: string;
  /** Number of lines; an empty file has 0. */
  lines: number;
  /** Declared package, namespace or module of the whole file (`package a.b;`, `module Data.Map where`). */
  module?: string;
  /** Docstring of the file. */
  doc?: string;
  definitions: Definition[];
  calls: CallFact[];
  bindings: BindingFact[];
  imports: ImportFact[];
  exports: ExportFact[];
  conformances?: ConformanceFact[];
  /** Its first lines say that a program wrote it. */
  generated?: true;
  /** A time or size budget cut extraction short: what is here is right, but not all. */
  partial?: true;
  problems: Problem[];
}

/** Facts of a file that says nothing: what extraction starts from, and what is left when it fails. */
export function emptyFacts(language: string, path: string, lines: number): FileFacts {
  const none = { definitions: [], calls: [], bindings: [], imports: [], exports: [], problems: [] };
  return { language, path, lines, ...none };
}
