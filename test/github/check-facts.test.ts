import { describe, expect, it } from 'vitest';
import { toAuthor, toCheckFacts, toRemarkFacts } from '#github/check-facts.ts';
import type { ForgeIdentity } from '#github/identities.ts';

const us: ForgeIdentity = {
  kind: 'app',
  installationId: 1,
  appId: 2,
  slug: 'ratchetr',
  login: 'ratchetr[bot]',
  permissions: {},
};

const remark = {
  id: 'IC_1',
  body: 'Waiting',
  createdAt: 1,
  updatedAt: 2,
  authorAssociation: 'NONE',
};

const run = {
  kind: 'CheckRun',
  databaseId: 9,
  name: 'ratchetr',
  status: 'COMPLETED',
  conclusion: 'SUCCESS',
} as const;

describe('who wrote something', () => {
  it('is a bot under the name that people know it by', () => {
    // GraphQL says `dependabot` where REST says `dependabot[bot]`.
    const written = { author: { kind: 'Bot', login: 'dependabot' }, authorAssociation: 'NONE' };
    expect(toAuthor(written)).toEqual({
      login: 'dependabot[bot]',
      isBot: true,
      association: 'NONE',
    });
    const ours = { ...remark, author: { kind: 'Bot', login: 'ratchetr' } };
    expect(toRemarkFacts(ours, us).ours).toBe(true);
    // Anybody may call himself so, but is no bot by that.
    const person = { ...remark, author: { kind: 'User', login: 'ratchetr' } };
    expect(toRemarkFacts(person, us).ours).toBe(false);
  });

  it('is nobody once the account is gone', () => {
    expect(toRemarkFacts({ ...remark, author: null }, us)).toMatchObject({
      author: null,
      ours: false,
    });
  });
});

describe('a check', () => {
  it('is ours by our App, whatever it is called', () => {
    const apps = [
      { databaseId: 2, slug: 'renamed' },
      { databaseId: 3, slug: 'ratchetr-dev' },
      { databaseId: 15_368, slug: 'github-actions' },
    ];
    const checks = apps.map((app) => toCheckFacts({ ...run, checkSuite: { app } }, us));
    expect(checks.map(({ ours }) => ours)).toEqual([true, false, false]);
  });

  it('outlives the App that made it', () => {
    expect(toCheckFacts({ ...run, checkSuite: { app: null } }, us)).toMatchObject({
      app: 'unknown',
      jobId: undefined,
      ours: false,
    });
  });
});

describe('a status', () => {
  const status = {
    kind: 'StatusContext',
    id: 'SC_1',
    context: 'ratchetr',
    state: 'SUCCESS',
    createdAt: 1,
  } as const;
  const by = (login: string | undefined, different: object = {}) => ({
    ...status,
    ...different,
    creator: login === undefined ? null : { kind: 'User', login },
  });

  it('is ours by its name and by whose token we have, and by neither alone', () => {
    const ann: ForgeIdentity = { kind: 'token', login: 'ann', userId: 1, scopes: undefined };
    const statuses = [by('ann'), by('zoe'), by(undefined), by('ann', { context: 'deploy' })];
    const ours = statuses.map((one) => toCheckFacts(one, ann).ours);
    expect(ours).toEqual([true, false, false, false]);
  });
});
