import { expect, it } from 'vitest';
import type { AwsCall } from '../../support/cloud/faults.ts';
import type { GroundOptions } from '../ratchet/ground.ts';
import { onceGreen } from '../ratchet/once-green.ts';
import type { Sky } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

interface Moment {
  readonly by: string;
  readonly when: 'before' | 'after';
  readonly at: (call: AwsCall) => boolean;
}

const writes = (words: string) => (call: AwsCall) =>
  /^(?:Put|Update)Item$/.test(call.operation) && call.body.includes(words);

/** When a process of a function ends without a word, between two of its calls to AWS. */
const moments = {
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
  'record-exit, before it clears the session': {
    by: 'record-exit',
    when: 'before',
    at: writes('"no-push"'),
  },
  'record-exit, after it has cleared the session': {
    by: 'record-exit',
    when: 'after',
    at: writes('"no-push"'),
  },
  'report, before it writes down what it has shown': {
    by: 'report',
    when: 'before',
    at: writes('"W#'),
  },
} as const satisfies Readonly<Record<string, Moment>>;

type Name = keyof typeof moments;

/** Those of one pull request, none of which keeps another from coming. */
const stories: readonly (readonly Name[])[] = [
  [
    'webhook, before it remembers what it was told',
    'decide, after it has reserved a session',
    'publish, after it has written down what it will push',
  ],
  [
    'decide, after it has sent the command',
    'broker, before it has written down the last word',
    'publish, before it clears the session',
  ],
  ['dispatch, after it has asked for a task'],
];

/** Whatever moment a function dies at, what comes of it is what would have come of it. */
export function killScenarios(sky: () => Promise<Sky>): void {
  it.each(stories.map((names) => [names.join('; '), names] as const))('%s', async (_, names) => {
    const { ground, killed } = await groundOfKills(await sky(), names, bad);
    await ground.decided('GREEN');
    expect(killed.toSorted()).toEqual(names.toSorted());
    await onceGreen(ground);
  });

  const atTheEnd = [
    'record-exit, before it clears the session',
    'record-exit, after it has cleared the session',
    'report, before it writes down what it has shown',
  ] as const satisfies readonly Name[];

  it('record-exit and report, as a session ends', async () => {
    const { ground, killed } = await groundOfKills(await sky(), atTheEnd, { 'src/a.txt': 'one\n' });
    ground.order('decline');
    await ground.decided('GREEN');
    const threads = [{ path: 'src/a.txt', line: 1, body: 'Say two.' }];
    ground.shop.review(1, { login: 'ann', state: 'CHANGES_REQUESTED', threads });
    await ground.decided('PARKED');
    await ground.until('the end was told', () => killed.length === atTheEnd.length);
    await ground.until('nothing is left to tell', async () => {
      return (await ground.state())?.unreported === undefined;
    });
    await ground.shown('A person is needed');
    expect(killed.toSorted()).toEqual(atTheEnd.toSorted());
    expect((await ground.milestones()).slice(1)).toEqual([
      'REVIEW',
      'SESSION running',
      'SESSION finished',
      'BREAK no-push',
      'PARKED',
    ]);
    expect(ground.pull.threads.map(({ comments }) => comments.length)).toEqual([2]);
    expect(ground.begun()).toEqual(['address_review']);
    expect(await ground.dead()).toEqual([]);
  });
}

/** A pull request whose functions die at these moments, each of them once. */
async function groundOfKills(
  { cloud, ground: groundOf }: Sky,
  names: readonly Name[],
  files: GroundOptions['files'],
) {
  const killed: Name[] = [];
  const ground = await groundOf({
    files,
    before: ({ shop }) =>
      cloud.faults.add((call) => {
        const due = names.find(
          (name) => !killed.includes(name) && isAt(moments[name], call, shop.repository.id),
        );
        if (due === undefined) return undefined;
        killed.push(due);
        return { kind: 'kill', when: moments[due].when };
      }),
  });
  return { ground, killed };
}

/** A delivery is remembered by its number alone, and whose it is makes no difference. */
function isAt({ by, at }: Moment, call: AwsCall, repositoryId: number): boolean {
  if (call.function !== by || !at(call)) return false;
  return by === 'webhook' || call.body.includes(`:${repositoryId}:`);
}
