import { describe, expect, it } from 'vitest';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { findPublication } from '#report/run/publication.ts';
import { aTransition, aWorkspaceState, runId, sha, t0 } from '../../support/samples.ts';
import { aPush } from '../../ratchet/rules/decision/pushes.ts';
import { aLiveSession } from '../workspaces/looks.ts';

const id = runId('run-7');
const last = {
  runId: id,
  kind: 'ci',
  reason: 'Not published.',
  at: t0,
  fingerprint: 'f',
  headBefore: sha('a'),
  relaunches: 0,
  patch: false,
} as const;
const ended = (outcome: string, more: object = {}): Transition =>
  aTransition({
    action: 'SESSION',
    reason: 'It ended.',
    snapshot: { sessionId: id, outcome, ...more },
  });
const other = aTransition({ snapshot: { sessionId: 'run-8', outcome: 'pushed', head: sha('e') } });

describe('what became of the result of a run', () => {
  it.each<[string, Partial<WorkspaceState>, readonly Transition[], object]>([
    ['it waits', { session: { ...aLiveSession, id } }, [other], { kind: 'waiting' }],
    [
      'it was pushed',
      { pushes: [aPush({ runId: id, sha: sha('c') })] },
      [],
      { kind: 'pushed', commit: sha('c'), takenBackBy: null },
    ],
    [
      'it was pushed and taken back',
      { pushes: [aPush({ runId: id, takenBack: { by: sha('d'), at: 1, paths: [] } })] },
      [],
      { kind: 'pushed', takenBackBy: sha('d') },
    ],
    [
      'it was pushed by an earlier version of us',
      {},
      [other, ended('pushed', { head: sha('c') })],
      { kind: 'pushed', commit: sha('c') },
    ],
    [
      'it was pushed and the log has forgotten it',
      { lastSession: { ...last, outcome: 'pushed' } },
      [],
      { kind: 'pushed', commit: null },
    ],
    ['it was refused', {}, [ended('no-push')], { kind: 'refused', because: 'It ended.' }],
    ['the branch moved', {}, [ended('lost-race')], { kind: 'refused', because: 'It ended.' }],
    [
      'it was refused last',
      { lastSession: { ...last, outcome: 'no-push' } },
      [],
      { kind: 'refused', because: 'Not published.' },
    ],
    [
      'another session works by now',
      { session: { ...aLiveSession, id: runId('run-8') } },
      [other],
      { kind: 'unknown' },
    ],
  ])('%s', (_, state, log, told) => {
    expect(findPublication(aWorkspaceState(state), log, id)).toMatchObject(told);
  });
});
