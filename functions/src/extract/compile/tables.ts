/**
 * A language's tables, compiled for one of its grammars: node type → forms, with every pick turned into a function.
 *
 *     "attribute": { "is": "member", "of": "object", "name": "attribute" }
 */
import type { Node } from 'web-tree-sitter';
import type { Value } from '../../model/facts.ts';
import type { PickMany, PickOne } from '../gather/picks.ts';

type Applies = (node: Node) => boolean;

export type ValueForm = { applies?: Applies } & (
  | { is: 'name'; of?: PickOne }
  | { is: 'self' | 'super' | 'function' | 'unknown' }
  | { is: 'literal'; value: Value }
  | { is: 'member'; of: PickOne; name: PickOne; optionalOf: boolean }
  | { is: 'selfMember' | 'implicitMember'; name: PickOne }
  | {
      is: 'call';
      callee?: PickOne;
      receiver?: PickOne;
      name?: PickOne;
      args?: PickMany;
      typeArgs?: PickMany;
      curried: boolean;
      names?: Map<string, string>;
    }
  | { is: 'new'; type: PickOne; typeArgs?: PickMany; args?: PickMany }
  | { is: 'index'; of: PickOne; key?: PickOne }
  | { is: 'slice'; of: PickOne; from?: PickOne }
  | {
      is: 'collection';
      of: 'list' | 'map' | 'tuple' | 'set';
      items: PickMany;
      entries?: Map<string, { key: PickOne; value: PickOne }>;
      spread?: Set<string>;
      repeats?: true;
    }
  | { is: 'either'; options: PickMany[] }
  | { is: 'cast'; type: PickOne; of?: PickOne }
  | { is: 'type'; of?: PickOne }
  | { is: 'same'; of: PickOne }
);

export type TypeForm = { applies?: Applies } & (
  | { is: 'name'; of?: PickOne }
  | { is: 'text' | 'nothing' }
  | { is: 'generic'; name: PickMany; args: PickMany }
  | { is: 'implied'; type: string; args: PickMany }
  | { is: 'union' | 'intersection' | 'tuple' | 'list'; of: PickMany }
  | { is: 'function'; receiver?: PickOne; args?: PickMany; returns?: PickOne }
  | { is: 'member'; of: PickOne; key?: PickOne }
  | { is: 'record'; members: Map<string, { name: PickOne; type: PickOne }> }
  | { is: 'same'; of: PickOne }
);

export interface ParameterForm {
  name: PickMany;
  label?: PickOne;
  type?: PickOne;
  default?: PickOne;
  variadic?: 'rest' | 'keywords';
  self?: true;
  fieldWhen?: Set<string>;
  applies?: Applies;
}

export type TargetForm = { applies?: Applies } & (
  | { is: 'positions' | 'keys'; of: PickMany; variant?: PickOne }
  | { is: 'entry'; target: PickOne; key?: PickOne; default?: PickOne }
  | { is: 'rest' | 'same'; of: PickOne }
);

export interface Tables {
  values: Map<string, ValueForm[]>;
  arguments: Map<string, { value: PickOne; name?: PickOne; spread?: true; trailing?: true }>;
  types: Map<string, TypeForm[]>;
  parameters: Map<string, ParameterForm[]>;
  typeParameters: Map<string, { name: PickMany; bounds?: PickMany; clause: boolean }>;
  targets: Map<string, TargetForm[]>;
  importPrefixes: Map<string, PickOne>;
  reexports: Map<string, PickOne>;
  constantPattern?: RegExp;
  genericForms: Map<string, string>;
  nothingTypes: Set<string>;
  comments: Set<string>;
  separators: string[];
  /** A number and a text of its digits are different keys. */
  keysHaveTypes: boolean;
}
