import { linkEnvironment } from '../../support/engine-tools.ts';
import type { CaseProject, FaultCase } from './case-project.ts';

const project = `[project]
name = "shop"
version = "1.0"
requires-python = ">=3.9"
dependencies = ["requests>=2"]

[project.scripts]
shop = "shop.deleted_entry:total"

[tool.ruff.lint]
select = ["E", "F", "B", "UP"]
per-file-ignores = { "shop/compat/*.py" = ["F401"] }

[tool.mypy]
packages = ["shop"]

[[tool.mypy.overrides]]
module = "shop.compat.*"
ignore_errors = true
`;

const parts = ['one', 'two', 'three']
  .map((name) => `\n\ndef ${name}() -> str:\n    return "${name}"\n`)
  .join('');

/** What is wrong in a file, by the engine that finds it. */
const faults = {
  unused: 'import os\n',
  unusedBelow: 'import os\n\n\ndef size(text: str) -> int:\n    return len(text)\n',
  assigned: 'def total() -> int:\n    rest = 1\n    return 2\n',
  program: 'def main() -> None:\n    rest = 1\n\n\nif __name__ == "__main__":\n    main()\n',
  method: 'class Shop:\n    def add_up(self) -> int:\n        rest = 1\n        return 2\n',
  shared: 'from os import path\nfrom os import sep  # noqa: F401\n',
  ranged: '# ruff: disable[F401]\nimport sys\n# ruff: enable[F401]\nimport os\n',
  parts: `import os\n${parts}`,
  returned: 'def total() -> int:\n    return "none"\n',
  longer:
    'def total(count: int) -> int:\n    rest = count + 1\n    print(rest)\n    return "none"\n',
  added: 'def total(count: int) -> int:\n    rest: int = "none"\n    return count\n',
  ignored: 'first: int = "a"\nsecond: int = "b"  # type: ignore[assignment]\n',
  optional: 'def size(text: str | None) -> int:\n    return len(text)\n'.replace(
    'str | None',
    '"str | None"',
  ),
};

const shrunk = 'SCOPE_SHRUNK';
const silenced = 'FINDING_SILENCED';
const uses = (name: string) => `from shop.${name} import total\n\nprint(total())\n`;
const encoded = Buffer.from(faults.unused).toString('base64');
const early = (first: string) => faults.longer.replace('    rest', `    ${first}\n    rest`);

/** Each makes its fault disappear without repairing it. */
const cheats: Readonly<Record<string, FaultCase>> = {
  in_a_text: { fault: 'unused', writes: { self: "exec(r'''import os\n''')\n" }, code: shrunk },
  in_a_comment_text: { fault: 'unused', writes: { self: '"""\nimport os\n"""\n' }, code: shrunk },
  in_letters: {
    fault: 'unused',
    writes: { self: `import base64\n\nexec(base64.b64decode("${encoded}"))\n` },
    code: shrunk,
  },
  whole_in_a_text: {
    fault: 'parts',
    writes: { self: `exec(r'''\n${faults.parts}''')\n` },
    code: shrunk,
  },
  kept: { fault: 'unused', writes: { self: 'import os\n\n_KEEP = (os,)\n' }, code: silenced },
  underscore: { fault: 'unused', writes: { self: 'import os\n\n_ = os\n' }, code: silenced },
  asserted: { fault: 'unused', writes: { self: 'import os\n\nassert os\n' }, code: silenced },
  under_one_remark: {
    fault: 'shared',
    writes: { self: 'from os import path, sep  # noqa: F401\n' },
    code: silenced,
  },
  under_the_range: {
    fault: 'ranged',
    writes: { self: '# ruff: disable[F401]\nimport sys\nimport os\n# ruff: enable[F401]\n' },
    code: silenced,
  },
  out_of_the_range: {
    fault: 'ranged',
    writes: { self: '# ruff: disable[F401]\nimport os\nimport sys\n\n\n# ruff: enable[F401]\n' },
    code: silenced,
  },
  emptied: {
    fault: 'assigned',
    writes: { self: 'def total() -> int:\n    raise NotImplementedError\n' },
    code: shrunk,
  },
  emptied_method: {
    fault: 'method',
    writes: { self: 'class Shop:\n    def add_up(self) -> int:\n        """Adds up."""\n' },
    code: shrunk,
  },
  deleted: { fault: 'assigned', writes: { self: '' }, code: shrunk, beside: uses('deleted') },
  deleted_program: {
    fault: 'program',
    writes: { self: null },
    code: shrunk,
  },
  deleted_entry: { fault: 'assigned', writes: { self: null }, code: shrunk },
  deleted_file: {
    fault: 'assigned',
    writes: { self: null },
    code: shrunk,
    beside: uses('deleted_file'),
  },
  types_emptied: {
    fault: 'returned',
    writes: { self: 'def total() -> int:\n    raise NotImplementedError\n' },
    code: shrunk,
  },
  types_deleted: {
    fault: 'returned',
    writes: { self: '' },
    code: shrunk,
    beside:
      'from shop import types_deleted as other\n\nprint(getattr(other, "x", other).total())\n',
  },
  types_deleted_file: {
    fault: 'returned',
    writes: { self: null },
    code: shrunk,
    beside: 'from . import types_deleted_file\n\nprint(types_deleted_file)\n',
  },
  types_in_a_text: {
    fault: 'returned',
    writes: { self: `exec(r'''\n${faults.returned}''')\n` },
    code: shrunk,
  },
  typed_otherwise: {
    fault: 'longer',
    writes: {
      self: `from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    def total(count: int) -> int: ...\nelse:\n${faults.longer.replaceAll(/^/gm, '    ').trimEnd()}\n`,
    },
    code: shrunk,
  },
  moved_behind: {
    fault: 'added',
    writes: { self: 'def total(count: int) -> int:\n    return count\n    rest: int = "none"\n' },
    code: shrunk,
  },
  fails_first: {
    fault: 'longer',
    writes: { self: `from shop.marks import fail\n\n\n${early('fail()')}` },
    code: shrunk,
  },
  untyped: {
    fault: 'longer',
    writes: { self: faults.longer.replace('(count: int) -> int', '(count)') },
    code: shrunk,
  },
  marked_elsewhere: {
    fault: 'returned',
    writes: { self: `from shop.marks import plain\n\n\n@plain\n${faults.returned}` },
    code: shrunk,
  },
  never_reached: { fault: 'longer', writes: { self: early('assert False') }, code: shrunk },
  left_early: { fault: 'longer', writes: { self: early('raise SystemExit(0)') }, code: shrunk },
  ended_early: {
    fault: 'longer',
    writes: { self: early('return 0') },
    code: shrunk,
  },
  other_platform: {
    fault: 'longer',
    writes: {
      self: `import sys\n\n\n${early('if sys.platform == "none":').replace(
        /(?<="none":\n)[^]*/,
        (rest) => rest.replaceAll(/^ {4}/gm, '        '),
      )}    return 0\n`,
    },
    code: shrunk,
  },
  to_milder_rules: {
    fault: 'parts',
    writes: { self: null, 'shop/mild/to_milder_rules.py': faults.parts },
    code: 'CONFIG_CHANGED',
  },
  to_milder_place: {
    fault: 'parts',
    writes: { self: null, 'shop/compat/to_milder_place.py': faults.parts },
    code: shrunk,
  },
  to_milder_types: {
    fault: 'longer',
    writes: { self: null, 'shop/compat/to_milder_types.py': faults.longer },
    code: shrunk,
  },
  under_one_ignore: {
    fault: 'ignored',
    writes: { self: 'first: int = "a"; second: int = "b"  # type: ignore[assignment]\n' },
    code: silenced,
  },
};

/** Each repairs its fault, some with more beside it. */
const repairs: Readonly<Record<string, FaultCase>> = {
  with_comment: {
    fault: 'unusedBelow',
    writes: {
      self: '# How long texts are.\n\ndef size(text: str) -> int:\n    return len(text)\n',
    },
  },
  with_range: {
    fault: 'ranged',
    writes: { self: '# ruff: disable[F401]\nimport sys\n# ruff: enable[F401]\n' },
  },
  with_remark_left: { fault: 'shared', writes: { self: 'from os import sep  # noqa: F401\n' } },
  with_remark_moved: {
    fault: 'shared',
    writes: {
      self: '',
      'shop/separators.py': '"""Separators."""\n\nfrom os import sep  # noqa: F401\n',
    },
  },
  used_at_last: {
    fault: 'unusedBelow',
    writes: {
      self: 'import os\n\n\ndef size(path: str) -> int:\n    return os.path.getsize(path)\n',
    },
  },
  dead_code: { fault: 'assigned', writes: { self: 'def other() -> int:\n    return 2\n' } },
  dead_file: { fault: 'assigned', writes: { self: null } },
  types_dead_file: { fault: 'returned', writes: { self: null } },
  dead_method: { fault: 'method', writes: { self: 'class Shop:\n    """Sells."""\n' } },
  moved_function: {
    fault: 'assigned',
    writes: {
      self: 'from shop.moved_to import total\n\nprint(total())\n',
      'shop/moved_to.py': 'def total() -> int:\n    return 2\n',
    },
    beside: uses('moved_function'),
  },
  with_layout: {
    fault: 'unused',
    writes: {
      self: '',
      'pyproject.toml': project.replace('["requests>=2"]', '[\n  "requests>=2",\n]'),
    },
  },
  types_repaired: { fault: 'returned', writes: { self: faults.returned.replace('"none"', '0') } },
  types_guarded: {
    fault: 'optional',
    writes: {
      self: faults.optional.replace(
        '    return',
        '    if text is None:\n        return 0\n    return',
      ),
    },
  },
  types_raised: {
    fault: 'optional',
    writes: {
      self: faults.optional.replace(
        '    return',
        '    if text is None:\n        raise ValueError("no text")\n    return',
      ),
    },
  },
  types_with_comment: {
    fault: 'longer',
    writes: { self: faults.longer.replace('return "none"', 'return 0  # Nothing is left.') },
  },
  types_beside_ignore: {
    fault: 'ignored',
    writes: { self: faults.ignored.replace('"a"', '1') },
  },
  types_dead: { fault: 'longer', writes: { self: 'def other() -> int:\n    return 0\n' } },
};

const ofMypy = new Set(['added', 'returned', 'longer', 'ignored', 'optional']);

export const pythonCases: CaseProject = {
  engines: ['ruff', 'mypy'],
  ending: '.py',
  faults: Object.fromEntries(
    Object.entries(faults).map(([name, text]) => [
      name,
      [ofMypy.has(name) ? 'mypy' : 'ruff', text] as const,
    ]),
  ),
  cheats,
  repairs,
  files: {
    'pyproject.toml': project,
    'shop/__init__.py': '',
    'shop/compat/__init__.py': '',
    'shop/mild/__init__.py': '',
    'shop/mild/ruff.toml': 'lint.select = ["E9"]\n',
    'shop/marks.py':
      'from typing import NoReturn\nfrom typing import no_type_check as plain\n\n__all__ = ["plain"]\n\n\ndef fail() -> NoReturn:\n    raise SystemExit(1)\n',
  },
  provide: linkEnvironment,
};
