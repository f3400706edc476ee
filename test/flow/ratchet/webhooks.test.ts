import { describe, expect, it } from 'vitest';
import { type Ground, type GroundOptions, ratchetGround } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

type Fault = NonNullable<GroundOptions['before']>;

/** What came of it in the end. */
async function seenAfter(ground: Ground) {
  await ground.decided('GREEN');
  await ground.lookAgain();
  await ground.shown('✅ Green');
  return {
    commits: ground.commits().length,
    text: ground.read('src/a.txt'),
    begun: ground.begun(),
    launches: ground.launched().length,
    dead: await ground.dead(),
  };
}

/** One repair and one commit, however often it was told of anything. */
const once = { commits: 2, text: 'one\ngood two\n', begun: ['fix'], launches: 1, dead: [] };

const faults: Readonly<Record<string, Fault>> = {
  'none of them arrives': ({
    github: {
      faults: { webhooks },
    },
  }) => {
    webhooks.drop = true;
  },
  'those of checks never arrive': ({
    github: {
      faults: { webhooks },
    },
  }) => {
    webhooks.drop = (event) => event !== 'pull_request';
  },
  'each arrives twice': ({
    github: {
      faults: { webhooks },
    },
  }) => {
    webhooks.double = true;
  },
  'they arrive late and in the wrong order': ({
    github: {
      faults: { webhooks },
    },
  }) => {
    Object.assign(webhooks, { delayMs: 400, shuffle: 4 });
  },
};

describe('webhooks', () => {
  it.each(Object.entries(faults))('make no difference where %s', async (_, before) => {
    expect(await seenAfter(await ratchetGround({ files: bad, before }))).toEqual(once);
  });

  it('wake nobody when the secret is another one', async () => {
    const ground = await ratchetGround({ files: bad, labels: [] });
    await ground.decided('DISABLED');
    const { app } = ground.own;
    if (app.webhook !== undefined) app.webhook = { ...app.webhook, secret: 'another one' };
    ground.shop.comment(1, 'zoe', 'A word.');
    await ground.until('it is refused', () => ground.log.of('Webhook refused').length > 0);
    expect(ground.log.of('Webhook refused')[0]).toMatchObject({ status: 401 });
  });
});
