import { profileShape } from '../shapes/accounts.ts';
import { type Answer, type Call, notFound, Refusal, type Route, segment } from './route.ts';

export const accountRoutes: readonly Route[] = [
  { method: 'GET', path: '/user', answer: showOwner },
  { method: 'GET', path: '/users/{username}', answer: showAccount },
  { method: 'GET', path: '/rate_limit', answer: showLimits },
];

function showOwner(call: Call): Answer {
  const { caller } = call;
  if (caller.kind !== 'token') throw new Refusal(401, 'Requires authentication');
  if (caller.token.kind === 'installation') {
    throw new Refusal(403, 'Resource not accessible by integration');
  }
  return { status: 200, body: profileShape(call.site, caller.token.user) };
}

function showAccount(call: Call): Answer {
  const account = call.world.accounts.get(segment(call, 'username').toLowerCase());
  if (account === undefined) throw notFound();
  return { status: 200, body: profileShape(call.site, account) };
}

function showLimits(call: Call): Answer {
  const { caller } = call;
  if (caller.kind !== 'token') throw new Refusal(401, 'Requires authentication');
  const core = call.meter.read(caller.token);
  const search = { ...core, limit: 30, used: 0, remaining: 30 };
  return {
    status: 200,
    body: { resources: { core, search, graphql: call.pointsLeft(caller.token) }, rate: core },
  };
}
