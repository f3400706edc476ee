import { describe, expect, it } from 'vitest';
import { structuredPlan } from '#model/structured-plan.ts';
import { applyPlan, type PathTurn } from '#repair/rules/session/apply-plan.ts';
import { sha } from '../../../support/samples.ts';

const file = (text: string, mode: '100644' | '100755' | '120000' = '100644') => ({
  mode,
  blob: sha('b'),
  content: Buffer.from(text).toString('base64'),
});

const turn = (path: string, before: PathTurn['before'], after: PathTurn['after']): PathTurn => ({
  path,
  before,
  after,
});

describe('the plan that makes one tree another', () => {
  it('takes away first, and whatever is made waits for that', () => {
    const plan = applyPlan('Apply', [
      turn('new', null, file('new', '100755')),
      turn('edited', file('old'), file('edited')),
      turn('gone', file('gone'), null),
      turn('new/inside', file('x'), null),
    ]);
    expect(structuredPlan.parse(plan)).toEqual(plan);
    expect(
      plan.steps.map(({ stepId, action, dependsOn }) => [stepId, action.type, dependsOn]),
    ).toEqual([
      [0, 'delete_file', []],
      [1, 'delete_file', []],
      [2, 'create_file', [0, 1]],
      [3, 'modify_file', []],
    ]);
  });

  it('names what must be there before, and the bytes and mode of what is to be there', () => {
    const { steps } = applyPlan('Apply', [
      turn('edited', file('old'), file('new', '100755')),
      turn('gone', file('gone'), null),
      turn('link', null, file('edited', '120000')),
    ]);
    expect(steps.map(({ action }) => action)).toEqual([
      { type: 'delete_file', path: 'gone', expectedBlob: sha('b') },
      {
        type: 'modify_file',
        path: 'edited',
        content: file('new').content,
        encoding: 'base64',
        mode: '100755',
        expectedBlob: sha('b'),
      },
      {
        type: 'create_file',
        path: 'link',
        content: file('edited').content,
        encoding: 'base64',
        mode: '120000',
      },
    ]);
  });

  it('has no step for what is nothing before and after', () => {
    expect(applyPlan('Apply', [turn('submodule', null, null)]).steps).toEqual([]);
  });
});
