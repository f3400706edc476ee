import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOn, queueNames, queueOf, queues } from '#config/queues.ts';
import { message } from '#model/message.ts';

const common = { schemaVersion: 1, workspaceId: 'github.com:7:1' };

function command(kind: string, given: object = { runId: 'run-1' }): object {
  return { ...common, kind: 'command', command: { kind, ...given } };
}

const checks = [{ app: 'ci', name: 'tests', runId: '7' }];
const errand = { kind: 'rerun', headSha: 'a'.repeat(40), checks };

describe('the queue of a message', () => {
  it.each([
    ['decide', { ...common, kind: 'look', workspaceIds: ['github.com:7:1'] }],
    ['decide', { ...common, kind: 'asked', commentId: '1', login: 'ann', text: 'on' }],
    ['dispatch', command('dispatch')],
    ['dispatch', command('stop', { runId: 'run-1', taskRef: 'task', because: 'It is over.' })],
    ['publish', command('publish')],
    ['publish', command('errand', { errand })],
    ['exit', command('exit')],
    ['report', command('report')],
  ])('is %s for %j', (name, sent) => {
    const read = message.parse(sent);
    expect(queueOf(read)).toBe(name);
    expect(queueNames.filter((one) => isOn(read, one))).toEqual([name]);
  });
});

describe('a queue', () => {
  it.each(queueNames)('has a function of ours behind it: %s', (name) => {
    expect(existsSync(`lambdas/${queues[name].consumer}/handler.ts`)).toBe(true);
  });
});
