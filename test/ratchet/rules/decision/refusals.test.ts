import { describe, expect, it } from 'vitest';
import type { Observation } from '#model/observation.ts';
import type { Push } from '#model/workspace.ts';
import { obey } from '#ratchet/rules/decision/obey.ts';
import {
  type Aftermaths,
  listCauses,
  type PushAftermath,
  findCoveringRefusals,
  recordAftermaths,
} from '#ratchet/rules/decision/refusals.ts';
import { applyObservation } from '#ratchet/rules/decision/apply-observation.ts';
import { anObservation, aWorkspaceState, sha, t0 } from '../../../support/samples.ts';
import { aFailedCheck, someSettings } from '../../../report/workspaces/looks.ts';
import { aPush, aRefusedPush } from './pushes.ts';

const unit = aFailedCheck;
const lint = { ...aFailedCheck, name: 'lint', runId: '8/1' };
const own = { app: 'our-app', name: 'ratchetr', runId: '9', ours: true } as const;

function red(...failed: Observation['ci']['failed']): Observation {
  const { ci } = anObservation();
  return anObservation({ ci: { ...ci, verdict: 'failed', status: 'failed', failed } });
}

function asking(review: Partial<Observation['review']>): Observation {
  return anObservation({ review: { openThreads: [], changesRequestedBy: [], ...review } });
}

const merge = (paths: string[]): Push =>
  aPush({ kind: 'merge-conflict', merged: sha('b'), takenBack: { by: sha('d'), at: t0, paths } });

const refused = (pushes: readonly Push[], observation: Observation) =>
  findCoveringRefusals({ ...aWorkspaceState({ pushes: [...pushes] }), observation }).map(
    ({ kind, commit }) => [kind, commit],
  );

const saying = (kind: PushAftermath['kind'], paths: string[] = []): Aftermaths =>
  new Map([[sha('c'), { kind, paths }]]);

describe('what is refused', () => {
  it.each<[string, readonly Push[], Observation, readonly (readonly string[])[]]>([
    ['nothing that nobody took back', [aPush()], red(unit), []],
    ['the same check', [aRefusedPush()], red(unit), [['ci', sha('c')]]],
    ['not another check', [aRefusedPush()], red(lint), []],
    ['not another check beside it', [aRefusedPush()], red(unit, lint), []],
    ['our own check, which says the same', [aRefusedPush()], red(unit, own), [['ci', sha('c')]]],
    ['not our own check where nothing was refused', [aPush()], red(own), []],
    [
      'checks that several were pushed for, by the newest',
      [
        aRefusedPush(),
        aRefusedPush({ sha: sha('f'), at: t0 + 1, causes: ['actions / ci / lint'] }),
      ],
      red(unit, lint),
      [['ci', sha('f')]],
    ],
    [
      'the same review',
      [aRefusedPush({ kind: 'review', causes: ['T1', 'R1'], heardUntil: 7 })],
      asking({ openThreads: ['T1'], requests: ['R1'], newestAt: 7 }),
      [['review', sha('c')]],
    ],
    [
      'not what a reviewer wrote since',
      [aRefusedPush({ kind: 'review', causes: ['T1'], heardUntil: 7 })],
      asking({ openThreads: ['T1'], newestAt: 8 }),
      [],
    ],
    [
      'not another review',
      [aRefusedPush({ kind: 'review', causes: ['T1'], heardUntil: 7 })],
      asking({ openThreads: ['T2'], newestAt: 7 }),
      [],
    ],
    ['a merge of the base', [merge([])], anObservation(), [['merge-conflict', sha('c')]]],
    [
      'not a merge that is there, of which a repair was taken back',
      [merge(['src/a.ts'])],
      red(),
      [],
    ],
  ])('%s', (_, pushes, observation, told) => {
    expect(refused(pushes, observation)).toEqual(told);
  });

  it('is named by what does not change from head to head', () => {
    expect(listCauses('ci', red(unit, lint))).toEqual([
      'actions / ci / unit',
      'actions / ci / lint',
    ]);
    expect(listCauses('review', asking({ openThreads: ['T1'], requests: ['R1'] }))).toEqual([
      'T1',
      'R1',
    ]);
    expect(listCauses('merge-conflict', red())).toEqual(['conflict']);
  });
});

describe('a head of somebody else', () => {
  const tried = aWorkspaceState({
    consecutiveFixupAttempts: 2,
    observation: anObservation(),
    pushes: [aPush()],
  });
  const moved = anObservation({ headSha: sha('d') });
  const look = (aftermaths?: Aftermaths) =>
    applyObservation(tried, moved, { settings: someSettings(), now: t0, aftermaths });

  it('gives new attempts for its work, and none for taking back ours', () => {
    expect(look(saying('taken-back', ['src/a.ts']))).toMatchObject({
      consecutiveFixupAttempts: 2,
      lastPushAt: t0,
      lookedForIn: sha('d'),
      pushes: [{ takenBack: { by: sha('d'), at: t0, paths: ['src/a.ts'] } }],
    });
    for (const kind of ['kept', 'other'] as const) {
      expect(look(saying(kind))).toMatchObject({ consecutiveFixupAttempts: 0 });
    }
    expect(look()).toMatchObject({ consecutiveFixupAttempts: 0 });
  });

  it('gives new attempts for its work on top of what was taken back before', () => {
    const before = { ...tried, pushes: [aRefusedPush()] };
    const next = anObservation({ headSha: sha('f') });
    const aftermaths = saying('taken-back');
    const after = applyObservation(before, next, {
      settings: someSettings(),
      now: t0 + 9,
      aftermaths,
    });
    expect(after).toMatchObject({
      consecutiveFixupAttempts: 0,
      // Who took it back first is told.
      pushes: [{ takenBack: { by: sha('d'), at: t0, paths: [] } }],
    });
  });

  it('brings back what it took back, and leaves what cannot be told', () => {
    const before = aWorkspaceState({ pushes: [aRefusedPush()] });
    const at = { headSha: sha('f'), now: t0 };
    expect(recordAftermaths(before, saying('kept'), at).pushes[0]).not.toHaveProperty('takenBack');
    expect(recordAftermaths(before, saying('other'), at).pushes).toEqual(before.pushes);
    expect(recordAftermaths(before, new Map(), at).pushes).toEqual(before.pushes);
  });
});

it('is forgotten for good once a person asks for it', () => {
  const kept = aPush({ sha: sha('f') });
  const state = aWorkspaceState({ enabled: true, pushes: [aRefusedPush(), kept] });
  const done = obey(state, { kind: 'retry' }, { login: 'ann', commentId: '1', now: t0 });
  if (done.kind === 'refused') throw new Error(done.sentence);
  const [first, second] = done.value.next.pushes;
  expect(first).not.toHaveProperty('takenBack');
  // The next head must not be taken for another refusal.
  expect(first).not.toHaveProperty('changes');
  expect(second).toEqual(kept);
});
