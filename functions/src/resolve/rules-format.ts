/**
 * What `languages/<lang>/resolution.json` may say, and what holds where it does not: lexical scopes and nothing across
 * files.
 *
 *     { "implicitSelf": false, "inheritedConstructors": true, "callMember": "__call__", "linearization": "c3", … }
 */
import type { Linearization } from './linearize.ts';
import type { OutsideRun } from './outside-runs.ts';
import type { PairPart } from './pairs.ts';

/** How a function treats the lambda it is given: what the lambda takes its object as, and what the call gives. */
export interface ScopeFunction {
  object: 'argument' | 'receiver';
  gives: 'object' | 'result';
}

/** The function that gives a table another one to look in, the key that names that one, and the key of what calls run (Lua). */
export interface Metatables {
  set: string;
  index: string;
  call: string;
}

/** Members of classes that a library makes of tables: what builds an instance, the class of one, the class above. */
export interface ClassLibraries {
  new: string;
  class: string;
  super: string;
}

/** What a generic function type's arguments are: all are parameters, or the last one is the result. */
export type FunctionForm = 'parameters' | 'parameters and result';

export interface CaseMember {
  gives: 'case' | 'cases';
  /** It is read, not called: `Color.entries`. */
  read?: true;
}

export interface LanguageRules {
  /** Languages of one family may call each other (TypeScript and JavaScript; C and C++; Java, Kotlin and Scala). */
  family: string;
  /** Named import strategy, see import-strategies.ts. */
  imports: string;
  /** Structures have no methods: a call never runs one, though a header shared with another language may have some (C). */
  classless: boolean;
  /** Members of a class are visible by bare name in its methods (Java, C++, Ruby), own and inherited. */
  implicitSelf: boolean;
  /** Of classes that stand in each other only the innermost one's methods are visible so, though constants of all are (Ruby). */
  selfIsInnermost: boolean;
  /** Names that constructor methods have; `$class` stands for the class's own name. */
  constructors: string[];
  /** A constructor is an ordinary inherited method: building B runs A's when B has none (Python, Ruby, PHP). */
  inheritedConstructors: boolean;
  /** Member of an instance that a call of the instance runs (`__call__`). */
  callMember?: string;
  /** A call of a class may run its companion's `callMember`: instead of the constructor (Scala), or where that does not fit. */
  companionCalls?: 'instead' | 'beside';
  /** Member through which a class builds an instance (Ruby's `new`). */
  newMember?: string;
  /** Member of an instance that is its class (Ruby's `class`). */
  classMember?: string;
  /** Class methods and instance methods are two sets of names (Ruby). */
  classMembersApart: boolean;
  /** A bare name that is a method is a call of it, where a value is needed (Ruby). */
  bareNamesCall: boolean;
  /** `yield` runs the block that the call gives (Ruby); elsewhere it makes a generator. */
  yieldsToBlock: boolean;
  /** `super` runs the ancestors' method of the same name (Ruby). */
  superRunsMethod: boolean;
  /** A class of the same full name written again adds to it (Ruby); `partial` says so elsewhere. */
  openClasses: boolean;
  /** Extensions are members of the type like those written in it (Swift). */
  extensionsAreMembers: boolean;
  /** How a field's name begins where it is read by a member without it: `@name` is read by `x.name` (Ruby). */
  fieldSigil?: string;
  /** Order in which supertypes are searched. */
  linearization: Linearization;
  /** A name means its nearest declaration above: blocks have their own variables (Go, Java, TypeScript). */
  blockScoped: boolean;
  /** Keys of map literals are members (`{a: f}.a()` in JavaScript and Lua). */
  objectLiterals: boolean;
  /** The name by which a file has what it offers to importers: `exports.b()`. */
  moduleName?: string;
  metatables?: Metatables;
  classLibraries?: ClassLibraries;
  /** Members that a loop over an instance runs: `__iter__`, then `__next__` of its result. */
  iteration?: { iterator: string; next: string };
  /** Generic types that stand for their argument: Optional, Promise, Box, Rc. */
  transparent: string[];
  /**
   * Members of those types, and functions from outside, that give what they are called with: `Arc::new(x)`, `Some(x)`; with
   * what they are members of, or a dot for anything from outside: `Mockito.verify`, `.when`.
   */
  wrappingMembers: string[];
  wrappers: string[];
  /** Members that a class of cases has without declaring them: `Color.values()` gives all its cases, `valueOf` one. */
  caseMembers: Record<string, CaseMember>;
  /** Generic types whose value is the class itself: `Type[Dog]`. */
  classTypes: string[];
  /** Members of an unknown container that give one of its elements: get, pop, first. */
  elementMembers: string[];
  /** Properties of a container that are one of its elements: `xs.first` in Swift. */
  elementFields: string[];
  /** Members of a container that give a container of the same elements: filter, values, slice. */
  containerMembers: string[];
  /** Members that put an argument into the container, by its position: append, push. */
  addingMembers: Record<string, number>;
  /** Members that put the elements of their first argument into the container: extend, update. */
  mergingMembers: string[];
  /** Functions from outside that give a container of the elements of an argument, by its position: sorted. */
  containerFunctions: Record<string, number>;
  /** Those that give the values of a map. */
  mapValueMembers: string[];
  /** Place of the first item without a key, where lists are maps too (PHP, Lua). */
  mapsBeginAt?: number;
  /** Functions from outside that give the values of an argument, by its position: `Object.values`. */
  valueFunctions: Record<string, number>;
  /** A loop over a map, and a member that is given a function, take pairs (Ruby); types from outside where that holds. */
  mapsGivePairs: boolean;
  pairTypes: string[];
  /** Members that give their function the values alone all the same: JavaScript's `map.forEach`. */
  valueCallbacks: string[];
  /** Members, and functions from outside, that give a container of pairs, and of what: `xs.enumerate()`, `zip(xs, ys)`. */
  pairMembers: Record<string, PairPart[]>;
  pairFunctions: Record<string, PairPart[] | 'arguments'>;
  /** Functions from outside that run a function they are given: `map(f, xs)` (Python), `pcall(f, x)` (Lua). */
  outsideRuns: Record<string, OutsideRun>;
  /** What entering a value in `with` calls. */
  contextMembers: string[];
  /** The function that makes a type parameter, `T = TypeVar('T', bound=Animal)` (Python). */
  typeVariable?: string;
  /** Members of a container that call their first function argument with an element: forEach, map. */
  callbackMembers: string[];
  /** Members of a container that give a container of what their first argument gives: map. */
  mapMembers: string[];
  /** Members that call a function with what it gave before and an element, and give what it gives last: reduce, fold. */
  foldingMembers: string[];
  /** Members of functions that call the function itself: call, apply. */
  functionMembers: string[];
  /** `close()` calls a method: a variable of that name is called by a member of what it holds, `close.run()` (Java). */
  onlyMethods: boolean;
  /** Members of functions that give the function without calling it: bind. */
  bindMembers: string[];
  /** Members that give the value itself where its type is transparent: unwrap, clone, as_ref. */
  passMembers: string[];
  /** Members of anything that run a lambda for it, and functions that do so for their first argument (Kotlin). */
  scopeMembers: Record<string, ScopeFunction>;
  scopeFunctions: Record<string, ScopeFunction>;
  /** A lambda may have an object, whose members are bare names in it (Kotlin). */
  lambdaObjects: boolean;
  /** Member that `xs[0]` runs on an instance. */
  indexMember?: string;
  /** A member or name that is a method without parameters is a call of it, where a value is needed (Scala). */
  membersCall: boolean;
  /** Members that are the value itself, without a call: `lazy.Value`. */
  passFields: string[];
  /** Supertypes of types from outside, for what extends those: `{ "List": ["IEnumerable"] }`. */
  outsideSupertypes: Record<string, string[]>;
  /** A member that no supertype has may be one that subclasses have (languages without declared types). */
  membersBelow: boolean;
  /** A pattern's key begins with the variant or type whose field it takes: `Circle.0` of `Shape::Circle(r)` (Rust). */
  patternsOfVariants: boolean;
  /** Of one name: methods and fields are two members (PHP); what a class declares is meant, not what is assigned (JavaScript). */
  fieldsApart: boolean;
  declaredStay: boolean;
  /** Pointers to functions are ordinary values: what they point to is followed through their declared types (C). */
  functionPointers: boolean;
  /** Names that every file sees and that lead out of the repository. */
  builtins: string[];
  /** Generic types from outside that are functions: all their arguments are parameters, or the last one is the result. */
  functionTypes: Record<string, FunctionForm>;
  /** Types that say nothing (any, object): the value's own flow is followed instead. */
  openTypes: string[];
  /** What a file imports, its importers can import from it too (Python). */
  importsAreNames: boolean;
  /** An import's path may begin in the importing file's own package (Scala). */
  relativeImports: boolean;
  /** Code in A.B sees the names of A without an import (C#). */
  openNamespaces: boolean;
  /** Members of types are names of the module they stand in: constructors, fields, class methods (Haskell). */
  openTypesMembers: boolean;
  /** Call of a bare class name builds an instance (Python, Kotlin, Scala, Swift); else it needs `new` or a literal. */
  callConstructs: boolean;
  /** What stands in brackets behind a function is its type arguments, `first[int](xs)` (Go). */
  bracketsInstantiate: boolean;
  /** Several functions of one name may stand side by side, told apart by their parameters. */
  overloads: boolean;
  /** A lambda may stand for an interface that has one method without a body. */
  functionalInterfaces: boolean;
  /** A class's functions of a name hide those of its supertypes, whatever they take. */
  overloadsHide: boolean;
  /** Types and methods of one name are told apart by the number of their type parameters (C#). */
  genericArity: boolean;
  /** `super(…)` runs the supertype's constructor (JavaScript, Java); else `super()` is an object (Python). */
  superConstructs: boolean;
  /** A loop over a map takes its values (PHP), not its keys. */
  loopsOverValues: boolean;
  /** `table[key]()` may run any function of the table; elsewhere the table's type says what it is (TypeScript). */
  tablesRunAny: boolean;
  /** Types that mean the receiver's own: Self, this. */
  selfTypes: string[];
}

export const DEFAULT_RULES: LanguageRules = {
  family: '',
  imports: 'none',
  classless: false,
  implicitSelf: false,
  selfIsInnermost: false,
  constructors: [],
  inheritedConstructors: false,
  linearization: 'depth-first',
  objectLiterals: false,
  transparent: [],
  wrappingMembers: [],
  wrappers: [],
  caseMembers: {},
  classTypes: [],
  elementMembers: [],
  elementFields: [],
  containerMembers: [],
  addingMembers: {},
  mergingMembers: [],
  containerFunctions: {},
  mapValueMembers: [],
  valueFunctions: {},
  mapsGivePairs: false,
  pairTypes: [],
  valueCallbacks: [],
  pairMembers: {},
  pairFunctions: {},
  outsideRuns: {},
  contextMembers: [],
  callbackMembers: [],
  mapMembers: [],
  foldingMembers: [],
  functionMembers: [],
  onlyMethods: false,
  bindMembers: [],
  classMembersApart: false,
  bareNamesCall: false,
  superRunsMethod: false,
  yieldsToBlock: false,
  openClasses: false,
  extensionsAreMembers: false,
  passMembers: [],
  functionPointers: false,
  passFields: [],
  outsideSupertypes: {},
  membersBelow: false,
  fieldsApart: false,
  patternsOfVariants: false,
  declaredStay: false,
  scopeMembers: {},
  scopeFunctions: {},
  lambdaObjects: false,
  membersCall: false,
  builtins: [],
  openTypes: [],
  functionTypes: {},
  callConstructs: false,
  importsAreNames: false,
  relativeImports: false,
  openNamespaces: false,
  openTypesMembers: false,
  bracketsInstantiate: false,
  overloads: false,
  overloadsHide: false,
  functionalInterfaces: false,
  genericArity: false,
  blockScoped: false,
  superConstructs: false,
  loopsOverValues: false,
  tablesRunAny: true,
  selfTypes: [],
};
