import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkReport } from '#model/check-report.ts';
import { launched, run } from './ground.ts';
import { plantPullRequest } from './words.ts';

const files = { 'src/a.txt': 'one\nBAD two\n' };

function settingUp(...argv: readonly string[]) {
  return { RATCHETR_SETUP: JSON.stringify([{ run: argv }]) };
}

describe('a worker that cannot do its work says so', () => {
  it('where a command of the setup fails', async () => {
    const ground = await launched(await plantPullRequest({ files }), { work: 'ci' });
    const failing = settingUp('sh', '-c', 'echo no such package >&2; exit 7');
    expect(await ground.start(failing).ended).toMatchObject({ code: 0 });
    expect(await ground.runs.loadRun(run)).toMatchObject({
      status: 'failed',
      summary: { outcome: 'failed', sentence: expect.stringContaining('it ended with 7') },
    });
    expect(await ground.artifact('setup.log')).toContain('no such package');
    expect(await ground.promised()).toMatchObject({ command: { kind: 'exit', runId: run } });
    expect(ground.left()).toEqual([]);
  });

  it('where the configuration of the merge base is wrong', async () => {
    const ground = await launched(
      await plantPullRequest({ files, config: { limits: { maxFilesChanged: 'many' } } }),
      { work: 'ci' },
    );
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.runs.loadRun(run)).toMatchObject({
      status: 'failed',
      summary: { sentence: expect.stringContaining('maxFilesChanged') },
    });
  });

  it('where an agent of the settings is not there', async () => {
    const config = { agents: { order: ['nobody'] } };
    const ground = await launched(await plantPullRequest({ files, config }), { work: 'ci' });
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.runs.loadRun(run)).toMatchObject({
      status: 'failed',
      summary: { sentence: expect.stringMatching(/^There is no agent nobody; there are /) },
    });
  });

  it('where the branch has no commit in common with its base', async () => {
    const { repository, ...branches } = await plantPullRequest({ files });
    repository.git('checkout', '-q', '--orphan', 'feature-2');
    repository.commit('Begin anew');
    const ground = await launched({ ...branches, repository, head: 'feature-2' }, { work: 'ci' });
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.runs.loadRun(run)).toMatchObject({
      summary: { sentence: expect.stringContaining('no commit in common with main') },
    });
  });

  it('where a plan asks what nobody has answered, and goes on once it is answered', async () => {
    const planner = join(import.meta.dirname, '../../fixtures/programs/plan-words.mjs');
    const command = [process.execPath, planner, 'May I?'];
    const config = { agents: { order: ['plan'], settings: { plan: { command } } } };
    const asking = await launched(await plantPullRequest({ files, config }), { work: 'ci' });
    expect(await asking.start().ended).toMatchObject({ code: 0 });
    expect(await asking.state()).toMatchObject({ question: 'May I?' });
    expect(await asking.promised()).toMatchObject({ command: { kind: 'exit' } });
    const answers = [{ question: 'May I?', answer: 'You may.' }];
    const told = await launched(await plantPullRequest({ files, config }), { work: 'ci', answers });
    expect(await told.start().ended).toMatchObject({ code: 0 });
    expect(await told.result()).toMatchObject({ files: { 'src/a.txt': 'one\ngood two\n' } });
  });
});

describe('the last word of a worker', () => {
  it('is refused when the session is over by then', async () => {
    const ground = await launched(
      await plantPullRequest({ files }),
      { work: 'ci' },
      { deadline: Date.now() + 1_000 },
    );
    const slow = settingUp('sleep', '2');
    expect(await ground.start(slow).ended).toMatchObject({ code: 3 });
    expect(await ground.state()).toMatchObject({ session: { phase: 'running' } });
    expect(await ground.runs.loadRun(run)).toMatchObject({ status: 'running' });
    expect(ground.left()).toEqual([]);
  });
});

describe('the worker of a check', () => {
  it('keeps the report of the engines on the head, and the workspace is free again', async () => {
    const before = { 'src/old.txt': 'BAD but old\n' };
    const ground = await launched(await plantPullRequest({ before, files }), { work: 'check' });
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    const report = checkReport.parse(
      JSON.parse((await ground.artifact('check-report.json')) ?? ''),
    );
    expect(report).toMatchObject({ exit: 1, base: { commit: ground.brief.baseSha } });
    const [words] = report.engines;
    const statuses = words?.findings.map(({ filePath, status }) => [filePath, status]);
    expect(Object.fromEntries(statuses ?? [])).toEqual({
      'src/a.txt': 'new',
      'src/old.txt': 'tolerated',
    });
    expect(await ground.state()).not.toHaveProperty('check');
    expect(await ground.runs.loadRun(run)).toMatchObject({
      status: 'succeeded',
      summary: { exit: 1, findings: { new: 1, tolerated: 1 }, broken: 0 },
    });
    expect(await ground.promised()).toMatchObject({ command: { kind: 'report', runId: run } });
    expect(ground.left()).toEqual([]);
  });
});
