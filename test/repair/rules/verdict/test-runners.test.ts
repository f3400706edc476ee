import { describe, expect, it } from 'vitest';
import { judgeRunners } from '#repair/rules/verdict/test-runners.ts';
import { add, edit, remove, rename, told } from './diffs.ts';

const passes =
  '@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    yield\n';

describe('what steps between the runner and the tests', () => {
  it.each([
    passes,
    'def pytest_collection_modifyitems(items):\n    items.clear()\n',
    'def pytest_pyfunc_call(pyfuncitem):\n    return True\n',
    '@pytest.hookimpl(specname="pytest_runtest_call")\ndef other(item): ...\n',
    'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
    'collect_ignore = ["test_a.py"]\n',
  ])('%j is refused', (text) => {
    expect(told(judgeRunners([add('tests/conftest.py', text)]))).toEqual([
      'RUNNER_CHANGED tests/conftest.py',
    ]);
    expect(told(judgeRunners([edit('shop/plugin.py', 'x = 1\n', `x = 1\n${text}`)]))).toEqual([
      'RUNNER_CHANGED shop/plugin.py',
    ]);
  });

  it.each(['sitecustomize.py', 'src/UserCustomize.py', 'sitecustomize/__init__.py', 'lib/a.pth'])(
    '%s is refused, whatever it holds',
    (path) => {
      expect(told(judgeRunners([add(path, 'x = 1\n')]))).toEqual([`RUNNER_CHANGED ${path}`]);
      expect(judgeRunners([remove(path)])).toEqual([]);
    },
  );

  it('may stay, go or move, as may fixtures and what lies outside of Python', () => {
    const fixture = '@pytest.fixture\ndef pytest_shop():\n    return 1\n';
    const diff = [
      edit('tests/conftest.py', passes, `${passes}${fixture}`),
      add('docs/hooks.md', passes),
      rename('a/conftest.py', 'b/conftest.py', passes),
    ];
    expect(judgeRunners(diff)).toEqual([]);
    expect(judgeRunners([edit('conftest.py', passes, ''), add('plugin.py', passes)])).toEqual([]);
  });
});
