import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent' };
const modules = join(import.meta.dirname, '../../../node_modules');

interface Tool {
  /** Packages or `python`, where the tool comes from. */
  readonly from: readonly string[] | 'python';
  readonly files: Readonly<Record<string, string>>;
  /** The one finding that the files hold. */
  readonly finding: Readonly<Record<string, unknown>>;
}

const js = 'const unused = 1;\n';
const failing = 'def test_it():\n    assert 1 == 2\n';

const tools: Readonly<Record<string, Tool>> = {
  eslint: {
    from: ['eslint'],
    files: {
      'eslint.config.mjs': 'export default [{ rules: { "no-unused-vars": "error" } }];\n',
      'src/a.js': js,
    },
    finding: { filePath: 'src/a.js', symbol: 'no-unused-vars', line: 1 },
  },
  biome: {
    // Only the program for this platform is to be had everywhere, so it is named directly.
    from: [],
    files: {
      'biome.json': '{}',
      'ratchetr.yaml': `tools: { biome: [${join(modules, '@biomejs/cli-linux-x64/biome')}] }\n`,
      'src/a.js': 'debugger;\n',
    },
    finding: { filePath: 'src/a.js', symbol: 'lint/suspicious/noDebugger', line: 1 },
  },
  oxlint: {
    from: ['oxlint'],
    files: {
      '.oxlintrc.json': '{"ignorePatterns":["node_modules"],"rules":{"no-debugger":"error"}}',
      'src/a.js': 'debugger;\n',
    },
    finding: { filePath: 'src/a.js', symbol: 'eslint(no-debugger)', line: 1 },
  },
  pyright: {
    from: ['pyright'],
    files: { 'pyrightconfig.json': '{}', 'a.py': 'x: int = "a"\n' },
    finding: { filePath: 'a.py', symbol: 'reportAssignmentType', line: 1 },
  },
  mypy: {
    from: 'python',
    files: { 'mypy.ini': '[mypy]\n', 'a.py': 'x: int = "a"\n' },
    finding: { filePath: 'a.py', symbol: 'assignment', line: 1 },
  },
  pylint: {
    from: 'python',
    files: { '.pylintrc': '[MAIN]\nignore=.venv\n', 'a.py': '"""Doc."""\nimport os\n' },
    finding: { filePath: 'a.py', symbol: 'unused-import', line: 2 },
  },
  tombi: {
    from: 'python',
    files: { 'tombi.toml': '', 'a.toml': 'a = 1\na = 2\n' },
    finding: { filePath: 'a.toml', symbol: 'duplicate-key', line: 2 },
  },
  pytest: {
    from: 'python',
    files: { 'pytest.ini': '[pytest]\n', 'tests/test_it.py': failing },
    finding: { testId: 'tests/test_it.py::test_it', severity: 'high', kind: 'test_failure' },
  },
};

async function repository({ from, files }: Tool): Promise<string> {
  const root = await tempFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  if (from === 'python') await linkEnvironment(root);
  else {
    for (const name of from) {
      await mkdir(dirname(join(root, 'node_modules', name)), { recursive: true });
      await symlink(join(modules, name), join(root, 'node_modules', name));
    }
  }
  return root;
}

describe('a real tool on a real repository', () => {
  const here = Object.entries(tools).filter(
    ([id]) => id !== 'biome' || (process.platform === 'linux' && process.arch === 'x64'),
  );

  it.each(here)('%s finds the one thing that is wrong', async (id, tool) => {
    const argv = ['check', '--no-cache', '--engine', id, '--format', 'json'];
    const { code, stdout } = await runCli(await repository(tool), argv, env);
    const { engines: checked } = JSON.parse(stdout);
    expect(checked).toMatchObject([
      {
        outcome: { category: 'diagnostic', completeness: { kind: 'complete' }, error: null },
        findings: [tool.finding],
      },
    ]);
    expect(checked[0].outcome.toolVersion).toMatch(/^\d+\.\d+/);
    expect(code).toBe(1);
  });
});
