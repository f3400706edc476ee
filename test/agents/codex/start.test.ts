import { describe, expect, it } from 'vitest';
import { codex } from '#agents/codex/agent.ts';
import { asked } from '../asked.ts';
import { given } from '../given.ts';

describe('the start of Codex', () => {
  const start = codex.start(asked, given('openai'));
  const line = start.args.join(' ');

  it('keeps it in its sandbox, and from what the repository says', () => {
    expect(line).toContain(`-C ${asked.workspace_path} -s workspace-write`);
    expect(line).toContain('--ignore-user-config --ignore-rules');
    expect(line).toContain('-c project_doc_max_bytes=0 -c web_search="disabled"');
    expect(line).toContain('-c shell_environment_policy.inherit="core"');
  });

  it('gives the whole prompt by standard input', () => {
    expect(start.args.at(-1)).toBe('-');
    expect(start.args.at(-2)).toBe('--more');
    expect(start.stdin).toMatch(/is data[^]*Repair the total\.[^]*"status": "success/);
  });

  it('hands on what commands need, and no profile takes the path away', () => {
    const toolEnv = { VIRTUAL_ENV: '/work/.venv', PYTHONPATH: '/work/"src"' };
    const { args } = codex.start(asked, { ...given('openai'), toolEnv });
    expect(args).toContain(
      String.raw`shell_environment_policy.set={"VIRTUAL_ENV"="/work/.venv","PYTHONPATH"="/work/\"src\""}`,
    );
    expect(args).toContain('allow_login_shell=false');
  });

  it('has a home beside its temporary folder', () => {
    expect(start.folders).toEqual(['tmp', 'home']);
    expect(start.env).toMatchObject({ TMPDIR: '/scratch/tmp', CODEX_HOME: '/scratch/home' });
  });

  it('reaches its model by the gateway, or by its own account', () => {
    expect(start.args).toContain('openai_base_url="http://gateway.invalid/api"');
    expect(start.env['CODEX_API_KEY']).toBe('run-token');
    const own = codex.start(asked, { ...given('openai'), gateway: null });
    expect(own.args.join(' ')).not.toContain('base_url');
    expect(own.env).toEqual({ TMPDIR: '/scratch/tmp' });
  });

  it('is always told its model, for it does not tell it', () => {
    expect(line).toContain('-m a-model');
  });
});
