import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkspaceState } from '#model/workspace.ts';
import { runReport } from '#model/run-report.ts';
import { pageProblems } from '../../report/pages.ts';
import { aPush, aRefusedPush } from '../../ratchet/rules/decision/pushes.ts';
import { aStoredSummary } from '../../report/run/run-records.ts';
import { aLiveSession } from '../../report/workspaces/looks.ts';
import { aRun, runId, sha } from '../../support/samples.ts';
import { plantEntry, plantPlane, plantWatch } from '../workspaces/planted-workspaces.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import {
  aStoredPlan,
  plantArtifact,
  plantFinishedRun,
  type Planted,
  plantRun,
  plantState,
} from '../runs/planted-runs.ts';
import { runCli } from './run-cli.ts';

async function oneRun(): Promise<Planted> {
  const planted = await plantState();
  await plantFinishedRun(planted, 'run-7a');
  return planted;
}

describe('ratchetr show', () => {
  it('puts together what the store holds', async () => {
    const { cwd } = await oneRun();
    const { code, stdout, stderr } = await runCli(cwd, ['show', 'run-7a', '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const report = runReport.parse(JSON.parse(stdout));
    expect(report.tasks.map(({ id, status, attempts }) => [id, status, attempts.length])).toEqual([
      ['first', 'succeeded', 1],
      ['second', 'queued', 0],
    ]);
    expect(report.summary?.outcome).toBe('better');
    expect(report.engines).toEqual([{ tool: 'ruff', found: 1, fixed: 1, left: 0, fresh: 0 }]);
    expect(report.usd).toBe(0.25);
  });

  it('is for people unless told otherwise', async () => {
    const { cwd } = await oneRun();
    const { stdout } = await runCli(cwd, ['show', 'last']);
    expect(stdout).toMatch(/^Run run-7a \(fixup\)/);
    expect(stdout).toMatch(/1 of 2 tasks accepted, 1 attempt, \$0\.2500, 40 s\./);
    expect(stdout).not.toContain('\u001B');
  });

  it.each<[string, Partial<WorkspaceState> & { readonly entry?: string }, string]>([
    [
      'it waits',
      { session: { ...aLiveSession, id: runId('run-7a') } },
      'It waits to be published.',
    ],
    [
      'it was pushed',
      { pushes: [aPush({ runId: runId('run-7a'), sha: sha('c') })] },
      'It was pushed as cccccccccccc.',
    ],
    [
      'it was taken back',
      { pushes: [aRefusedPush({ runId: runId('run-7a'), sha: sha('c') })] },
      'It was pushed as cccccccccccc. dddddddddddd took it back.',
    ],
    ['it was refused', { entry: 'no-push' }, 'It was not pushed. It ended so.'],
    ['nobody knows any more', {}, 'What became of it is no longer known.'],
  ])('says of the result of a fixup where %s', async (_, { entry, ...state }, words) => {
    const plane = await plantPlane();
    const watch = await plantWatch(plane, 1, state);
    const { id: workspaceId } = watch.state;
    const result = { kind: 'changeset' };
    const run = aRun({ id: 'run-7a', workspaceId, summary: aStoredSummary({ result }) });
    await plane.runs.createRun(run);
    if (entry !== undefined) {
      const snapshot = { sessionId: 'run-7a', outcome: entry };
      const ended = { action: 'BREAK', reason: 'It ended so.', snapshot } as const;
      await plantEntry(plane, workspaceId, { now: Date.now(), change: {}, entry: ended });
    }
    for (const format of ['human', 'markdown', 'html']) {
      for (const place of [[], ['--home', plane.cwd]]) {
        const said = await runCli(plane.cwd, ['show', 'run-7a', ...place, '--format', format]);
        expect(said.stdout.replaceAll('&#46;', '.').replaceAll('\n', ' ')).toContain(words);
      }
    }
    const { stdout } = await runCli(plane.cwd, ['show', 'run-7a', '--format', 'json']);
    expect(runReport.parse(JSON.parse(stdout)).publication).not.toBeNull();
  });

  it('writes Markdown and pages into files', async () => {
    const { cwd } = await oneRun();
    for (const format of ['markdown', 'html']) {
      const said = await runCli(cwd, ['show', 'last', '--format', format, '--output', format]);
      expect(said).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    expect(await readFile(join(cwd, 'markdown'), 'utf8')).toMatch(/^### ⚠️ Two of four findings/);
    expect(pageProblems(await readFile(join(cwd, 'html'), 'utf8'))).toEqual([]);
  });

  it('refuses a place where nothing can be written before it looks for anything', async () => {
    const said = await runCli(await tempFolder(), ['show', 'last', '--output', 'no/where']);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toMatch(/^The report cannot be written to "no\/where"/);
  });
});

describe('the run that is meant', () => {
  it('may be told by its beginning, or be the last', async () => {
    const planted = await oneRun();
    await plantRun(planted, 'walk-1', 3);
    await plantRun(planted, 'walk-12', 2);
    const shown = async (asked: string) => (await runCli(planted.cwd, ['show', asked])).stdout;
    expect(await shown('r')).toMatch(/^Run run-7a /);
    expect(await shown('last')).toMatch(/^Run walk-1 /);
    // The whole id of one is the beginning of another.
    expect(await shown('walk-1')).toMatch(/^Run walk-1 /);
  });

  it.each([
    ['walk', '"walk" is the beginning of 2 runs: walk-1, walk-12. Write more of it.\n'],
    ['', 'There is no run ""; `ratchetr runs` lists the runs of this folder.\n'],
    ['x\u001B[2J', 'There is no run "x"; `ratchetr runs` lists the runs of this folder.\n'],
  ])('is asked for when %j does not tell', async (asked, stderr) => {
    const planted = await plantState();
    await plantRun(planted, 'walk-1', 3);
    await plantRun(planted, 'walk-12', 2);
    expect(await runCli(planted.cwd, ['show', asked])).toEqual({ code: 2, stdout: '', stderr });
  });

  it('is none where nothing has run', async () => {
    const { cwd } = await plantState();
    expect((await runCli(cwd, ['show', 'last'])).stderr).toBe('There is no run yet.\n');
    expect((await runCli(await tempFolder(), ['show', 'last'])).stderr).toMatch(
      /^There is no state file/,
    );
  });
});

describe('what was kept of a run', () => {
  it('is shown as it is, by its name, and other names are told', async () => {
    const planted = await oneRun();
    const name = 'engines/pytest/0123456789abcdef/junit';
    await plantArtifact(planted, { id: 'run-7a', name, body: '<testsuites/>' });
    const shown = await runCli(planted.cwd, ['show', 'run-7a', '--artifact', name]);
    expect(shown).toMatchObject({ code: 0, stdout: '<testsuites/>' });
    const unknown = await runCli(planted.cwd, ['show', 'run-7a', '--artifact', 'x']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('Nothing is kept of run run-7a under the name "x".');
    expect(unknown.stderr).toContain(`\n  ${name}`);
  });
});

describe('what is kept of a run of a control plane', () => {
  it('is shown from elsewhere, and its names where there is none of that name', async () => {
    const planted = await oneRun();
    await plantArtifact(planted, { id: 'run-7a', name: 'engines/ruff/1/log.txt', body: 'said' });
    const elsewhere = await tempFolder();
    const show = (name: string) =>
      runCli(elsewhere, ['show', 'run-7a', '--home', planted.cwd, '--artifact', name]);
    expect(await show('engines/ruff/1/log.txt')).toMatchObject({ code: 0, stdout: 'said' });
    const none = await show('engines/ruff/2/log.txt');
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('engines/ruff/1/log.txt');
  });
});

describe('a stored plan', () => {
  it('is drawn as a flowchart or as a page', async () => {
    const planted = await oneRun();
    await plantArtifact(planted, { id: 'run-7a', name: 'plans/first/1.json', body: aStoredPlan });
    const mermaid = await draw(planted, '--format', 'mermaid');
    expect(mermaid.code).toBe(0);
    expect(mermaid.stdout).toMatch(/^flowchart TD\n/);
    expect(mermaid.stdout).toContain('s1 --> s2');
    const page = await draw(planted, '--format', 'html', '--plan', 'plans/first/1.json');
    expect(pageProblems(page.stdout)).toEqual([]);
    expect(page.stdout).toContain('ratchetr plan');
  });

  it('must be chosen where there are several', async () => {
    const planted = await oneRun();
    for (const name of ['plans/first/1.json', 'plans/second/1.json']) {
      await plantArtifact(planted, { id: 'run-7a', name, body: aStoredPlan });
    }
    expect(await draw(planted, '--format', 'mermaid')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'Run run-7a has several plans; choose one with --plan: plans/first/1.json, plans/second/1.json\n',
    });
    const chosen = await draw(planted, '--format', 'mermaid', '--plan', 'plans/second/1.json');
    expect(chosen.stdout).toMatch(/^flowchart TD\n/);
    expect((await draw(planted, '--format', 'mermaid', '--plan', 'plans/x')).stderr).toMatch(
      /^Run run-7a has no plan "plans\/x"; it has plans\/first\/1\.json, /,
    );
  });

  it.each([
    ['nothing like it', 'not json'],
    ['another shape', '{"plan":{}}'],
  ])('is missed where there is %s', async (_, body) => {
    const planted = await oneRun();
    expect((await draw(planted, '--format', 'mermaid')).stderr).toBe(
      'Run run-7a has no structured plan.\n',
    );
    await plantArtifact(planted, { id: 'run-7a', name: 'plans/first/1.json', body });
    expect(await draw(planted, '--format', 'mermaid')).toMatchObject({
      code: 2,
      stderr: 'The artifact plans/first/1.json of run run-7a is lost or is not a stored plan.\n',
    });
  });

  it('has no other formats', async () => {
    const planted = await oneRun();
    const said = await draw(planted, '--plan', 'plans/first/1.json');
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain('add --format mermaid or html');
  });
});

async function draw({ cwd }: Planted, ...more: readonly string[]) {
  return runCli(cwd, ['show', 'run-7a', ...more]);
}
