import type { WorkspaceState } from '#model/workspace.ts';
import { noise } from '../../support/noise.ts';
import { anObservation, aWorkspaceState, sha, t0 } from '../../support/samples.ts';

const aPush = {
  sha: sha('d'),
  tree: sha('e'),
  undo: 'digest',
  kind: 'ci',
  at: t0,
  parent: sha('a'),
  causes: [''],
  changes: [{ path: '', before: null, after: sha('1') }],
  takenBack: { by: sha('c'), at: t0, paths: [] },
} as const satisfies WorkspaceState['pushes'][number];

/** Every field, each with a value that is easily lost or mistaken. */
export const full = {
  staleCiSince: t0,
  lastCiRunIds: ['7/1', ''],
  lastPushAt: t0 + 1,
  lastPushSha: sha('d'),
  lastCheckedAt: t0 + 2,
  spentFingerprints: ['', 'failed:7/1'],
  lastDecision: {
    action: 'FIX_CI',
    code: 'CI_FAILED',
    reason: 'Checks failed.',
    needsHuman: false,
    at: t0,
  },
  session: {
    id: 'run-1',
    kind: 'ci',
    phase: 'finished',
    headBefore: sha('a'),
    headTree: sha('7'),
    fingerprint: 'failed:7/1',
    runIdsBefore: ['7/1'],
    reservedAt: t0,
    startBy: t0,
    deadline: t0 + 1,
    launches: 2,
    fence: 0,
    taskRef: 'arn:aws:ecs:task/1',
    nonce: 'nonce-1',
    suspectedAt: t0,
    changeset: { runId: 'run-1', name: 'changeset.json' },
    cancelled: '',
  },
  observation: anObservation({ headRepository: null, author: null }),
  check: {
    id: 'run-2',
    kind: 'check',
    phase: 'launching',
    headSha: sha('a'),
    startBy: t0,
    deadline: t0 + 1,
    launches: 0,
    fence: 0,
  },
  checkedSha: sha('a'),
  checkedConfig: 'digest',
  leftovers: [{ runId: 'run-0', taskRef: 'arn:aws:ecs:task/0' }],
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
  pushes: [aPush],
  treesBefore: [sha('7')],
  rerun: ['7/1'],
  updatedFrom: { headSha: sha('a'), baseSha: sha('b') },
  baseBroken: ['test'],
  incident: { fingerprint: 'broken-registry', until: t0 + 4, observed: 'failed:7/1' },
  unknownSince: t0,
  obeyed: ['comment-1'],
  answers: [{ question: 'Which one?', answer: 'The first.', by: 'ann' }],
  question: 'Which other one?',
  spentUsd: 0.125,
  sticky: { commentId: 'comment-2', digest: 'digest' },
  light: 'light',
  readAt: t0,
  wakeSeqSeen: 3,
  manualSession: { id: 'hold-1', holder: 'ann', state: 'idle', expiresAt: t0 },
  archivedAt: t0 + 3,
} satisfies Parameters<typeof aWorkspaceState>[0];

/** As many checks, comments, pushes and answers as a pull request may have, all with long texts. */
export function crowded(): WorkspaceState {
  const ids = (count: number): string[] => many(count, (index) => noise(40, index));
  const failed = many(50, (index) => ({
    app: noise(20, index),
    workflow: noise(60, index),
    name: noise(100, index),
    runId: noise(30, index),
    jobId: noise(20, index),
    summary: noise(1_000, index),
    url: `https://github.com/acme/shop/actions/${index}/${noise(60, index)}`,
  }));
  return aWorkspaceState({
    ...full,
    lastCiRunIds: ids(127),
    spentFingerprints: ids(50),
    rerun: ids(50),
    obeyed: ids(50),
    treesBefore: many(20, () => sha('7')),
    pushes: many(20, () => aPush),
    leftovers: many(20, (index) => ({ runId: `run-${index}`, taskRef: noise(200, index) })),
    answers: many(20, (index) => ({
      question: noise(1_000, index),
      answer: noise(1_000, index),
      by: 'ann',
    })),
    observation: anObservation({
      ci: {
        ...anObservation().ci,
        verdict: 'failed',
        status: 'failed',
        runIds: ids(127),
        failed,
        held: many(50, (index) => ({
          id: noise(40, index),
          name: noise(100, index),
          event: 'pull_request',
          says: 'approval',
          since: t0,
        })),
        pending: many(20, (index) => ({
          key: noise(40, index),
          name: noise(120, index),
          since: t0,
        })),
      },
      review: { openThreads: ids(50), changesRequestedBy: ids(50) },
      asked: many(50, (index) => ({
        id: `comment-${index}`,
        login: 'ann',
        text: noise(500, index),
      })),
      labels: ids(50),
    }),
  });
}

function many<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
