/**
 * The forms that tables of `language.json` give node types: what an expression, a type, a parameter or a target of that
 * type is, and which of its children say so. `languages/reference.md` is made from the descriptions.
 *
 *     "attribute": { "is": "member", "of": "object", "name": "attribute" }
 *     "typed_parameter": { "name": "#0", "type": "type" }
 */
import { z } from 'zod';

/** Which child of a node is meant (picks.ts); a list is "the first that exists". */
export const pick = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
export type PickSource = z.infer<typeof pick>;

/** The form applies only where each picked child exists and its text is one of the list (empty list: only exists). */
const when = z.record(z.string(), z.array(z.string())).optional();

const callForm = z.strictObject({
  is: z.literal('call'),
  callee: pick.optional().describe('What is called, as one expression.'),
  receiver: pick.optional().describe('The object, where the grammar has no node for the callee.'),
  name: pick.optional().describe('The name of what is called on it.'),
  args: pick.optional(),
  typeArgs: pick.optional().describe('Type arguments that the call writes: `make<Dog>()`.'),
  curried: z.boolean().optional().describe('`f a b` is one call.'),
  names: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'What the functions of operators are called, `{ "+": "plus" }`. An operator that is not listed runs none.',
    ),
  when,
});

const collectionForm = z.strictObject({
  is: z.literal('collection'),
  of: z.enum(['list', 'map', 'tuple', 'set']),
  items: pick.optional().describe('When they are not the named children.'),
  entries: z
    .record(z.string(), z.strictObject({ key: pick, value: pick }))
    .optional()
    .describe('Node types of items that have a key.'),
  spread: z
    .array(z.string())
    .optional()
    .describe('Node types of items whose elements are meant, `*xs`; `.` for all items.'),
  repeats: z.literal(true).optional().describe('Each item stands for any number of elements: a comprehension.'),
  when,
});

export const valueForm = z.union([
  z.string().regex(/^(name|self|super|function|unknown|type|literal:\w+)$/),
  z.strictObject({ is: z.literal('name'), of: pick, when }).describe('A name: `"identifier": "name"`.'),
  z
    .strictObject({ is: z.enum(['self', 'super', 'function', 'unknown']), when })
    .describe(
      'The object, the object as its superclass, a node that is a definition, or what nobody knows: `"this": "self"`.',
    ),
  z
    .strictObject({ is: z.literal('literal'), type: z.string(), text: pick.optional(), when })
    .describe(
      'A literal of a type: `"string": "literal:string"`. `text` where it may name a method: the symbols of Ruby.',
    ),
  z
    .strictObject({
      is: z.literal('member'),
      of: pick,
      name: pick,
      optionalOf: z.boolean().optional().describe('Without an object it is a name.'),
      when,
    })
    .describe('A member: `{ "is": "member", "of": "object", "name": "property" }`.'),
  z
    .strictObject({ is: z.literal('selfMember'), name: pick, when })
    .describe('A member of the object that is written without it: `@name` in Ruby.'),
  z
    .strictObject({ is: z.literal('implicitMember'), name: pick, when })
    .describe('A member of the type that is expected where it stands: `.red` in Swift.'),
  callForm.describe('A call: `{ "is": "call", "callee": "function", "args": "arguments" }`.'),
  z
    .strictObject({ is: z.literal('new'), type: pick, typeArgs: pick.optional(), args: pick.optional(), when })
    .describe('A construction: `new Dog(1)`.'),
  z
    .strictObject({ is: z.literal('index'), of: pick, key: pick.optional(), when })
    .describe('An element of something: `xs[0]`.'),
  z
    .strictObject({ is: z.literal('slice'), of: pick, from: pick.optional(), when })
    .describe('The same elements from a place on; `from` is where it begins, or the whole range.'),
  collectionForm.describe('A list, map, tuple or set that is written out.'),
  z
    .strictObject({ is: z.literal('either'), options: z.array(pick), when })
    .describe('One of several: `{ "is": "either", "options": ["consequence", "alternative"] }`.'),
  z
    .strictObject({ is: z.literal('cast'), type: pick, of: pick.optional(), when })
    .describe('A value as a type: `dog as Animal`.'),
  z.strictObject({ is: z.literal('type'), of: pick.optional(), when }).describe('A type that is used as a value.'),
  z
    .strictObject({ is: z.literal('same'), of: pick, when })
    .describe('What it holds: parentheses, `await`, a block whose last expression is its value.'),
]);
export type ValueFormSource = z.infer<typeof valueForm>;

export const typeForm = z.union([
  z.enum(['name', 'union', 'intersection', 'tuple', 'list', 'text', 'nothing']),
  z
    .strictObject({ is: z.literal('name'), of: pick, when })
    .describe('A name, dotted by `separators`. `"text"` is a type in quotes, `"nothing"` one that denotes nothing.'),
  z
    .strictObject({ is: z.literal('generic'), name: pick, args: pick, when })
    .describe('A type with arguments: `Map<K, V>`.'),
  z
    .strictObject({ is: z.literal('implied'), type: z.string(), args: pick, when })
    .describe('A generic type that the syntax implies: `Dog.class` of Java is a Class of Dog.'),
  z
    .strictObject({ is: z.enum(['union', 'intersection', 'tuple', 'list']), of: pick.optional(), when })
    .describe('Of the named children, or of `of`.'),
  z
    .strictObject({
      is: z.literal('function'),
      receiver: pick.optional(),
      args: pick.optional(),
      returns: pick.optional(),
      when,
    })
    .describe('The type of a function.'),
  z
    .strictObject({
      is: z.literal('record'),
      members: z.record(z.string(), z.strictObject({ name: pick, type: pick })).describe('Node types of members.'),
      when,
    })
    .describe('A type that lists its members.'),
  z
    .strictObject({ is: z.literal('member'), of: pick, key: pick.optional(), when })
    .describe("The type of a type's member, or without a key of its elements: `App['scene']`, `Dogs[number]`."),
  z
    .strictObject({ is: z.literal('same'), of: pick, when })
    .describe('What it holds: references, pointers, what may be null.'),
]);
export type TypeFormSource = z.infer<typeof typeForm>;

export const parameterForm = z.strictObject({
  name: pick.describe(
    'The name. It may itself be a parameter form or a destructuring target; several names are several parameters.',
  ),
  label: pick.optional().describe('What a call must write before the argument; `_` stands for nothing (Swift).'),
  type: pick.optional(),
  default: pick.optional(),
  variadic: z
    .enum(['rest', 'keywords'])
    .optional()
    .describe('It takes all further arguments, or all further named ones.'),
  self: z
    .literal(true)
    .optional()
    .describe('The object that the function is called on: `this string s` of a C# extension.'),
  fieldWhen: z
    .array(z.string())
    .optional()
    .describe('Child types or keywords by which the parameter also declares a field.'),
  when,
});
export type ParameterFormSource = z.infer<typeof parameterForm>;

export const targetForm = z.union([
  z.enum(['positions', 'keys']),
  z
    .strictObject({ is: z.literal('positions'), of: pick.optional(), variant: pick.optional(), when })
    .describe(
      'Its children take elements by their order. `variant`: the variant or type whose fields a pattern takes, `Shape::Circle(r)`.',
    ),
  z
    .strictObject({ is: z.literal('keys'), of: pick.optional(), variant: pick.optional(), when })
    .describe('Its children are entries.'),
  z
    .strictObject({ is: z.literal('entry'), target: pick, key: pick.optional(), when })
    .describe('A target that takes the part with a key; without one, the whole.'),
  z.strictObject({ is: z.literal('rest'), of: pick, when }).describe('A target that takes what others leave.'),
  z.strictObject({ is: z.literal('same'), of: pick, when }).describe('What it holds.'),
]);
export type TargetFormSource = z.infer<typeof targetForm>;

export const testForm = z.union([
  z
    .strictObject({ is: z.literal('type'), target: pick, type: pick, fails: z.literal(true).optional(), when })
    .describe('Whether a variable is of a type: `x instanceof Dog`; `fails`: whether it is not, `x !is Dog`.'),
  z
    .strictObject({ is: z.literal('asked'), callee: pick, args: pick, when })
    .describe('A call of a function that may tell the type of its first argument: `isDog(x)`.'),
  z.strictObject({ is: z.literal('not'), of: pick, when }).describe('The opposite of a condition.'),
  z.strictObject({ is: z.literal('same'), of: pick, when }).describe('The condition that it holds.'),
  z.strictObject({ is: z.enum(['and', 'or']), of: z.array(pick), when }).describe('Several conditions together.'),
]);
export type TestFormSource = z.infer<typeof testForm>;

/** One form, or several tried in order (those with `when` first). */
export function oneOrMore<T extends z.ZodType>(form: T): z.ZodUnion<[T, z.ZodArray<T>]> {
  return z.union([form, z.array(form)]);
}
