/**
 * The forms that tables of `language.json` give node types: what an expression, a type, a parameter or a target of that
 * type is, and which of its children say so. `languages/README.md` has a sample of each.
 *
 *     "attribute": { "is": "member", "of": "object", "name": "attribute" }
 *     "typed_parameter": { "name": "#0", "type": "type" }
 */
import { z } from 'zod';

/** Which child of a node is meant (picks.ts); a list is "the first that exists". */
export const pick = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
export type PickSource = z.infer<typeof pick>;

/** The form applies only where each picked child exists and its text is one of the list (empty list: only exists). */
const when = z.record(z.string(), z.array(z.string()));

export const valueForm = z.union([
  z.string().regex(/^(name|self|super|function|unknown|type|literal:\w+)$/),
  z.strictObject({ is: z.literal('name'), of: pick, when: when.optional() }),
  z.strictObject({ is: z.enum(['self', 'super', 'function', 'unknown']), when: when.optional() }),
  z.strictObject({ is: z.literal('literal'), type: z.string(), when: when.optional() }),
  z.strictObject({
    is: z.literal('member'),
    of: pick,
    name: pick,
    optionalOf: z.boolean().optional(),
    when: when.optional(),
  }),
  /** A member that is written without its object: `@name` in Ruby. */
  z.strictObject({ is: z.literal('selfMember'), name: pick, when: when.optional() }),
  /** A member of the type that is expected where it stands: `.red` in Swift. */
  z.strictObject({ is: z.literal('implicitMember'), name: pick, when: when.optional() }),
  z.strictObject({
    is: z.literal('call'),
    callee: pick.optional(),
    receiver: pick.optional(),
    name: pick.optional(),
    args: pick.optional(),
    /** Type arguments that the call writes: `make<Dog>()`. */
    typeArgs: pick.optional(),
    curried: z.boolean().optional(),
    /** What functions that operators run are called: `{ "+": "plus" }`; an operator that is not listed runs none. */
    names: z.record(z.string(), z.string()).optional(),
    when: when.optional(),
  }),
  z.strictObject({
    is: z.literal('new'),
    type: pick,
    typeArgs: pick.optional(),
    args: pick.optional(),
    when: when.optional(),
  }),
  z.strictObject({ is: z.literal('index'), of: pick, key: pick.optional(), when: when.optional() }),
  z.strictObject({ is: z.literal('slice'), of: pick, from: pick.optional(), when: when.optional() }),
  z.strictObject({
    is: z.literal('collection'),
    of: z.enum(['list', 'map', 'tuple', 'set']),
    items: pick.optional(),
    entries: z.record(z.string(), z.strictObject({ key: pick, value: pick })).optional(),
    /** Node types of items whose elements are meant, `*xs`; `.` for all items. */
    spread: z.array(z.string()).optional(),
    /** Each item stands for any number of elements. */
    repeats: z.literal(true).optional(),
    when: when.optional(),
  }),
  z.strictObject({ is: z.literal('either'), options: z.array(pick), when: when.optional() }),
  z.strictObject({ is: z.literal('cast'), type: pick, of: pick.optional(), when: when.optional() }),
  z.strictObject({ is: z.literal('type'), of: pick.optional(), when: when.optional() }),
  z.strictObject({ is: z.literal('same'), of: pick, when: when.optional() }),
]);
export type ValueFormSource = z.infer<typeof valueForm>;

export const typeForm = z.union([
  z.enum(['name', 'union', 'intersection', 'tuple', 'list', 'text', 'nothing']),
  z.strictObject({ is: z.literal('name'), of: pick, when: when.optional() }),
  z.strictObject({ is: z.literal('generic'), name: pick, args: pick, when: when.optional() }),
  /** A generic type that the syntax implies: Java's `Dog.class` is a Class of Dog. */
  z.strictObject({ is: z.literal('implied'), type: z.string(), args: pick, when: when.optional() }),
  z.strictObject({
    is: z.enum(['union', 'intersection', 'tuple', 'list']),
    of: pick.optional(),
    when: when.optional(),
  }),
  z.strictObject({
    is: z.literal('function'),
    receiver: pick.optional(),
    args: pick.optional(),
    returns: pick.optional(),
    when: when.optional(),
  }),
  z.strictObject({
    is: z.literal('record'),
    /** Node types of members. */
    members: z.record(z.string(), z.strictObject({ name: pick, type: pick })),
    when: when.optional(),
  }),
  /** The type of a type's member, or of its elements: `App['scene']`, `Dogs[number]`. */
  z.strictObject({ is: z.literal('member'), of: pick, key: pick.optional(), when: when.optional() }),
  z.strictObject({ is: z.literal('same'), of: pick, when: when.optional() }),
]);
export type TypeFormSource = z.infer<typeof typeForm>;

export const parameterForm = z.strictObject({
  name: pick,
  /** What calls must write before the argument; `_` stands for nothing. */
  label: pick.optional(),
  type: pick.optional(),
  default: pick.optional(),
  variadic: z.enum(['rest', 'keywords']).optional(),
  /** The object that the function is called on: `this string s` of a C# extension. */
  self: z.literal(true).optional(),
  /** The parameter also declares a field where one of these child types or keywords is present. */
  fieldWhen: z.array(z.string()).optional(),
  when: when.optional(),
});
export type ParameterFormSource = z.infer<typeof parameterForm>;

export const targetForm = z.union([
  z.enum(['positions', 'keys']),
  z.strictObject({
    is: z.literal('positions'),
    of: pick.optional(),
    variant: pick.optional(),
    when: when.optional(),
  }),
  z.strictObject({ is: z.literal('keys'), of: pick.optional(), variant: pick.optional(), when: when.optional() }),
  z.strictObject({
    is: z.literal('entry'),
    target: pick,
    key: pick.optional(),
    when: when.optional(),
  }),
  z.strictObject({ is: z.literal('rest'), of: pick, when: when.optional() }),
  z.strictObject({ is: z.literal('same'), of: pick, when: when.optional() }),
]);
export type TargetFormSource = z.infer<typeof targetForm>;

/** One form, or several tried in order (those with `when` first). */
export function oneOrMore<T extends z.ZodType>(form: T): z.ZodUnion<[T, z.ZodArray<T>]> {
  return z.union([form, z.array(form)]);
}
