import type * as messageModule from '#model/message.ts';
import { sha } from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

const anErrand = {
  kind: 'update',
  headSha: sha('a'),
  baseSha: sha('b'),
} as const;

export const message = {
  workspaceCommand: [
    { valid: { kind: 'dispatch', runId: 'run-1' }, refused: { kind: 'merge', runId: undefined } },
    { valid: { kind: 'publish', runId: 'run-1' }, refused: { runId: '' } },
    { valid: { kind: 'exit', runId: 'run-1' }, refused: { runId: 1 } },
    {
      valid: { kind: 'stop', runId: 'run-1', taskRef: 'arn:task/1', because: 'It was closed.' },
      refused: { runId: 1, taskRef: undefined, because: null },
    },
    { valid: { kind: 'errand', errand: anErrand }, refused: { 'errand.headSha': 'abc' } },
    { valid: { kind: 'report' }, refused: { '': 'report', runId: '' } },
    { valid: { kind: 'report', runId: 'run-1' }, refused: { runId: null } },
  ],
  message: [
    {
      valid: { kind: 'look', schemaVersion: 1, workspaceIds: ['workspace-1'] },
      refused: {
        kind: 'glance',
        schemaVersion: 0,
        workspaceIds: [],
        'workspaceIds.0': 'a/b',
      },
    },
    {
      valid: {
        kind: 'look',
        schemaVersion: 1,
        workspaceIds: Array.from({ length: 50 }, () => 'w'),
      },
      refused: { workspaceIds: Array.from({ length: 51 }, () => 'w') },
    },
    {
      valid: {
        kind: 'command',
        schemaVersion: 1,
        workspaceId: 'workspace-1',
        command: { kind: 'dispatch', runId: 'run-1' },
      },
      refused: { schemaVersion: 0, workspaceId: 'a/b', 'command.runId': undefined },
    },
    {
      valid: {
        kind: 'asked',
        schemaVersion: 1,
        workspaceId: 'workspace-1',
        commentId: 'comment-1',
        login: 'ann',
        text: 'retry',
      },
      refused: { workspaceId: undefined, commentId: '', login: '', text: undefined },
    },
  ],
} satisfies SamplesOf<typeof messageModule>;
