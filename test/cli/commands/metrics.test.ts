import { describe, expect, it } from 'vitest';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';
import { checkJson, env, yaml } from './sh-engines.ts';

const settings = (tolerance: string | number) =>
  yaml({
    metrics: {
      size: {
        command: ['sh', 'measure.sh'],
        tolerance,
        numbers: { tests: { direction: 'higher' } },
      },
    },
  });

const measure = 'echo bytes $(wc -c < app.txt)\necho tests: $(cat tests.txt)\n';

/** A repository that measures itself, and a branch in which it grew. */
async function grown(tolerance: string | number, app: string): Promise<GitRepository> {
  const repository = await gitRepository({
    'ratchetr.yaml': settings(tolerance),
    'measure.sh': measure,
    'app.txt': 'x'.repeat(100),
    'tests.txt': '20\n',
  });
  repository.git('checkout', '-q', '-b', 'topic');
  await repository.write({ 'app.txt': app });
  repository.commit('Grow');
  return repository;
}

const check = async ({ root }: GitRepository, ...argv: readonly string[]) => {
  const { code, report } = await checkJson(root, ['--base', 'main', ...argv]);
  const numbers = report.vector.components.filter(({ measures }) => measures.kind === 'number');
  return {
    code,
    report,
    results: numbers.map(({ component, result }) => `${component} ${result}`),
  };
};

describe('numbers of metrics', () => {
  it('fail a check where one is worse than at the base by more than is tolerated', async () => {
    const repository = await grown('10%', 'x'.repeat(111));
    const { code, report, results } = await check(repository);
    expect(code).toBe(1);
    expect(results).toEqual(['bytes of size worse', 'tests of size same']);
    expect(report.engines[0]?.findings).toMatchObject([
      {
        kind: 'number_worse',
        tool: 'size',
        symbol: 'bytes',
        status: 'new',
        message: 'bytes is 111, was 100 at the base; lower is better, 10 % worse is tolerated.',
      },
    ]);
    for (const format of ['human', 'markdown', 'sarif', 'html', 'junit']) {
      const { stdout } = await runCli(
        repository.root,
        ['check', '--base', 'main', '--format', format],
        env,
      );
      expect(stdout).toContain('111, was 100 at the base');
    }
  });

  it('pass where all are better, the same or within what is tolerated', async () => {
    const within = await check(await grown('10%', 'x'.repeat(110)));
    expect(within).toMatchObject({
      code: 0,
      results: ['bytes of size same', 'tests of size same'],
    });
    const better = await check(await grown(0, 'x'));
    expect(better).toMatchObject({
      code: 0,
      results: ['bytes of size better', 'tests of size same'],
    });
  });

  it('are held against what was recorded of the base, where it was', async () => {
    const repository = await grown(0, 'y'.repeat(100));
    repository.git('checkout', '-q', 'main');
    await runCli(repository.root, ['baseline', '--record'], env);
    repository.git('checkout', '-q', 'topic');
    await repository.write({ 'app.txt': 'x'.repeat(101) });
    const { stdout, stderr } = await runCli(repository.root, ['check', '--base', 'main'], env);
    expect(stdout).toContain('bytes is 101, was 100 at the base');
    expect(stderr).not.toContain('running on');
  });

  it('are told with what they were at earlier commits of the base', async () => {
    const repository = await grown('10%', 'x'.repeat(99));
    const { root, git, write, commit } = repository;
    git('checkout', '-q', 'main');
    for (const length of [90, 95]) {
      await write({ 'app.txt': 'x'.repeat(length) });
      commit(`Grow to ${length}`);
      await runCli(root, ['baseline', '--record'], env);
    }
    await write({ 'app.txt': 'x'.repeat(98) });
    commit('Not recorded');
    git('checkout', '-q', '-b', 'next');
    await write({ 'app.txt': 'x'.repeat(97) });
    commit('Shrink');
    const { report, code } = await checkJson(root, ['--base', 'main']);
    expect(code).toBe(0);
    const bytes = report.vector.components.find(({ component }) => component === 'bytes of size');
    expect(bytes?.trend?.map(({ value }) => value)).toEqual([90, 95, 98, 97]);
    expect(bytes?.trend?.at(-1)?.commit).toBeNull();
    for (const format of ['human', 'markdown', 'html']) {
      const { stdout } = await runCli(root, ['check', '--base', 'main', '--format', format], env);
      expect(stdout).toMatch(/bytes of size(?::|&#58;) 90, 95, 98, now 97/);
    }
  });

  it('are told by a trial, as they are and how they are held against others', async () => {
    const { root } = await grown('10%', 'x');
    const { code, stdout } = await runCli(root, ['engines', '--try', 'size'], env);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '  number: bytes is 1; lower is better, 10 % worse is tolerated\n  number: tests is 20; higher is better, 10 % worse is tolerated\n',
    );
  });

  it('may be accepted as they are, and no worse', async () => {
    const repository = await grown(0, 'x'.repeat(120));
    await runCli(repository.root, ['accept', '--base', 'main', '--reason', 'a new feature'], env);
    expect(await check(repository)).toMatchObject({
      code: 0,
      results: ['bytes of size same', 'tests of size same'],
    });
    await repository.write({ 'app.txt': 'x'.repeat(121) });
    expect(await check(repository)).toMatchObject({
      code: 1,
      results: ['bytes of size worse', 'tests of size same'],
    });
  });

  it('are a failure of the command where it prints none or ends badly', async () => {
    const repository = await grown(0, 'x');
    await repository.write({ 'measure.sh': 'echo nothing\n' });
    expect((await check(repository)).code).toBe(3);
    await repository.write({ 'measure.sh': `${measure}exit 7\n` });
    expect((await check(repository)).code).toBe(3);
  });

  it('come from a command whose end other settings of the engine explain', async () => {
    const repository = await grown(0, 'x');
    await repository.write({ 'measure.sh': `${measure}exit 7\n` });
    const set = ['--set', 'engines.size.exitCodes={success: [7]}'];
    expect((await check(repository, ...set)).code).toBe(0);
  });

  it('are asked for in settings that say what is wrong with them', async () => {
    const repository = await gitRepository({
      'ratchetr.yaml': yaml({ metrics: { size: { command: ['sh'], tolerance: 'much' } } }),
    });
    const { code, stderr } = await runCli(repository.root, ['check'], env);
    expect(code).toBe(2);
    expect(stderr).toContain('metrics.size.tolerance');
    expect(stderr).toContain('a number that is not negative, or a share such as 2%');
  });
});
