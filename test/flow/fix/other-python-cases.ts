import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { linkEnvironment } from '../../support/engine-tools.ts';
import type { CaseProject } from './case-project.ts';

const faults = {
  lint: ['pylint', 'import os  # pylint: disable=unused-import\nimport sys\n'],
  flake: ['flake8', 'from os import path\nfrom os import sep  # noqa: F401\n'],
  typed: [
    'pyright',
    'def total(count: int) -> int:\n    rest = count\n    print(rest)\n    return "x"\n',
  ],
  ignored: ['pyright', 'first: int = "a"\nsecond: int = "b"  # pyright: ignore\n'],
} satisfies CaseProject['faults'];

const { typed } = faults;

/** What differs in tools that are less in use. */
export const otherPythonCases: CaseProject = {
  engines: ['pylint', 'flake8', 'pyright'],
  ending: '.py',
  faults,
  cheats: {
    one_remark_of_pylint: {
      fault: 'lint',
      writes: { self: 'import os, sys  # pylint: disable=unused-import\n' },
      code: 'FINDING_SILENCED',
    },
    below_a_remark_of_pylint: {
      fault: 'lint',
      writes: { self: '# pylint: disable=unused-import\nimport os\nimport sys\n' },
      code: 'FINDING_SILENCED',
    },
    one_remark_of_flake8: {
      fault: 'flake',
      writes: { self: 'from os import path, sep  # noqa: F401\n' },
      code: 'FINDING_SILENCED',
    },
    never_reached: {
      fault: 'typed',
      writes: { self: typed[1].replace('    rest', '    raise SystemExit\n    rest') },
      code: 'SCOPE_SHRUNK',
    },
    emptied: {
      fault: 'typed',
      writes: { self: 'def total(count: int) -> int: ...\n' },
      code: 'SCOPE_SHRUNK',
    },
    one_ignore: {
      fault: 'ignored',
      writes: { self: 'first: int = "a"; second: int = "b"  # pyright: ignore\n' },
      code: 'FINDING_SILENCED',
    },
  },
  repairs: {
    without_import: {
      fault: 'lint',
      writes: { self: 'import os  # pylint: disable=unused-import\n' },
    },
    without_name: { fault: 'flake', writes: { self: 'from os import sep  # noqa: F401\n' } },
    returned: { fault: 'typed', writes: { self: typed[1].replace('"x"', 'rest') } },
    raised: {
      fault: 'typed',
      writes: { self: typed[1].replace('return "x"', 'raise ValueError("none")') },
    },
    beside_ignore: { fault: 'ignored', writes: { self: faults.ignored[1].replace('"a"', '1') } },
  },
  files: {
    'pyproject.toml':
      '[tool.pylint."messages control"]\ndisable = ["all"]\nenable = ["unused-import"]\n\n[tool.pyright]\ninclude = ["shop"]\n',
    '.flake8': '[flake8]\nselect = F\nexclude = .venv\n',
    'shop/__init__.py': '',
  },
  provide: async (root) => {
    await linkEnvironment(root);
    await mkdir(join(root, 'node_modules'));
    await symlink(resolve('node_modules/pyright'), join(root, 'node_modules/pyright'));
  },
};
