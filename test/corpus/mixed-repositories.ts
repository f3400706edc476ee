import type { CorpusRow } from './row.ts';

const python = 'src/python-fastui';

/** Projects in more than one language. */
export const mixedRepositories: readonly CorpusRow[] = [
  {
    name: 'fastui',
    source: {
      from: 'github',
      repository: 'pydantic/FastUI',
      commit: '3f2b9c14a19ea456fc819ef94c87aca0d00dea6a',
    },
    setup: [
      'uv venv --quiet',
      `uv pip install --quiet -r ${python}/requirements/all.txt -e ${python}`,
      'npm ci --no-audit --no-fund --ignore-scripts',
    ],
    bare: {
      coverage: 'coverage run -m pytest',
      eslint: 'npm run lint',
      pyright: 'pyright',
      pytest: 'pytest',
      ruff: `ruff check ${python} demo`,
      'ruff-format': `ruff format --check ${python} demo`,
      tsc: 'npm run typecheck',
    },
    plants: [
      { engine: 'eslint', path: 'src/npm-fastui/src/planted.ts', lines: ['', 'let never = 1'] },
      {
        engine: 'tsc',
        path: 'src/npm-fastui/src/wrong.ts',
        lines: ["export const planted: number = 'text'"],
      },
      {
        engine: 'pytest',
        path: `${python}/tests/test_planted.py`,
        lines: ['def test_planted() -> None:', '    assert 1 == 2'],
      },
    ],
  },
  {
    name: 'watchfiles',
    source: {
      from: 'pypi',
      package: 'watchfiles',
      version: '1.3.0',
      sha256: '99aee4a07847c06820765fd7b1b49ceac4f3f711ccb7d104655a33231de1c207',
    },
    setup: ['uv sync --frozen --group lint', 'cargo fetch --locked'],
    bare: {
      'cargo-clippy': 'cargo clippy -- -D warnings',
      coverage: 'coverage run -m pytest',
      mypy: 'mypy watchfiles',
      pytest: 'pytest',
      ruff: 'ruff check watchfiles tests',
      'ruff-format': 'ruff format --check watchfiles tests',
      rustfmt: 'cargo fmt --all -- --check',
    },
    plants: [
      {
        engine: 'cargo-clippy',
        path: 'src/lib.rs',
        lines: ['pub fn planted(x: bool) -> bool {', '    x == true', '}'],
      },
      {
        engine: 'pytest',
        path: 'tests/test_planted.py',
        lines: ['def test_planted() -> None:', '    assert 1 == 2'],
      },
      { engine: 'mypy', path: 'watchfiles/filters.py', lines: ['planted: int = "text"'] },
      { engine: 'ruff', path: 'watchfiles/planted.py', lines: ['import planted'] },
    ],
  },
];
