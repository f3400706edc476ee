import { describe, expect, it } from 'vitest';
import {
  listProjectCommands,
  writeCommand,
} from '#check/rules/repository/commands/project-commands.ts';
import { someFacts } from '../some-facts.ts';

function commandsIn(path: string, data: unknown): readonly string[] {
  const facts = someFacts({ manifests: { [path]: data } });
  return listProjectCommands(facts).map((one) => `${one.root} | ${one.at} | ${writeCommand(one)}`);
}

describe('the commands of a project', () => {
  it('are read from tox, with its braces and factors', () => {
    const testenv = {
      commands: 'tests: pytest {posargs:-n auto}\ntyping: - mypy {toxinidir}/src {[base]args}',
    };
    expect(commandsIn('tox.ini', { tox: { commands: 'x' }, 'testenv:{a,b}': testenv })).toEqual([
      '. | tox.ini [testenv:{a,b}] | pytest -n auto',
      '. | tox.ini [testenv:{a,b}] | mypy ./src …',
    ]);
    const toml = {
      env_run_base: { commands: [['pytest', { replace: 'posargs', default: ['-x'] }, 'tests']] },
      env: { type: { commands: [['mypy', { replace: 'ref', of: ['a'] }]] } },
    };
    const read = [
      '. | tox.toml [env_run_base] | pytest -x tests',
      '. | tox.toml [env.type] | mypy …',
    ];
    expect(commandsIn('tox.toml', toml)).toEqual(read);
    expect(commandsIn('pyproject.toml', { tool: { tox: toml } })).toEqual(
      read.map((line) => line.replace('tox.toml', 'pyproject.toml tool.tox')),
    );
  });

  it('are read from the scripts of hatch in a file of their own', () => {
    const envs = { types: { scripts: { check: 'mypy {args:src}' } } };
    expect(commandsIn('hatch.toml', { envs })).toEqual([
      '. | hatch.toml [envs.types.scripts] check | mypy src',
    ]);
  });

  it('are read from the scripts of a manifest', () => {
    const scripts = { lint: 'eslint src && cd docs && npx tsc -p .', none: 1 };
    expect(commandsIn('web/package.json', { scripts })).toEqual([
      'web | web/package.json scripts.lint | eslint src',
      'web/docs | web/package.json scripts.lint | tsc -p .',
    ]);
    const tool = {
      hatch: { envs: { types: { scripts: { check: ['mypy {args:src}', 'pyright'] } } } },
      pdm: { scripts: { lint: { cmd: ['ruff', 'check', 'src'] } } },
      poe: { tasks: { test: 'pytest', all: { sequence: ['test', { cmd: 'black .' }] } } },
    };
    expect(commandsIn('pyproject.toml', { tool }).map((line) => line.split(' | ')[2])).toEqual([
      'mypy src',
      'pyright',
      'ruff check src',
      'pytest',
      'test',
      'black .',
    ]);
  });

  it('are read from make, just and shell', () => {
    const make =
      'SRC := src \\\n  tests\nlint:\n\t@uv run --group dev mypy $(SRC) $(ARGS)\n\t-ruff check .\n';
    expect(commandsIn('Makefile', { text: make })).toEqual([
      '. | Makefile | mypy src tests',
      '. | Makefile | ruff check .',
    ]);
    const just = 'src := "lib"\nlint:\n    poetry run python -W error -m mypy {{src}}\n';
    expect(commandsIn('justfile', { text: just })).toEqual(['. | justfile | mypy lib']);
    const shell =
      '#!/bin/sh -e\nif [ -d venv ]; then PREFIX="venv/bin/"; fi\nexport F="a b"\n${PREFIX}mypy $F\n';
    expect(commandsIn('tool/scripts/check', { text: shell }).at(-1)).toBe(
      'tool | tool/scripts/check | mypy a b',
    );
  });

  it('are read from the calls of a noxfile', () => {
    const text = `
@nox.session
def lint(session):
    args = session.posargs or ["src", "tests"]
    session.run("mypy", "--strict", *args, env={"A": "b"})
    # session.run("never")
    session.run(
        "coverage", "run", "-m", "pytest",
        *session.posargs, external=True)
    session.run("ruff", "check", target(1))
`;
    expect(commandsIn('noxfile.py', { text })).toEqual([
      '. | noxfile.py | mypy --strict src tests',
      '. | noxfile.py | pytest',
      '. | noxfile.py | ruff check …',
    ]);
  });

  it('are read from workflows and from hooks', () => {
    const steps = [
      { run: 'pip install .\nmypy src' },
      { uses: 'a/b@c' },
      { run: 'x', 'working-directory': './y/' },
    ];
    expect(commandsIn('.github/workflows/ci.yml', { jobs: { lint: { steps } } })).toEqual([
      '. | .github/workflows/ci.yml lint | pip install .',
      '. | .github/workflows/ci.yml lint | mypy src',
      'y | .github/workflows/ci.yml lint | x',
    ]);
    const hooks = [
      { id: 'mypy', files: '^(src|tests/typing)/', args: ['--strict'] },
      { id: 'ruff', files: String.raw`.*\.pyi?$` },
      { id: 'types', entry: 'uv run pyright', language: 'system' },
    ];
    expect(commandsIn('.pre-commit-config.yaml', { repos: [{ hooks }, {}] })).toEqual([
      '. | .pre-commit-config.yaml mypy | mypy --strict src tests/typing',
      '. | .pre-commit-config.yaml ruff | ruff check',
      '. | .pre-commit-config.yaml types | pyright',
    ]);
  });

  it.each([
    ['A=1 env B=2 time mypy', 'mypy'],
    ['.venv/bin/python3.12 -m mypy a', 'mypy a'],
    ['uvx --with x ruff check', 'ruff check'],
    ['uv run -- pytest', 'pytest'],
    ['coverage run --source=pkg -m pytest -q', 'pytest -q'],
    ['python run.py -m mypy', 'python run.py -m mypy'],
    ['pnpm --filter web exec eslint .', 'eslint .'],
    ['pnpm install', 'pnpm install'],
    ['yarn eslint .', 'eslint .'],
    ['npm exec -- eslint .', 'eslint .'],
    ['c8 -r text mocha', 'mocha'],
    ['py.test tests', 'pytest tests'],
  ])('are named without what only starts them: %s', (run, bare) => {
    const [line = ''] = commandsIn('package.json', { scripts: { one: run } });
    expect(line.split(' | ')[2]).toBe(bare);
  });

  it('are none where files hold something else', () => {
    for (const [path, data] of [
      ['.pre-commit-config.yaml', 'text'],
      ['.github/workflows/a.yml', { jobs: [] }],
      ['tox.ini', { testenv: {} }],
      ['noxfile.py', undefined],
    ] as const) {
      expect(commandsIn(path, data)).toEqual([]);
    }
  });
});
