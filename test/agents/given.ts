import type { StartInput } from '#agents/contract.ts';

type Provider = NonNullable<StartInput['gateway']>['provider'];

/** What an agent is started with in these tests. */
export const given = (provider: Provider): StartInput => ({
  scratch: '/scratch',
  model: 'a-model',
  maxTurns: 7,
  args: ['--more'],
  gateway: { baseUrl: 'http://gateway.invalid/api', token: 'run-token', provider },
});
