/**
 * What `languages/<lang>/resolution.json` may say, and what holds where it does not: lexical scopes and nothing across
 * files. Here are the keys that several languages set; those of one language stand beside the code that reads them
 * (rule-set.ts). languages/README.md has a table of all of them, made from the descriptions.
 *
 *     { "implicitSelf": false, "inheritedConstructors": true, "callMember": "__call__", "linearization": "c3", … }
 */
import { z } from 'zod';
import { flag, tableOf, words } from './rule-types.ts';

/** Orders in which supertypes are searched (classes/linearize.ts). */
const LINEARIZATIONS = ['c3', 'depth-first', 'breadth-first', 'mixins'] as const;
export type Linearization = (typeof LINEARIZATIONS)[number];

/** How a function treats the lambda it is given: what the lambda takes its object as, and what the call gives. */
export const scopeFunction = z.strictObject({
  object: z.enum(['argument', 'receiver']),
  gives: z.enum(['object', 'result']),
});
export type ScopeFunction = z.infer<typeof scopeFunction>;

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
  family: z
    .string()
    .default('')
    .describe(
      'Languages of one family may call each other (TypeScript and JavaScript; C and C++). Said in language.json.',
    ),
  imports: z
    .string()
    .default('none')
    .describe('The import strategy, by its name in import-strategies.ts. Said in language.json.'),
  builtins: words.describe('Names that every file sees and that lead out of the repository. Said in language.json.'),
  constructors: z
    .array(z.string())
    .default([])
    .describe(
      "Names of constructor methods; `$class` stands for the class's own name. Said in language.json, or here where only resolution may know them.",
    ),

  // Names and scopes
  implicitSelf: flag('Methods see the members of their class by bare name, own and inherited ones (Java, C++, Ruby).'),
  blockScoped: flag(
    'Blocks have their own variables: a name means its nearest declaration above (Go, Java, TypeScript).',
  ),
  importsAreNames: flag('Importers of a file can import from it what it imports itself (Python).'),
  openNamespaces: flag('Code in the namespace A.B sees the names of A without an import (C#).'),

  // Classes and members
  classless: flag(
    'Structures have no methods: no call runs one, though a header shared with another language may have some (C).',
  ),
  inheritedConstructors: flag(
    "A constructor is an inherited method: building B runs A's when B has none (Python, Ruby, PHP).",
  ),
  linearization: z.enum(LINEARIZATIONS).default('depth-first').describe('The order in which supertypes are searched.'),
  callMember: z.string().optional().describe('The member that a call of an instance runs: `__call__`.'),
  companionCalls: z
    .enum(['instead', 'beside'])
    .optional()
    .describe(
      "A call of a class runs its companion's `callMember`: instead of the constructor, or where that does not fit the arguments.",
    ),
  callConstructs: flag(
    'A call of a bare class name builds an instance (Python, Kotlin, Swift); elsewhere it needs `new` or a literal.',
  ),
  superConstructs: flag(
    "`super(…)` runs the supertype's constructor (JavaScript, Java); elsewhere `super()` is an object (Python).",
  ),
  membersBelow: flag(
    'A member that no supertype has may be one that subclasses have (languages without declared types).',
  ),
  restParameters: z
    .enum(['each', 'array', 'list'])
    .default('each')
    .describe(
      'The type of a parameter of any number of arguments: that of each (Kotlin); the same, and an array may stand for all (Java); that of a list, which may stand for all (C#, TypeScript).',
    ),
  overloads: flag('Several functions of one name may stand side by side, told apart by their parameters.'),
  functionMembers: words.describe('Members of functions that call the function itself: call, apply.'),
  caseMembers: tableOf(caseMember).describe(
    'Members that a class of cases has without declaring them: `Color.values()` gives all its cases, `valueOf` one.',
  ),
  outsideSupertypes: tableOf(z.array(z.string())).describe(
    'Supertypes of types from outside, which have the extensions of these: `{ "List": ["IEnumerable"] }`.',
  ),

  // Types
  transparent: words.describe('Generic types that stand for their argument: Optional, Promise, Box.'),
  openTypes: words.describe("Types that say nothing (any, object): the value's own flow is followed instead."),
  selfTypes: words.describe("Types that mean the receiver's own type: Self, this."),
  functionTypes: tableOf(functionForm).describe(
    'Generic types from outside that are functions: all arguments are parameters, or the last one is the result.',
  ),
  functionTraits: words.describe('Types from outside that are functions of any signature, as bounds too: Fn, FnMut.'),
  functionalInterfaces: flag('A lambda may stand for an interface that has one method without a body.'),
  functionPointers: flag('Pointers to functions are ordinary values, followed through their declared types (C).'),

  // Objects and containers
  objectLiterals: flag('Keys of map literals are members: `{a: f}.a()` (JavaScript, Lua).'),
  indexMember: z.string().optional().describe('The member that `xs[0]` runs on an instance.'),
  iteration: z
    .array(z.strictObject({ iterator: z.string(), next: z.string() }))
    .default([])
    .describe(
      'The members that a loop over an instance runs, those that its class has: `__iter__`, then `__next__` of its result.',
    ),
  loopsOverValues: flag('A loop over a map takes its values (PHP); elsewhere its keys.'),
  mapsBeginAt: z
    .int()
    .optional()
    .describe('The place of the first item without a key, where lists are maps too (PHP, Lua).'),
  elementMembers: words.describe('Members of a container that give one of its elements: get, pop, first.'),
  containerMembers: words.describe(
    'Members of a container that give a container of the same elements: filter, values, slice.',
  ),
  mapValueMembers: words.describe('Those among `containerMembers` that give the values of a map.'),
  addingMembers: tableOf(z.int()).describe(
    'Members that put an argument into the container, by its position: append, push.',
  ),
  mergingMembers: words.describe(
    'Members that put the elements of their first argument into the container: extend, update.',
  ),
  callbackMembers: words.describe(
    'Members of a container that call their first function argument with an element: forEach, map.',
  ),
  mapMembers: words.describe('Members of a container that give a container of what their first argument gives: map.'),
  containerFunctions: tableOf(z.int()).describe(
    'Functions from outside that give a container of the elements of an argument, by its position: sorted.',
  ),
  parametersInMethods: flag('Methods of a class see the parameters that stand at the class itself.'),
  partsInOrder: flag(
    'An instance is taken apart into what its constructor takes, or else into its fields, in their order.',
  ),
  pairTypes: words.describe('Types from outside over which a loop takes pairs of keys and values: Map, HashMap.'),
  pairFields: tableOf(z.int()).describe('Members of a pair by the place that they read: `entry.value`, `it->second`.'),
  pairMembers: tableOf(z.array(pairPart)).describe(
    'Members that give a container of pairs, and of what: `xs.enumerate()`.',
  ),
  pairFunctions: tableOf(z.union([z.array(pairPart), z.literal('arguments')])).describe(
    'Functions from outside that do the same: `zip(xs, ys)`.',
  ),
  wrappers: words.describe(
    'Functions from outside that give what they are called with: `Some`; with what they are members of, or a dot for anything: `Mockito.verify`, `.when`.',
  ),
  passMembers: words.describe(
    'Members that give the value itself where its type is transparent: unwrap, clone, as_ref.',
  ),

  // Functions that run functions
  outsideRuns: tableOf(outsideRun).describe(
    'Functions from outside that run a function they are given: `map(f, xs)` (Python), `pcall(f, x)` (Lua).',
  ),
  scopeMembers: tableOf(scopeFunction).describe(
    'Members of any value that run a lambda for it: `dog.apply { bark() }` (Kotlin).',
  ),
  lambdaObjects: flag('A lambda may have an object, whose members are bare names in it (Kotlin).'),
});

/** The rules of one language. */
export interface LanguageRules extends z.infer<typeof rulesSchema> {
  readonly language: string;
  /** What it says under the keys of rule sets, as it is written. */
  readonly owned: Readonly<Record<string, unknown>>;
  /** The same as rule sets have read it, each at its place (rule-set.ts). */
  readonly read: unknown[];
}
