/** `GET /user` and `GET /users/{login}`. */
import { fullUser } from '../representations.ts';
import { type Call, notFound, RestError, route, type Route } from '../routing.ts';
import type { Account } from '../state.ts';

/** The user who is calling; 401 for nobody, 403 for an installation, which is no user. */
export function callingUser(call: Call): Account {
  if (call.principal.kind === 'user') return call.principal.account;
  if (call.principal.kind === 'anonymous') throw new RestError(401, 'Requires authentication');
  throw new RestError(403, 'Resource not accessible by integration');
}

export function accountByLogin(call: Call, login: string | undefined): Account {
  const wanted = login?.toLowerCase();
  const account = call.host.file.state.accounts.find((each) => each.login.toLowerCase() === wanted);
  if (account === undefined) throw notFound();
  return account;
}

export const userRoutes: Route[] = [
  route('GET', '/user', async (call) => ({ status: 200, json: fullUser(call.host, callingUser(call)) })),
  route('GET', '/users/{login}', async (call) => ({
    status: 200,
    json: fullUser(call.host, accountByLogin(call, call.params['login'])),
  })),
];
