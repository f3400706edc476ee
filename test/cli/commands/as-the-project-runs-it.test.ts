import { describe, expect, it } from 'vitest';
import { plantFiles } from '../../support/plant-files.ts';
import { engineTools } from '../../support/engine-tools.ts';
import { runCli } from './run-cli.ts';
import { checkJson } from './sh-engines.ts';

const { python } = await engineTools();
const wrong = 'x: int = ""\n';
const planted = (files: Readonly<Record<string, string>> = {}) =>
  plantFiles({
    'mypy.ini': '[mypy]\n',
    'tox.ini': '[testenv:types]\ncommands = mypy --strict src\n',
    'src/a.py': 'def f(): ...\n',
    'notes/b.py': wrong,
    'ratchetr.yaml': `tools: { mypy: [${python}, -m, mypy] }\nengines: { ruff: { enabled: false } }\n`,
    ...files,
  });

async function found(cwd: string, ...argv: readonly string[]) {
  const { report } = await checkJson(cwd, argv);
  return report.engines.map(({ outcome, findings }) => ({
    mode: outcome.plan.mode,
    scope: outcome.plan.scope,
    files: findings.map(({ filePath }) => filePath),
  }));
}

describe('a tool that the project starts by a command of its own', () => {
  it('is started with its paths and options', async () => {
    expect(await found(await planted(), '--mode', 'target')).toEqual([
      { mode: 'target', scope: ['src'], files: ['src/a.py'] },
    ]);
  });

  it('judges nothing more where the command line names something else', async () => {
    const both = await found(await planted(), '.');
    expect(both.map(({ files }) => files)).toEqual([['src/a.py']]);
  });

  it('judges what its configuration names, and what a setting names', async () => {
    const named = await planted({ 'mypy.ini': '[mypy]\nfiles = notes\n' });
    expect((await found(named, '--mode', 'target'))[0]?.files).toEqual(['notes/b.py']);
    const set = await found(await planted(), '--mode', 'target', '--set', 'scope.paths=[notes]');
    expect(set[0]?.scope).toEqual(['notes']);
  });

  it('is shown with its command by a plan, beside the versions that are asked for', async () => {
    const cwd = await planted({
      '.python-version': '# ours\n3.12\n',
      'package.json': '{"engines": {"node": ">=20"}}',
    });
    const { stdout } = await runCli(cwd, ['plan']);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'mypy: run target on src (as the project runs it); current is the same as target; config found by the tool, args --strict',
        'mypy: tox.ini [testenv:types] runs `mypy --strict src`',
        'Python 3.12: .python-version asks for it',
        'Node >=20: package.json asks for it',
      ]),
    );
  });
});
