import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';
import { checkJson, env, shEngine, yaml } from './sh-engines.ts';

interface Place extends GitRepository {
  readonly here: Readonly<Record<string, string>>;
  /** The origin of the run on everything, and the verdicts on what it found. */
  readonly check: (...argv: readonly string[]) => Promise<readonly [string, ...string[]]>;
}

/** A repository with a finding of ruff in `a.py`, and a home of its own for what is kept. */
async function place(files: Readonly<Record<string, string>> = {}): Promise<Place> {
  const repository = await gitRepository({
    '.gitignore': '.venv\n.ruff_cache\n',
    'ruff.toml': '',
    'a.py': 'import os\n',
    ...files,
  });
  await linkEnvironment(repository.root);
  const here = { ...env, XDG_CACHE_HOME: await tempFolder() };
  const check: Place['check'] = async (...argv) => {
    const { report } = await checkJson(repository.root, argv, here);
    const ruff = report.engines.find(({ outcome }) => outcome.plan.mode === 'target');
    return [ruff?.outcome.origin ?? '-', ...(ruff?.findings.map(({ status }) => status) ?? [])];
  };
  return { ...repository, here, check };
}

describe('a check that was done before', () => {
  it('is taken from the cache without starting the tool, and says the same', async () => {
    const { root, here } = await place();
    const first = await checkJson(root, [], here);
    const second = await checkJson(root, [], here);
    expect(first.stderr).toContain('ruff: started');
    expect(second.stderr).toMatch(/^ruff: from the cache, 1 finding\n$/);
    expect(second.report.engines[0]?.outcome).toMatchObject({ origin: 'cached', findings: 1 });
    expect(second.report.engines[0]?.findings.map(({ fingerprint }) => fingerprint)).toEqual(
      first.report.engines[0]?.findings.map(({ fingerprint }) => fingerprint),
    );
    expect(second.code).toBe(first.code);
  });

  it('runs again when it is told to, by option, variable and file', async () => {
    const repository = await place();
    const { root, here, check } = repository;
    await check();
    expect(await check('--no-cache')).toEqual(['run', 'new']);
    const told = await checkJson(root, [], { ...here, RATCHETR_CHECK_CACHE: 'false' });
    expect(told.report.engines[0]?.outcome.origin).toBe('run');
    await repository.write({ 'ratchetr.yaml': 'check: { cache: false }\n' });
    expect(await check()).toEqual(['run', 'new']);
    const { report } = await checkJson(root, [], { ...here, RATCHETR_CHECK_CACHE: 'true' });
    expect(report.engines[0]?.outcome.origin).toBe('cached');
  });

  it('runs again when a file, the configuration of the tool or an argument is another', async () => {
    const repository = await place();
    const { check } = repository;
    await check();
    await repository.write({ 'a.py': 'import sys\n' });
    expect(await check()).toEqual(['run', 'new']);
    await repository.write({ 'b.py': 'import sys\n' });
    expect(await check()).toEqual(['run', 'new', 'new']);
    await repository.write({ 'ruff.toml': '[lint]\nselect = ["E9"]\n' });
    expect(await check()).toEqual(['run']);
    expect(await check('--engine-arg', 'ruff=--select=F')).toEqual(['run', 'new', 'new']);
    await repository.write({ 'ruff.toml': '', 'a.py': 'import os\n' });
    expect(await check()).toEqual(['run', 'new', 'new']);
    expect(await check()).toEqual(['cached', 'new', 'new']);
  });

  it('is held against the baseline of today', async () => {
    const repository = await place();
    const { root, here, check } = repository;
    expect(await check()).toEqual(['run', 'new']);
    await runCli(root, ['accept', '--reason', 'known'], here);
    expect(await check()).toEqual(['cached', 'tolerated']);
    repository.commit('accepted');
    expect(await check()).toEqual(['cached', 'tolerated']);
    await repository.write({ '.ratchetr/baseline/ruff.tsv': '#ratchetr-baseline 1 ruff\n' });
    repository.commit('gone again');
    expect(await check()).toEqual(['cached', 'new']);
  });

  it('is told apart by what is judged: --changed has a result of its own', async () => {
    const repository = await place();
    const { root, here } = repository;
    await repository.write({ 'b.py': 'import sys\n' });
    const changed = async () => {
      const { report } = await checkJson(root, ['--changed', '--mode', 'both'], here);
      return report.engines.map(({ outcome, findings }) => [
        outcome.plan.mode,
        outcome.origin,
        ...findings.map(({ filePath }) => filePath),
      ]);
    };
    expect(await changed()).toEqual([
      ['current', 'run', 'b.py'],
      ['target', 'run', 'a.py', 'b.py'],
    ]);
    expect(await changed()).toEqual([
      ['current', 'cached', 'b.py'],
      ['target', 'cached', 'a.py', 'b.py'],
    ]);
    await repository.write({ 'a.py': 'import re\n' });
    expect(await changed()).toEqual([
      ['current', 'run', 'a.py', 'b.py'],
      ['target', 'run', 'a.py', 'b.py'],
    ]);
  });

  it('never serves an engine that is declared: nobody knows what it read', async () => {
    const counted = shEngine('echo x >> runs.txt');
    const { root, check } = await place({ 'ratchetr.yaml': yaml({ engines: { counted } }) });
    await check('--engine', 'counted');
    expect(await check('--engine', 'counted')).toEqual(['run']);
    expect(await readFile(join(root, 'runs.txt'), 'utf8')).toBe('x\nx\n');
  });
});
