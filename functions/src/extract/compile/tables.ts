/**
 * A language's tables, compiled for one of its grammars: node type → forms, with every pick turned into a function.
 *
 *     "attribute": { "is": "member", "of": "object", "name": "attribute" }
 */
import type { Node } from 'web-tree-sitter';
import type { Value } from '../../model/facts.ts';
import type { PickMany, PickOne } from './picks.ts';

type Applies = (node: Node) => boolean;

export type ValueForm = { applies?: Applies | undefined } & (
  | { is: 'name'; of?: PickOne | undefined }
  | { is: 'self' | 'super' | 'function' | 'unknown' }
  | { is: 'literal'; value: Value & { is: 'literal' }; text?: PickOne | undefined }
  | { is: 'member'; of: PickOne; name: PickOne; optionalOf: boolean }
  | { is: 'selfMember' | 'implicitMember'; name: PickOne }
  | {
      is: 'call';
      callee?: PickOne | undefined;
      receiver?: PickOne | undefined;
      name?: PickOne | undefined;
      args?: PickMany | undefined;
      typeArgs?: PickMany | undefined;
      curried: boolean;
      names?: Map<string, string> | undefined;
    }
  | { is: 'new'; type: PickOne; typeArgs?: PickMany | undefined; args?: PickMany | undefined }
  | { is: 'index'; of: PickOne; key?: PickOne | undefined }
  | { is: 'slice'; of: PickOne; from?: PickOne | undefined }
  | {
      is: 'collection';
      of: 'list' | 'map' | 'tuple' | 'set';
      items: PickMany;
      entries?: Map<string, { key: PickOne; value: PickOne }> | undefined;
      spread?: Set<string> | undefined;
      repeats?: true | undefined;
    }
  | { is: 'either'; options: PickMany[] }
  | { is: 'cast'; type: PickOne; of?: PickOne | undefined }
  | { is: 'type'; of?: PickOne | undefined }
  | { is: 'same'; of: PickOne }
);

export type TypeForm = { applies?: Applies | undefined } & (
  | { is: 'name'; of?: PickOne | undefined }
  | { is: 'text' | 'nothing' }
  | { is: 'generic'; name: PickMany; args: PickMany }
  | { is: 'implied'; type: string; args: PickMany }
  | { is: 'union' | 'intersection' | 'tuple' | 'list'; of: PickMany }
  | { is: 'function'; receiver?: PickOne | undefined; args?: PickMany | undefined; returns?: PickOne | undefined }
  | { is: 'member'; of: PickOne; key?: PickOne | undefined }
  | { is: 'record'; members: Map<string, { name: PickOne; type: PickOne }> }
  | { is: 'same'; of: PickOne }
);

export interface ParameterForm {
  name: PickMany;
  label?: PickOne | undefined;
  type?: PickOne | undefined;
  default?: PickOne | undefined;
  variadic?: 'rest' | 'keywords' | undefined;
  self?: true | undefined;
  fieldWhen?: Set<string> | undefined;
  applies?: Applies | undefined;
}

export type TargetForm = { applies?: Applies | undefined } & (
  | { is: 'positions'; of: PickMany; variant?: PickOne | undefined }
  | { is: 'keys'; of: PickMany; variant?: PickOne | undefined }
  | { is: 'entry'; target: PickOne; key?: PickOne | undefined }
  | { is: 'rest'; of: PickOne }
  | { is: 'same'; of: PickOne }
);

/** What a condition says of a variable (gather/tests.ts). */
export type TestForm = { applies?: Applies | undefined } & (
  | { is: 'type'; target: PickOne; type: PickOne; fails?: true | undefined }
  | { is: 'asked'; callee: PickOne; args: PickMany }
  | { is: 'not' | 'same'; of: PickOne }
  | { is: 'and' | 'or'; of: PickOne[] }
);

/** An argument that is more than an expression. */
export interface ArgumentForm {
  value: PickOne;
  name?: PickOne | undefined;
  spread?: true | undefined;
  trailing?: true | undefined;
}

export interface Tables {
  values: Map<string, ValueForm[]>;
  arguments: Map<string, ArgumentForm>;
  types: Map<string, TypeForm[]>;
  parameters: Map<string, ParameterForm[]>;
  typeParameters: Map<string, { name: PickMany; bounds?: PickMany | undefined; clause: boolean }>;
  targets: Map<string, TargetForm[]>;
  tests: Map<string, TestForm[]>;
  /** Node types that are blocks with variables of their own, and of declarations that belong to the function around. */
  blocks?: { scopes: Set<string>; hoisted: Set<string> } | undefined;
  importPrefixes: Map<string, PickOne>;
  reexports: Map<string, PickOne>;
  constantPattern?: RegExp | undefined;
  genericForms: Map<string, string>;
  nothingTypes: Set<string>;
  comments: Set<string>;
  builtins: Set<string>;
  separators: string[];
  /** A number and a text of its digits are different keys. */
  keysHaveTypes: boolean;
  /** Reading a member may run a function. */
  readsRun: boolean;
  /** Callees as written: a call of one gives what its first argument is, and the function there gets the name. */
  namingCalls: Set<string>;
}
