/** Types and signatures as text, for people: `(self, name: str) -> list<int>`. */
import type { Definition, Parameter, TypeRef } from '../../model/facts.ts';

const MAX_SIGNATURE = 1024;

const MAX_DEPTH = 8;

// eslint-disable-next-line complexity -- a plain dispatch by the sign that is the type's name
function renderType(type: TypeRef, depth = 0): string {
  const args = depth > MAX_DEPTH ? [] : (type.args ?? []).map((arg) => renderType(arg, depth + 1));
  const [first = '', second = 'number'] = args;
  switch (type.name) {
    case '|':
    case '&':
      return args.join(` ${type.name} `);
    case '()':
      return `(${args.join(', ')})`;
    case '[]':
      return `${first}[]`;
    case '->':
      return `(${args.slice(0, -1).join(', ')}) -> ${args.at(-1) ?? ''}`;
    case '.':
      return `${first}[${second}]`;
    case 'is':
      return args.length === 2 ? `${first} is ${second}` : type.name;
    case 'typeof':
      return `typeof ${args.join('')}`;
    default:
      return args.length === 0 ? type.name : `${type.name}<${args.join(', ')}>`;
  }
}

function renderParameter(parameter: Parameter): string {
  const stars = parameter.variadic === 'rest' ? '*' : parameter.variadic === 'keywords' ? '**' : '';
  const type = parameter.type === undefined ? '' : `: ${renderType(parameter.type)}`;
  return `${stars}${parameter.name}${type}${parameter.default === undefined ? '' : ' = …'}`;
}

/** The signature of a function as far as its text tells; cut at 1 KB. */
export function renderSignature(def: Definition): string {
  const result = def.returns === undefined ? '' : ` -> ${renderType(def.returns)}`;
  const text = `(${(def.parameters ?? []).map(renderParameter).join(', ')})${result}`;
  return text.length > MAX_SIGNATURE ? `${text.slice(0, MAX_SIGNATURE - 1)}…` : text;
}

/** Parameter types alone, which tell overloads of one name apart: `(int,string)`. */
export function parameterTypes(def: Definition): string {
  return `(${(def.parameters ?? []).map((p) => (p.type === undefined ? '_' : renderType(p.type))).join(',')})`;
}
