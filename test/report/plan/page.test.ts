import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExecutionProgress, StepProgress } from '#repair/rules/plan/progress.ts';
import { newProgress } from '#repair/rules/plan/progress.ts';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { renderMermaidPlan } from '#report/plan/mermaid.ts';
import { renderHtmlPlan } from '#report/plan/page.ts';
import { asks, deletes, planOf, reads, runs, step } from '../../repair/rules/plan/steps.ts';
import { randomSteps } from '../../repair/rules/plan/random-plans.ts';
import { hostileText } from '../hostile-text.ts';
import { pageProblems, nestingProblems, tagsOf } from '../pages.ts';

const plan = planOf(
  step(1, reads('a.py')),
  step(2, deletes('b.py')),
  step(3, runs(), { dependsOn: [2, 1], onlyIf: [{ step: 1, is: 'succeeded' }] }),
  step(4, asks(), { dependsOn: [3] }),
);

function went(...different: readonly Partial<StepProgress>[]): ExecutionProgress {
  const { steps } = newProgress(plan);
  return { schemaVersion: 1, steps: steps.map((one, at) => ({ ...one, ...different[at] })) };
}

const done = went(
  { status: 'succeeded', attempts: 1, startedAt: 1_000, endedAt: 3_500 },
  {
    status: 'rolled_back',
    attempts: 3,
    usd: 0.25,
    startedAt: 1_000,
    endedAt: 9_000,
    reason: 'Busy.',
  },
  { status: 'skipped', reason: 'Step 3 needs step 2.' },
  { status: 'pending' },
);

const boxesOf = (page: string) =>
  [...page.matchAll(/<article class="step (\w+) (\w+)"><div class="top"><b>(\d+)/g)].map(
    ([, mood, status, id]) => `${id} ${status} ${mood}`,
  );

describe('the page of a plan', () => {
  const page = renderHtmlPlan(plan, done);

  it('needs nothing else and can load nothing', () => {
    expect(pageProblems(page)).toEqual([]);
  });

  it('lays steps out by what can run at once', () => {
    const batches = page.split('<div class="batch">').slice(1);
    expect(batches.map(boxesOf)).toEqual([
      ['1 succeeded good', '2 rolled_back unsure'],
      ['3 skipped plain'],
      ['4 pending plain'],
    ]);
  });

  it('tells what each step does, when, and how it went', () => {
    for (const part of [
      '<code>a.py</code>',
      '<code>true</code>',
      '<code>Go on?</code>',
      'after 1, 2; only if 1 succeeded',
      '8.0 s · 3 attempts · $0.2500',
      'Busy.',
      '<b>1 of 4</b><span>steps succeeded</span>',
      '<b>8.0 s</b><span>time</span>',
      '1 of 4 steps failed.',
    ]) {
      expect(page).toContain(part);
    }
  });

  it.each([
    ['4 steps.', undefined],
    ['4 steps.', went()],
    ['1 of 4 steps done.', went({ status: 'succeeded' })],
    ['It is waiting for an answer from a person.', went({ status: 'blocked' })],
    ['All of 4 steps done.', went(...plan.steps.map(() => ({ status: 'succeeded' as const })))],
  ])('says in a sentence how far it is: %s', (sentence, progress) => {
    expect(renderHtmlPlan(plan, progress)).toContain(`<p>${sentence}</p>`);
  });

  it('shows a plan that can never be carried out, and why', () => {
    const circle = planOf(
      step(1, reads('a'), { dependsOn: [2] }),
      step(2, reads('b'), { dependsOn: [1] }),
    );
    const shown = renderHtmlPlan(circle);
    expect(boxesOf(shown)).toHaveLength(2);
    expect(shown).toContain('Why it cannot be executed');
  });

  it('shows every step of any plan once', () => {
    fc.assert(
      fc.property(randomSteps, (steps) => {
        const shown = renderHtmlPlan(planOf(...steps));
        expect(boxesOf(shown)).toHaveLength(steps.length);
        expect(nestingProblems(shown)).toEqual([]);
      }),
    );
  });
});

describe('whatever a plan says', () => {
  it('makes no tag and no attribute', () => {
    const expected = tagsOf(render('plain'));
    fc.assert(
      fc.property(hostileText, (words) => {
        expect(tagsOf(render(words))).toEqual(expected);
      }),
    );
  });

  it('shows no secret, in either drawing', () => {
    const secret = `ghp_${'a'.repeat(36)}`;
    const [told, progress] = saying(secret);
    expect(renderHtmlPlan(told, progress)).not.toContain(secret);
    expect(renderMermaidPlan(told, progress)).not.toContain(secret);
  });
});

function render(words: string): string {
  return renderHtmlPlan(...saying(words));
}

function saying(words: string): [StructuredPlan, ExecutionProgress] {
  const said = {
    description: words,
    onlyIf: [{ step: 1, is: 'failed' as const, outputContains: words }],
  };
  const actions: readonly StructuredStep['action'][] = [
    { type: 'use_tool', tool: words, input: words },
    {
      type: 'run_command',
      argv: [words],
      cwd: '.',
      env: {},
      idempotent: true,
      successCodes: [0],
    },
    { type: 'browser_act', acts: [{ do: 'open', url: words }] },
    { type: 'get_user_input', question: words },
  ];
  const steps = actions.map((action, at) => step(at + 2, action, said));
  const told = { ...planOf(step(1, reads(words)), ...steps), title: words };
  const progress = newProgress(told).steps.map((one) => {
    return { ...one, status: 'failed' as const, reason: words, output: `output ${words}` };
  });
  return [told, { schemaVersion: 1, steps: progress }];
}
