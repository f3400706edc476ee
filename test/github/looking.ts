import type { GitHubClient } from '#github/client.ts';
import { createGitHubClient } from '#github/client.ts';
import { createForgeReading } from '#github/forge.ts';
import type { ForgeLook, ForgeReading } from '#ratchet/needs/forge.ts';
import type { Pull } from '../support/github/model.ts';
import type { NewUserToken } from '../support/github/plans.ts';
import { type Ground, githubGround, pullRequestOf, silentMetrics } from './ground.ts';

export interface Looking extends Ground {
  /** As the App; each look is given the digest that stands at the same place, if any. */
  look(pulls: readonly Pull[], lights?: readonly (string | undefined)[]): Promise<Readings>;
}

type Readings = readonly ForgeReading[];

export async function lookingGround(permissions?: Ground['installation']['permissions']) {
  const ground = await githubGround(permissions);
  const { clock, log, client } = ground;
  const forge = createForgeReading(client, { clock, log, metrics: silentMetrics });
  return { ...ground, forge, look: lookWith(ground, client) };
}

/** Looks with another client than that of the App. */
export function lookWith({ clock, log, github }: Ground, client: GitHubClient): Looking['look'] {
  const forge = createForgeReading(client, { clock, log, metrics: silentMetrics });
  return (pulls, lights = []) => {
    const looks = pulls.map((pull, index): ForgeLook => {
      const pullRequest = pullRequestOf(pull, github);
      return { pullRequest, light: lights[index] };
    });
    const [first] = looks;
    if (first === undefined) throw new Error('There is nothing to look at');
    const { number: _number, nodeId: _nodeId, ...repository } = first.pullRequest;
    return forge.look(repository, looks);
  };
}

/** A client with a plain token, whose requests can be seen and answered in between. */
export function clientThrough(
  { github, clock, log }: Ground,
  { login = 'acme', rights, fetch }: Through = {},
): GitHubClient {
  const { token } = github.world.userToken(login, rights);
  return createGitHubClient(
    { clock, log, metrics: silentMetrics, fetch },
    { apiUrl: github.url, credentials: async () => ({ kind: 'token', token }) },
  );
}

export interface Through {
  readonly login?: string;
  readonly rights?: NewUserToken;
  readonly fetch?: typeof fetch;
}

export function openPull({ hands }: Pick<Ground, 'hands'>, head: string): Pull {
  hands.commit(head, { [`src/${head}.py`]: 'new = 1\n' }, { author: 'ann' });
  return hands.openPull({ head, title: `Add ${head}`, author: 'ann' });
}

export function seen(reading: ForgeReading | undefined) {
  if (reading?.kind === 'seen') return reading;
  throw new Error(`It was not seen: ${JSON.stringify(reading)}`);
}
