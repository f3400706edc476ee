import { describe, expect, it } from 'vitest';
import { findWorkspace } from '#ratchet/operators/find-workspace.ts';
import { aWorkspaceState, t0 } from '../../support/samples.ts';
import { plantPlane, plantWatch } from '../../cli/workspaces/planted-workspaces.ts';

const { pullRequest } = aWorkspaceState();

async function found(
  { workspaces }: Awaited<ReturnType<typeof plantPlane>>,
  asked: string,
): Promise<string> {
  const one = await findWorkspace(workspaces, asked);
  return one.kind === 'found' ? one.state.id : one.sentence;
}

describe('a pull request', () => {
  it.each([
    '42',
    '#42',
    ' acme/shop#42 ',
    'ACME/Shop#42',
    'https://github.com/acme/shop/pull/42',
    'https://GitHub.com/acme/shop/pull/42/files?w=1#diff',
  ])('is found as %s', async (asked) => {
    const planted = await plantPlane();
    await plantWatch(planted, 42);
    await plantWatch(planted, 4);
    expect(await found(planted, asked)).toBe('github.com:7:42');
  });

  it.each(['acme/shop#43', 'acme/shops#42', '421', 'https://github.example.com/acme/shop/pull/42'])(
    'is not found as %s',
    async (asked) => {
      const planted = await plantPlane();
      await plantWatch(planted, 42);
      expect(await found(planted, asked)).toBe(
        `${JSON.stringify(asked)} is not watched here; \`ratchetr status --all\` lists what is.`,
      );
    },
  );

  it.each([
    '',
    '#',
    'acme/shop',
    'acme/shop42',
    'acme/shop/42',
    'x#y#1',
    '-1',
    '1e3',
    'a\u{1B}[2Jb',
  ])('is not what %j names', async (asked) => {
    const planted = await plantPlane();
    expect(await found(planted, asked)).toMatch(
      /^"\P{Cc}*" is no pull request: write OWNER\/NAME#NUMBER, its address or its number\.$/u,
    );
  });

  it('must be named in full where several repositories are watched', async () => {
    const planted = await plantPlane();
    await plantWatch(planted, 42);
    const other = { ...pullRequest, repositoryId: '8', name: 'api', number: 42 };
    await plantWatch(planted, 42, {
      id: 'github.com:8:42',
      pullRequest: other,
      installationId: 'other',
    });
    expect(await found(planted, '42')).toBe(
      'Several repositories are watched, so write OWNER/NAME#NUMBER: acme/api, acme/shop.',
    );
    expect(await found(planted, 'acme/api#42')).toBe('github.com:8:42');
  });

  it('is the one that is watched now where another repository had its name before', async () => {
    const planted = await plantPlane();
    await plantWatch(planted, 42);
    const again = { id: 'github.com:8:42', createdAt: t0 + 1 };
    await plantWatch(planted, 42, { ...again, pullRequest: { ...pullRequest, repositoryId: '8' } });
    expect(await found(planted, '42')).toBe('github.com:8:42');
  });

  it('is not there where nothing is watched', async () => {
    expect(await found(await plantPlane(), '1')).toBe('No pull request is watched here yet.');
  });
});
