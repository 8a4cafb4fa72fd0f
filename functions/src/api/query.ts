/** `/api/v1/query/…`: each question of the graph that clients may ask, and where. */
import { complexityTop } from '../graph/queries/complexity-top.ts';
import { complexityOf } from '../graph/queries/complexity.ts';
import { findCallers } from '../graph/queries/find-callers.ts';
import { findClasses } from '../graph/queries/find-classes.ts';
import { findFunctions } from '../graph/queries/find-functions.ts';
import { graphStats } from '../graph/queries/stats.ts';
import { createApi } from './app.ts';
import type { Api } from './app.ts';
import { authenticate } from './authenticate.ts';
import { addQuestion } from './question-route.ts';
import type { QueryPorts, QuestionRoute } from './question-route.ts';

const ROUTES: readonly QuestionRoute[] = [
  { path: '/api/v1/query/code-finder/function', question: findFunctions, filter: true },
  { path: '/api/v1/query/code-finder/class', question: findClasses, filter: true },
  { path: '/api/v1/query/code-finder/complexity', question: complexityOf, filter: true },
  { path: '/api/v1/query/code-finder/complexity/top', question: complexityTop, filter: true },
  { path: '/api/v1/query/find_callers', question: findCallers, filter: true },
  { path: '/api/v1/query/stats', question: graphStats, filter: false },
];

export function createQueryApi(ports: QueryPorts): Api {
  const api = createApi('query', ports);
  const signedIn = authenticate(ports);
  for (const route of ROUTES) addQuestion(api, ports, signedIn, route);
  return api;
}
