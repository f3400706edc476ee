import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import type { Pull } from '../support/github/model.ts';
import { createForgeReading } from '#github/forge.ts';
import { pullRequestOf, silentMetrics } from './ground.ts';
import { type Looking, clientThrough, lookWith, lookingGround, openPull, seen } from './looking.ts';

const idsAsked = z.object({ variables: z.object({ ids: z.array(z.string()).optional() }) });

/** Looks through a gateway that gives up on queries for which the given words hold. */
function lookThrough(ground: Looking, isTooMuch: (ids: readonly string[]) => boolean) {
  const asked: number[] = [];
  const client = clientThrough(ground, {
    fetch: async (url, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      const ids = idsAsked.safeParse(body).data?.variables.ids;
      if (ids === undefined) return fetch(url, init);
      asked.push(ids.length);
      return isTooMuch(ids) ? new Response('<html>', { status: 504 }) : fetch(url, init);
    },
  });
  return { asked, look: lookWith(ground, client) };
}

function openMany(ground: Looking, count: number): readonly Pull[] {
  return Array.from({ length: count }, (_none, index) => openPull(ground, `branch-${index}`));
}

describe('a look that GitHub does not answer', () => {
  it('asks for half as many, and does not ask the same again', async () => {
    const ground = await lookingGround();
    const { look, asked } = lookThrough(ground, (ids) => ids.length > 3);
    const readings = await look(openMany(ground, 10));
    expect(readings.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'seen'));
    expect(asked).toEqual([10, 5, 3, 2, 5, 3, 2]);
  });

  it('leaves a pull request for later that cannot be read, and reads the others', async () => {
    const ground = await lookingGround();
    const pulls = openMany(ground, 8);
    const heavy = pulls[4]?.nodeId ?? '';
    const { look } = lookThrough(ground, (ids) => ids.includes(heavy));
    const readings = await look(pulls);
    const kinds = readings.map(({ kind }) => kind);
    expect(kinds).toEqual(['seen', 'seen', 'seen', 'seen', 'later', 'seen', 'seen', 'seen']);
    expect(ground.warnings).toMatchObject([
      { message: 'Pull requests could not be read', numbers: [5] },
    ]);
  });

  it('gives up on all when nothing can be read', async () => {
    const ground = await lookingGround();
    const pulls = openMany(ground, 20);
    const { look, asked } = lookThrough(ground, () => true);
    const readings = await look(pulls);
    expect(new Set(readings.map(({ kind }) => kind))).toEqual(new Set(['later']));
    expect(asked.length).toBeLessThan(20);
  });

  it.each(['refused', '502'] as const)('is for later while GitHub is down: %s', async (down) => {
    const ground = await lookingGround();
    const pulls = openMany(ground, 3);
    ground.github.faults.down = down;
    const readings = await ground.look(pulls);
    expect(readings).toMatchObject([{ kind: 'later' }, { kind: 'later' }, { kind: 'later' }]);
    ground.github.faults.down = undefined;
    expect((await ground.look(pulls)).map(({ kind }) => kind)).toEqual(['seen', 'seen', 'seen']);
  });

  it('takes errors with status 200 for an outage, not for pull requests that are gone', async () => {
    const ground = await lookingGround();
    const pulls = openMany(ground, 2);
    await ground.look(pulls);
    ground.github.faults.graphqlErrors.requests = 1_000;
    const [first, second] = await ground.look(pulls);
    expect([first?.kind, second?.kind]).toEqual(['later', 'later']);
  });

  it('stops asking at a limit until it is over', async () => {
    const ground = await lookingGround();
    const { github, clock } = ground;
    const pulls = openMany(ground, 12);
    await ground.look(pulls);
    github.faults.secondaryLimit = { requests: 1, status: 403, retryAfterSeconds: 90 };
    const at = clock.now() + 90_000;
    const readings = await ground.look(pulls);
    expect(new Set(readings.map((reading) => reading.kind === 'later' && reading.at))).toEqual(
      new Set([at]),
    );
    github.counters.reset();
    await ground.look(pulls);
    expect(github.counters.graphql).toBe(0);
    clock.advance(90_000);
    expect(seen((await ground.look(pulls))[11])).toBeDefined();
  });

  it('does not take a limit of GraphQL for data', async () => {
    const ground = await lookingGround();
    const pulls = openMany(ground, 1);
    await ground.look(pulls);
    ground.github.faults.graphqlErrors = { requests: 1, type: 'RATE_LIMITED', message: 'No more' };
    const now = ground.clock.now();
    expect(await ground.look(pulls)).toMatchObject([{ kind: 'later', at: now + 60_000 }]);
  });

  it('says that a pull request is elsewhere when its repository is another one', async () => {
    const ground = await lookingGround();
    const [pull] = openMany(ground, 1);
    if (pull === undefined) throw new Error('There is no pull request');
    const elsewhere = { ...pullRequestOf(pull, ground.github), repositoryId: '7' };
    const deps = { clock: ground.clock, log: ground.log, metrics: silentMetrics };
    const { look } = createForgeReading(ground.tokenClient('acme'), deps);
    const readings = await look(elsewhere, [{ pullRequest: elsewhere }]);
    expect(readings).toMatchObject([{ kind: 'gone' }]);
  });
});

describe('what looks cost', () => {
  it('is about a point for fifty that did not change, and little for those that did', async () => {
    const ground = await lookingGround();
    const { github, hands } = ground;
    const pulls = openMany(ground, 200);
    const rounds = Array.from({ length: 4 }, (_none, index) =>
      pulls.slice(index * 50, (index + 1) * 50),
    );
    const lights = new Map<number, string>();
    const roundOfLooks = async () => {
      const kinds: string[] = [];
      for (const round of rounds) {
        const known = round.map(({ number }) => lights.get(number));
        for (const [index, reading] of (await ground.look(round, known)).entries()) {
          kinds.push(reading.kind);
          const number = round[index]?.number ?? 0;
          if (reading.kind === 'seen') lights.set(number, reading.light);
        }
      }
      return kinds;
    };
    await roundOfLooks();
    await roundOfLooks();
    ground.clock.advance(3_600_000);
    for (let index = 0; index < 200; index += 20) {
      hands.startCheck({ sha: pulls[index]?.headSha ?? '', name: 'test' });
    }
    github.counters.reset();
    const kinds = await roundOfLooks();
    expect(kinds.filter((kind) => kind === 'seen')).toHaveLength(10);
    expect(kinds.filter((kind) => kind === 'same')).toHaveLength(190);
    // A fifth of what a thousand may cost: 50 points and 60 requests.
    expect(github.counters.points).toBeLessThanOrEqual(10);
    expect(github.counters.graphql + github.counters.rest).toBeLessThanOrEqual(14);
  });
});
