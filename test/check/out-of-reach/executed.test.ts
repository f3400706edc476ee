import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flake8 } from '#engines/flake8/engine.ts';
import { engines } from '#engines/registry.ts';
import { checkAll, hostileProject, ownEnvironment } from './hostile-project.ts';

it('what an editable installation leads to is read, and not imported', async () => {
  const project = await hostileProject({
    '.pylintrc': '[MAIN]\ndisable=all\nenable=import-error\n',
    'lib/shop/__init__.py': 'x = 1\n',
    'lib/other.py': 'x = 1\n',
    'tests/a.py': 'import shop\nimport other\nimport absent\n',
  });
  const site = await ownEnvironment(project.root);
  const at = (path: string): string => JSON.stringify(join(project.root, path));
  const mapping = `MAPPING: dict[str, str] = {"shop": ${at('lib/shop')}, "other": ${at('lib/other.py')}}\n`;
  await writeFile(join(site, '__editable___shop_1_0_finder.py'), `${mapping}${project.python}`);
  const { rules } = await checkAll(project.root, {}, ['--engine', 'pylint']);
  expect(rules).toEqual({ pylint: ['import-error'] });
  expect(project.hasRun()).toBe(false);
});

describe('what a tool executes of a repository by its settings', () => {
  const plugin = {
    'rules/own.py': 'from mypy.plugin import Plugin\nplugin = lambda version: Plugin\n',
    'mypy.ini': '[mypy]\nfiles = shop\nplugins = rules/own.py\n',
    'shop/a.py': 'x: int = ""\n',
  };

  it.each([
    ['a plugin of mypy', 'mypy', plugin, ['the plugin rules/own.py'], ['assignment']],
    [
      'a plugin of mypy by its module',
      'mypy',
      { ...plugin, 'mypy.ini': '[mypy]\nfiles = shop\nplugins = rules.own\n' },
      ['the plugin rules.own'],
      ['assignment'],
    ],
    [
      'a hook and a plugin of pylint',
      'pylint',
      {
        '.pylintrc':
          '[MAIN]\ninit-hook=import sys; sys.path.insert(0, "rules")\nload-plugins=own_rule\n' +
          'disable=all\nenable=unused-import\n',
        'rules/own_rule.py': 'def register(linter):\n    pass\n',
        'a.py': 'import os\n',
      },
      ['init-hook', 'the plugin own_rule'],
      ['unused-import'],
    ],
  ] as const)('%s is told, and works', async (_, engine, files, executes, found) => {
    const project = await hostileProject(files);
    await ownEnvironment(project.root);
    const { rules, report } = await checkAll(project.root, {}, ['--engine', engine]);
    expect(report.engines.map(({ outcome }) => outcome.plan.executes)).toEqual([executes]);
    expect(rules).toEqual({ [engine]: found });
  });

  it('is nothing for plugins that are installed', async () => {
    const project = await hostileProject({
      '.pylintrc':
        '[MAIN]\nload-plugins=pylint.extensions.docparams\ndisable=all\nenable=unused-import\n',
      'a.py': 'import os\n',
      'json.py': 'x = 1\n',
    });
    await ownEnvironment(project.root);
    const { rules, report } = await checkAll(project.root, {}, ['--engine', 'pylint']);
    expect(report.engines[0]?.outcome.plan).not.toHaveProperty('executes');
    expect(rules).toEqual({ pylint: ['unused-import'] });
  });

  it('is the tool itself where the repository is that of the tool', async () => {
    const project = await hostileProject({
      '.flake8': '[flake8]\n',
      'src/flake8/__init__.py': '',
      'src/flake8/__main__.py': 'print("./a.py:1:1: F401 of our own")\nraise SystemExit(1)\n',
      'a.py': 'import os\n',
    });
    const site = await ownEnvironment(project.root);
    await unlink(join(site, 'flake8'));
    await writeFile(join(site, 'flake8.pth'), `${join(project.root, 'src')}\n`);
    const { rules, report } = await checkAll(project.root, {}, ['--engine', 'flake8']);
    expect(report.engines[0]?.outcome.plan.executes).toEqual(['its own module flake8']);
    expect(rules).toEqual({ flake8: ['F401'] });
  });

  it.each([
    [
      'flake8',
      { '.flake8': { 'flake8:local-plugins': {} } },
      '.flake8',
      'local-plugins of .flake8',
    ],
    [
      'oxlint',
      { '.oxlintrc.json': { jsPlugins: ['./a.js'] } },
      '.oxlintrc.json',
      'jsPlugins of .oxlintrc.json',
    ],
    [
      'oxlint',
      { '.oxlintrc.json': { jsPlugins: ['eslint-plugin-x'] } },
      '.oxlintrc.json',
      undefined,
    ],
    ['eslint', {}, 'eslint.config.mjs', 'eslint.config.mjs'],
    [
      'prettier',
      { '.prettierrc': { plugins: ['./a.mjs'] } },
      '.prettierrc',
      'plugins of .prettierrc',
    ],
  ] as const)('%s in %j', (id, manifests, file, named) => {
    const engine = engines.find((one) => one.id === id) ?? flake8;
    const facts = {
      files: new Set([file]),
      manifests: new Map<string, unknown>(Object.entries(manifests)),
      environments: new Set<string>(),
    };
    const place = { root: '.', config: null, args: [] };
    const loads = typeof engine.loads === 'object' ? engine.loads.named(facts, place) : [];
    expect(loads).toEqual(named === undefined ? [] : [named]);
  });

  it('is everything for whatever runs tests', () => {
    const tests = engines.filter(({ scope, runsTests }) => scope === 'tests' || runsTests === true);
    expect(tests.filter(({ loads }) => loads !== 'everything')).toEqual([]);
  });
});
