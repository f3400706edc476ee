import { readdirSync, rmSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asks, planOf, step } from '../../repair/rules/plan/steps.ts';
import { filesIn } from '../../flow/fix/seen.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { shell } from '../../repair/plan/plan-actions-samples.ts';
import { runCli } from '../commands/run-cli.ts';
import { carryOut, keptIn, plans, plantPlan, startPlan, wordsOf } from './execute-ground.ts';
import { answerAt, hasTerminal } from './on-terminal.ts';

const logIn = (folder: string) => readFile(join(folder, 'log'), 'utf8').catch(() => '');

// A process that is killed leaves its room behind.
afterAll(() => {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith('ratchetr-run-'))) {
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
});

describe('an execution after another', () => {
  const plan = planOf(
    step(1, shell('echo x >> log', false)),
    step(2, asks(['yes']), { dependsOn: [1] }),
  );
  const nothing =
    'plan.json: No execution of this plan here has left any changes. If there was one, give the plan as it was then, in the folder where it was carried out.\n';

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

const undone = (folder: string) => runCli(folder, ['execute', 'plan.json', '--undo']);

describe('what a person did since', () => {
  it('to an execution that was killed is told of before it is taken back', async () => {
    const outside = await plantFiles({});
    const pid = join(outside, 'pid');
    const plan = planOf(
      step(1, shell('echo x >> log', false)),
      step(2, shell(`echo half > half; echo $$ > '${pid}'; exec sleep 300`, false), {
        dependsOn: [1],
      }),
    );
    const folder = await plantPlan({ log: 'old\n' }, plan);
    const before = filesIn(folder);
    const execution = startPlan(folder);
    const readPid = () => readFile(pid, 'utf8').catch(() => '');
    await expect.poll(readPid, { timeout: 240_000 }).toMatch(/\n$/);
    execution.signal('SIGKILL');
    await execution.ended;
    // Nothing else can end it.
    process.kill(Number(await readPid()));
    await appendFile(join(folder, 'log'), 'by a person\n');
    await writeFile(join(folder, 'note'), 'by a person\n');
    const edited = filesIn(folder);
    const told = await undone(folder);
    expect(told).toMatchObject({ code: 2, stdout: '' });
    expect(told.stderr).toBe(
      'plan.json: Nothing was taken back yet: step 2 was cut off, so it cannot be told whether it or a person changed 3 files since: half, log, note. Put aside what is to be kept, then run it with --undo again.\n',
    );
    await writeFile(join(folder, 'note'), 'more by a person\n');
    expect(await undone(folder)).toEqual(told);
    expect(filesIn(folder)).toEqual({ ...edited, note: filesIn(folder)['note'] });
    await writeFile(join(folder, 'log'), 'old\nx\n');
    await rm(join(folder, 'note'));
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
    expect(await keptIn(folder)).toEqual([]);
  });

  it('to a file that became a folder leaves all of it as it is', async () => {
    const plan = planOf(step(1, shell('echo new > made; echo new > old', false)));
    const folder = await plantPlan({ old: 'old\n' }, plan);
    await carryOut(folder);
    await rm(join(folder, 'made'));
    await mkdir(join(folder, 'made'));
    await writeFile(join(folder, 'made/mine'), 'by a person\n');
    const edited = filesIn(folder);
    const refused = await undone(folder);
    expect(refused.stderr).toContain('1 file changed since: made.');
    expect(filesIn(folder)).toEqual(edited);
  });

  it('does not stand against a plan that made a folder of a file', async () => {
    const plan = planOf(step(1, shell('rm old; mkdir old; echo new > old/new', false)));
    const folder = await plantPlan({ old: 'old\n' }, plan);
    const before = filesIn(folder);
    await carryOut(folder);
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
  });
});
