import { decideGround, type Given, type Ground, installation, minute } from './ground.ts';

export type Plan = Parameters<Ground['open']>[1];

/** A pull request whose check says this, in a repository whose heads are checked. */
export async function opened(
  given: Given & { plan?: Plan; conclusion?: 'FAILURE' | 'SUCCESS' } = {},
): Promise<{
  ground: Ground;
  pull: ReturnType<Ground['open']>;
  id: Awaited<ReturnType<Ground['watch']>>;
}> {
  const ground = await decideGround({ config: { policy: { checkHeads: true } }, ...given });
  const pull = ground.open('fix', given.plan);
  ground.check(pull.headSha, given.conclusion ?? 'FAILURE');
  return { ground, pull, id: await ground.watch(pull) };
}

/** Without checks of ours, so that a fixup is the first that is launched. */
export const unchecked = { config: { policy: { checkHeads: false } } };

export const kinds = ({ launcher }: Ground) => launcher.launches.map(({ kind }) => kind);

export const everybody = (more: object = {}, policy: object = {}) => ({
  config: { enabled: true, policy: { checkHeads: true, ...policy }, ...more },
});
export const pause = (ground: Ground) =>
  ground.installations.setPause(installation, { by: 'ann', at: ground.clock.now() });

/** A newer head of the fork, some time after all that was said before. */
export function pushes(ground: Ground, login = 'mallory'): string {
  ground.clock.advance(minute);
  const files = { 'conftest.py': `# ${ground.clock.now()}\n` };
  const sha = ground.hands.fork('mallory').commit('fix', files, { author: login });
  ground.clock.advance(minute);
  ground.check(sha, 'FAILURE');
  return sha;
}
