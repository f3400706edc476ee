import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { fix, startRatchetr, triesOf } from './run-fix.ts';
import { seenIn } from './seen.ts';
import { plantWords } from './words.ts';

const planner = join(import.meta.dirname, '../../fixtures/programs/plan-words.mjs');

function planning(...args: readonly string[]) {
  const command = [process.execPath, planner, ...args];
  return { config: { agents: { order: ['plan'], settings: { plan: { command } } } } };
}

describe('an agent that plans', () => {
  it('has its plan carried out in the copy, judged, and drawn with its outcomes', async () => {
    const { root } = await plantWords(planning());
    const { code, report } = await fix(root, ['--apply']);
    expect(triesOf(report)).toEqual({
      'words src/a.txt': ['plan: accepted'],
      'words src/b.txt': ['plan: accepted'],
    });
    expect(code).toBe(0);
    const [task] = report.tasks;
    const drawing = ['show', 'last', '--format', 'mermaid', '--plan', `plans/${task?.id}/1.json`];
    const { stdout } = await startRatchetr(root, drawing).ended;
    expect(stdout).toMatch(/^flowchart TD/);
    expect(stdout).toMatch(/modify_file.*succeeded.*:::succeeded/);
  });

  it('that asks a question which nobody answers waits for a person', async () => {
    const { root } = await plantWords(planning('May I?'));
    const before = seenIn(root);
    const { code, report } = await fix(root, ['--apply']);
    expect(report.tasks.map(({ status }) => status)).toEqual(['blocked', 'blocked']);
    const [[tries = ''] = []] = Object.values(triesOf(report));
    expect(tries).toContain('plan: AGENT_BLOCKED');
    expect(code).toBe(1);
    expect(seenIn(root)).toEqual(before);
  });

  it('keeps the pictures that its plan takes', async () => {
    await chromiumOrSkip();
    const { root } = await plantWords({ ...planning('--look'), files: { 'src/a.txt': 'BAD\n' } });
    const { code, report } = await fix(root, ['--apply']);
    expect(code).toBe(0);
    const [task] = report.tasks;
    const picture = join(
      '.ratchetr/artifacts',
      report.run.id,
      `screenshots/${task?.id}/1/0-page.png`,
    );
    expect([...readFileSync(join(root, picture)).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});
