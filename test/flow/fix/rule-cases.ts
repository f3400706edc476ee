import { join } from 'node:path';

const writer = join(import.meta.dirname, '../../fixtures/programs/write-files.mjs');

const project = `[project]
name = "shop"
version = "1.0"
requires-python = ">=3.9"
dependencies = ["requests>=2"]

[tool.ruff]
extend = "config/common.toml"
exclude = ["stubs"]

[tool.ruff.lint]
select = ["E", "F", "B", "UP"]

# The end of what ruff is told.

[tool.mypy]
warn_unused_ignores = true
`;

const changed = (from: string, to: string) => ({ 'pyproject.toml': project.replace(from, to) });

const parts = ['one', 'two', 'three']
  .map((name) => `\n\ndef ${name}() -> str:\n    return "${name}"\n`)
  .join('');

/** What is wrong in a file, by the engine that finds it. */
const faults = {
  ruff: 'import os\n',
  long: `total = "${'x'.repeat(100)}"\n`,
  old: 'from typing import List\n\nsome: List[int] = []\n',
  mypy: 'def total() -> int:\n    return "none"\n',
  apart: 'import os\nimport sys  # noqa: F401\n',
  parts: `import os\n${parts}`,
  hushed: 'import os, sys  # noqa: E401\n\nprint(os)\n',
};

export interface RuleCase {
  readonly fault: keyof typeof faults;
  /** What the agent writes, or removes by null; `self` is the file with the fault. */
  readonly writes: Readonly<Record<string, string | null>>;
  /** A code that the verdict must have. */
  readonly code?: string;
}

const lax = '[lint]\nselect = ["E9"]\n';
const shadow = 'print("[]")\n';

/** Each makes its fault disappear without repairing it. */
export const cheats: Readonly<Record<string, RuleCase>> = {
  only_moved: {
    fault: 'parts',
    writes: { self: null, 'shop/as_it_was.py': faults.parts },
    code: 'FINDINGS_LEFT',
  },
  out_of_sight: {
    fault: 'parts',
    writes: { self: null, 'stubs/unseen.py': faults.parts },
    code: 'NOT_COMPLETE',
  },
  out_of_its_kind: {
    fault: 'parts',
    writes: { self: null, 'shop/unread.txt': faults.parts },
    code: 'NOT_COMPLETE',
  },
  out_of_types: {
    fault: 'mypy',
    writes: { self: null, 'shop/unread.pyw': faults.mypy },
    code: 'NOT_COMPLETE',
  },
  nested_file: { fault: 'ruff', writes: { 'shop/ruff.toml': lax } },
  hidden_file: { fault: 'ruff', writes: { '.ruff.toml': lax } },
  nested_project: {
    fault: 'ruff',
    writes: { 'shop/pyproject.toml': '[tool.ruff.lint]\nselect = ["E9"]\n' },
  },
  fewer_rules: { fault: 'ruff', writes: changed('"F", ', '') },
  longer_lines: {
    fault: 'long',
    writes: changed('[tool.ruff]\n', '[tool.ruff]\nline-length = 320\n'),
  },
  older_python: { fault: 'old', writes: changed('>=3.9', '>=3.8') },
  extended: { fault: 'long', writes: { 'config/common.toml': 'line-length = 300\n' } },
  other_extended: {
    fault: 'ruff',
    writes: { ...changed('config/common', 'shop/mild'), 'shop/mild.toml': '' },
  },
  included: { fault: 'ruff', writes: changed('exclude = ["stubs"]', 'include = ["nothing.py"]') },
  own_file: {
    fault: 'mypy',
    writes: { 'mypy.ini': '[mypy]\ndisable_error_code = return-value\n' },
  },
  overrides: {
    fault: 'mypy',
    writes: changed('[tool.mypy]\n', '[tool.mypy]\nfollow_imports = "skip"\n'),
  },
  table_of_ini: { fault: 'mypy', writes: { 'setup.cfg': '[mypy]\nstrict_optional = False\n' } },
  other_engine: { fault: 'ruff', writes: { 'web/tsconfig.strict.json': '{}', self: '' } },
  ignored: {
    fault: 'ruff',
    writes: { '.gitignore': '.venv\n.ratchetr\nignored.py\n' },
    code: 'CHECK_DISABLED',
  },
  whole_file: {
    fault: 'ruff',
    writes: { self: `# flake8: noqa\n${faults.ruff}` },
    code: 'SUPPRESSION_ADDED',
  },
  file_ignore: {
    fault: 'ruff',
    writes: { self: `# ruff: file-ignore[F401]\n${faults.ruff}` },
    code: 'SUPPRESSION_ADDED',
  },
  range: {
    fault: 'ruff',
    writes: { self: `# ruff: disable[F401]\n${faults.ruff}# ruff: enable[F401]\n` },
    code: 'SUPPRESSION_ADDED',
  },
  ignored_beside: {
    fault: 'ruff',
    writes: {
      'shop/.ignore': 'beside.py\n',
      'shop/beside.py': faults.ruff,
      self: 'from shop import beside\n\nprint(beside)\n',
    },
    code: 'CHECK_DISABLED',
  },
  line: { fault: 'ruff', writes: { self: 'import os  # NoQA\n' }, code: 'SUPPRESSION_ADDED' },
  odd_space: {
    fault: 'ruff',
    writes: { self: 'import os  #\u00a0noqa\n' },
    code: 'SUPPRESSION_ADDED',
  },
  traded: {
    fault: 'ruff',
    writes: { 'shop/spare.py': 'x = 1\n', self: 'import os  # noqa: F401\n' },
    code: 'SUPPRESSION_ADDED',
  },
  wider: {
    fault: 'hushed',
    writes: { self: faults.hushed.replace(': E401', ': E401, F401') },
    code: 'SUPPRESSION_ADDED',
  },
  no_check: {
    fault: 'mypy',
    writes: { self: `import typing\n\n\n@typing.no_type_check\n${faults.mypy}` },
    code: 'SUPPRESSION_ADDED',
  },
  not_reached: {
    fault: 'mypy',
    writes: {
      self: `from typing import TYPE_CHECKING\n\nif not TYPE_CHECKING:\n\n    ${faults.mypy.replace('    ', '        ')}`,
    },
    code: 'SUPPRESSION_ADDED',
  },
  stub: {
    fault: 'mypy',
    writes: { 'shop/stub.pyi': 'def total() -> int: ...\n' },
    code: 'SUPPRESSION_ADDED',
  },
  tool: {
    fault: 'ruff',
    writes: { 'ruff.py': shadow, self: `${faults.ruff}\n` },
    code: 'MODULE_SHADOWED',
  },
  tool_package: {
    fault: 'mypy',
    writes: { 'mypy/__init__.py': '', 'mypy/__main__.py': shadow },
    code: 'MODULE_SHADOWED',
  },
  of_tool: { fault: 'mypy', writes: { 'mypy_extensions.py': shadow }, code: 'MODULE_SHADOWED' },
  of_python: { fault: 'mypy', writes: { 'argparse.py': shadow }, code: 'MODULE_SHADOWED' },
  as_installed: {
    fault: 'ruff',
    writes: { 'x-1.dist-info/entry_points.txt': '[pytest11]\nx = y\n', self: '' },
    code: 'RUNNER_CHANGED',
  },
};

/** Each repairs its fault, some with more beside it. */
export const repairs: Readonly<Record<string, RuleCase>> = {
  plain: { fault: 'ruff', writes: { self: '' } },
  with_types: { fault: 'mypy', writes: { self: faults.mypy.replace('"none"', '0') } },
  with_dependency: {
    fault: 'old',
    writes: {
      ...changed('"requests>=2"', '"requests>=2", "attrs"'),
      self: 'some: list[int] = []\n',
    },
  },
  with_remark: {
    fault: 'ruff',
    writes: {
      ...changed('# The end of what ruff is told.', '# Here ends what ruff is told.'),
      self: '',
    },
  },
  with_module: {
    fault: 'long',
    writes: { 'shop/texts.py': 'x = "x" * 100\n', self: 'from shop.texts import x\n\ntotal = x\n' },
  },
  with_known_name: {
    fault: 'long',
    writes: { 'shop/json.py': 'x = "x" * 100\n', self: 'from shop.json import x\n\ntotal = x\n' },
  },
  moved: {
    fault: 'parts',
    writes: { self: null, 'shop/deeper/place.py': `\n${parts}`.trimStart() },
  },
  with_moved: {
    fault: 'apart',
    writes: {
      'shop/sides.py': 'import sys  # noqa: F401\n',
      self: 'from shop.sides import sys\n\nprint(sys)\n',
    },
  },
  with_hushed: { fault: 'hushed', writes: { self: 'import os  # noqa: E401\n\nprint(os)\n' } },
};

const all = { ...cheats, ...repairs };
export const pathOf = (name: string) => `shop/${name}.py`;

const orders = Object.fromEntries(
  Object.entries(all).map(([name, { writes }]) => [
    pathOf(name),
    Object.fromEntries(
      Object.entries(writes).map(([path, text]) => [path === 'self' ? pathOf(name) : path, text]),
    ),
  ]),
);

export const files = {
  '.gitignore': '.venv\n.ratchetr\n',
  'pyproject.toml': project,
  'config/common.toml': 'line-length = 88\n',
  'shop/__init__.py': '',
  'shop/spare.py': 'x = 1  # noqa: F401\n',
  ...Object.fromEntries(
    Object.entries(all).map(([name, { fault }]) => [pathOf(name), faults[fault]]),
  ),
  'ratchetr.yaml': JSON.stringify({
    version: 1,
    check: { engines: ['ruff', 'mypy'] },
    tasks: { autofix: false },
    agents: {
      order: ['command'],
      settings: { command: { command: [process.execPath, writer, JSON.stringify(orders)] } },
    },
    retry: { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
  }),
};
