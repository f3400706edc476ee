import { linkEnvironment } from '../../support/engine-tools.ts';
import type { ChangeSet } from './change.ts';
import { rowsIn } from './own-files.ts';

const project = `[project]
name = "shop"
version = "1.0"
requires-python = ">=3.11"
dependencies = ["requests>=2"]

[tool.ruff.lint]
select = ["E", "F", "B", "SIM", "UP"]

[tool.mypy]
strict = true
explicit_package_bases = true

[tool.pylint.main]
disable = ["missing-docstring", "too-few-public-methods", "invalid-name"]
`;

const ruff = rowsIn('ruff', 'shop/ruff', '.py');
const mypy = rowsIn('mypy', 'shop/mypy', '.py');
const pylint = rowsIn('pylint', 'shop/pylint', '.py');

const dead = 'def used() -> int:\n    return 1\n';

export const pythonLintRepairs: ChangeSet = {
  name: 'linters and types of Python',
  bare: { ruff: 'ruff check AT', mypy: 'mypy shop/mypy', pylint: 'pylint shop/pylint' },
  provide: linkEnvironment,
  config: { engines: { mypy: { paths: ['shop/mypy'] }, pylint: { paths: ['shop/pylint'] } } },
  frame: { 'pyproject.toml': project },
  changes: Object.fromEntries([
    ruff(
      'variable_removed',
      'def f() -> int:\n    spare = 1\n    return 2\n',
      'def f() -> int:\n    return 2\n',
    ),
    ruff(
      'name_defined',
      'def f() -> int:\n    return rate * 2\n',
      'rate = 3\n\n\ndef f() -> int:\n    return rate * 2\n',
    ),
    ruff(
      'name_imported',
      'def f() -> str:\n    return json.dumps({})\n',
      'import json\n\n\ndef f() -> str:\n    return json.dumps({})\n',
    ),
    ruff(
      'twice_defined',
      `${dead}\n\ndef used() -> int:  # again\n    return 2\n`,
      'def used() -> int:\n    return 2\n',
    ),
    ruff(
      'default_of_its_own',
      'def f(items: list[int] = []) -> list[int]:\n    return items\n',
      'def f(items: list[int] | None = None) -> list[int]:\n    return [] if items is None else items\n',
    ),
    ruff(
      'exception_named',
      'def f(text: str) -> int:\n    try:\n        return int(text)\n    except:\n        return 0\n',
      'def f(text: str) -> int:\n    try:\n        return int(text)\n    except ValueError:\n        return 0\n',
    ),
    ruff(
      'cause_kept',
      'def f(text: str) -> int:\n    try:\n        return int(text)\n    except ValueError:\n        raise KeyError(text)\n',
      'def f(text: str) -> int:\n    try:\n        return int(text)\n    except ValueError as cause:\n        raise KeyError(text) from cause\n',
    ),
    ruff(
      'renamed',
      'def f(l: int) -> int:\n    l = l + 1\n    return l\n',
      'def f(length: int) -> int:\n    length = length + 1\n    return length\n',
    ),
    ruff('dead_function', `${dead}\n\ndef unused() -> None:\n    import os\n`, dead),
    ruff('dead_file', { 'dead_file.py': 'import os\n' }, { 'dead_file.py': null }),
    ruff(
      'split_in_two',
      {
        'split_in_two.py':
          'import os\n\n\ndef one() -> int:\n    return 1\n\n\ndef two() -> int:\n    return 2\n',
      },
      {
        'split_in_two.py': 'def one() -> int:\n    return 1\n',
        'second_half.py': 'def two() -> int:\n    return 2\n',
      },
    ),
    ruff(
      'file_renamed',
      {
        'file_renamed.py':
          'import os\n\n\ndef one() -> int:\n    """Gives one, as the shop wants it."""\n    return 1\n',
      },
      {
        'file_renamed.py': null,
        'file_named_well.py':
          'def one() -> int:\n    """Gives one, as the shop wants it."""\n    return 1\n',
      },
    ),
    ruff(
      'folder_moved',
      {
        'folder_moved.py':
          'import os\n\n\ndef far() -> int:\n    """Far away from here."""\n    return 7\n',
      },
      {
        'folder_moved.py': null,
        'deep/__init__.py': '',
        'deep/far.py': 'def far() -> int:\n    """Far away from here."""\n    return 7\n',
      },
    ),
    ruff(
      'several_files',
      {
        'several_files.py': 'from several_helpers import *\n\nprint(give(1))\n',
        'several_helpers.py': 'def give(x: int) -> int:\n    return x\n',
      },
      {
        'several_files.py': 'from several_helpers import give_back\n\nprint(give_back(1))\n',
        'several_helpers.py': 'def give_back(x: int) -> int:\n    return x\n',
      },
    ),
    ruff(
      'zip_strict',
      'def f(a: list[int], b: list[int]) -> list[tuple[int, int]]:\n    return list(zip(a, b))\n',
      'def f(a: list[int], b: list[int]) -> list[tuple[int, int]]:\n    return list(zip(a, b, strict=True))\n',
    ),
    ruff(
      'long_line',
      `text = "${'word '.repeat(25)}"\n`,
      `text = (\n    "${'word '.repeat(12)}"\n    "${'word '.repeat(13)}"\n)\n`,
    ),
    ruff('with_dependency', 'from typing import List\n\nsome: List[int] = []\n', {
      'with_dependency.py': 'some: list[int] = []\n',
      '/pyproject.toml': project.replace('"requests>=2"', '"requests>=2", "attrs>=23"'),
    }),
    mypy(
      'widened',
      'def f(x: int) -> int:\n    return x\n\n\nf(None)\n',
      'def f(x: int | None) -> int | None:\n    return x\n\n\nf(None)\n',
    ),
    mypy(
      'returns_what_it_says',
      'def f() -> int:\n    return "1"\n',
      'def f() -> str:\n    return "1"\n',
    ),
    mypy(
      'narrowed',
      'def f(x: str | None) -> str:\n    return x.upper()\n',
      'def f(x: str | None) -> str:\n    return "" if x is None else x.upper()\n',
    ),
    mypy('annotated', 'def f(x):  \n    return x\n', 'def f(x: int) -> int:\n    return x\n'),
    mypy(
      'generic',
      'def first(items: list[int]) -> int:\n    return items[0]\n\n\ntext: str = first(["a"])\n',
      'from typing import TypeVar\n\nT = TypeVar("T")\n\n\ndef first(items: list[T]) -> T:\n    return items[0]\n\n\ntext: str = first(["a"])\n',
    ),
    mypy(
      'attribute_renamed',
      {
        'attribute_renamed.py': 'from shop.mypy.cart import Cart\n\nprint(Cart().totl)\n',
        'cart.py': 'class Cart:\n    total = 1\n',
      },
      {
        'attribute_renamed.py': 'from shop.mypy.cart import Cart\n\nprint(Cart().sum)\n',
        'cart.py': 'class Cart:\n    sum = 1\n',
      },
    ),
    mypy(
      'protocol',
      'def show(x: object) -> str:\n    return x.name\n',
      'from typing import Protocol\n\n\nclass Named(Protocol):\n    name: str\n\n\ndef show(x: Named) -> str:\n    return x.name\n',
    ),
    mypy(
      'moved_function',
      {
        'moved_function.py':
          'def away(x: int) -> str:\n    """Tells of a number."""\n    return x\n',
      },
      {
        'moved_function.py': 'from shop.mypy.new_place import away\n\n__all__ = ["away"]\n',
        'new_place.py':
          'def away(x: int) -> str:\n    """Tells of a number."""\n    return str(x)\n',
      },
    ),
    mypy(
      'dead_code',
      'def used() -> int:\n    return 1\n\n\ndef dead() -> int:\n    return "none"\n',
      'def used() -> int:\n    return 1\n',
    ),
    mypy(
      'any_gone',
      'from typing import Dict\n\n\ndef f(x: Dict) -> int:\n    return len(x)\n',
      'def f(x: dict[str, int]) -> int:\n    return len(x)\n',
    ),
    mypy(
      'override',
      'class A:\n    def f(self, x: int) -> int:\n        return x\n\n\nclass B(A):\n    def f(self, x: str) -> int:\n        return len(x)\n',
      'class A:\n    def f(self, x: int) -> int:\n        return x\n\n\nclass B(A):\n    def f(self, x: int | str) -> int:\n        return len(str(x))\n',
    ),
    pylint(
      'else_gone',
      'def f(x):\n    if x:\n        return 1\n    else:\n        return 2\n',
      'def f(x):\n    return 1 if x else 2\n',
    ),
    pylint(
      'encoding',
      'def f(path):\n    with open(path) as file:\n        return file.read()\n',
      'def f(path):\n    with open(path, encoding="utf-8") as file:\n        return file.read()\n',
    ),
    pylint(
      'argument_gone',
      'def f(x, spare):\n    return x\n\n\nprint(f(1, 2))\n',
      'def f(x):\n    return x\n\n\nprint(f(1))\n',
    ),
    pylint(
      'set_outside',
      'class A:\n    def set(self):\n        self.x = 1\n',
      'class A:\n    def __init__(self):\n        self.x = 0\n\n    def set(self):\n        self.x = 1\n',
    ),
  ]),
};
