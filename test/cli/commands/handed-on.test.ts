import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';
import { checkJson, env, shEngine, yaml } from './sh-engines.ts';

const tells = shEngine('echo "src/a.txt:1:1: error: at $DATABASE_URL, $OTHER_URL [r1]"');

async function repositoryWith(settings: object) {
  const engines = { odd: { ...tells, ...settings } };
  return (await gitRepository({ 'ratchetr.yaml': yaml({ engines }), 'src/a.txt': 'a\n' })).root;
}

const caller = { DATABASE_URL: 'db://one', OTHER_URL: 'other://two' };

/** What the tool says under these settings. */
async function told(settings: object): Promise<string | undefined> {
  const { report } = await checkJson(await repositoryWith(settings), [], caller);
  return report.engines[0]?.findings[0]?.message;
}

describe('variables of the caller', () => {
  it('reach a tool where a list of names lets them through, and no others', async () => {
    expect(await told({})).toBe('at ,');
    expect(await told({ pass: ['DATABASE_URL'] })).toBe('at db://one,');
  });

  it('are named by the plan, and never told', async () => {
    const root = await repositoryWith({ pass: ['DATABASE_URL'] });
    const { stdout } = await runCli(root, ['plan'], { ...env, ...caller });
    expect(stdout).toContain('hands on DATABASE_URL');
    expect(stdout).not.toContain('db://one');
  });

  it.each(['RATCHETR_CLONE_TOKEN', 'ANTHROPIC_API_KEY', 'AWS_PROFILE', 'db_password', 'A B'])(
    'are not handed on where they are called %s',
    async (name) => {
      const { code, stderr } = await runCli(await repositoryWith({ pass: [name] }), ['check'], env);
      expect(code).toBe(2);
      expect(stderr).toContain('engines.odd.pass[0]');
    },
  );
});
