import { describe, expect, it } from 'vitest';
import type { LookFacts } from '#model/look-facts.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import { explainDecision } from '#report/workspaces/replay.ts';
import { sha } from '../../../support/samples.ts';
import {
  aLook,
  aRedLook,
  aStoredDecision,
  someSettings,
} from '../../../report/workspaces/looks.ts';

const refusal = (
  kind: LookFacts['refused'][number]['kind'],
  paths: string[] = [],
): LookFacts['refused'][number] => ({ kind, commit: sha('c'), by: sha('d'), paths });
const ci = { refused: [refusal('ci')] };
const review = { reviewState: 'changes-requested' } as const;

describe('what people took back', () => {
  it.each<[string, LookFacts, string]>([
    ['is not repaired again', aRedLook(ci), 'TAKEN_BACK'],
    ['counts before spent attempts', aRedLook({ ...ci, attempts: 3 }), 'TAKEN_BACK'],
    ['counts before a tried fingerprint', aRedLook({ ...ci, spent: true }), 'TAKEN_BACK'],
    ['leaves a review to be addressed', aRedLook({ ...ci, ...review }), 'REVIEW'],
    [
      'leaves a conflict to be resolved',
      aRedLook({ ...ci, mergeState: 'conflicting' }),
      'MERGE_CONFLICT',
    ],
    [
      'may be all that is asked for',
      aRedLook({ ...review, refused: [refusal('ci'), refusal('review')] }),
      'TAKEN_BACK',
    ],
    [
      'may be a merge, beside which checks are repaired',
      aRedLook({ mergeState: 'conflicting', refused: [refusal('merge-conflict')] }),
      'CI_FAILED',
    ],
    ['waits for checks that run', aLook({ ...ci, ciStatus: 'running' }), 'CI_RUNNING'],
    ['is nothing once all is green', aLook(ci), 'GREEN'],
    ['is told of where the ratchet is on', aRedLook({ ...ci, paused: 'ann' }), 'PAUSED'],
  ])('%s', (_, facts, code) => {
    const settings = someSettings();
    expect(decide(facts, settings).code).toBe(code);
    const asked = explainDecision(aStoredDecision(facts)).filter(({ holds }) => holds === true);
    expect(asked.at(-1)?.code).toBe(code);
  });

  it.each([
    [[], ''],
    [['src/a.ts'], ' in src/a.ts'],
    [['src/a.ts', 'src/b.ts'], ' in 2 files'],
  ])('is told with who and where: %j', (paths, where) => {
    const facts = aRedLook({ refused: [refusal('ci', paths)] });
    expect(decide(facts, someSettings()).reason).toBe(
      `The push of dddddddddddd took back our fixup cccccccccccc${where}, so it is not done again.`,
    );
  });
});
