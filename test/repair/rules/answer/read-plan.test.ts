import { describe, expect, it } from 'vitest';
import type { FailureReason } from '#repair/rules/answer/answer.ts';
import { readPlanAnswer } from '#repair/rules/answer/read-plan.ts';
import { planFormat } from '#repair/rules/prompts/plan-format.ts';

const step = {
  stepId: 1,
  description: 'remove it',
  action: { type: 'delete_file', path: 'a.py' },
  dependsOn: [],
  rollbackOnFail: true,
};
const plan = { schemaVersion: 1, title: 'Remove it', steps: [step] };
const text = JSON.stringify(plan);

describe('what a planner said', () => {
  it.each([
    ['the plan alone', text],
    ['prose before it', `I looked at {a: 1} and {"b": 2}.\n${text}\n`],
    ['the same plan twice', `${text}\n${JSON.stringify({ ...plan, schemaVersion: 1 })}`],
    ['prose after it', `${text}\nThat is all.`],
  ])('is a plan: %s', (_name, said) => {
    expect(readPlanAnswer(said)).toEqual({ kind: 'plan', plan });
  });

  it.each<readonly [string, FailureReason, string]>([
    ['nothing', 'no_output', ' \n'],
    ['prose', 'garbage', 'All is well.'],
    ['a plan that is cut', 'garbage', text.slice(0, text.indexOf('"action"'))],
    ['another object at the end', 'wrong_schema', `${text} {"done": true}`],
    ['a step that nobody knows', 'wrong_schema', text.replace('delete_file', 'delete_all')],
    ['two plans', 'two_results', `${text} ${text.replace('a.py', 'b.py')}`],
    ['no step', 'refused', JSON.stringify({ ...plan, title: 'Not clear', steps: [] })],
  ])('is a failure: %s', (_name, reason, said) => {
    expect(readPlanAnswer(said)).toMatchObject({ kind: 'failed', reason });
  });

  it('is a failure that tells why nothing is planned, or where it breaks the contract', () => {
    const none = readPlanAnswer(JSON.stringify({ ...plan, title: 'Not clear', steps: [] }));
    expect(none).toMatchObject({ sentence: 'The planner planned nothing. It said: Not clear' });
    const broken = readPlanAnswer(text.replace('"stepId":1', '"stepId":-1'));
    expect(broken).toMatchObject({ sentence: expect.stringContaining('at steps.0.stepId') });
  });
});

describe('the format that a model is told', () => {
  it('shows a plan that can be read, with every kind of step that it may plan', () => {
    const reading = readPlanAnswer(planFormat);
    if (reading.kind !== 'plan') throw new Error(reading.sentence);
    expect(reading.plan.steps.map(({ action }) => action.type)).toEqual([
      'create_file',
      'modify_file',
      'delete_file',
      'run_command',
    ]);
  });
});
