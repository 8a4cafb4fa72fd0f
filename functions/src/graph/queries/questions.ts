/**
 * Every question that needs nothing but the graph, for whoever takes them all: the review agent has them as tools. The
 * endpoints say for each where it is asked (api/routes/query.ts).
 */
import { callersToDepth } from './callers-to-depth.ts';
import { callPath } from './call-path.ts';
import { changeImpact } from './change-impact.ts';
import { changes } from './changes.ts';
import { classHierarchy } from './class-hierarchy.ts';
import { clones } from './clones.ts';
import { codeMap } from './code-map.ts';
import { complexityTop } from './complexity-top.ts';
import { complexityOf } from './complexity.ts';
import { deadCode } from './dead-code.ts';
import type { Question } from './declare.ts';
import { fileView } from './file-view.ts';
import { findCallers } from './find-callers.ts';
import { findClasses } from './find-classes.ts';
import { findContent } from './find-content.ts';
import { findFunctions } from './find-functions.ts';
import { findImports } from './find-imports.ts';
import { findModules } from './find-modules.ts';
import { findVariables } from './find-variables.ts';
import { locate } from './locate.ts';
import { methodUsages } from './method-usages.ts';
import { peek } from './peek.ts';
import { reachingTests } from './reaching-tests.ts';
import { repositoryOutline } from './repository-outline.ts';
import { search } from './search.ts';
import { graphStats } from './stats.ts';
import { symbolNeighbours } from './symbol-neighbours.ts';
import { unresolvedCalls } from './unresolved-calls.ts';

export const QUESTIONS: readonly Question[] = [
  findFunctions,
  findClasses,
  findVariables,
  findContent,
  findModules,
  findImports,
  peek,
  complexityOf,
  complexityTop,
  search,
  methodUsages,
  findCallers,
  classHierarchy,
  changeImpact,
  graphStats,
  symbolNeighbours,
  callPath,
  fileView,
  codeMap,
  repositoryOutline,
  callersToDepth,
  reachingTests,
  deadCode,
  clones,
  unresolvedCalls,
  changes,
  locate,
];
