import { describe, expect, it } from 'vitest';
import { drawPlan } from '#repair/rules/plan/draw.ts';
import type { ExecutionProgress } from '#repair/rules/plan/progress.ts';
import { newProgress } from '#repair/rules/plan/progress.ts';
import { planOf, reads, runs, step } from './steps.ts';

const plan = planOf(
  step(3, runs(), {
    dependsOn: [2, 1],
    onlyIf: [{ step: 2, is: 'failed', outputContains: 'no <b>' }],
  }),
  step(1, reads('a')),
  step(4, reads('b'), { dependsOn: [2, 1] }),
  step(2, runs(), { dependsOn: [1] }),
);

function went(): ExecutionProgress {
  const { steps } = newProgress(plan);
  const [one, two, three] = steps;
  if (one === undefined || two === undefined || three === undefined) throw new Error('no steps');
  return {
    schemaVersion: 1,
    steps: [
      { ...one, status: 'succeeded', attempts: 1, startedAt: 1_000, endedAt: 3_500 },
      { ...two, status: 'rolled_back', attempts: 3, usd: 0.25, startedAt: 0, endedAt: 100 },
      three,
    ],
  };
}

describe('drawPlan', () => {
  it('shows steps, dependencies and conditions', () => {
    expect(drawPlan(plan)).toContain(`flowchart TD
  accTitle: A plan
  s1["1: do 1<br/>read_file"]
  s2["2: do 2<br/>run_command"]
  s3["3: do 3<br/>run_command"]
  s4["4: do 4<br/>read_file"]
  s1 --> s2
  s1 --> s3
  s2 -.->|"failed, output has no #60;b#62;"| s3
  s1 --> s4
  s2 --> s4
  classDef running`);
  });

  it('shows how each step went, how long and for how much', () => {
    const drawn = drawPlan(plan, went());
    expect(drawn).toContain('s1["1: do 1<br/>read_file<br/>succeeded in 2.5 s"]:::succeeded\n');
    expect(drawn).toContain(
      's2["2: do 2<br/>run_command<br/>rolled back in 0.1 s, 3 attempts, #36;0.2500"]:::rolled_back\n',
    );
    expect(drawn).toContain('s3["3: do 3<br/>run_command<br/>pending"]\n');
  });

  it('is the same whatever the order of the steps', () => {
    const shuffled = { ...plan, steps: plan.steps.toReversed() };
    expect(drawPlan(shuffled, went())).toBe(drawPlan(plan, went()));
  });

  it.each([
    [
      '"]; click s1 "javascript:alert(1)"',
      '#34;#93;#59; click s1 #34;javascript:alert#40;1#41;#34;',
    ],
    ['<img src=x>', '#60;img src#61;x#62;'],
    ['one\n  two\u0000\u202Ethree', 'one two three'],
    ['#35; %%{init}%% `code`', '#35;35#59; #37;#37;#123;init#125;#37;#37; #96;code#96;'],
    ['half \uD800 a pair', 'half \u{FFFD} a pair'.replace('\u{FFFD}', '#65533;')],
    ['Größe 大きさ', 'Größe 大きさ'],
  ])('writes %j as text and nothing else', (description, shown) => {
    const drawn = drawPlan(planOf(step(1, reads('a'), { description })));
    expect(drawn).toContain(`s1["1: ${shown}<br/>read_file"]\n`);
  });

  it('cuts long texts between letters', () => {
    const drawn = drawPlan(planOf(step(1, reads('a'), { description: '\u{20BB7}'.repeat(200) })));
    expect(drawn).toContain(`s1["1: ${'\u{20BB7}'.repeat(76)}…<br/>`);
  });
});
