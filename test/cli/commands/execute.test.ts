import { existsSync, readdirSync, rmSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { planReport } from '#report/plan/plan-report.ts';
import { asks, planOf, reads, step } from '../../repair/rules/plan/steps.ts';
import { pageProblems } from '../../report/pages.ts';
import { filesIn } from '../../flow/fix/seen.ts';
import { creates, modifies, shell } from '../../repair/plan/plan-actions-samples.ts';
import { plantFiles } from '../../support/plant-files.ts';
import {
  carryOut,
  endsOf,
  keptIn,
  plantPlan,
  startPlan,
  wordsOf,
} from '../execute/execute-ground.ts';
import { answerAt, hasTerminal } from '../execute/on-terminal.ts';
import { runCli } from './run-cli.ts';

// A process that is killed leaves its room behind.
afterAll(() => {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith('ratchetr-run-'))) {
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
});

describe('a plan that fails', () => {
  const plan = planOf(
    step(1, creates('made.txt', 'made')),
    step(2, shell('echo gone wrong; echo x >> old.txt; exit 4', false), {
      dependsOn: [1],
      rollbackOnFail: true,
    }),
    step(3, reads('made.txt'), { dependsOn: [2] }),
  );

  it('is told by its steps, and puts back what it is to put back', async () => {
    const folder = await plantPlan({ 'old.txt': 'old' }, plan);
    const { code, stdout, stderr } = await runCli(folder, ['execute', 'plan.json']);
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\d+\.\d s/g, '0.0 s').split('\n')).toEqual([
      'A plan',
      'step  outcome       time  cost',
      '   1  succeeded    0.0 s     –  do 1',
      '   2  rolled back  0.0 s     –  do 2',
      '     sh ended with 4, where 0 means success.',
      '       | gone wrong',
      '   3  skipped          –     –  do 3',
      '     Step 3 needs step 2, which was rolled back.',
      '1 of 3 steps failed, 1 skipped. $0.00.',
      '',
    ]);
    expect(stderr).toContain('step 2: rolled back: sh ended with 4, where 0 means success.\n');
    expect(await readFile(join(folder, 'old.txt'), 'utf8')).toBe('old');
    expect(await keptIn(folder)).toEqual(['*', '*/changes.json']);
  });

  it('is taken back, but not where somebody has gone on with it', async () => {
    const folder = await plantPlan({ 'old.txt': 'old' }, plan);
    const before = filesIn(folder);
    await carryOut(folder);
    await writeFile(join(folder, 'made.txt'), 'edited');
    const edited = filesIn(folder);
    const refused = await runCli(folder, ['execute', 'plan.json', '--undo']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('1 file changed since: made.txt');
    expect(filesIn(folder)).toEqual(edited);

    await writeFile(join(folder, 'made.txt'), 'made');
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
    expect(await keptIn(folder)).toEqual([]);
    const again = await runCli(folder, ['execute', 'plan.json', '--undo']);
    expect(again.code).toBe(2);
    expect(again.stderr).toBe(
      'plan.json: No execution of this plan here has left any changes. If there was one, give the plan as it was then, in the folder where it was carried out.\n',
    );
  });
});

describe('a question', () => {
  const plan = planOf(
    step(1, creates('a.txt')),
    step(2, asks(['yes', 'no']), { dependsOn: [1] }),
    step(3, creates('b.txt'), {
      dependsOn: [2],
      onlyIf: [{ step: 2, is: 'succeeded', outputContains: 'yes' }],
    }),
  );

  it.skipIf(!hasTerminal)('waits until somebody is there to answer', async () => {
    const folder = await plantPlan({}, plan);
    const { code, report, stderr } = await carryOut(folder);
    expect({ code, outcome: report.outcome }).toEqual({ code: 3, outcome: 'blocked' });
    expect(stderr).toContain('Run the same command again at a terminal to answer');
    expect(await answerAt(folder, wordsOf(), 'yes')).toBe(0);
    expect(Object.keys(filesIn(folder))).toEqual(['a.txt', 'b.txt', 'plan.json']);
    expect(await keptIn(folder)).toEqual(['*', '*/changes.json']);
  });

  it('can be given up, with all that came before it', async () => {
    const folder = await plantPlan({}, plan);
    const before = filesIn(folder);
    await carryOut(folder);
    expect(Object.keys(filesIn(folder))).toEqual(['a.txt', 'plan.json']);
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
    expect(await keptIn(folder)).toEqual([]);
  });
});

function textIn(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** A plan whose second step waits until it is told to go on, by files outside of the folder. */
async function plantWaiting() {
  const outside = await plantFiles({});
  const [pid, go] = [join(outside, 'pid'), join(outside, 'go')];
  const wait = `echo x >> half; echo $$ > '${pid}'; test -e '${go}' || exec sleep 300`;
  const plan = planOf(
    step(1, shell(`echo x >> '${outside}/count'; echo x > one`, false)),
    step(2, shell(wait), { dependsOn: [1], rollbackOnFail: true }),
    step(3, modifies('old', 'new'), { dependsOn: [2] }),
  );
  const folder = await plantPlan({ old: 'old' }, plan);
  return {
    folder,
    outside,
    isWaiting: async () => {
      await expect.poll(() => textIn(pid), { timeout: 240_000 }).toMatch(/\n$/);
    },
    goOn: () => writeFile(go, ''),
    // Nothing can end what runs when the process itself is killed.
    endWaiting: async () => void process.kill(Number(await readFile(pid, 'utf8'))),
  };
}

describe('an execution that is cut off', () => {
  it.each([
    ['SIGKILL', null],
    ['SIGINT', 130],
  ] as const)('by %s goes on, alone in its folder', async (signal, code) => {
    const { folder, outside, isWaiting, endWaiting, goOn } = await plantWaiting();
    const before = filesIn(folder);
    const journal = ['--journal', join(outside, 'journal')];
    const first = startPlan(folder, journal);
    await isWaiting();
    const second = await startPlan(folder, journal).ended;
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 2, stdout: '' });
    expect(second.stderr).toContain('Another plan is being executed in this folder');
    first.signal(signal);
    expect((await first.ended).code).toBe(code);
    if (signal === 'SIGKILL') await endWaiting();

    expect(await readdir(join(outside, 'journal'))).toContain('journal.jsonl');
    await goOn();
    const { code: end, report } = await carryOut(folder, journal);
    expect(end).toBe(0);
    expect(endsOf(report)).toEqual(['1 succeeded 1', '2 succeeded 2', '3 succeeded 1']);
    expect(await readFile(join(outside, 'count'), 'utf8')).toBe('x\n');
    expect(await readFile(join(folder, 'half'), 'utf8')).toBe('x\n');
    expect(existsSync(join(outside, 'journal'))).toBe(false);
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
  });

  it('can be given up, and then nothing more of it is run', async () => {
    const { folder, isWaiting, endWaiting, goOn } = await plantWaiting();
    const before = filesIn(folder);
    const first = startPlan(folder);
    await isWaiting();
    first.signal('SIGKILL');
    await Promise.all([first.ended, endWaiting(), goOn()]);
    const told = await runCli(folder, ['execute', 'plan.json', '--undo']);
    expect(told.stderr).toContain('step 2 was cut off');
    const { code, report, stderr } = await carryOut(folder, ['--undo']);
    expect({ code, stderr: stderr.includes('old') }).toEqual({ code: 0, stderr: false });
    expect(report.plan.steps.map(({ description }) => description)).toEqual(['Undo step 1: one']);
    expect(filesIn(folder)).toEqual(before);
  });

  it('while it is taken back is taken back to the end, and nothing else comes between', async () => {
    const many = Array.from({ length: 1_500 }, (_, id) => step(id, creates(`made/${id}.txt`)));
    const folder = await plantPlan({}, planOf(...many));
    const before = filesIn(folder);
    await carryOut(folder);
    const undoing = startPlan(folder, ['--undo']);
    await undoing.saying('step 20: succeeded');
    undoing.signal('SIGKILL');
    await undoing.ended;
    const refused = await runCli(folder, ['execute', 'plan.json']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('only half taken back: run it with --undo first');
    expect((await carryOut(folder, ['--undo'])).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
  });
});

describe('what is asked for', () => {
  const plan = planOf(step(1, shell('echo password=hunter2hunter2'), { estimatedUsd: 0.05 }));

  it.each(['human', 'json', 'mermaid', 'html'])(
    'is told as %s, without secrets',
    async (format) => {
      const folder = await plantPlan({}, plan);
      const asked = ['execute', 'plan.json', '--format', format, '--output', 'told'];
      expect(await runCli(folder, asked)).toMatchObject({ code: 0, stdout: '' });
      const told = await readFile(join(folder, 'told'), 'utf8');
      expect(told).not.toContain('hunter2');
      const isIt = {
        human: () => told.startsWith('A plan\nstep'),
        json: () => endsOf(planReport.parse(JSON.parse(told))).join() === '1 succeeded 1',
        mermaid: () => told.startsWith('flowchart TD\n') && told.includes(':::succeeded'),
        html: () => pageProblems(told).length === 0,
      };
      expect(Object.entries(isIt).map(([name, check]) => name !== format || check())).not.toContain(
        false,
      );
    },
  );

  it('can be drawn before anything runs', async () => {
    const folder = await plantPlan({}, plan);
    const dry = (...more: readonly string[]) =>
      runCli(folder, ['execute', 'plan.json', '--dry-run', ...more]);
    expect(await dry()).toEqual({
      code: 0,
      stdout:
        "A plan\n  1  do 1\n     run command sh -c 'echo password=[masked]'\n1 step; nothing was run.\n",
      stderr: '',
    });
    expect((await dry('--format', 'mermaid')).stdout).not.toContain('pending');
    expect(await readdir(folder)).toEqual(['plan.json']);
  });

  it('may not cost more than was allowed', async () => {
    const folder = await plantPlan({}, plan);
    const within = (usd: string) => runCli(folder, ['execute', 'plan.json', '--budget', usd]);
    const poor = await within('0.04');
    expect(poor.code).toBe(1);
    expect(poor.stdout).toContain('may cost $0.05, but only $0.04 of the $0.04 allowed is left');
    expect((await within('0.05')).code).toBe(0);
    const wrong = await within('much');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/^--budget: execution\.budgetUsd is the text "much"/);
  });
});
