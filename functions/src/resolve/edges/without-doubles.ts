/**
 * Without what tests of other files put in place of a function: what the text says runs that function.
 *
 *     -- app.lua      local fs = require("fs")   fs.readable(path)
 *     -- test.lua     local fs = require("fs")   fs.readable = function() return true end      for the time of the test
 */
import type { Evidence } from '../../model/graph.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { Flow } from '../flow/contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';

export function withoutDoubles(flow: Flow, found: Map<number, Evidence>, scope: ScopeId): Map<number, Evidence> {
  if (found.size < 2) return found;
  const { program } = flow;
  const functions = [...found.keys()].filter((def) => isFunctionLike(definitionOf(program, def)));
  if (functions.length < 2) return found;
  const originals = new Set<string>();
  for (const def of functions) if (!isOfTest(program, def)) originals.add(definitionOf(program, def).name);
  if (originals.size === 0) return found;
  const here = fileOfScope(program, scope);
  const isDouble = (def: number): boolean =>
    originals.has(definitionOf(program, def).name) &&
    fileOfScope(program, def) !== here &&
    isOfTest(program, def) &&
    isNoMemberOfTest(flow, def, isTestPath(here.facts.path));
  const left = new Map([...found].filter(([def]) => !isDouble(def)));
  return left.size === found.size ? found : left;
}

function isOfTest(program: Program, def: number): boolean {
  return isTestPath(fileOfScope(program, def).facts.path);
}

/** A class of a test may well be what other code is given. Between tests only what is written to another's member is a double. */
function isNoMemberOfTest({ classes, program }: Flow, def: number, between: boolean): boolean {
  const cls = classes.classOf(def);
  if (cls !== undefined && isOfTest(program, cls)) return false;
  return !between || definitionOf(program, def).owner !== undefined;
}
