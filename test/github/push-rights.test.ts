import { describe, expect, it } from 'vitest';
import type { ForgeIdentity } from '#github/identities.ts';
import { canPushWorkflows } from '#github/facts.ts';
import { appPermissions } from './ground.ts';
import { clientThrough, lookWith, lookingGround, openPull, seen } from './looking.ts';

describe('the right to push', () => {
  it('is an App’s only where it may write contents', async () => {
    const reader = await lookingGround({ ...appPermissions, contents: 'read' });
    const [reading] = await reader.look([openPull(reader, 'feature')]);
    expect(seen(reading).facts.canPush).toBe(false);
  });

  it('in a fork is nobody’s but the owner’s of a classic token whom the fork lets in', async () => {
    const ground = await lookingGround();
    const { hands } = ground;
    hands.fork('fred').commit('patch', { 'src/patch.py': 'new = 1\n' });
    const open = (maintainerCanModify: boolean) => {
      const head = maintainerCanModify ? 'patch' : 'closed';
      if (!maintainerCanModify) hands.commit('closed', { 'x.py': 'x\n' });
      return hands.openPull({ head, title: 'Patch', fromFork: 'fred', maintainerCanModify });
    };
    const pull = open(true);
    const [asApp] = await ground.look([pull]);
    expect(seen(asApp).facts).toMatchObject({
      fromFork: true,
      headRepository: 'fred/shop',
      canPush: false,
    });
    const may = async (through: Parameters<typeof clientThrough>[1]) => {
      const [reading] = await lookWith(ground, clientThrough(ground, through))([pull]);
      return seen(reading).facts.canPush;
    };
    expect(await may({ login: 'acme' })).toBe(true);
    expect(await may({ login: 'mia' })).toBe(false);
    pull.maintainerCanModify = false;
    expect(await may({ login: 'acme' })).toBe(false);
    expect(await may({ login: 'fred' })).toBe(true);
  });

  it('is nobody’s once the fork is gone', async () => {
    const ground = await lookingGround();
    ground.hands.fork('fred').commit('patch', { 'src/patch.py': 'new = 1\n' });
    const pull = ground.hands.openPull({ head: 'patch', title: 'Patch', fromFork: 'fred' });
    pull.headRepository = undefined;
    const [reading] = await lookWith(ground, ground.tokenClient('acme'))([pull]);
    expect(seen(reading).facts).toMatchObject({ headRepository: null, canPush: false });
  });

  it.each<[ForgeIdentity, boolean]>([
    [app({ contents: 'write', workflows: 'write' }), true],
    [app({ contents: 'write' }), false],
    [token(['repo', 'workflow']), true],
    [token(['repo']), false],
    [token(undefined), false],
  ])('to workflows is apart: %j', (us, expected) => {
    expect(canPushWorkflows(us)).toBe(expected);
  });
});

function app(permissions: Readonly<Record<string, string>>): ForgeIdentity {
  const login = 'ratchetr[bot]';
  return { kind: 'app', installationId: 1, appId: 2, slug: 'ratchetr', login, permissions };
}

function token(scopes: readonly string[] | undefined): ForgeIdentity {
  return { kind: 'token', login: 'ann', userId: 3, scopes };
}
