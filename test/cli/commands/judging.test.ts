import { describe, expect, it } from 'vitest';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';
import { checkJson, env, shEngine, yaml } from './sh-engines.ts';

const quiet = { version: 1, engines: { lint: shEngine('true') } };

/** A branch that changed these files; undefined: it took the file away. */
async function branch(
  policy: object,
  changed: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): Promise<GitRepository> {
  const repository = await gitRepository({
    'ratchetr.yaml': yaml({ ...quiet, policy }),
    'src/a.txt': 'a\n',
    ...before,
  });
  await repository.write(changed);
  repository.git('checkout', '-qb', 'change');
  repository.git('add', '-A', '-f');
  repository.git('commit', '-qm', 'change');
  return repository;
}

const base = ['--base', 'main'];
const npmrc = { '.npmrc': 'node-options=--import=./x.mjs\n' };

describe('a check of what changed how it is judged', () => {
  it('tells each file and turns nothing red, unless the policy says otherwise', async () => {
    const { root } = await branch({}, { ...npmrc, 'src/a.txt': 'b\n' });
    const { code, report } = await checkJson(root, base);
    expect([code, report.judging]).toEqual([
      0,
      {
        standing: 'said',
        changes: [
          {
            path: '.npmrc',
            class: 'hook',
            policy: 'say',
            sentence: 'What npm, pnpm, Yarn or Bun executes or obeys is new: node-options.',
            milder: expect.arrayContaining(['eslint', 'vitest']),
          },
        ],
      },
    ]);
  });

  it('asks for a person, whom the command line can stand for', async () => {
    const { root } = await branch({ judging: 'ask' }, npmrc);
    const asked = await runCli(root, ['check', ...base], env);
    expect(asked.code).toBe(5);
    expect(asked.stdout).toMatch(
      /Changed how it is judged\n {2}\.npmrc \(hook\): [^]*--set policy\.judging=say[^]*A person has to vouch for how it is judged: 1 file changed\. Exit code 5\.\n$/,
    );
    const seen = await checkJson(root, [...base, '--set', 'policy.judging=say']);
    expect([seen.code, seen.report.judging.standing]).toEqual([0, 'said']);
  });

  it('refuses what a class is refused for', async () => {
    const policy = { judgingOf: { hook: 'refuse' } };
    const { root } = await branch(policy, { ...npmrc, 'go.sum': 'a v1 h1:x\n' });
    const { code, report } = await checkJson(root, base);
    expect(code).toBe(1);
    expect(report.judging.changes.map((one) => [one.path, one.policy])).toEqual([
      ['.npmrc', 'refuse'],
      ['go.sum', 'say'],
    ]);
  });

  it('goes by the policy of the base, whatever the change says', async () => {
    const { root } = await branch(
      { judging: 'ask' },
      { ...npmrc, 'ratchetr.yaml': yaml({ ...quiet, policy: { judging: 'say' } }) },
    );
    const { code, report } = await checkJson(root, base);
    expect(code).toBe(5);
    expect(report.judging.changes.map(({ class: kind }) => kind)).toEqual(['hook', 'settings']);
    const stricter = await branch(
      {},
      { ...npmrc, 'ratchetr.yaml': yaml({ ...quiet, policy: { judging: 'refuse' } }) },
    );
    expect((await checkJson(stricter.root, base)).code).toBe(0);
  });

  it('sees what lies where tools install, and what a configuration names', async () => {
    const { root } = await branch(
      {},
      {
        'src/node_modules/eslint/index.js': '',
        'tools/boot.ts': 'b',
        'tools/rules.js': 'b',
      },
      {
        'vitest.config.ts': "export default { test: { setupFiles: ['./tools/boot.ts'] } };\n",
        'eslint.config.js': "import rules from './tools/rules.js';\nexport default rules;\n",
        'tools/boot.ts': 'a',
        'tools/rules.js': 'a',
      },
    );
    const { report } = await checkJson(root, base);
    expect(report.judging.changes.map((one) => [one.path, one.class])).toEqual([
      ['src/node_modules/eslint/index.js', 'shadowing'],
      ['tools/boot.ts', 'hook'],
      ['tools/rules.js', 'configuration'],
    ]);
  });

  it('says nothing without a commit to compare with, and nothing of an ordinary change', async () => {
    const { root } = await branch(
      { judging: 'refuse' },
      { 'src/a.txt': 'b\n', 'README.md': '# a\n' },
    );
    const { code, report } = await checkJson(root, base);
    expect([code, report.judging]).toEqual([0, { standing: 'unchanged', changes: [] }]);
  });

  it.each([
    ['markdown', /#### Changed how it is judged\n\n- [^\n]*npmrc/],
    ['html', /Changed how it is judged[^]*\.npmrc \(hook\)/],
    ['junit', /<testsuite name="Changed how it is judged" tests="1" failures="1"/],
    ['sarif', /"ruleId": "judging\/hook"[^]*"level": "warning"/],
  ])('is told as %s', async (format, words) => {
    const { root } = await branch({ judging: 'ask' }, npmrc);
    const { code, stdout } = await runCli(root, ['check', ...base, '--format', format], env);
    expect(code).toBe(5);
    expect(stdout).toMatch(words);
  });
});
