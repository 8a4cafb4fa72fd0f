/**
 * Methods that a framework runs since the code of a class names them, by frameworks/*.json.
 *
 *     class PostsController < ApplicationController
 *       before_action :load, unless: :cached?        runs load and cached? (Rails)
 */
import type { CallFact, Value } from '../../model/facts.ts';
import type { Flow } from '../flow/contract.ts';
import { definitionOf, isClassScope, scopeOf } from '../program/program.ts';
import type { ScopeId, SourceFile } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import { extendsNamed } from '../program/uses-framework.ts';
import { frameworksOf } from '../rules/frameworks.ts';
import type { Framework } from '../rules/frameworks.ts';

export interface CallbackRun {
  scope: ScopeId;
  line: number;
  def: number;
  confidence: number;
}

export function* callbackRuns(flow: Flow, file: SourceFile): Generator<CallbackRun> {
  const frameworks = frameworksOf(file.facts.language).filter(({ callbacks }) => callbacks.length > 0);
  if (frameworks.length === 0) return;
  for (const fact of file.facts.calls) {
    const scope = scopeOf(file, fact.scope);
    if (fact.callee.is !== 'name' || scope < 0 || !isClassScope(flow.program, scope)) continue;
    for (const framework of frameworks) {
      for (const name of namesRun(framework, fact)) {
        if (!isOf(flow, scope, framework)) break;
        const member = flow.classes.find(scope, name);
        const def = member?.defs.findLast((one) => isFunctionLike(definitionOf(flow.program, one)));
        if (def !== undefined) yield { scope, line: fact.line, def, confidence: framework.confidence };
      }
    }
  }
}

function isOf({ classes, program }: Flow, cls: number, { bases }: Framework): boolean {
  return classes.order(cls).some((at) => extendsNamed(definitionOf(program, at), bases));
}

/** Names of methods among the arguments of a call. */
function namesRun({ callbacks }: Framework, { callee, args = [] }: CallFact): string[] {
  const callback = callee.is === 'name' ? callbacks.find((one) => one.functions.includes(callee.name)) : undefined;
  if (callback === undefined) return [];
  return args.flatMap(({ name, value }) => {
    const isMeant = name === undefined ? !callback.onlyKeywords : callback.keywords.includes(name);
    return isMeant ? textsIn(value) : [];
  });
}

function textsIn(value: Value): string[] {
  if (value.is === 'collection') return value.items.flatMap(textsIn);
  return value.is === 'literal' && value.text !== undefined ? [value.text] : [];
}
