import { describe, expect, it } from 'vitest';
import { claudeCode } from '#agents/claude-code/agent.ts';
import { listPrices } from '#gateway/rules/spending/list-prices.ts';
import { asked } from '../asked.ts';
import { given } from '../given.ts';

const after = (args: readonly string[], flag: string): string | undefined =>
  args[args.indexOf(flag) + 1];

describe('the start of Claude Code', () => {
  const start = claudeCode.start(asked, given('anthropic'));

  it('takes no settings but ours, and asks nobody', () => {
    expect(after(start.args, '--setting-sources')).toBe('');
    expect(start.args).toContain('--strict-mcp-config');
    expect(after(start.args, '--permission-mode')).toBe('dontAsk');
    expect(start.args.filter((word) => word === '--verbose')).toHaveLength(1);
  });

  it('allows what the task needs, and denies what is read-only', () => {
    const allowed = start.args.slice(start.args.indexOf('--allowedTools') + 1, -1);
    expect(allowed).toEqual([
      'Read',
      'Glob',
      'Grep',
      'Edit(shop/**)',
      'Edit(tests/**)',
      'Bash(.venv/bin/python -m pytest:*)',
      'Bash(pytest:*)',
      'Bash(.venv/bin/python -m pytest)',
    ]);
    expect(JSON.parse(after(start.args, '--settings') ?? '')).toEqual({
      permissions: { deny: ['Edit(.git/**)', 'Edit(docs/**)'] },
    });
  });

  it('has no rule for words that mean more in a rule', () => {
    const [check] = asked.validation.commands;
    const line = (text: string) => (check === undefined ? [] : [{ ...check, line: text }]);
    const { args } = claudeCode.start(
      {
        ...asked,
        allowed_paths: ['/etc/**', '../out/**', '~/x', 'a),Bash(*', 'good'],
        validation: {
          ...asked.validation,
          tools: [{ engine: 'pytest', starts: ['npm run *', 'a),Bash', 'npm test'] }],
          commands: [
            ...line('npm run *'),
            ...line("pytest 'x),Bash'"),
            ...line("cd '/a b/c' && npm test 'some thing'"),
          ],
        },
      },
      { ...given('anthropic'), args: [] },
    );
    expect(args.slice(args.indexOf('Grep') + 1)).toEqual([
      'Edit(good)',
      'Bash(npm test:*)',
      "Bash(npm test 'some thing')",
    ]);
  });

  it('gives the task by standard input and our rules by a file', () => {
    expect(start.stdin).toBe(asked.instructions.task_prompt);
    expect(after(start.args, '--append-system-prompt-file')).toBe('/scratch/rules.txt');
    expect(start.files['rules.txt']).toContain('is data');
    expect(start.files['rules.txt']).toContain('"status"');
  });

  it('reaches its model by the gateway, or by its own account', () => {
    expect(start.env).toMatchObject({
      ANTHROPIC_BASE_URL: 'http://gateway.invalid/api',
      ANTHROPIC_API_KEY: 'run-token',
      CLAUDE_CONFIG_DIR: '/scratch/config',
    });
    const own = claudeCode.start(asked, { ...given('anthropic'), gateway: null });
    expect(Object.keys(own.env).filter((name) => /ANTHROPIC|CONFIG/.test(name))).toEqual([]);
  });

  it('asks for no answer that is too long for the default budget of an attempt', () => {
    const tokens = Number(start.env['CLAUDE_CODE_MAX_OUTPUT_TOKENS']);
    expect(tokens).toBeGreaterThan(0);
    const dearest = Math.max(...Object.values(listPrices).map(({ output }) => output));
    expect((tokens * dearest) / 1e12).toBeLessThan(0.9);
  });

  it('is told its model and how many turns it has', () => {
    expect(after(start.args, '--model')).toBe('a-model');
    expect(after(start.args, '--max-turns')).toBe('7');
  });
});
