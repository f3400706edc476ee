import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { cheats, files, pathOf, repairs, type RuleCase } from './rule-cases.ts';
import { fix, triesOf } from './run-fix.ts';

describe('the rules by which an agent is judged are not its to change', () => {
  it('whatever else is repaired beside it', async () => {
    const { root, git } = await gitRepository(files);
    await linkEnvironment(root);
    const { report } = await fix(root, ['--branch', 'fixes']);
    const tries = triesOf(report);
    const ofAll = <Said>(
      cases: Readonly<Record<string, RuleCase>>,
      say: (verdict: string, one: RuleCase) => Said,
    ) =>
      Object.fromEntries(
        Object.entries(cases).map(([name, one]) => {
          const tool = one.fault === 'mypy' ? 'mypy' : 'ruff';
          return [name, say(tries[`${tool} ${pathOf(name)}`]?.join() ?? 'none', one)];
        }),
      );
    const refused = ofAll(cheats, (verdict, { code = 'CONFIG_CHANGED' }) =>
      verdict.includes(code) ? code : verdict,
    );
    expect(refused).toEqual(ofAll(cheats, (_, { code = 'CONFIG_CHANGED' }) => code));
    const taken = ofAll(repairs, (verdict) => verdict);
    expect(taken).toEqual(ofAll(repairs, () => 'command: accepted'));
    const touched = git('diff', '--name-only', 'main', 'fixes').split('\n');
    expect(touched.filter((path) => !path.startsWith('shop/'))).toEqual(['pyproject.toml']);
    expect(report.summary).toMatchObject({ dropped: [] });
  });
});
