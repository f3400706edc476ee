import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RouteFault } from '../../support/github/faults.ts';
import { type Ground, ratchetGround } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

/** What came of it in the end. */
async function seenAfter(ground: Ground) {
  await ground.decided('GREEN');
  await ground.shown('✅ Green');
  return { commits: ground.commits().length, begun: ground.begun(), dead: await ground.dead() };
}

/** One repair came to the branch, and nothing was done twice. */
const once = { commits: 2, begun: ['fix'], dead: [] };

async function atWork() {
  const ground = await ratchetGround({ files: bad });
  ground.holdAgent();
  await ground.until('the agent works', () => ground.begun().length === 1);
  return ground;
}

describe('GitHub', () => {
  it.each(['refused', '502'] as const)(
    'may be down (%s) when a result is to be pushed',
    async (down) => {
      const ground = await atWork();
      const { faults } = ground.own.github;
      faults.down = down;
      ground.letAgentGo();
      await ground.told('SESSION finished');
      // Long enough for what is tried at once to fail.
      await sleep(1_500);
      faults.down = undefined;
      expect(await seenAfter(ground)).toEqual(once);
    },
  );

  it('may be down while a pull request is opened', async () => {
    const ground = await ratchetGround({
      files: bad,
      before: ({ github, shop }) => {
        shop.onHead(({ ref }) => {
          if (ref === 'refs/heads/main') return;
          github.faults.down = '502';
          setTimeout(() => (github.faults.down = undefined), 2_000).unref();
        });
      },
    });
    await ground.decided('GREEN');
    expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
  });

  it('may be slow', async () => {
    const ground = await ratchetGround({
      files: bad,
      before: ({ github: { faults } }) => {
        faults.slowMs = 300;
      },
    });
    expect(await seenAfter(ground)).toEqual(once);
  });

  it('may ask to be left in peace for a while', async () => {
    const ground = await atWork();
    ground.own.github.faults.secondaryLimit = {
      requests: 3,
      status: 403,
      retryAfterSeconds: 1,
    };
    ground.letAgentGo();
    expect(await seenAfter(ground)).toEqual(once);
  });

  it('may answer 200 with errors', async () => {
    const ground = await atWork();
    const { graphqlErrors } = ground.own.github.faults;
    graphqlErrors.requests = 4;
    ground.letAgentGo();
    expect(await seenAfter(ground)).toEqual(once);
    expect(graphqlErrors.requests).toBe(0);
  });

  it.each([
    ['the branch moved', /^PATCH .*\/git\/refs\//],
    ['the commit was made', /^POST .*\/git\/commits$/],
    ['a comment was made', /^POST .*\/issues\/1\/comments$/],
  ])('may lose its answer after %s', async (_, pattern) => {
    const fault: RouteFault = {
      matches: (request) => pattern.test(request),
      does: 'break',
      when: 'after',
      times: 1,
    };
    const ground = await ratchetGround({
      files: bad,
      before: ({ github }) => void github.faults.routes.push(fault),
    });
    expect(await seenAfter(ground)).toEqual(once);
    expect(fault.times).toBe(0);
  });
});
