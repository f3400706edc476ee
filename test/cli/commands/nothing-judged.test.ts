import { describe, expect, it } from 'vitest';
import { checkResult } from '#report/github/check-result.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';
import { checkJson, env, shEngine, yaml } from './sh-engines.ts';

const ruby = { 'a.rb': '', 'lib/b.rb': '' };
const node = { 'package.json': '{"scripts": {"test": "xo && c8 ava"}}', 'index.js': '' };

describe('a repository of which nothing is judged', () => {
  it('is not green, and its languages and runners are named', async () => {
    const cwd = await plantFiles({ ...ruby, ...node });
    const { code, report } = await checkJson(cwd);
    expect(code).toBe(4);
    expect(report).toMatchObject({ exit: 4, nothing_judged: true, engines: [] });
    expect(report.unjudged).toEqual([
      { name: 'Ruby', because: '2 files, no engine; see docs/engines/generic.md' },
      {
        name: 'JavaScript',
        because: expect.stringMatching(/^1 file, and none of .*eslint.* runs here$/),
      },
      {
        name: 'xo',
        because: 'package.json scripts.test runs it, no engine; see docs/engines/generic.md',
      },
      {
        name: 'ava',
        because: 'package.json scripts.test runs it, no engine; see docs/engines/generic.md',
      },
    ]);
  });

  it.each([
    ['human', /Not judged: Ruby: 2 files, no engine[^]*Nothing was judged: [^]* Exit code 4\.\n$/],
    ['markdown', /⚠️ Nothing was judged&#58; [^]*Not judged&#58; Ruby&#58; 2 files/],
    ['html', /Nothing was judged: [^]*Not judged: Ruby: 2 files/],
    ['junit', /<testsuites name="ratchetr" tests="1" failures="0" errors="1">[^]*NOTHING_JUDGED/],
    ['sarif', /"executionSuccessful": false[^]*Nothing was judged: /],
  ])('is told so as %s', async (format, words) => {
    const cwd = await plantFiles(ruby);
    const { code, stdout } = await runCli(cwd, ['check', '--format', format], env);
    expect(code).toBe(4);
    expect(stdout).toMatch(words);
  });

  it('is no success on GitHub', async () => {
    const { report } = await checkJson(await plantFiles(ruby));
    expect(checkResult(report)).toMatchObject({
      conclusion: 'neutral',
      title: 'Nothing was judged: no engine has anything to do here',
    });
  });

  it('is no success of other commands either', async () => {
    const cwd = await plantFiles(ruby);
    const plan = await runCli(cwd, ['plan'], env);
    expect(plan.code).toBe(4);
    expect(plan.stdout).toContain('not judged: Ruby: 2 files, no engine; see ');
    for (const command of [['baseline'], ['accept', '--reason', 'why']]) {
      const { code, stderr } = await runCli(cwd, command, env);
      expect(code).toBe(4);
      expect(stderr).toContain('No engine has anything to do here');
    }
  });
});

describe('where something is judged', () => {
  const engine = shEngine('true', { files: String.raw`\.txt$` });

  it('what is not judged is a note', async () => {
    const cwd = await plantFiles({ ...ruby, 'ratchetr.yaml': yaml({ engines: { one: engine } }) });
    const { code, stdout } = await runCli(cwd, ['check'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Notes\n {2}Not judged: Ruby: 2 files/);
  });

  it('names no runner that an engine has by another name', async () => {
    const scripts = { lint: 'markdownlint-cli2 docs && markdownlint docs && yamllint docs' };
    const cwd = await plantFiles({ 'package.json': JSON.stringify({ scripts }) });
    const { report } = await checkJson(cwd);
    expect(report.unjudged.map(({ name }) => name)).toEqual(['yamllint']);
  });

  it('a change of nothing that is judged is well', async () => {
    const { root, write } = await gitRepository({
      'ratchetr.yaml': yaml({ engines: { one: engine } }),
      'a.txt': '',
    });
    await write({ 'b.md': '' });
    const { code, stdout } = await runCli(root, ['check', '--changed', '--mode', 'current'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing that an engine judges differs. Exit code 0.');
  });
});
