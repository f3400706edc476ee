import type * as z from 'zod';
import type * as sessionModule from '#model/session.ts';
import type * as transitionModule from '#model/transition.ts';
import type * as workspaceModule from '#model/workspace.ts';
import {
  aDelivery,
  anObservation,
  aTransition,
  aWorkspaceState,
  sha,
  t0,
} from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

const aWorker = {
  startBy: t0,
  deadline: t0 + 1,
  launches: 1,
  fence: 1,
  taskRef: 'arn:task/1',
  nonce: 'nonce-1',
  suspectedAt: t0,
} as const;

const notAWorker = {
  startBy: undefined,
  deadline: -1,
  launches: -1,
  fence: 0.5,
  taskRef: 7,
  nonce: null,
  suspectedAt: 'lately',
};

const aSession = {
  ...aWorker,
  id: 'run-1',
  kind: 'ci',
  phase: 'running',
  headBefore: sha('a'),
  headTree: sha('7'),
  fingerprint: 'failed:7/1',
  runIdsBefore: ['7/1'],
  reservedAt: t0,
  causes: ['actions / ci / unit'],
  changeset: { runId: 'run-1', name: 'changeset.json' },
  intendedSha: sha('c'),
  cancelled: 'closed',
} satisfies z.input<typeof sessionModule.session>;

const aCheckSession = {
  ...aWorker,
  id: 'run-2',
  kind: 'check',
  phase: 'launching',
  headSha: sha('a'),
} as const;

const aHold = { id: 'hold-1', holder: 'ann', state: 'working', expiresAt: t0 } as const;

const fullState = aWorkspaceState({
  staleCiSince: t0,
  lastCiRunIds: ['7/1'],
  lastPushAt: t0,
  lastPushSha: sha('d'),
  lastCheckedAt: t0,
  spentFingerprints: ['', 'failed:7/1'],
  lastDecision: {
    action: 'FIX_CI',
    code: 'CI_FAILED',
    reason: 'Checks failed.',
    needsHuman: true,
    at: t0,
  },
  observation: anObservation(),
  session: aSession,
  check: aCheckSession,
  checkedSha: sha('a'),
  checkedConfig: 'digest',
  leftovers: [{ runId: 'run-0', taskRef: 'arn:task/0' }],
  lastSession: {
    runId: 'run-0',
    kind: 'review',
    outcome: 'lost-race',
    reason: 'The head moved.',
    at: t0,
    fingerprint: 'reviewed',
    headBefore: sha('9'),
    relaunches: 0,
    patch: true,
  },
  pushes: [
    {
      sha: sha('d'),
      tree: sha('e'),
      undo: 'digest',
      kind: 'review',
      at: t0,
      left: ['thread-1'],
      runId: 'run-0',
      parent: sha('a'),
      treeBefore: sha('7'),
      merged: sha('b'),
      causes: ['thread-1'],
      changes: [{ path: 'shop/total.py', before: null, after: sha('1') }],
      takenBack: { by: sha('c'), at: t0, paths: ['shop/total.py'] },
    },
  ],
  lookedForIn: sha('c'),
  treesBefore: [sha('7')],
  rerun: ['7/1'],
  updatedFrom: { headSha: sha('a'), baseSha: sha('b') },
  baseBroken: ['test'],
  incident: { fingerprint: 'broken-registry', until: t0, observed: 'failed:7/1' },
  unknownSince: t0,
  obeyed: ['comment-1'],
  answers: [{ question: 'Which one?', answer: 'The first.', by: 'ann' }],
  question: 'Which other one?',
  spentUsd: 0.125,
  sticky: { commentId: 'comment-2', digest: 'digest' },
  light: 'light',
  readAt: t0,
  wakeSeqSeen: 3,
  manualSession: aHold,
  archivedAt: t0,
});

export const session = {
  sessionPhase: [{ valid: 'reserved', refused: { '': 'cleared' } }],
  sessionKind: [{ valid: 'merge-conflict', refused: { '': 'manual' } }],
  checkSession: [
    {
      valid: aCheckSession,
      refused: { ...notAWorker, id: '', kind: 'ci', phase: 'finished', headSha: 'abc' },
    },
  ],
  session: [
    {
      valid: aSession,
      refused: {
        ...notAWorker,
        id: '',
        kind: 'manual',
        phase: 'done',
        headBefore: 'abc',
        headTree: undefined,
        fingerprint: '',
        'runIdsBefore.0': 7,
        reservedAt: undefined,
        'causes.0': 7,
        'changeset.name': '/changeset.json',
        intendedSha: '',
        cancelled: true,
      },
    },
  ],
  manualSession: [{ valid: aHold, refused: { id: '', holder: '', state: 'gone', expiresAt: '' } }],
} satisfies SamplesOf<typeof sessionModule>;

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
  sessionOutcome: [{ valid: 'no-push', refused: { '': 'won' } }],
  pullRequest: [
    {
      valid: { host: 'github.com', repositoryId: '7', owner: 'acme', name: 'shop', number: 1 },
      refused: { host: '', repositoryId: '', owner: '', name: '', number: 0, nodeId: 7 },
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
        leftovers: undefined,
        pushes: undefined,
        'treesBefore.0': 'abc',
        rerun: Array.from({ length: 51 }, () => 'x'),
        obeyed: Array.from({ length: 51 }, () => 'x'),
        answers: undefined,
        spentUsd: -1,
        wakeSeqSeen: undefined,
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
        'lastDecision.needsHuman': undefined,
        observation: null,
        'session.phase': undefined,
        'check.headSha': undefined,
        checkedSha: 'abc',
        'leftovers.0.taskRef': undefined,
        'lastSession.outcome': 'won',
        'pushes.0.undo': undefined,
        'pushes.0.left': 'thread-1',
        'pushes.0.changes.0.before': undefined,
        'pushes.0.takenBack.by': undefined,
        lookedForIn: 'abc',
        'updatedFrom.baseSha': undefined,
        'baseBroken.0': 7,
        'incident.until': undefined,
        unknownSince: 'long ago',
        'answers.0.by': undefined,
        question: 7,
        'sticky.digest': undefined,
        light: 7,
        readAt: -1,
        'manualSession.state': 'asleep',
        archivedAt: true,
      },
    },
  ],
  outbox: [
    { valid: { rev: 2, commands: [] }, refused: { rev: 0, commands: undefined } },
    {
      valid: { rev: 2, transition: aTransition(), commands: [{ kind: 'report' }] },
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
