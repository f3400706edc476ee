import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asks, planOf, step } from '../../domain/execution/steps.ts';
import { filesIn } from '../../flow/fix/seen.ts';
import { shell } from '../../steps/plan-actions-samples.ts';
import { runCli } from '../commands/run-cli.ts';
import { carryOut, keptIn, plans, plantPlan, wordsOf } from './execute-ground.ts';
import { answerAt, hasTerminal } from './on-terminal.ts';

const logIn = (folder: string) => readFile(join(folder, 'log'), 'utf8').catch(() => '');

describe('an execution after another', () => {
  const plan = planOf(
    step(1, shell('echo x >> log', false)),
    step(2, asks(['yes']), { dependsOn: [1] }),
  );
  const nothing = 'plan.json: No execution of this plan here has left any changes.\n';

  it.skipIf(!hasTerminal)('is given up without what came before it', async () => {
    const folder = await plantPlan({}, plan);
    const before = filesIn(folder);
    expect(await answerAt(folder, wordsOf(), 'yes')).toBe(0);
    expect((await carryOut(folder)).code).toBe(3);
    expect(await logIn(folder)).toBe('x\nx\n');
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(await logIn(folder)).toBe('x\n');
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
    const again = await runCli(folder, ['execute', 'plan.json', '--undo']);
    expect(again).toEqual({ code: 2, stdout: '', stderr: nothing });
    expect(await keptIn(folder)).toEqual([]);
  });

  it.skipIf(!hasTerminal)('that changed nothing is given up for the one before', async () => {
    const idle = planOf(
      step(1, asks(['yes'])),
      step(2, shell('echo x >> log', false), { dependsOn: [1] }),
    );
    const folder = await plantPlan({}, idle);
    const before = filesIn(folder);
    expect(await answerAt(folder, wordsOf(), 'yes')).toBe(0);
    expect((await carryOut(folder)).code).toBe(3);
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
  });

  it('is taken back alone, and then the one before, however many there were', async () => {
    const folder = await plantPlan({}, planOf(step(1, shell('echo x >> log', false))));
    for (let count = 0; count < 11; count += 1) await carryOut(folder);
    for (let left = 10; left >= 0; left -= 1) {
      expect((await carryOut(folder, ['--undo'])).code).toBe(0);
      expect(await logIn(folder)).toBe('x\n'.repeat(left));
    }
    expect((await runCli(folder, ['execute', 'plan.json', '--undo'])).stderr).toBe(nothing);
  });

  it('can begin though what is taken back was cut off while it was forgotten', async () => {
    const folder = await plantPlan({}, planOf(step(1, shell('echo x >> log', false))));
    await carryOut(folder);
    await carryOut(folder);
    const [room = ''] = await readdir(join(folder, plans));
    const inRoom = (name: string) => join(folder, plans, room, name);
    const newest = await readFile(inRoom('changes-2.json'));
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    // As a kill would leave it: forgotten, with the journal of taking it back still there.
    await writeFile(inRoom('changes.json.taken-back'), newest);
    await mkdir(inRoom('undo'));
    await writeFile(inRoom('undo/journal.jsonl'), '');
    expect((await carryOut(folder)).code).toBe(0);
    expect(await keptIn(folder)).toEqual(['*', '*/changes-2.json', '*/changes.json']);
    for (const left of ['x\n', '']) {
      expect((await carryOut(folder, ['--undo'])).code).toBe(0);
      expect(await logIn(folder)).toBe(left);
    }
  });
});
