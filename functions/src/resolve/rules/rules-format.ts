/**
 * What `languages/<lang>/resolution.json` may say, and what holds where it does not: lexical scopes and nothing across
 * files. Lists of words and tables are asked for names in code, so they are sets and maps: an object would answer for
 * `constructor` and `toString`.
 *
 *     { "implicitSelf": false, "inheritedConstructors": true, "callMember": "__call__", "linearization": "c3", … }
 */
import { z } from 'zod';

/** Orders in which a class and its supertypes are searched for a member, see classes/linearize.ts. */
const LINEARIZATIONS = ['c3', 'depth-first', 'breadth-first', 'mixins'] as const;
export type Linearization = (typeof LINEARIZATIONS)[number];

const words = z
  .array(z.string())
  .default([])
  .transform((list): ReadonlySet<string> => new Set(list));

function tableOf<T extends z.ZodType>(entry: T) {
  return z
    .record(z.string(), entry)
    .default({})
    .transform((table): ReadonlyMap<string, z.output<T>> => new Map(Object.entries(table)));
}

/** How a function treats the lambda it is given: what the lambda takes its object as, and what the call gives. */
const scopeFunction = z.strictObject({ object: z.enum(['argument', 'receiver']), gives: z.enum(['object', 'result']) });
export type ScopeFunction = z.infer<typeof scopeFunction>;

/** The function that gives a table another one to look in, the key that names that one, and the key of what calls run (Lua). */
const metatables = z.strictObject({ set: z.string(), index: z.string(), call: z.string() });
export type Metatables = z.infer<typeof metatables>;

/** Members of classes that a library makes of tables: what builds an instance, the class of one, the class above. */
const classLibraries = z.strictObject({ new: z.string(), class: z.string(), super: z.string() });

/** What a generic function type's arguments are: all are parameters, or the last one is the result. */
const functionForm = z.enum(['parameters', 'parameters and result']);
export type FunctionForm = z.infer<typeof functionForm>;

/** `read`: it is read, not called: `Color.entries`. */
const caseMember = z.strictObject({ gives: z.enum(['case', 'cases']), read: z.literal(true).optional() });

/** A part of a pair: the receiver's keys or values, what is nothing that could be called, or elements of an argument. */
const pairPart = z.union([z.enum(['key', 'value', 'index']), z.int()]);
export type PairPart = z.infer<typeof pairPart>;

/** Positions of arguments, and what the call gives. */
const outsideRun = z.strictObject({
  /** The function that is run. */
  runs: z.int(),
  /** What it is given: the arguments behind it, or an element of each of these. */
  takes: z.union([z.literal('rest'), z.array(z.int())]),
  /** What the call gives: what the function does, or a list of that. */
  gives: z.enum(['result', 'list']).optional(),
});
export type OutsideRun = z.infer<typeof outsideRun>;

export const rulesSchema = z.strictObject({
  /** Languages of one family may call each other (TypeScript and JavaScript; C and C++; Java, Kotlin and Scala). */
  family: z.string().default(''),
  /** Named import strategy, see import-strategies.ts. */
  imports: z.string().default('none'),
  /** Structures have no methods: a call never runs one, though a header shared with another language may have some (C). */
  classless: z.boolean().default(false),
  /** Members of a class are visible by bare name in its methods (Java, C++, Ruby), own and inherited. */
  implicitSelf: z.boolean().default(false),
  /** Of classes that stand in each other only the innermost one's methods are visible so, though constants of all are (Ruby). */
  selfIsInnermost: z.boolean().default(false),
  /** Names that constructor methods have; `$class` stands for the class's own name. */
  constructors: z.array(z.string()).default([]),
  /** A constructor is an ordinary inherited method: building B runs A's when B has none (Python, Ruby, PHP). */
  inheritedConstructors: z.boolean().default(false),
  /** Member of an instance that a call of the instance runs (`__call__`). */
  callMember: z.string().optional(),
  /** A call of a class may run its companion's `callMember`: instead of the constructor (Scala), or where that does not fit. */
  companionCalls: z.enum(['instead', 'beside']).optional(),
  /** Member through which a class builds an instance (Ruby's `new`). */
  newMember: z.string().optional(),
  /** Member of an instance that is its class (Ruby's `class`). */
  classMember: z.string().optional(),
  /** Class methods and instance methods are two sets of names (Ruby). */
  classMembersApart: z.boolean().default(false),
  /** A bare name that is a method is a call of it, where a value is needed (Ruby). */
  bareNamesCall: z.boolean().default(false),
  /** `yield` runs the block that the call gives (Ruby); elsewhere it makes a generator. */
  yieldsToBlock: z.boolean().default(false),
  /** `super` runs the ancestors' method of the same name (Ruby). */
  superRunsMethod: z.boolean().default(false),
  /** A class of the same full name written again adds to it (Ruby); `partial` says so elsewhere. */
  openClasses: z.boolean().default(false),
  /** Extensions are members of the type like those written in it (Swift). */
  extensionsAreMembers: z.boolean().default(false),
  /** How a field's name begins where it is read by a member without it: `@name` is read by `x.name` (Ruby). */
  fieldSigil: z.string().optional(),
  /** Order in which supertypes are searched. */
  linearization: z.enum(LINEARIZATIONS).default('depth-first'),
  /** A name means its nearest declaration above: blocks have their own variables (Go, Java, TypeScript). */
  blockScoped: z.boolean().default(false),
  /** Keys of map literals are members (`{a: f}.a()` in JavaScript and Lua). */
  objectLiterals: z.boolean().default(false),
  /** The name by which a file has what it offers to importers: `exports.b()`. */
  moduleName: z.string().optional(),
  metatables: metatables.optional(),
  classLibraries: classLibraries.optional(),
  /** Members that a loop over an instance runs: `__iter__`, then `__next__` of its result. */
  iteration: z.strictObject({ iterator: z.string(), next: z.string() }).optional(),
  /** Generic types that stand for their argument: Optional, Promise, Box, Rc. */
  transparent: words,
  /**
   * Members of those types, and functions from outside, that give what they are called with: `Arc::new(x)`, `Some(x)`; with
   * what they are members of, or a dot for anything from outside: `Mockito.verify`, `.when`.
   */
  wrappingMembers: words,
  wrappers: words,
  /** Members that a class of cases has without declaring them: `Color.values()` gives all its cases, `valueOf` one. */
  caseMembers: tableOf(caseMember),
  /** Generic types whose value is the class itself: `Type[Dog]`. */
  classTypes: words,
  /** Members of an unknown container that give one of its elements: get, pop, first. */
  elementMembers: words,
  /** Properties of a container that are one of its elements: `xs.first` in Swift. */
  elementFields: words,
  /** Members of a container that give a container of the same elements: filter, values, slice. */
  containerMembers: words,
  /** Members that put an argument into the container, by its position: append, push. */
  addingMembers: tableOf(z.int()),
  /** Members that put the elements of their first argument into the container: extend, update. */
  mergingMembers: words,
  /** Functions from outside that give a container of the elements of an argument, by its position: sorted. */
  containerFunctions: tableOf(z.int()),
  /** Those that give the values of a map. */
  mapValueMembers: words,
  /** Place of the first item without a key, where lists are maps too (PHP, Lua). */
  mapsBeginAt: z.int().optional(),
  /** Functions from outside that give the values of an argument, by its position: `Object.values`. */
  valueFunctions: tableOf(z.int()),
  /** A loop over a map, and a member that is given a function, take pairs (Ruby); types from outside where that holds. */
  mapsGivePairs: z.boolean().default(false),
  pairTypes: words,
  /** Members that give their function the values alone all the same: JavaScript's `map.forEach`. */
  valueCallbacks: words,
  /** Members, and functions from outside, that give a container of pairs, and of what: `xs.enumerate()`, `zip(xs, ys)`. */
  pairMembers: tableOf(z.array(pairPart)),
  pairFunctions: tableOf(z.union([z.array(pairPart), z.literal('arguments')])),
  /** Functions from outside that run a function they are given: `map(f, xs)` (Python), `pcall(f, x)` (Lua). */
  outsideRuns: tableOf(outsideRun),
  /** What entering a value in `with` calls. */
  contextMembers: z.array(z.string()).default([]),
  /** The function that makes a type parameter, `T = TypeVar('T', bound=Animal)` (Python). */
  typeVariable: z.string().optional(),
  /** Members of a container that call their first function argument with an element: forEach, map. */
  callbackMembers: words,
  /** Members of a container that give a container of what their first argument gives: map. */
  mapMembers: words,
  /** Members that call a function with what it gave before and an element, and give what it gives last: reduce, fold. */
  foldingMembers: words,
  /** Members of functions that call the function itself: call, apply. */
  functionMembers: words,
  /** `close()` calls a method: a variable of that name is called by a member of what it holds, `close.run()` (Java). */
  onlyMethods: z.boolean().default(false),
  /** Members of functions that give the function without calling it: bind. */
  bindMembers: words,
  /** Members that give the value itself where its type is transparent: unwrap, clone, as_ref. */
  passMembers: words,
  /** Members of anything that run a lambda for it, and functions that do so for their first argument (Kotlin). */
  scopeMembers: tableOf(scopeFunction),
  scopeFunctions: tableOf(scopeFunction),
  /** A lambda may have an object, whose members are bare names in it (Kotlin). */
  lambdaObjects: z.boolean().default(false),
  /** Member that `xs[0]` runs on an instance. */
  indexMember: z.string().optional(),
  /** A member or name that is a method without parameters is a call of it, where a value is needed (Scala). */
  membersCall: z.boolean().default(false),
  /** Members that are the value itself, without a call: `lazy.Value`. */
  passFields: words,
  /** Supertypes of types from outside, for what extends those: `{ "List": ["IEnumerable"] }`. */
  outsideSupertypes: tableOf(z.array(z.string())),
  /** A member that no supertype has may be one that subclasses have (languages without declared types). */
  membersBelow: z.boolean().default(false),
  /** A pattern's key begins with the variant or type whose field it takes: `Circle.0` of `Shape::Circle(r)` (Rust). */
  patternsOfVariants: z.boolean().default(false),
  /** Of one name: methods and fields are two members (PHP); what a class declares is meant, not what is assigned (JavaScript). */
  fieldsApart: z.boolean().default(false),
  declaredStay: z.boolean().default(false),
  /** Pointers to functions are ordinary values: what they point to is followed through their declared types (C). */
  functionPointers: z.boolean().default(false),
  /** Names that every file sees and that lead out of the repository. */
  builtins: words,
  /** Generic types from outside that are functions: all their arguments are parameters, or the last one is the result. */
  functionTypes: tableOf(functionForm),
  /** Types that say nothing (any, object): the value's own flow is followed instead. */
  openTypes: words,
  /** What a file imports, its importers can import from it too (Python). */
  importsAreNames: z.boolean().default(false),
  /** An import's path may begin in the importing file's own package (Scala). */
  relativeImports: z.boolean().default(false),
  /** Code in A.B sees the names of A without an import (C#). */
  openNamespaces: z.boolean().default(false),
  /** Members of types are names of the module they stand in: constructors, fields, class methods (Haskell). */
  openTypesMembers: z.boolean().default(false),
  /** Call of a bare class name builds an instance (Python, Kotlin, Scala, Swift); else it needs `new` or a literal. */
  callConstructs: z.boolean().default(false),
  /** What stands in brackets behind a function is its type arguments, `first[int](xs)` (Go). */
  bracketsInstantiate: z.boolean().default(false),
  /** Several functions of one name may stand side by side, told apart by their parameters. */
  overloads: z.boolean().default(false),
  /** A lambda may stand for an interface that has one method without a body. */
  functionalInterfaces: z.boolean().default(false),
  /** A class's functions of a name hide those of its supertypes, whatever they take. */
  overloadsHide: z.boolean().default(false),
  /** Types and methods of one name are told apart by the number of their type parameters (C#). */
  genericArity: z.boolean().default(false),
  /** `super(…)` runs the supertype's constructor (JavaScript, Java); else `super()` is an object (Python). */
  superConstructs: z.boolean().default(false),
  /** A loop over a map takes its values (PHP), not its keys. */
  loopsOverValues: z.boolean().default(false),
  /** `table[key]()` may run any function of the table; elsewhere the table's type says what it is (TypeScript). */
  tablesRunAny: z.boolean().default(true),
  /** Types that mean the receiver's own: Self, this. */
  selfTypes: words,
});
export type LanguageRules = z.infer<typeof rulesSchema>;
