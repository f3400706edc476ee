import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolateTool, type ToolMachine } from '#check/isolate-tool.ts';
import { command } from '#engines/command/engine.ts';
import { oxlint } from '#engines/oxlint/engine.ts';
import { pytest } from '#engines/pytest/engine.ts';
import { shellcheck } from '#engines/shellcheck/engine.ts';
import { servedPlane } from '../../containers/control-plane.ts';
import { canSplit, startContainer } from '../../containers/start-container.ts';
import { launched, run } from '../../flow/work/ground.ts';
import { plantPullRequest } from '../../flow/work/words.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { checkAll, hostileProject, ownEnvironment } from './hostile-project.ts';

const files = { 'src/a.txt': 'one\nBAD two\n' };

/** A set-up that lays programs into its home, first on the path of all that comes after it. */
/** A set-up that lays programs into a home: its own is thrown away, but it may know where another one lies. */
function layInto(home: string): string {
  const lay = [
    `cd "${home}" && mkdir -p .local/bin`,
    String.raw`printf '#!/bin/sh\n: > "%s/mark"\nexit 1\n' "$PWD" > .local/bin/grep`,
    'cp .local/bin/grep .local/bin/git',
    'chmod +x .local/bin/*',
  ].join('\n');
  return JSON.stringify([{ run: ['sh', '-c', lay] }]);
}

describe('programs that a set-up laid into its home', () => {
  it('judge nothing for a worker beside the control plane', async () => {
    const home = await tempFolder();
    const ground = await launched(await plantPullRequest({ files }), { work: 'check' });
    const PATH = `${home}/.local/bin:${process.env['PATH']}`;
    const RATCHETR_SETUP = layInto(home);
    expect(await ground.start({ HOME: home, PATH, RATCHETR_SETUP }).ended).toMatchObject({
      code: 0,
    });
    expect(existsSync(join(home, '.local/bin/grep'))).toBe(true);
    expect(await ground.runs.loadRun(run)).toMatchObject({ summary: { findings: { new: 1 } } });
    expect(existsSync(join(home, 'mark'))).toBe(false);
  });

  it.skipIf(!canSplit)('judge nothing in a container with a second user', async () => {
    const plane = await servedPlane(await plantPullRequest({ files }), { work: 'check' });
    const environment = { ...plane.environment, RATCHETR_SETUP: layInto('$HOME') };
    const started = await startContainer('engine', { environment, split: true });
    expect(await started.ended).toMatchObject({ code: 0 });
    expect(existsSync(join(started.home, '.local/bin/grep'))).toBe(false);
    expect(await plane.runs.loadRun(plane.brief.runId)).toMatchObject({
      summary: { findings: { new: 1 } },
    });
    expect(existsSync(join(started.home, 'mark'))).toBe(false);
  });
});

it('settings in a home say nothing to a tool that executes nothing of the repository', async () => {
  const project = await hostileProject({ 'a.sh': '#!/bin/sh\necho $1\n' });
  await ownEnvironment(project.root);
  await writeFile(join(project.folder, '.shellcheckrc'), 'disable=all\n');
  const env = { HOME: project.folder };
  const { rules } = await checkAll(project.root, env, ['--engine', 'shellcheck']);
  expect(rules).toEqual({ shellcheck: ['SC2086'] });
});

describe('the path of a tool', () => {
  const machine: ToolMachine = {
    repository: '/home/work/repository',
    path: '/home/work/.local/bin:bin:/home/work/repository/tools:/usr/bin',
    home: '/home/work',
    setsUp: true,
  };
  const active = '/home/work/repository/.venv/bin';
  const env = { PATH: `${active}:${machine.path}` };
  const pathOf = (engine: Parameters<typeof isolateTool>[1]['engine'], program: string) =>
    isolateTool({ argv: [program], env }, { engine, plan: {}, machine, home: '/empty' }).env;

  it('has Node and the system for what is started by its path and executes nothing', () => {
    expect(pathOf(oxlint, '/opt/node/bin/node')).toMatchObject({
      HOME: '/empty',
      PATH: '/opt/node/bin:/usr/bin',
    });
  });

  it('has the home of set-ups last for all others but tests', () => {
    const last = `${active}:/home/work/repository/tools:/usr/bin:/home/work/.local/bin`;
    expect(pathOf(shellcheck, 'shellcheck')).toMatchObject({ HOME: '/empty', PATH: last });
    expect(pathOf(command, 'grep')).toEqual({ PATH: last });
    expect(pathOf(pytest, '/x/bin/python')).toEqual(env);
  });

  it('stays where no set-up of what is judged ran', () => {
    const own = { engine: command, plan: {}, machine: { ...machine, setsUp: false }, home: '/e' };
    expect(isolateTool({ argv: ['grep'], env }, own).env).toEqual(env);
  });
});
