import { handsOn } from './hands.ts';
import type { Hands } from './hands.ts';
import type { UserToken } from './identity.ts';
import type { Pull } from './model.ts';
import { createWorld } from './world.ts';
import type { World } from './world.ts';
import type { WorldOptions } from './plans.ts';

export interface Planted {
  readonly world: World;
  readonly hands: Hands;
  readonly token: UserToken;
}

/** A world with one repository of one commit, and a token of its owner. */
export function plantWorld(options: WorldOptions): Planted {
  const world = createWorld(options);
  const hands = handsOn(world, 'octo/shop', { collaborators: { rita: 'write' } });
  hands.commit('main', { 'src/a.ts': 'one\ntwo\nthree\n', 'src/b.ts': 'b\n' });
  return { world, hands, token: world.userToken('octo') };
}

/** Opens a pull request that has something in every place that can be asked for. */
export function plantPull(hands: Hands): Pull {
  hands.commit('feature', { 'src/a.ts': 'one\nTWO\nthree\n', 'new.ts': 'n\n' }, { author: 'ann' });
  const pull = hands.openPull({ head: 'feature', title: 'Shout', body: 'Why not', author: 'ann' });
  const { number, headSha: sha } = pull;
  hands.label(number, 'ratchet');
  hands.requestReview(number, 'mia');
  const threads = [{ path: 'src/a.ts', line: 2, body: 'Too loud' }];
  hands.review(number, { login: 'rita', state: 'CHANGES_REQUESTED', body: 'Hm', threads });
  hands.comment(number, 'rita', '/ratchet please');
  const check = hands.startCheck({ sha, name: 'test', detailsUrl: 'https://ci.test/1' });
  hands.completeCheck(check, { conclusion: 'FAILURE', title: '1 failed', summary: 'a.ts' });
  hands.startCheck({ sha, name: 'scan', app: 'scanner', externalId: 'x-1' });
  hands.status({ sha, context: 'legacy/build', state: 'SUCCESS', creator: 'buildbot' });
  return pull;
}
