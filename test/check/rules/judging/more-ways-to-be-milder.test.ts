import { describe, expect, it } from 'vitest';
import { toldOf } from './judged.ts';

type Sides = readonly [before: string | undefined, after: string | undefined];
type Way = readonly [name: string, path: string, sides: Sides, told: readonly RegExp[]];

const uvLock = (source: string): string =>
  `version = 1\n[[package]]\nname = "ruff"\nversion = "0.5.0"\nsource = ${source}\n`;

/** Each is a way in which a pull request can make its own check milder, and who is named for it. */
const ways: readonly Way[] = [
  [
    'a repository in a lock file of uv',
    'uv.lock',
    [
      uvLock('{ registry = "https://index.example/simple" }'),
      uvLock('{ git = "https://git.example/ruff?rev=1" }'),
    ],
    [/^tool \| mypy pytest ruff \|.*git/],
  ],
  [
    'a path in the sources of uv',
    'pyproject.toml',
    ['', '[tool.uv.sources]\nruff = { path = "tools/ruff" }\n'],
    [/^tool \| .*ruff.*tool\.uv\.sources/],
  ],
  [
    'another index',
    'requirements/dev.txt',
    ['ruff==0.5.0\n', '--extra-index-url https://other.example/simple\nruff==0.5.0\n'],
    [/^tool \| .*ruff.*extra-index-url/],
  ],
  [
    'a wheel by address',
    'requirements-dev.txt',
    ['mypy==1.0\n', 'mypy @ https://other.example/mypy.whl\n'],
    [/^tool \| mypy pytest \|/],
  ],
  [
    'an editable install',
    'requirements-dev.txt',
    ['', '-e ./tools/ruff\n'],
    [/^tool \| mypy pytest ruff \|.*\.\/tools\/ruff/],
  ],
  [
    'a .pth in an editable install',
    'src/tools.pth',
    [undefined, 'import lenient\n'],
    [/^shadowing \| mypy pytest ruff \|/],
  ],
  [
    'a sitecustomize',
    'src/sitecustomize.py',
    [undefined, ''],
    [/^shadowing \| mypy pytest ruff \|/],
  ],
  [
    'packages that are committed',
    'src/node_modules/eslint/index.js',
    [undefined, 'x'],
    [/^shadowing \| eslint oxlint tsc vitest \|/],
  ],
  [
    'an environment that is committed',
    '.venv/lib/site-packages/ruff/__init__.py',
    [undefined, ''],
    [/^shadowing \|/],
  ],
  [
    'a program with the name of a tool',
    'pyproject.toml',
    ['', '[project.scripts]\nmypy = "a:main"\n'],
    [/^shadowing \| mypy \|/],
  ],
  [
    'an entry point that pytest loads',
    'pyproject.toml',
    ['', '[project.entry-points.pytest11]\nx = "a.b"\n'],
    [/^hook \| pytest \|.*pytest11/],
  ],
  [
    'a build backend of its own',
    'pyproject.toml',
    ['', '[build-system]\nrequires = []\nbuild-backend = "b"\nbackend-path = ["."]\n'],
    [/^hook \| .*build-system/],
  ],
  [
    'a plugin in mypy.ini',
    'mypy.ini',
    ['[mypy]\nstrict = True\n', '[mypy]\nstrict = True\nplugins = ./lenient.py\n'],
    [/^configuration \| mypy \|/],
  ],
  [
    'a plugin in pytest.ini',
    'pytest.ini',
    ['[pytest]\n', '[pytest]\naddopts = -p lenient\n'],
    [/^hook \| pytest \|.*lenient/, /^configuration \| pytest/],
  ],
  [
    'plugins that a test module names',
    'tests/test_a.py',
    ['', "pytest_plugins = ['lenient']\n"],
    [/^hook \| pytest \|/],
  ],
  [
    'PYTHONWARNINGS in tox.ini',
    'tox.ini',
    [
      '[testenv]\ncommands = pytest\n',
      '[testenv]\nsetenv =\n    PYTHONWARNINGS = ignore\ncommands = pytest\n',
    ],
    [/^configuration \| pytest \|.*PYTHONWARNINGS/],
  ],
  [
    'filters of warnings in tox.ini',
    'tox.ini',
    ['[pytest]\nfilterwarnings = error\n', '[pytest]\nfilterwarnings = ignore\n'],
    [/^configuration \| pytest \|/],
  ],
  [
    'what vitest runs before the tests',
    'vitest.setup.ts',
    ['', 'expect.extend({ toBe: () => ({ pass: true }) });\n'],
    [/^hook \| vitest \|/],
  ],
  [
    'a configuration of mocha',
    '.mocharc.json',
    [undefined, '{"require": "./x.js"}'],
    [/^hook \| mocha \|/, /^configuration \| mocha/],
  ],
  [
    'rules of the compiler',
    'tsconfig.json',
    ['{"compilerOptions": {"strict": true}}', '{"compilerOptions": {"strict": false}}'],
    [/^configuration \| tsc \|/],
  ],
  [
    'a configuration that is gone',
    '.oxlintrc.json',
    ['{}', undefined],
    [/^configuration \| oxlint \|.*is gone/],
  ],
  [
    'a list of what git ignores',
    '.gitignore',
    ['dist\n', 'dist\nsrc/*.py\n'],
    [/^configuration \| mypy pytest ruff \|.*src\/a\.py/],
  ],
  [
    'a workflow',
    '.github/workflows/ci.yml',
    ['run: ruff check\n', 'run: ruff check --exit-zero\n'],
    [/^workflow \| ruff \|/],
  ],
  [
    'another CI',
    '.gitlab-ci.yml',
    ['script: pytest\n', 'script: pytest || true\n'],
    [/^workflow \| pytest \|/],
  ],
  [
    'a hook of commits',
    '.pre-commit-config.yaml',
    ['repos: []\n', 'repos: [{}]\n'],
    [/^commit-hook \|/],
  ],
  [
    'a Makefile',
    'Makefile',
    ['lint:\n\truff check\n', 'lint:\n\truff check --exit-zero\n'],
    [/^configuration \| ruff \|/],
  ],
  ['another Node', '.nvmrc', ['24\n', '20\n'], [/^tool \|/]],
  [
    'our own settings',
    'ratchetr.yaml',
    ['version: 1\n', 'version: 1\nscope: {exclude: [src]}\n'],
    [/^settings \| .*judged by those of its merge base/],
  ],
  ['our own baseline', '.ratchetr/baseline', ['', 'x'], [/^settings \|/]],
  [
    'a replaced module of Go',
    'go.mod',
    ['require x.y/z v1.0.0\n', 'require x.y/z v1.0.0\nreplace x.y/z => ./z\n'],
    [/^tool \| .*\.\/z/],
  ],
  [
    'a patched crate',
    'Cargo.toml',
    ['', '[patch.crates-io]\nserde = { path = "x" }\n'],
    [/^tool \| .*patch/],
  ],
  ['a runner of cargo', '.cargo/config.toml', ['', '[target.x]\nrunner = "true"\n'], [/^hook \|/]],
];

describe('what changes how the code is judged, in Python and beside it', () => {
  it.each(ways)('%s', (_name, path, sides, told) => {
    const pathsBefore = new Set(['src/a.py', ...(sides[0] === undefined ? [] : [path])]);
    const found = toldOf(path, sides, { pathsBefore });
    expect(found).toEqual(told.map((one) => expect.stringMatching(one)));
  });
});
