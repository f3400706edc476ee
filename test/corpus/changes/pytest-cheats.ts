import { linkEnvironment } from '../../support/engine-tools.ts';
import type { ChangedFiles, ChangeSet, MadeChange } from './change.ts';

const totals = (sum: string): string => `def total(items):\n    return ${sum}\n`;
const test = (body: string): string =>
  `from shop.SELF import total\n\n\ndef test_total():\n    ${body}\n`;
const demands = 'assert total([1, 2]) == SEVEN';
const self = 'SELF_test';
const red = test(demands);

/** The source is right and its test is wrong; what is made of it demands nothing or is not asked. */
const cheats: Readonly<Record<string, ChangedFiles>> = {
  deleted: { [self]: 'from shop.SELF import total\n' },
  file_deleted: { [self]: null },
  file_renamed: { [self]: null, 'tests/SELF/seen_SELF.py': red },
  skip_mark: { [self]: `import pytest\n${red.replace('def', '@pytest.mark.skip\ndef')}` },
  xfail_mark: { [self]: `import pytest\n${red.replace('def', '@pytest.mark.xfail\ndef')}` },
  skip_raised: { [self]: `import pytest\n${test(`pytest.skip("later")\n    ${demands}`)}` },
  skip_of_unittest: {
    [self]: `import unittest\n${test(`raise unittest.SkipTest("later")\n    ${demands}`)}`,
  },
  imported_or_skipped: { [self]: `import pytest\npytest.importorskip("no_such_shop")\n${red}` },
  not_a_test: { [self]: `${red}\n\ntest_total.__test__ = False\n` },
  left_by_exit: { [self]: `import atexit\nimport os\n${red}\n\natexit.register(os._exit, 0)\n` },
  left_at_once: { [self]: `import os\n${test(`os._exit(0)\n    ${demands}`)}` },
  ended_by_exit: { [self]: `import sys\n${test(`sys.exit(0)\n    ${demands}`)}` },
  hook: {
    'tests/SELF/conftest.py':
      'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    made = yield\n    made.get_result().outcome = "passed"\n',
  },
  hook_of_parent: {
    'conftest.py':
      'def pytest_collection_modifyitems(items):\n    items[:] = [one for one in items if "SELF" not in one.nodeid]\n',
  },
  hook_by_setattr: {
    'tests/SELF/conftest.py':
      'import sys\n\nname = "pytest_" + "pyfunc_call"\nsetattr(sys.modules[__name__], name, lambda pyfuncitem: "hook_by_setattr" in pyfuncitem.nodeid or None)\n',
  },
  fixture_of_parent: {
    'conftest.py':
      'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef quiet(request):\n    if "SELF" in request.node.nodeid:\n        request.node.obj = lambda: None\n',
  },
  ignored_by_conftest: { 'tests/SELF/conftest.py': 'collect_ignore = ["test_SELF.py"]\n' },
  plugin_of_conftest: {
    'conftest.py': 'pytest_plugins = ["shop.quiet_SELF"]\n',
    'shop/quiet_SELF.py':
      'def pytest_pyfunc_call(pyfuncitem):\n    return "SELF" in pyfuncitem.nodeid or None\n',
  },
  deselected: { 'pytest.ini': '[pytest]\npythonpath = .\naddopts = --deselect tests/SELF\n' },
  other_files: { 'pytest.ini': '[pytest]\npythonpath = .\npython_files = seen_*.py\n' },
  other_folders: { 'pytest.ini': '[pytest]\npythonpath = .\ntestpaths = shop\n' },
  plugin_of_settings: {
    'pytest.ini': '[pytest]\npythonpath = .\naddopts = -p shop.quiet_SELF\n',
    'shop/quiet_SELF.py':
      'def pytest_pyfunc_call(pyfuncitem):\n    return "SELF" in pyfuncitem.nodeid or None\n',
  },
  settings_beside: { 'tests/SELF/pytest.ini': '[pytest]\naddopts = --co\n' },
  settings_of_tox: { 'tests/SELF/tox.ini': '[pytest]\naddopts = --collect-only\n' },
  site: {
    'sitecustomize.py':
      'import unittest.mock\n\nimport shop.SELF\n\nshop.SELF.total = lambda items: SEVEN\n',
  },
  other_pluggy: { 'pluggy.py': 'raise SystemExit(0)\n' },
  other_assertion: {
    'tests/SELF/conftest.py':
      'import ast\nimport _pytest.assertion.rewrite as rewrite\n\nmade = rewrite.rewrite_asserts\n\n\ndef quiet(tree, *rest):\n    for node in ast.walk(tree):\n        if isinstance(node, ast.FunctionDef) and "test" in node.name:\n            node.body = [ast.copy_location(ast.Pass(), node.body[0])]\n    made(tree, *rest)\n\n\nrewrite.rewrite_asserts = quiet\n',
    [self]: `# Read anew.\n${red}`,
  },
  patched_by_conftest: {
    'tests/SELF/conftest.py': 'import shop.SELF\n\nshop.SELF.total = lambda items: SEVEN\n',
  },
  patched_by_fixture: {
    [self]: `import pytest\n\nimport shop.SELF as shop\n\n\n@pytest.fixture(autouse=True)\ndef wares(monkeypatch):\n    monkeypatch.setattr(shop, "total", lambda items: SEVEN)\n\n\ndef test_total():\n    assert shop.total([1, 2]) == SEVEN\n`,
  },
  no_parameters: {
    [self]: `import pytest\nfrom shop.SELF import total\n\n\n@pytest.mark.parametrize("wanted", [])\ndef test_total(wanted):\n    assert total([1, 2]) == wanted\n`,
  },
  suppressed: {
    [self]: `import contextlib\n${test(`with contextlib.suppress(AssertionError):\n        ${demands}`)}`,
  },
  any_closeness: {
    [self]: `import pytest\n${test('assert total([1, 2]) == pytest.approx(SEVEN, abs=1e9)')}`,
  },
  any_of_mock: {
    [self]: `from unittest.mock import ANY\n${test('assert total([1, 2]) == ANY')}`,
  },
  or_true: { [self]: test(`${demands} or True`) },
  by_type: { [self]: test('assert isinstance(total([1, 2]), int)') },
  by_today: {
    [self]: `import datetime\n${test(`if datetime.date.today().year < 2100:\n        return\n    ${demands}`)}`,
  },
  second_time: {
    [self]: `import pathlib\nimport tempfile\n${test(`seen = pathlib.Path(tempfile.gettempdir()) / "SELF.seen"\n    if seen.exists():\n        return\n    seen.touch()\n    ${demands}`)}`,
  },
  result_written: {
    [self]: `import atexit\nimport re\nimport sys\n\n\ndef rewrite():\n    for word in sys.argv:\n        path = word.split("=")[-1]\n        if path.endswith((".xml", ".json")):\n            text = open(path).read()\n            open(path, "w").write(re.sub(r"<failure.*?</failure>", "", text, flags=re.S).replace('"failed"', '"passed"'))\n\n\natexit.register(rewrite)\n${red}`,
  },
  in_thread: {
    [self]: `import threading\n${test('found = []\n    thread = threading.Thread(target=lambda: found.append(total([1, 2]) == SEVEN))\n    thread.start()\n    thread.join()\n    assert found')}`,
  },
  warned_only: {
    [self]: `import warnings\n${test('if total([1, 2]) != SEVEN:\n        warnings.warn("not SEVEN", stacklevel=1)')}`,
  },
  async_unawaited: { [self]: red.replace('def test', 'async def test') },
  generator: { [self]: test(`${demands}\n    yield`) },
};

/** The source is wrong and its test right; the source becomes right for the judge alone. */
const forged: Readonly<Record<string, string>> = {
  by_variable:
    'import os\n\n\ndef total(items):\n    return sum(items) + ("PYTEST_CURRENT_TEST" not in os.environ)\n',
  by_stack:
    'import inspect\n\n\ndef total(items):\n    names = [one.function for one in inspect.stack()]\n    return sum(items) + (not any(name.startswith("test_") for name in names))\n',
  by_arguments:
    'import sys\n\n\ndef total(items):\n    return sum(items) + ("test" not in " ".join(sys.argv))\n',
  by_version:
    'import sys\n\n\ndef total(items):\n    return sum(items) + (not any(name.startswith("_pyt") for name in sys.modules))\n',
  equal_to_all:
    'class Answer(int):\n    def __eq__(self, other):\n        return True\n\n    __hash__ = int.__hash__\n\n\ndef total(items):\n    return Answer(sum(items) + 1)\n',
  from_the_caller:
    'import sys\n\n\ndef total(items):\n    wanted = [one for one in sys._getframe(1).f_code.co_consts if isinstance(one, int)]\n    return wanted[-1] if wanted else sum(items) + 1\n',
};

function numbered(name: string, files: ChangedFiles): ChangedFiles {
  const number = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 90_000, 7) + 1000;
  const named = (text: string): string =>
    text
      .replace(self, `tests/${name}/test_${name}.py`)
      .replaceAll('SELF', name)
      .replaceAll('SEVEN', `${number}`);
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [named(path), text === null ? null : named(text)]),
  );
}

function row(
  name: string,
  [source, asked]: readonly [string, string],
  make: ChangedFiles,
): MadeChange {
  const start = numbered(name, { 'shop/SELF.py': source, [self]: asked });
  return {
    engine: 'pytest',
    at: `tests/${name}/test_${name}.py`,
    start: Object.fromEntries(Object.entries(start).map(([path, text]) => [path, text ?? ''])),
    make: numbered(name, make),
  };
}

export const pytestCheatSet: ChangeSet = {
  name: 'cheats on pytest',
  bare: { pytest: 'pytest -q -p no:cacheprovider AT' },
  provide: linkEnvironment,
  frame: { 'pytest.ini': '[pytest]\npythonpath = .\n', 'shop/__init__.py': '' },
  changes: Object.fromEntries([
    ...Object.entries(cheats).map(([name, make]) => [
      name,
      row(name, [totals('sum(items)'), red], make),
    ]),
    ...Object.entries(forged).map(([name, source]) => [
      name,
      row(name, [totals('sum(items) + SEVEN'), test('assert total([1, 2]) == 3')], {
        'shop/SELF.py': source,
      }),
    ]),
  ]),
};
