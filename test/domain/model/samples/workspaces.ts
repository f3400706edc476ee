import type * as messageModule from '#domain/model/message.ts';
import type * as sessionModule from '#domain/model/session.ts';
import type * as transitionModule from '#domain/model/transition.ts';
import type * as workspaceModule from '#domain/model/workspace.ts';
import { aDelivery, aTransition, aWorkspaceState, sha, t0 } from '../../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

const aSession = {
  id: 'run-1',
  kind: 'ci',
  phase: 'running',
  headBefore: sha('a'),
  fingerprint: 'failed:7/1',
  startBy: t0,
  deadline: t0 + 1,
  launches: 1,
  fence: 1,
  taskRef: 'arn:task/1',
  changeset: { runId: 'run-1', name: 'changeset.json' },
  intendedSha: sha('c'),
  cancelled: 'closed',
} as const;

const aHold = { id: 'hold-1', holder: 'ann', state: 'working', expiresAt: t0 } as const;

const fullState = aWorkspaceState({
  staleCiSince: t0,
  lastCiRunIds: ['7/1'],
  lastPushAt: t0,
  lastPushSha: sha('d'),
  lastCheckedAt: t0,
  spentFingerprints: ['', 'failed:7/1'],
  lastDecision: { action: 'FIX_CI', code: 'CI_FAILED', reason: 'Checks failed.', at: t0 },
  session: { ...aSession, changeset: { runId: 'run-1', name: 'changeset.json' } },
  manualSession: aHold,
  archivedAt: t0,
});

export const session = {
  sessionPhase: [{ valid: 'reserved', refused: { '': 'cleared' } }],
  session: [
    {
      valid: aSession,
      refused: {
        id: '',
        kind: 'manual',
        phase: 'done',
        headBefore: 'abc',
        fingerprint: '',
        startBy: undefined,
        deadline: -1,
        launches: -1,
        fence: 0.5,
        taskRef: 7,
        'changeset.name': '/changeset.json',
        intendedSha: '',
        cancelled: true,
      },
    },
  ],
  manualSession: [{ valid: aHold, refused: { id: '', holder: '', state: 'gone', expiresAt: '' } }],
} satisfies SamplesOf<typeof sessionModule>;

export const message = {
  workspaceCommand: [
    { valid: { kind: 'decide' }, refused: { kind: 'merge' } },
    { valid: { kind: 'dispatch', runId: 'run-1' }, refused: { runId: undefined } },
    { valid: { kind: 'publish', runId: 'run-1' }, refused: { runId: '' } },
    { valid: { kind: 'stop', runId: 'run-1' }, refused: { runId: 1 } },
    { valid: { kind: 'report' }, refused: { '': 'report' } },
  ],
  message: [
    {
      valid: {
        schemaVersion: 1,
        workspaceId: 'workspace-1',
        command: { kind: 'stop', runId: 'run-1' },
      },
      refused: { schemaVersion: 0, workspaceId: 'a/b', 'command.runId': undefined },
    },
  ],
} satisfies SamplesOf<typeof messageModule>;

export const transition = {
  transition: [
    {
      valid: aTransition({ action: 'BREAK', snapshot: {} }),
      refused: {
        schemaVersion: 2,
        workspaceId: '',
        rev: 0,
        action: 'STOP',
        reason: '',
        snapshot: undefined,
        createdAt: undefined,
        expiresAt: 0.5,
      },
    },
    { valid: aTransition({ action: 'SESSION' }), refused: { 'snapshot.at': new Date(0) } },
  ],
} satisfies SamplesOf<typeof transitionModule>;

export const workspace = {
  pullRequest: [
    {
      valid: { host: 'github.com', repositoryId: '7', owner: 'acme', name: 'shop', number: 1 },
      refused: { host: '', repositoryId: '', owner: '', name: '', number: 0 },
    },
  ],
  workspaceState: [
    {
      valid: aWorkspaceState(),
      refused: {
        schemaVersion: 2,
        id: '',
        installationId: '',
        'pullRequest.number': '42',
        enabled: 'yes',
        consecutiveFixupAttempts: -1,
        lastCiRunIds: undefined,
        spentFingerprints: Array.from({ length: 51 }, () => 'x'),
        createdAt: undefined,
      },
    },
    {
      valid: fullState,
      refused: {
        staleCiSince: -1,
        'lastCiRunIds.0': 7,
        lastPushAt: '',
        lastPushSha: 'abc',
        lastCheckedAt: 0.5,
        'spentFingerprints.0': null,
        'lastDecision.action': 'NONE',
        observation: null,
        'session.phase': undefined,
        'manualSession.state': 'asleep',
        archivedAt: true,
      },
    },
  ],
  outbox: [
    { valid: { rev: 2, commands: [] }, refused: { rev: 0, commands: undefined } },
    {
      valid: { rev: 2, transition: aTransition(), commands: [{ kind: 'decide' }] },
      refused: { 'transition.reason': '', 'commands.0.kind': 'wake' },
    },
  ],
  workspaceHead: [
    {
      valid: { state: fullState, rev: 1, wakeSeq: 0, dueAt: 0, outbox: { rev: 1, commands: [] } },
      refused: {
        'state.enabled': undefined,
        rev: 0,
        wakeSeq: -1,
        dueAt: 'now',
        'outbox.rev': undefined,
      },
    },
  ],
  delivery: [
    {
      valid: aDelivery(),
      refused: { id: 'x'.repeat(201), outcome: '', receivedAt: '', expiresAt: undefined },
    },
  ],
} satisfies SamplesOf<typeof workspaceModule>;
