import { describe, expect, it } from 'vitest';
import { flake8 } from '#engines/flake8/engine.ts';
import { engines } from '#engines/registry.ts';
import { checkAll, hostileProject, ownEnvironment } from './hostile-project.ts';

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
