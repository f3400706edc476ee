import { describe, expect, it } from 'vitest';
import { type Ground, type GroundOptions, ratchetGround } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

type Fault = NonNullable<GroundOptions['before']>;

/** One repair and one commit, however often it was told of anything. */
async function expectOneRepair(ground: Ground): Promise<void> {
  await ground.decided('GREEN');
  await ground.lookAgain();
  expect(ground.commits()).toHaveLength(2);
  expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
  expect(ground.begun()).toEqual(['fix']);
  expect(ground.launched()).toHaveLength(1);
  await ground.shown('✅ Green');
  expect(await ground.dead()).toEqual([]);
}

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
    await expectOneRepair(await ratchetGround({ files: bad, before }));
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
