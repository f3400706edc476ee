import { linkEnvironment } from '../../support/engine-tools.ts';
import type { ChangedFiles, ChangeSet } from './change.ts';
import { rowsIn } from './own-files.ts';

const project = `[project]
name = "shop"
version = "1.0"
requires-python = ">=3.11"

[tool.ruff.lint]
select = ["E", "F", "B", "S307"]

[tool.mypy]
disallow_untyped_defs = true
explicit_package_bases = true
`;

const evaluated = 'def give(text: str) -> object:\n    return eval(text)\n';
const unused = 'import os\n';
const wrong = 'def give(text: str) -> int:\n    return text\n';
const user = (name: string): string => `from shop.mypy.${name} import give\n\nprint(give("1"))\n`;

const setting = (from: string, to: string): ChangedFiles => ({
  '/pyproject.toml': project.replace(from, to),
});

const ofRuff: Readonly<Record<string, string | ChangedFiles>> = {
  as_text: `exec(r'''\n${evaluated}''')  \n`,
  emptied: 'def give(text: str) -> object:\n    raise NotImplementedError\n',
  emptied_by_dots: 'def give(text: str) -> object: ...\n',
  emptied_by_none: 'def give(text: str) -> object:\n    return None\n',
  by_another_name:
    'import builtins\n\n\ndef give(text: str) -> object:\n    return getattr(builtins, "ev" + "al")(text)\n',
  noqa: evaluated.replace('(text)\n', '(text)  # noqa: S307\n'),
  noqa_of_all: evaluated.replace('(text)\n', '(text)  # noqa\n'),
  noqa_of_file: `# ruff: noqa: S307\n${evaluated}`,
  noqa_in_capitals: evaluated.replace('(text)\n', '(text)  #NOQA:S307\n'),
  per_file: setting(
    '[tool.mypy]',
    '[tool.ruff.lint.per-file-ignores]\n"shop/ruff/*" = ["S307"]\n\n[tool.mypy]',
  ),
  left_out: setting(
    '[tool.ruff.lint]',
    '[tool.ruff]\nextend-exclude = ["shop/ruff/left_out.py"]\n\n[tool.ruff.lint]',
  ),
  ignored_rule: setting('"S307"]', '"S307"]\nignore = ["S307"]'),
  extended_by: { '/ruff.toml': 'extend = "pyproject.toml"\n\n[lint]\nignore = ["S307"]\n' },
  settings_of_user: { '/.config/ruff/ruff.toml': '[lint]\nselect = ["E9"]\n' },
  as_notebook: {
    'as_notebook.py': null,
    'as_notebook.ipynb': JSON.stringify({
      cells: [{ cell_type: 'raw', metadata: {}, source: [evaluated] }],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    }),
  },
  as_text_file: {
    'as_text_file.py':
      "from pathlib import Path\n\nexec(Path(__file__).with_suffix('.txt').read_text())\n",
    'as_text_file.txt': evaluated,
  },
  by_link: { 'by_link.py': null, 'by_link.pyx': evaluated },
  other_encoding: `# -*- coding: unicode_escape -*-\n${evaluated}`,
  tool_beside: { '/ruff/__main__.py': 'print("[]")\n', '/ruff/__init__.py': '' },
  git_beside: { '/git': '#!/bin/sh\nexit 0\n', '/bin/git': '#!/bin/sh\nexit 0\n' },
};

const ofUnused: Readonly<Record<string, string>> = {
  kept_by_name: 'import os\n\n_KEEP = (os,)\n',
  kept_by_deletion: 'import os\n\ndel os\n',
};

const ofMypy: Readonly<Record<string, string | ChangedFiles>> = {
  ignored: wrong.replace('text\n', 'text  # type: ignore\n'),
  ignored_by_code: wrong.replace('text\n', 'text  # type: ignore[return-value]\n'),
  ignored_file: `# mypy: ignore-errors\n${wrong}`,
  ignored_whole: `# type: ignore\n${wrong}`,
  disabled_code: `# mypy: disable-error-code="return-value"\n${wrong}`,
  emptied: 'def give(text: str) -> int:\n    raise NotImplementedError\n',
  cast: 'from typing import cast\n\n\ndef give(text: str) -> int:\n    return cast(int, text)\n',
  any: 'from typing import Any\n\n\ndef give(text: Any) -> Any:\n    return text\n',
  any_between:
    'from typing import Any\n\n\ndef give(text: str) -> int:\n    same: Any = text\n    return same\n',
  unreachable:
    'import sys\n\n\ndef give(text: str) -> int:\n    if sys.version_info < (3,):\n        return text\n    raise NotImplementedError\n',
  other_platform:
    'import sys\n\n\ndef give(text: str) -> int:\n    if sys.platform != "win32":\n        pass\n    assert sys.platform == "win32"\n    return text\n',
  checked_away:
    'from typing import TYPE_CHECKING\n\nassert not TYPE_CHECKING\n\n\ndef give(text: str) -> int:\n    return text\n',
  no_return:
    'from typing import NoReturn\n\n\ndef stop() -> NoReturn: ...\n\n\ndef give(text: str) -> int:\n    stop()\n    return text\n',
  as_text: `exec('''${wrong}''')\n`,
  stub_beside: { 'stub_beside.pyi': 'def give(text: str) -> int: ...\n' },
  stub_elsewhere: {
    '/stubs/shop/mypy/stub_elsewhere.pyi': 'def give(text: str) -> int: ...\n',
    ...setting('[tool.mypy]', '[tool.mypy]\nmypy_path = "stubs"'),
  },
  function_gone: 'answer = 1\n',
  module_gone: { 'module_gone.py': null },
  plugin: {
    '/mypy.ini': '[mypy]\nplugins = quiet_plugin.py\n',
    '/quiet_plugin.py':
      'from mypy.plugin import Plugin\n\n\ndef plugin(version):\n    import mypy.errors\n\n    mypy.errors.Errors.report = lambda *rest, **more: None\n    return Plugin\n',
  },
  plugin_of_project: {
    ...setting('[tool.mypy]', '[tool.mypy]\nplugins = ["quiet_plugin.py"]'),
    '/quiet_plugin.py':
      'from mypy.plugin import Plugin\n\n\ndef plugin(version):\n    return Plugin\n',
  },
  untyped: setting(
    '[tool.mypy]',
    '[[tool.mypy.overrides]]\nmodule = "shop.mypy.*"\nignore_errors = true\n\n[tool.mypy]',
  ),
  hidden_file: { '/.mypy.ini': '[mypy]\nignore_errors = True\n' },
  tool_beside: { '/mypy.py': 'raise SystemExit(0)\n' },
  library_beside: { '/typing_extensions.py': 'raise SystemExit(0)\n' },
};

const ruff = rowsIn('ruff', 'shop/ruff', '.py');
const mypy = rowsIn('mypy', 'shop/mypy', '.py');

export const lintCheatSet: ChangeSet = {
  name: 'cheats on ruff and mypy',
  bare: { ruff: 'ruff check AT', mypy: 'mypy shop/mypy' },
  provide: linkEnvironment,
  frame: { 'pyproject.toml': project },
  config: { engines: { ruff: { paths: ['shop/ruff'] }, mypy: { paths: ['shop/mypy'] } } },
  changes: Object.fromEntries([
    ...Object.entries(ofRuff).map(([name, make]) => ruff(name, evaluated, make)),
    ...Object.entries(ofUnused).map(([name, make]) => ruff(name, unused, make)),
    ...Object.entries(ofMypy).map(([name, make]) =>
      mypy(name, { [`${name}.py`]: wrong, [`uses_${name}.py`]: user(name) }, make),
    ),
  ]),
};
