import { describe, expect, it } from 'vitest';
import type { Override } from '#config/command-line-source.ts';
import { loadConfig } from '#config/load.ts';
import { prepareCheck } from '#check/prepare/prepare-check.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { createSystem } from '#local/system.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { plantFiles } from '../../support/plant-files.ts';

const told: string[] = [];
const host = openEngineHost({
  system: createSystem(),
  env: { PATH: process.env['PATH'] },
  output: { write: (text) => told.push(text) },
});

/** What one option stands for. */
function settingsWith(...overrides: readonly Override[]) {
  const settings = loadConfig({ env: {}, overrides });
  if (settings.kind === 'invalid') throw new Error(JSON.stringify(settings.problems));
  return settings;
}

describe('a check is refused before anything runs, and nothing is written by it:', () => {
  it('against a base that git does not know, by the name of who named it', async () => {
    const { root: repository } = await gitRepository({ 'a.py': '' });
    const argument = '--base';
    const settings = settingsWith({ path: 'check.base', text: '"gone"', argument });
    expect(await prepareCheck(host, { repository, settings })).toMatchObject({
      kind: 'refused',
      code: 'unknown-base',
      sentence: expect.stringMatching(/^--base: check\.base is "gone", which git does not know/),
    });
    expect(told).toEqual([]);
  });

  it('of paths at which there is nothing', async () => {
    const { root: repository } = await gitRepository({ 'a.py': '' });
    const settings = settingsWith();
    const paths = ['a.py', 'b.py'];
    expect(await prepareCheck(host, { repository, settings, paths })).toMatchObject({
      kind: 'refused',
      code: 'absent-path',
      sentence: `${repository} has no file or folder "b.py"; correct the path.`,
    });
    const ofBase = await prepareCheck(host, { repository, settings, paths, ofBase: true });
    expect(ofBase.kind).toBe('ok');
  });
});

it('without a base all is judged in spite of what was asked for, and that is a warning', async () => {
  const repository = await plantFiles({ 'a.py': '' });
  const settings = settingsWith({ path: 'check.changed', text: 'true', argument: '--changed' });
  expect(await prepareCheck(host, { repository, settings })).toMatchObject({
    kind: 'ok',
    value: { warnings: [expect.stringMatching(/^Ignoring --changed, so everything is judged: /)] },
  });
});

it('a tool that only a command of the project shows is planned', async () => {
  const repository = await plantFiles({
    'a.py': '',
    'tox.ini': '[testenv:lint]\ncommands = ruff check a.py\n',
  });
  const prepared = await prepareCheck(host, { repository, settings: settingsWith() });
  const entries = prepared.kind === 'ok' ? prepared.value.schedule.entries : [];
  const target = entries.filter(({ mode }) => mode === 'target');
  expect(target.map(({ engine, plan }) => [engine, plan.scope])).toEqual([['ruff', ['a.py']]]);
});

it.each([
  ['stylelint --quiet *.css', 'high'],
  ['stylelint --max-warnings 0 *.css', undefined],
])('of a project that runs `%s`, findings fail from %s', async (lint, from) => {
  const repository = await plantFiles({
    'a.css': '',
    '.stylelintrc.json': '{}',
    'package.json': JSON.stringify({ scripts: { lint }, devDependencies: { stylelint: '17' } }),
  });
  const prepared = await prepareCheck(host, { repository, settings: settingsWith() });
  const entries = prepared.kind === 'ok' ? prepared.value.schedule.entries : [];
  expect(entries.map(({ engine }) => engine)).toContain('stylelint');
  expect(entries.find(({ engine }) => engine === 'stylelint')?.plan.gate?.from).toBe(from);
});
