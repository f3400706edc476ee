import { expect, it } from 'vitest';
import type { AwsCall } from '../../support/cloud/faults.ts';
import type { CloudGround, Sky } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

interface Moment {
  readonly by: string;
  readonly when: 'before' | 'after';
  readonly at: (call: AwsCall) => boolean;
}

const writes = (words: string) => (call: AwsCall) =>
  /^(?:Put|Update)Item$/.test(call.operation) && call.body.includes(words);

/** When a process of a function ends without a word, between two of its calls to AWS. */
const moments: Readonly<Record<string, Moment>> = {
  'webhook, before it remembers what it was told': {
    by: 'webhook',
    when: 'before',
    at: ({ operation, body }) => operation === 'PutItem' && body.includes('"D#'),
  },
  'decide, after it has reserved a session': {
    by: 'decide',
    when: 'after',
    at: writes('"dispatch"'),
  },
  'decide, after it has sent the command': {
    by: 'decide',
    when: 'after',
    at: ({ operation, body }) => operation === 'SendMessageBatch' && body.includes('dispatch'),
  },
  'dispatch, after it has asked for a task': {
    by: 'dispatch',
    when: 'after',
    at: ({ operation }) => operation === 'RunTask',
  },
  'broker, before it has written down the last word': {
    by: 'broker',
    when: 'before',
    at: writes('"finished"'),
  },
  'publish, after it has written down what it will push': {
    by: 'publish',
    when: 'after',
    at: writes('intendedSha'),
  },
  'publish, before it clears the session': {
    by: 'publish',
    when: 'before',
    at: writes('"pushed"'),
  },
};

/** Whatever moment a function dies at, what comes of it is what would have come of it. */
export function killScenarios(sky: () => Promise<Sky>): void {
  it.each(Object.entries(moments))('%s', async (_, moment) => {
    const { cloud, ground: groundOf } = await sky();
    let killed = 0;
    const ground = await groundOf({
      files: bad,
      before: ({ shop }) => {
        const isTheirs = aboutOnly(String(shop.repository.id), moment);
        cloud.faults.add((call) => {
          if (killed > 0 || !isTheirs(call)) return undefined;
          killed += 1;
          return { kind: 'kill', when: moment.when };
        });
      },
    });
    await ground.decided('GREEN');
    expect(killed).toBe(1);
    await onceGreen(ground);
  });
}

/** A delivery is remembered by its number alone, and whose it is makes no difference. */
function aboutOnly(repositoryId: string, { by, at }: Moment): (call: AwsCall) => boolean {
  return (call) =>
    call.function === by &&
    at(call) &&
    (by === 'webhook' || call.body.includes(`:${repositoryId}:`));
}

/** One commit of one run, each of its steps told once. */
export async function onceGreen(ground: CloudGround): Promise<void> {
  expect(ground.commits()).toHaveLength(2);
  expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
  expect(ground.begun()).toEqual(['fix']);
  const told = (await ground.milestones()).filter((word) => word !== 'STALE_CI');
  expect(told).toEqual([
    'CI_FAILED',
    'SESSION running',
    'SESSION finished',
    'SESSION publishing',
    'SESSION pushed',
    'GREEN',
  ]);
  await ground.shown('✅ Green');
  expect(await ground.dead()).toEqual([]);
}
