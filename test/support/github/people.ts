import type { GitPerson } from './git-objects.ts';
import type { World } from './world.ts';

/** How git names somebody who has an account here, at this moment. */
export function person(world: World, login: string): GitPerson {
  const seconds = Math.floor(world.clock.now() / 1000);
  return { name: login, email: `${login}@users.noreply.github.com`, seconds, zone: '+0000' };
}
