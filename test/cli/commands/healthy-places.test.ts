import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { engineTools, linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` };
const modules = join(import.meta.dirname, '../../../node_modules');

async function plan(cwd: string, engine: string): Promise<readonly string[]> {
  const { stdout } = await runCli(cwd, ['plan', '--mode', 'target'], env);
  return stdout.split('\n').filter((line) => line.startsWith(`${engine}: run`));
}

async function check(cwd: string, engine: string, more: Readonly<Record<string, string>> = {}) {
  const argv = ['check', '--no-cache', '--engine', engine, '--mode', 'target', '--format', 'json'];
  const { stdout } = await runCli(cwd, argv, { ...env, ...more });
  const report: CheckReport = JSON.parse(stdout);
  return report;
}

function said({ engines, exit }: CheckReport) {
  const all = engines.map(
    ({
      outcome: {
        category,
        plan: { root },
      },
      findings,
    }) => [root, category, ...findings.map(({ filePath, message }) => `${filePath}: ${message}`)],
  );
  return { exit, all };
}

async function share(cwd: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(cwd, 'node_modules', name)), { recursive: true });
    await symlink(join(modules, name), join(cwd, 'node_modules', name));
  }
}

describe('a repository whose tests have manifests as data', () => {
  it('is one project, and what is broken there ends nothing', async () => {
    const cwd = await plantFiles({
      'pyproject.toml': '[project]\nname = "shop"\n[tool.pytest.ini_options]\n[tool.mypy]\n',
      'tests/conftest.py': '',
      'tests/test_shop.py': 'def test_shop():\n    assert True\n',
      'tests/fixtures/one/pyproject.toml': '[project]\nname = "one"\n[tool.mypy]\n',
      'tests/fixtures/broken/pyproject.toml': '[project\n',
      'tests/fixtures/package.json': '{',
    });
    const { code, stderr } = await runCli(cwd, ['plan'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await plan(cwd, 'pytest')).toHaveLength(1);
    expect(await plan(cwd, 'mypy')).toHaveLength(1);
  });

  it('still says so where the manifest of a project is broken', async () => {
    const cwd = await plantFiles({ 'api/pyproject.toml': '[project\n' });
    expect(await runCli(cwd, ['plan'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('api/pyproject.toml cannot be read'),
    });
  });

  it('says in every report of a check which manifest is broken', async () => {
    const cwd = await plantFiles({ 'package.json': '{', 'a.py': 'x = 1\n' });
    const json = await runCli(cwd, ['check', '--format', 'json'], env);
    const broken = expect.stringMatching(/^package\.json cannot be read: .*/);
    expect(JSON.parse(json.stdout)).toMatchObject({ exit: 2, unreadable: [broken] });
    for (const format of ['human', 'markdown', 'html', 'junit']) {
      const { code, stdout } = await runCli(cwd, ['check', '--format', format], env);
      expect({ format, code, stdout }).toMatchObject({
        code: 2,
        stdout: expect.stringMatching(/package\S*json cannot be read/),
      });
    }
  });
});

describe('what is no part of a repository', () => {
  it('has no runs: what git ignores, and repositories inside', async () => {
    const manifest = '[tool.mypy]\n';
    const { root, write } = await gitRepository({
      '.gitignore': 'build/\n',
      'pyproject.toml': manifest,
      'api/pyproject.toml': manifest,
    });
    await write({ 'build/pyproject.toml': manifest, 'sub/pyproject.toml': manifest });
    execFileSync('git', ['init', '--quiet', join(root, 'sub')]);
    const found = await plan(root, 'mypy');
    expect(found.map((line) => / in (\S+)/.exec(line)?.[1])).toEqual([undefined, 'api']);
  });
});

describe('mypy', () => {
  const wrong = 'x: int = "a"\n';

  it('judges the files that its configuration names, and no others', async () => {
    const cwd = await plantFiles({
      'setup.cfg': '[mypy]\nfiles = src\n',
      'src/a.py': wrong,
      'b.py': wrong,
    });
    await linkEnvironment(cwd);
    const { all } = said(await check(cwd, 'mypy'));
    expect(all).toEqual([['.', 'diagnostic', expect.stringMatching(/^src\/a\.py: /)]]);
  });

  it('judges nothing that git ignores where nothing is named', async () => {
    const { root, write } = await gitRepository({
      '.gitignore': 'venv/\nbuild/\nmade_*.py\n.venv\n',
      'mypy.ini': '[mypy]\nexclude = odd\n',
      'a.py': '',
      'odd/c.py': wrong,
    });
    await write({ 'venv/bin/act.py': wrong, 'build/lib/a.py': wrong, 'made_b.py': wrong });
    await linkEnvironment(root);
    expect(said(await check(root, 'mypy'))).toEqual({ exit: 0, all: [['.', 'success']] });
  });
});

describe('tests', () => {
  const secret = { MODEL_KEY: 'sk-1', NO_COLOR: '1', FORCE_COLOR: '1' };

  it('of pytest see the environment of the project, and nothing is left behind', async () => {
    const test = [
      'import os, shutil, sys',
      'def test_environment(request):',
      '    for name in ("NO_COLOR", "FORCE_COLOR", "CI", "MODEL_KEY", "PYTHONUTF8", "LC_ALL"):',
      '        assert name not in os.environ, name',
      '    assert os.environ["VIRTUAL_ENV"] == sys.prefix',
      '    assert os.path.dirname(shutil.which("ruff")) == os.path.join(sys.prefix, "bin")',
      '    request.config.cache.set("shop/it", 1)',
      '    assert request.config.cache.get("shop/it", 0) == 1',
    ];
    const cwd = await plantFiles({
      'pytest.ini': '[pytest]\naddopts = --color=yes\n',
      'test_it.py': test.join('\n'),
    });
    await linkEnvironment(cwd);
    const before = await readdir(cwd, { recursive: false });
    expect(said(await check(cwd, 'pytest', secret))).toEqual({ exit: 0, all: [['.', 'success']] });
    expect(await readdir(cwd)).toEqual(before);
  });

  it('of vitest see the environment of the project, under the Node of the caller', async () => {
    const test = [
      "import { execFileSync } from 'node:child_process';",
      "import { expect, it } from 'vitest';",
      "it('runs', () => {",
      "  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CI', 'MODEL_KEY']) {",
      '    expect(Object.keys(process.env)).not.toContain(name);',
      '  }',
      "  expect(execFileSync('hello', { encoding: 'utf8' })).toBe('hello\\n');",
      '});',
    ];
    const cwd = await plantFiles({
      'package.json': '{"devDependencies":{"vitest":"5"}}',
      'a.test.js': test.join('\n'),
      'node_modules/.bin/hello': '#!/bin/sh\necho hello\n',
      'bin/node': `#!/bin/sh\n: > "$(dirname "$0")/asked"\nexec ${process.execPath} "$@"\n`,
    });
    await Promise.all(
      ['node_modules/.bin/hello', 'bin/node'].map((path) => chmod(join(cwd, path), 0o755)),
    );
    await share(cwd, 'vitest', 'vite');
    const path = { PATH: `${join(cwd, 'bin')}:/usr/bin:/bin` };
    expect(said(await check(cwd, 'vitest', { ...secret, ...path }))) //
      .toEqual({ exit: 0, all: [['.', 'success']] });
    expect(await readdir(join(cwd, 'bin'))).toContain('asked');
  });

  it('of a project inside run once, by the run there', async () => {
    const test = 'def test_it():\n    open("/dev/null").close()\n    assert False\n';
    const cwd = await plantFiles({
      'pytest.ini': '[pytest]\n',
      'test_top.py': test,
      'api/pyproject.toml': '[tool.pytest.ini_options]\n',
      'api/test_inner.py': test,
    });
    await linkEnvironment(cwd);
    const { engines } = await check(cwd, 'pytest');
    expect(
      engines.map(
        ({
          outcome: {
            plan: { root, leaveOut },
            findings,
          },
        }) => [root, leaveOut, findings],
      ),
    ) //
      .toEqual([
        ['.', ['api'], 1],
        ['api', undefined, 1],
      ]);
  });
});

describe('pyright', () => {
  it('that was installed by pip is found beside the interpreter', async () => {
    const { bin } = await engineTools();
    const report = '{"generalDiagnostics":[],"summary":{"filesAnalyzed":1}}';
    const cwd = await plantFiles({
      'pyproject.toml': '[tool.pyright]\n',
      'venv/pyvenv.cfg': '',
      'venv/bin/pyright': `#!/bin/sh\ncase "$1" in --version) echo pyright 1.1.400;; *) echo '${report}';; esac\n`,
    });
    await chmod(join(cwd, 'venv/bin/pyright'), 0o755);
    await symlink(join(bin, 'python'), join(cwd, 'venv/bin/python'));
    const report1 = await check(cwd, 'pyright');
    expect(said(report1)).toEqual({ exit: 0, all: [['.', 'success']] });
    expect(report1.engines[0]?.outcome.toolVersion).toBe('1.1.400');
  });
});

const member = (...references: readonly string[]) =>
  JSON.stringify({
    compilerOptions: { composite: true, outDir: 'dist', rootDir: 'src', module: 'nodenext' },
    include: ['src'],
    references: references.map((path) => ({ path })),
  });

async function workspace(value: string): Promise<string> {
  const cwd = await plantFiles({
    'package.json': '{"workspaces":["a","b"]}',
    'tsconfig.json': '{ "files": [], /* all */ "references": [{ "path": "./b" }] }',
    'a/package.json': '{"name":"@shop/a","type":"module","types":"dist/index.d.ts"}',
    'a/tsconfig.json': member(),
    'a/src/index.ts': 'export const one: number = 1;\n',
    'b/package.json': '{"name":"@shop/b","type":"module"}',
    'b/tsconfig.json': member('../a'),
    'b/src/index.ts': `import { one } from '@shop/a';\nexport const two: ${value} = one;\n`,
  });
  await share(cwd, 'typescript');
  await mkdir(join(cwd, 'node_modules/@shop'));
  await symlink('../../a', join(cwd, 'node_modules/@shop/a'));
  return cwd;
}

describe('projects of TypeScript that are built together', () => {
  it('are judged as they are built, each once, and nothing is written', async () => {
    const cwd = await workspace('number');
    const before = await readdir(cwd, { recursive: true });
    expect(said(await check(cwd, 'tsc'))).toEqual({ exit: 0, all: [['.', 'success']] });
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });

  it('have findings in the files of the repository', async () => {
    const { exit, all } = said(await check(await workspace('string'), 'tsc'));
    expect({ exit, all }).toEqual({
      exit: 1,
      all: [['.', 'diagnostic', expect.stringMatching(/^b\/src\/index\.ts: Type 'number'/)]],
    });
  });
});
