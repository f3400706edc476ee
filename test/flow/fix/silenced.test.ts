import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { fix, triesOf } from './run-fix.ts';
import { cheats, files, pathOf, repairs, type SilencedCase, toolOf } from './silenced-cases.ts';

describe('what was judged is judged after a repair, and what is found is told', () => {
  it('whatever words or turns would hide it', async () => {
    const { root } = await gitRepository(files);
    await linkEnvironment(root);
    const { report } = await fix(root, ['--branch', 'fixes']);
    const tries = triesOf(report);
    const verdictsOn = (
      cases: Readonly<Record<string, SilencedCase>>,
      say: (verdict: string, one: SilencedCase) => string,
    ) =>
      Object.fromEntries(
        Object.entries(cases).map(([name, one]) => {
          const verdict = tries[`${toolOf(one)} ${pathOf(name)}`]?.join() ?? 'none';
          return [name, say(verdict, one)];
        }),
      );
    const codes = Object.entries(cheats).map(([name, { code }]) => [name, code]);
    expect(
      verdictsOn(cheats, (verdict, { code = '' }) => (verdict.includes(code) ? code : verdict)),
    ).toEqual(Object.fromEntries(codes));
    const accepted = Object.keys(repairs).map((name) => [name, 'command: accepted']);
    expect(verdictsOn(repairs, (verdict) => verdict)).toEqual(Object.fromEntries(accepted));
    expect(report.summary).toMatchObject({ dropped: [] });
  });
});
