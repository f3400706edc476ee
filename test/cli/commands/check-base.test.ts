import { describe, expect, it } from 'vitest';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';
import { aLine, checkJson, env, shEngine, yaml } from './sh-engines.ts';

/** A branch that changes no more than a page, of a repository with these engines. */
async function branched(
  engines: object,
  files: Readonly<Record<string, string>> = {},
): Promise<GitRepository> {
  const repository = await gitRepository({
    '.gitignore': 'node_modules\n',
    'ratchetr.yaml': yaml({ engines }),
    'src/a.txt': 'a\n',
    ...files,
  });
  repository.git('checkout', '-q', '-b', 'topic');
  await repository.write({ 'README.md': 'A page.\n' });
  repository.commit('Write a page');
  return repository;
}

const check = ({ root }: GitRepository, ...argv: readonly string[]) => checkJson(root, argv);

const against = (repository: GitRepository) => check(repository, '--base', 'main');

/** What its file says decides how it ends. */
const asToldBy = (file: string) => shEngine(`test ! -e ${file} || . ./${file}`);

describe('an engine that fails at the merge base as it fails here', () => {
  it.each([
    ['is not found', 'exit 127', 'TOOL_NOT_FOUND'],
    ['ends in a way that nothing explains', 'exit 77', 'CONTRADICTION'],
    ['says that it failed and not why', 'exit 1', 'CONTRADICTION'],
    ['is ended by a signal', 'kill -9 $$', 'CRASHED'],
  ])('makes nothing red where it %s, and that is told', async (_, script, reason) => {
    const repository = await branched({ odd: shEngine(script), sound: shEngine('true') });
    const { code, report } = await against(repository);
    const [odd] = report.engines;
    expect(code).toBe(0);
    expect(report).toMatchObject({ exit: 0, has_failures: true, vector: { acceptable: true } });
    expect(odd?.outcome.error).toMatchObject({ reason });
    expect(odd?.sameAtBase).toBe(
      `odd fails at the merge base too, so it judges nothing here: ${odd?.outcome.error?.message}`,
    );
    const { stdout } = await runCli(repository.root, ['check', '--base', 'main'], env);
    expect(stdout).toContain('odd fails at the merge base too, so it judges nothing here');
    expect(stdout).toMatch(/Nothing found; odd fails at the merge base too\. Exit code 0\.\n$/);
  });

  it('is a failure where no base was asked for, and on the base itself', async () => {
    const repository = await branched({ odd: shEngine('exit 127') });
    expect((await check(repository)).code).toBe(3);
    repository.git('checkout', '-q', 'main');
    expect((await against(repository)).code).toBe(3);
    await repository.write({ 'notes.txt': 'not committed\n' });
    expect((await against(repository)).code).toBe(3);
  });

  it('hides nothing that others find', async () => {
    const repository = await branched({ odd: shEngine('exit 127'), bad: asToldBy('src/bad.sh') });
    await repository.write({ 'src/bad.sh': aLine('bad') });
    const { code, report } = await against(repository);
    expect(code).toBe(1);
    expect(report.engines.map(({ counts }) => counts.new)).toEqual([1, 0]);
  });

  it('is known from a record of the base, too', async () => {
    const repository = await branched(
      { odd: asToldBy('src/broken.sh') },
      {
        'src/broken.sh': 'exit 127\n',
      },
    );
    repository.git('checkout', '-q', 'main');
    const { code, stdout } = await runCli(repository.root, ['baseline', '--record'], env);
    expect(code).toBe(3);
    expect(stdout).toContain('odd: 0 findings recorded, but the result is uncertain: ');
    repository.git('checkout', '-q', 'topic');
    const checked = await against(repository);
    expect(checked.code).toBe(4);
    expect(checked.stderr).not.toContain('to compare');
  });
});

describe('an engine that fails here is a failure', () => {
  it('where it worked at the merge base', async () => {
    const repository = await branched({ odd: asToldBy('src/broken.sh') });
    await repository.write({ 'src/broken.sh': 'exit 127\n' });
    const { code, report } = await against(repository);
    expect(code).toBe(3);
    expect(report.engines[0]).not.toHaveProperty('sameAtBase');
    repository.commit('Break it');
    expect((await against(repository)).code).toBe(3);
  });

  it('where it failed in another way there', async () => {
    const files = { 'src/broken.sh': 'exit 127\n' };
    const repository = await branched({ odd: asToldBy('src/broken.sh') }, files);
    await repository.write({ 'src/broken.sh': 'kill -9 $$\n' });
    expect((await against(repository)).code).toBe(3);
  });

  it('where the change decides how it is installed, as far as only a run for the change shows the base', async () => {
    const tool = shEngine('exec sh node_modules/tool.sh');
    const manifest = 'package.json';
    const repository = await branched({ tool }, { [manifest]: '{"dependencies":{"tool":"1"}}' });
    expect((await against(repository)).code).toBe(4);
    await repository.write({ [manifest]: '{}' });
    repository.commit('Do without the tool');
    expect((await against(repository)).code).toBe(3);
    await repository.write({ 'node_modules/tool.sh': 'exit 0\n' });
    expect((await against(repository)).code).toBe(0);
  });

  it('where the change decides how it is started', async () => {
    const repository = await branched({ odd: shEngine('exit "${1#src}"', { paths: 'last' }) });
    await repository.write({ 'ratchetr.yaml': yaml({ engines: { odd: shEngine('exit 127') } }) });
    expect((await against(repository)).code).toBe(3);
  });

  it('where the change configures it otherwise', async () => {
    const repository = await branched({}, { 'mypy.ini': '[mypy]\n' });
    expect((await against(repository)).code).toBe(4);
    await repository.write({ 'mypy.ini': '[mypy]\nstrict = True\n' });
    expect((await against(repository)).code).toBe(3);
  });

  it('where the change brought it', async () => {
    const repository = await branched({ mypy: { enabled: true } });
    const brought = await gitRepository({ 'a.py': '' });
    brought.git('checkout', '-q', '-b', 'topic');
    await brought.write({ 'mypy.ini': '[mypy]\n' });
    expect((await check(brought, '--base', 'main')).code).toBe(3);
    expect((await against(repository)).code).toBe(4);
  });
});

describe('what an engine finds at the merge base', () => {
  const found = 'cat src/found.txt';

  it('is tolerated without any baseline, and what came with the change is new', async () => {
    const old = 'src/a.txt:1:1: error: old [r1]\n';
    const files = { 'src/found.txt': old };
    const repository = await branched({ bad: shEngine(found) }, files);
    expect((await check(repository)).code).toBe(1);
    const same = await against(repository);
    expect(same.code).toBe(0);
    expect(same.report.engines[0]).toMatchObject({
      counts: { new: 0, tolerated: 1 },
      baseline: { source: 'recorded' },
    });
    await repository.write({ 'src/found.txt': `${old}src/a.txt:1:1: error: other [r2]\n` });
    const more = await against(repository);
    expect(more.code).toBe(1);
    expect(more.report.engines[0]?.counts).toMatchObject({ new: 1, tolerated: 1 });
  });

  it('is not looked for where nothing is new, or no record of the base is wanted', async () => {
    const files = { 'src/found.txt': 'src/a.txt:1:1: error: old [r1]\n' };
    const repository = await branched({ bad: shEngine(found), good: shEngine('true') }, files);
    expect((await against(repository)).stderr).toMatch(/^bad: running on \w{7} too, to compare$/m);
    expect((await against(repository)).stderr).not.toMatch(/good.*to compare/);
    const none = await check(repository, '--base', 'main', '--set', 'baseline.source=none');
    expect(none).toMatchObject({ code: 1, stderr: expect.not.stringContaining('to compare') });
  });
});
