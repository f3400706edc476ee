import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** A repository with two findings of ruff that are tolerated, and a branch that leaves it. */
async function tolerant(): Promise<GitRepository> {
  const repository = await gitRepository({
    'ruff.toml': '',
    'a.py': 'import os\n\n\ndef f():\n    return unknown\n',
  });
  await linkEnvironment(repository.root);
  await runCli(repository.root, ['baseline'], env);
  repository.commit('baseline');
  repository.git('checkout', '-q', '-b', 'topic');
  return repository;
}

async function check({ root }: GitRepository, ...argv: readonly string[]): Promise<CheckReport> {
  const { stdout } = await runCli(root, ['check', '--format', 'json', ...argv], env);
  return JSON.parse(stdout);
}

function summary({ exit, engines }: CheckReport): unknown {
  return { exit, counts: engines.map(({ counts }) => counts) };
}

describe('a baseline', () => {
  it('is none at first, which is said, and every finding is new', async () => {
    const repository = await gitRepository({ 'ruff.toml': '', 'a.py': 'import os\n' });
    await linkEnvironment(repository.root);
    const report = await check(repository);
    expect(summary(report)).toEqual({
      exit: 1,
      counts: [{ new: 1, tolerated: 0, fixed: 0, noted: 0 }],
    });
    expect(report.engines[0]?.baseline).toEqual({
      source: 'none',
      because:
        'Every finding counts as new: there is no .ratchetr/baseline/ruff.tsv at the merge base, and nothing was recorded of it.',
      entries: 0,
      held: null,
    });
  });

  it('tolerates what was there, wherever it moves, and nothing else', async () => {
    const repository = await tolerant();
    const same = await check(repository, '--base', 'main');
    expect(summary(same)).toEqual({
      exit: 0,
      counts: [{ new: 0, tolerated: 2, fixed: 0, noted: 0 }],
    });
    expect(same.engines[0]?.baseline).toMatchObject({ source: 'committed', entries: 2 });
    await rename(join(repository.root, 'a.py'), join(repository.root, 'b.py'));
    const text = await readFile(join(repository.root, 'b.py'), 'utf8');
    await repository.write({ 'b.py': `# moved\n\n${text}`, 'c.py': 'import sys\n' });
    repository.commit('move');
    const moved = await check(repository, '--base', 'main');
    expect(summary(moved)).toEqual({
      exit: 1,
      counts: [{ new: 1, tolerated: 2, fixed: 0, noted: 0 }],
    });
    expect(moved.engines[0]?.findings).toMatchObject([
      { filePath: 'b.py', status: 'tolerated' },
      { filePath: 'b.py', status: 'tolerated' },
      { filePath: 'c.py', status: 'new' },
    ]);
  });

  it('counts what is fixed, and shrinks when it is asked to', async () => {
    const repository = await tolerant();
    await repository.write({ 'a.py': 'def f():\n    return unknown\n' });
    const report = await check(repository, '--base', 'main');
    expect(summary(report)).toEqual({
      exit: 0,
      counts: [{ new: 0, tolerated: 1, fixed: 1, noted: 0 }],
    });
    expect(report.engines[0]?.fixed).toMatchObject([{ path: 'a.py', rule: 'F401' }]);
    const { stdout } = await runCli(repository.root, ['baseline'], env);
    expect(stdout).toBe('ruff: 1 removed, 0 carried along, 1 left\n');
    const file = await readFile(join(repository.root, '.ratchetr/baseline/ruff.tsv'), 'utf8');
    expect(file.match(/^a\.py\t/gm)).toHaveLength(1);
    await rm(join(repository.root, 'a.py'));
    expect(summary(await check(repository, '--base', 'main'))).toEqual({
      exit: 0,
      counts: [{ new: 0, tolerated: 0, fixed: 2, noted: 0 }],
    });
    await repository.write({ 'a.py': 'def f():\n    return unknown\n' });
    repository.commit('fixed');
    await repository.write({ 'a.py': 'import os\n\n\ndef f():\n    return unknown\n' });
    expect((await check(repository, '--base', 'HEAD')).exit).toBe(1);
  });

  it('is trusted as it is at the merge base: whoever adds to the file tolerates nothing', async () => {
    const repository = await tolerant();
    const path = '.ratchetr/baseline/ruff.tsv';
    await repository.write({ 'c.py': 'import sys\n' });
    await runCli(repository.root, ['accept', '--reason', 'for the test'], env);
    const grown = await readFile(join(repository.root, path), 'utf8');
    repository.git('checkout', '-q', '--', '.ratchetr');
    await repository.write({ [path]: grown });
    const report = await check(repository, '--base', 'main');
    expect(summary(report)).toEqual({
      exit: 1,
      counts: [{ new: 1, tolerated: 2, fixed: 0, noted: 0 }],
    });
    expect(report.vector.acceptable).toBe(false);
    expect(report.vector.components).toContainEqual({
      component: 'baseline of ruff',
      measures: { kind: 'baseline', engine: 'ruff' },
      result: 'worse',
      sentence: expect.stringContaining('1 entries were added to the baseline of ruff'),
    });
  });

  it('grows by acceptance alone, each with its reason, which another branch can read', async () => {
    const repository = await tolerant();
    await repository.write({ 'c.py': 'import sys\n', 'd.py': 'import sys\n' });
    const none = await runCli(repository.root, ['accept', '--reason', ' '], env);
    expect(none).toMatchObject({
      code: 2,
      stderr: 'No finding was accepted. Say why with --reason.\n',
    });
    const said = await runCli(repository.root, ['accept', 'c.py', '--reason', 'legacy\tcode'], env);
    expect(said.stdout).toBe('ruff: 1 accepted\n    c.py:1: `sys` imported but unused\n');
    const reasons = await readFile(
      join(repository.root, '.ratchetr/baseline/ruff.accepted.tsv'),
      'utf8',
    );
    expect(reasons).toContain(String.raw`legacy\tcode`);
    repository.commit('accepted');
    const report = await check(repository, '--base', 'main');
    expect(summary(report)).toEqual({
      exit: 1,
      counts: [{ new: 1, tolerated: 3, fixed: 0, noted: 0 }],
    });
    expect(report.vector.components.map(({ component }) => component)).not.toContain(
      'baseline of ruff',
    );
    const other = await runCli(
      repository.root,
      ['accept', '--rule', 'F841', '--reason', 'no such'],
      env,
    );
    expect(other.stdout).toBe('ruff: 0 accepted\n');
  });

  it('says that nothing counts as fixed when the rules are others, until it is written anew', async () => {
    const repository = await tolerant();
    await repository.write({ 'ruff.toml': '[lint]\nselect = ["F821"]\n' });
    const report = await check(repository, '--base', 'main');
    expect(summary(report)).toEqual({
      exit: 0,
      counts: [{ new: 0, tolerated: 1, fixed: 0, noted: 0 }],
    });
    expect(report.engines[0]?.baseline.held).toMatch(/^Nothing counts as fixed, because/);
    expect(report.judging.changes).toContainEqual(
      expect.objectContaining({ path: 'ruff.toml', class: 'configuration' }),
    );
    const { stdout } = await runCli(repository.root, ['baseline'], env);
    expect(stdout).toBe('ruff: 1 removed, 0 carried along, 1 left\n');
  });

  it('may be recorded of a commit instead, with everything that is counted there', async () => {
    const repository = await gitRepository({ 'ruff.toml': '', 'a.py': 'import os\n' });
    await repository.write({ '.gitignore': '.venv\n.ratchetr\n' });
    await linkEnvironment(repository.root);
    const dirty = await runCli(repository.root, ['baseline', '--record'], env);
    expect(dirty).toMatchObject({ code: 2, stdout: '' });
    expect(dirty.stderr).toContain('the work tree differs from HEAD');
    repository.commit('second');
    const recorded = await runCli(repository.root, ['baseline', '--record'], env);
    expect(recorded).toMatchObject({ code: 0, stdout: 'ruff: 1 finding recorded\n' });
    await repository.write({ 'b.py': 'import sys\n' });
    const report = await check(repository);
    expect(summary(report)).toEqual({
      exit: 1,
      counts: [{ new: 1, tolerated: 1, fixed: 0, noted: 0 }],
    });
    expect(report.engines[0]?.baseline).toMatchObject({ source: 'recorded', entries: 1 });
  });

  it('is recorded of HEAD, from a folder below the top too, and again', async () => {
    const repository = await gitRepository({
      'ruff.toml': '',
      'tool/a.py': 'import os\n',
      'ratchetr.yaml': 'check: { base: main }\n',
      'other/b.txt': 'one\n',
    });
    repository.git('checkout', '-q', '-b', 'topic');
    await repository.write({ 'tool/b.py': 'import sys\n' });
    repository.commit('second');
    const root = join(repository.root, 'tool');
    await linkEnvironment(repository.root);
    const recording = ['baseline', '--record'];
    const once = { code: 0, stdout: 'ruff: 2 findings recorded\n' };
    expect(await runCli(root, recording, env)).toMatchObject(once);
    expect(await runCli(root, recording, env)).toMatchObject(once);
    await repository.write({ 'tool/c.py': 'import re\n' });
    const said = await runCli(root, recording, env);
    expect(said.stderr).toContain(
      'the work tree differs from HEAD in tool/c.py; commit or undo that',
    );
    const { stdout } = await runCli(root, ['check', '--base=HEAD', '--format=json'], env);
    expect(summary(JSON.parse(stdout))).toEqual({
      exit: 1,
      counts: [{ new: 1, tolerated: 2, fixed: 0, noted: 0 }],
    });
  });

  it('counts comments that silence an engine, beyond those of the base', async () => {
    const repository = await tolerant();
    await repository.write({ 'c.py': 'import sys  # noqa\n' });
    const report = await check(repository, '--base', 'main');
    expect(report).toMatchObject({ exit: 1, vector: { acceptable: false } });
    expect(report.vector.components).toContainEqual({
      component: 'suppressions added',
      measures: { kind: 'suppressions' },
      result: 'worse',
      sentence: 'suppressions added: 1, was 0.',
    });
  });

  it('counts no comment of an environment that git does not ignore', async () => {
    const repository = await tolerant();
    const files = Array.from({ length: 300 }, (_, at) => [
      `env/lib/python3/site-packages/m${String(at)}.py`,
      'import sys  # noqa\n',
    ]);
    await repository.write({ 'env/pyvenv.cfg': 'home = /usr/bin\n', ...Object.fromEntries(files) });
    const report = await check(repository, '--base', 'main');
    expect(report).toMatchObject({ exit: 0, vector: { acceptable: true } });
  });

  it('that cannot be read is a mistake with its place', async () => {
    const repository = await tolerant();
    await repository.write({ '.ratchetr/baseline/ruff.tsv': '#ratchetr-baseline 1 ruff\nx\ty\n' });
    const report = await check(repository, '--base', 'main');
    expect(report.exit).toBe(2);
    expect(report.problems).toMatchObject([
      { engine: 'ruff', code: 'BASELINE_INVALID', message: expect.stringContaining('line 2:') },
    ]);
    const { stdout, code } = await runCli(repository.root, ['baseline'], env);
    expect(stdout).toMatch(/^ruff: left unchanged: .*line 2/);
    expect(code).toBe(3);
  });

  it('gets an entry once that was written by hand before it was accepted', async () => {
    const repository = await tolerant();
    const path = join(repository.root, '.ratchetr/baseline/ruff.tsv');
    await repository.write({ 'c.py': 'import sys\n' });
    await runCli(repository.root, ['accept', '--reason', 'first'], env);
    const grown = await readFile(path, 'utf8');
    repository.git('checkout', '-q', '--', '.ratchetr');
    await repository.write({ '.ratchetr/baseline/ruff.tsv': grown });
    await runCli(repository.root, ['accept', '--reason', 'second'], env);
    expect(await readFile(path, 'utf8')).toBe(grown);
    expect((await check(repository, '--base', 'main')).exit).toBe(0);
  });

  it('is recorded of a run that did not judge everything, together with that', async () => {
    const repository = await gitRepository({ 'mypy.ini': '[mypy]\n', 'a.py': 'def (:\n' });
    await linkEnvironment(repository.root);
    const said = await runCli(repository.root, ['baseline', '--record'], env);
    expect(said).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('mypy: 3 findings recorded, but the result is uncertain: '),
    });
  });

  it('is one for all roots of an engine, and each run answers for its own part', async () => {
    const wrong = 'x: int = "text"\n';
    const repository = await gitRepository({
      'a/mypy.ini': '[mypy]\n',
      'a/pyproject.toml': '',
      'a/mod.py': wrong,
      'b/mypy.ini': '[mypy]\n',
      'b/pyproject.toml': '',
      'b/mod.py': wrong,
    });
    await linkEnvironment(repository.root);
    const made = await runCli(repository.root, ['baseline'], env);
    expect(made.stdout).toBe('mypy: created, 2 findings are tolerated\n');
    repository.commit('baseline');
    const report = await check(repository);
    const one = { new: 0, tolerated: 1, fixed: 0, noted: 0 };
    expect(summary(report)).toEqual({ exit: 0, counts: [one, one] });
    const again = await runCli(repository.root, ['baseline'], env);
    expect(again.stdout).toBe('mypy: 0 removed, 0 carried along, 2 left\n');
  });
});
