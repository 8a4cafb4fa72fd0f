/**
 * First entries for a language's tables and query, guessed from the names in a grammar's `node-types.json`
 * (https://tree-sitter.github.io/tree-sitter/using-parsers/6-static-node-types). Grammars name things alike, so the guess
 * is right for names, calls, members, functions and comments more often than not. Its author checks each one.
 *
 *     call_expression { function, … }   →   "call_expression": { "is": "call", "callee": "function", … }
 */
import { z } from 'zod';

const typeName = z.object({ type: z.string(), named: z.boolean() });

export const nodeTypesSchema = z.array(
  typeName.extend({
    fields: z.record(z.string(), z.object({ types: z.array(typeName) })).default({}),
    children: z.object({ types: z.array(typeName) }).optional(),
  }),
);
export type NodeType = z.infer<typeof nodeTypesSchema>[number];

export interface Suggestions {
  comments: string[];
  values: Record<string, unknown>;
  parameters: Record<string, unknown>;
  /** Patterns of facts.scm. */
  patterns: string[];
}

/** The field that a node type has of several that mean the same. */
function fieldOf({ fields }: NodeType, ...names: string[]): string | undefined {
  return names.find((name) => fields[name] !== undefined);
}

function childOf({ children }: NodeType, pattern: RegExp): string | undefined {
  return children?.types.find(({ type }) => pattern.test(type))?.type;
}

function valueOfType(node: NodeType): unknown {
  const { type } = node;
  if (type === 'identifier') return 'name';
  if (/^(self|this)(_expression)?$/.test(type)) return 'self';
  if (/(^|_)string(_literal)?$/.test(type)) return 'literal:string';
  if (/(^|_)(integer|number|int|float)(_literal)?$/.test(type)) return 'literal:number';
  const object = fieldOf(node, 'object', 'receiver', 'operand', 'value');
  const member = fieldOf(node, 'member', 'property', 'attribute', 'field');
  if (object !== undefined && member !== undefined) return { is: 'member', of: object, name: member };
  return /call/.test(type) ? callForm(node) : undefined;
}

/** Where a grammar has no node for the arguments, they are the children beside the callee. */
function callForm(node: NodeType): unknown {
  const callee = fieldOf(node, 'function', 'callee');
  if (callee === undefined) return undefined;
  const list = childOf(node, /argument/);
  const args = fieldOf(node, 'arguments', 'args') ?? (list === undefined ? `!${callee}` : `<${list}>`);
  return { is: 'call', callee, args };
}

function patternsOf(node: NodeType): string[] {
  const { type } = node;
  const name = fieldOf(node, 'name');
  if (callForm(node) !== undefined && /call/.test(type)) return [`(${type}) @reference.call`];
  if (name === undefined) return [];
  if (/^(function|method|func)_?(declaration|definition|item)?$/.test(type)) {
    const list = childOf(node, /^parameters$|parameter_list/);
    const parameters = fieldOf(node, 'parameters') === undefined ? list && `(${list})` : 'parameters: (_)';
    return [
      `(${type} name: (_) @name) @definition.function`,
      ...(parameters === undefined ? [] : [`(${type} ${parameters} @parameters) @definition.function`]),
    ];
  }
  return /^(class|struct)_?(declaration|definition|item|specifier)?$/.test(type)
    ? [`(${type} name: (_) @name) @definition.class`]
    : [];
}

function parameterOf(node: NodeType): unknown {
  const name = fieldOf(node, 'name', 'pattern');
  if (name === undefined || !/^(simple_|formal_|typed_|value_)?parameter(_declaration)?$/.test(node.type))
    return undefined;
  const type = fieldOf(node, 'type');
  return type === undefined ? { name } : { name, type };
}

export function suggestForms(nodeTypes: readonly NodeType[]): Suggestions {
  const found: Suggestions = { comments: [], values: {}, parameters: {}, patterns: [] };
  for (const node of nodeTypes.filter(({ named }) => named)) {
    if (/comment$/.test(node.type)) found.comments.push(node.type);
    const value = valueOfType(node);
    if (value !== undefined) found.values[node.type] = value;
    const parameter = parameterOf(node);
    if (parameter !== undefined) found.parameters[node.type] = parameter;
    found.patterns.push(...patternsOf(node));
  }
  return found;
}
