import { describe, expect, it } from 'vitest';
import { ok } from '#base/outcome.ts';
import { parseTaskExit } from '../../../lib/aws/runtime/read-exit.ts';

const environment = [
  { name: 'RATCHETR_CAPABILITY', value: 'v1.x' },
  { name: 'RATCHETR_WORKSPACE', value: 'github.com:7:12' },
  { name: 'RATCHETR_RUN', value: 'run-1' },
];

const stopped = {
  source: 'aws.ecs',
  'detail-type': 'ECS Task State Change',
  detail: {
    lastStatus: 'STOPPED',
    stopCode: 'EssentialContainerExited',
    taskArn: 'arn:aws:ecs:us-east-1:1:task/ratchetr/abc',
    overrides: { containerOverrides: [{ name: 'gateway' }, { name: 'worker', environment }] },
  },
};

const ofTheRun = { kind: 'of-a-run', workspaceId: 'github.com:7:12', runId: 'run-1' };

describe('the end of a worker', () => {
  it('is told by its task', () => {
    const { taskArn: taskRef, stopCode } = stopped.detail;
    expect(parseTaskExit(JSON.stringify(stopped))).toEqual(
      ok({ ...ofTheRun, task: { taskRef, stopCode } }),
    );
  });

  it.each([['TeaBreak'], [undefined]])('is told by its task, whatever it is called: %s', (code) => {
    const detail = { ...stopped.detail, stopCode: code };
    const read = parseTaskExit(JSON.stringify({ ...stopped, detail }));
    const { taskArn: taskRef } = stopped.detail;
    expect(read).toEqual(ok({ ...ofTheRun, task: { taskRef, stopCode: 'Unknown' } }));
  });

  it('is told by a command of ours', () => {
    const command = { kind: 'exit', runId: 'run-1' };
    const message = { kind: 'command', schemaVersion: 1, workspaceId: 'github.com:7:12', command };
    expect(parseTaskExit(JSON.stringify(message))).toEqual(ok(ofTheRun));
  });

  it.each([
    ['a task that goes on', { ...stopped.detail, lastStatus: 'RUNNING' }],
    ['a task of somebody else', { ...stopped.detail, overrides: { containerOverrides: [] } }],
  ])('is not told by %s', (_name, detail) => {
    expect(parseTaskExit(JSON.stringify({ ...stopped, detail }))).toEqual(
      ok({ kind: 'of-no-concern' }),
    );
  });

  it.each([
    ['{', 'It is not JSON.'],
    ['{"detail-type":"ECS Task State Change","detail":{}}', 'It is not a message:'],
  ])('is no end at all: %s', (text, reason) => {
    const sentence = expect.stringContaining(reason);
    expect(parseTaskExit(text)).toEqual({ kind: 'refused', code: 'not-ours', sentence });
  });
});
