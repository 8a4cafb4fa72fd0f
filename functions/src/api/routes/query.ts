/** `/api/v1/query/…`: each question of the graph that clients may ask, and where. */
import { callersToDepth } from '../../graph/queries/callers-to-depth.ts';
import { callPath } from '../../graph/queries/call-path.ts';
import { changeImpact } from '../../graph/queries/change-impact.ts';
import { changes } from '../../graph/queries/changes.ts';
import { classHierarchy } from '../../graph/queries/class-hierarchy.ts';
import { clones } from '../../graph/queries/clones.ts';
import { codeMap } from '../../graph/queries/code-map.ts';
import { complexityTop } from '../../graph/queries/complexity-top.ts';
import { complexityOf } from '../../graph/queries/complexity.ts';
import { deadCode } from '../../graph/queries/dead-code.ts';
import { fileView } from '../../graph/queries/file-view.ts';
import { findCallers } from '../../graph/queries/find-callers.ts';
import { findClasses } from '../../graph/queries/find-classes.ts';
import { findContent } from '../../graph/queries/find-content.ts';
import { findFunctions } from '../../graph/queries/find-functions.ts';
import { findImports } from '../../graph/queries/find-imports.ts';
import { findModules } from '../../graph/queries/find-modules.ts';
import { findVariables } from '../../graph/queries/find-variables.ts';
import { locateBy } from '../../graph/queries/locate.ts';
import { methodUsages } from '../../graph/queries/method-usages.ts';
import { peek } from '../../graph/queries/peek.ts';
import { reachingTests } from '../../graph/queries/reaching-tests.ts';
import { repositoryOutline } from '../../graph/queries/repository-outline.ts';
import { search } from '../../graph/queries/search.ts';
import { semanticSearch } from '../../graph/queries/semantic-search.ts';
import { graphStats } from '../../graph/queries/stats.ts';
import { symbolNeighbours } from '../../graph/queries/symbol-neighbours.ts';
import { unresolvedCalls } from '../../graph/queries/unresolved-calls.ts';
import { AppError } from '../../model/errors.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { authenticate } from '../http/authenticate.ts';
import { addQuestion } from './question-route.ts';
import type { QueryPorts, QuestionRoute } from './question-route.ts';

const ROUTES: readonly QuestionRoute[] = [
  { path: '/api/v1/query/code-finder/function', question: findFunctions, filter: true },
  { path: '/api/v1/query/code-finder/class', question: findClasses, filter: true },
  { path: '/api/v1/query/code-finder/variable', question: findVariables, filter: true },
  { path: '/api/v1/query/code-finder/content', question: findContent, filter: true },
  { path: '/api/v1/query/code-finder/module', question: findModules, filter: false },
  { path: '/api/v1/query/code-finder/imports', question: findImports, filter: true },
  { path: '/api/v1/query/code-finder/peek', question: peek, filter: true },
  { path: '/api/v1/query/code-finder/complexity', question: complexityOf, filter: true },
  { path: '/api/v1/query/code-finder/complexity/top', question: complexityTop, filter: true },
  { path: '/api/v1/query/search', question: search, filter: true },
  { path: '/api/v1/query/method-usages', question: methodUsages, filter: true },
  { path: '/api/v1/query/find_callers', question: findCallers, filter: true },
  { path: '/api/v1/query/class_hierarchy', question: classHierarchy, filter: true },
  { path: '/api/v1/query/change_impact', question: changeImpact, filter: true },
  { path: '/api/v1/query/stats', question: graphStats, filter: false },
  { path: '/api/v1/query/neighbours', question: symbolNeighbours, filter: true },
  { path: '/api/v1/query/path', question: callPath, filter: true },
  { path: '/api/v1/query/file', question: fileView, filter: true },
  { path: '/api/v1/query/map', question: codeMap, filter: 'required' },
  { path: '/api/v1/query/outline', question: repositoryOutline, filter: 'required' },
  { path: '/api/v1/query/callers', question: callersToDepth, filter: true },
  { path: '/api/v1/query/tests', question: reachingTests, filter: true },
  { path: '/api/v1/query/dead-code', question: deadCode, filter: 'required' },
  { path: '/api/v1/query/clones', question: clones, filter: 'required' },
  { path: '/api/v1/query/unresolved', question: unresolvedCalls, filter: 'required' },
  { path: '/api/v1/query/changes', question: changes, filter: 'required' },
];

/** The gateway's embedding of the question; `bad_request` without a key, as for the embedding of a repository. */
function embeddingOf({ gateway, settings }: QueryPorts): QueryPorts['gateway']['embed'] {
  return async (texts, signal) => {
    if (!settings.gatewayConfigured) {
      throw new AppError('bad_request', 'GATEWAY_API_KEY is not configured on this server');
    }
    return gateway.embed(texts, signal);
  };
}

export function createQueryApi(ports: QueryPorts): Api {
  const api = createApi('query', ports);
  const signedIn = authenticate(ports);
  for (const route of ROUTES) addQuestion(api, ports, signedIn, route);
  addQuestion(api, ports, signedIn, {
    path: '/api/v1/query/locate',
    question: locateBy(ports.settings.gatewayConfigured ? embeddingOf(ports) : undefined),
    filter: true,
    body: true,
  });
  addQuestion(api, ports, signedIn, {
    path: '/api/v1/query/semantic',
    question: semanticSearch(embeddingOf(ports)),
    filter: true,
    body: true,
  });
  return api;
}
