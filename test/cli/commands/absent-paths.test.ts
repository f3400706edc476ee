import { describe, expect, it } from 'vitest';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';
import { env, shEngine, yaml } from './sh-engines.ts';

const planted = (config: object = { engines: { fine: shEngine('true') } }) =>
  gitRepository({ 'ratchetr.yaml': yaml(config), 'src/a.txt': 'a\n', 'old/b.txt': 'b\n' });

const run = ({ root }: GitRepository, ...argv: readonly string[]) => runCli(root, argv, env);

describe('a path at which there is nothing', () => {
  it.each([['check'], ['plan'], ['fix'], ['fix', '--dry-run'], ['accept', '--reason', 'why']])(
    'is a mistake on the command line of %s, and all of them are named',
    async (...command) => {
      const said = await run(await planted(), ...command, 'src', 'nosuch', 'src/b.txt');
      expect(said.code).toBe(2);
      expect(said.stderr).toContain('nosuch');
      expect(said.stderr).toContain('src/b.txt');
    },
  );

  it('is a mistake in a setting that is in use, with its place', async () => {
    const engines = {
      fine: { ...shEngine('true'), paths: ['src', 'tets'] },
      idle: { ...shEngine('true'), paths: ['nowhere'], enabled: false },
    };
    const profiles = {
      used: { engines: { fine: { paths: ['lib'] } } },
      other: { engines: { fine: { paths: ['elsewhere'] } } },
    };
    const config = { scope: { paths: ['srcc'] }, engines, profile: 'used', profiles };
    const repository = await planted(config);
    for (const command of ['check', 'plan', 'baseline']) {
      const { code, stderr } = await run(repository, command);
      expect(code).toBe(2);
      expect(stderr.split('\n').filter((line) => line !== '')).toEqual([
        expect.stringMatching(
          /^ratchetr\.yaml:\d+: scope\.paths names "srcc", which does not exist; /,
        ),
        expect.stringMatching(/^ratchetr\.yaml:\d+: engines\.fine\.paths names "tets", which /),
        expect.stringMatching(
          /^ratchetr\.yaml:\d+: profiles\.used\.engines\.fine\.paths names "lib", which /,
        ),
      ]);
    }
  });

  it('is none where the change took it away', async () => {
    const repository = await planted();
    repository.git('checkout', '-q', '-b', 'topic');
    repository.git('rm', '-rq', 'old');
    repository.git('mv', 'src/a.txt', 'src/c.txt');
    repository.commit('Tidy up');
    const given = ['--base', 'main', 'old', 'old/b.txt', 'src/a.txt'];
    expect(await run(repository, 'check', '--changed', ...given)).toMatchObject({ code: 0 });
    expect(await run(repository, 'check', ...given)).toMatchObject({ code: 2 });
    const wrong = await run(repository, 'check', '--changed', ...given, 'nosuch');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.not.stringContaining('"old') });
    const settings = ['--set', 'scope.paths=[src, old]'];
    expect(await run(repository, 'check', '--base', 'main', ...settings)).toMatchObject({
      code: 0,
    });
    expect(await run(repository, 'check', ...settings)).toMatchObject({ code: 2 });
  });
});
