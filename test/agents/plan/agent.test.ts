import { describe, expect, it } from 'vitest';
import { plan } from '#agents/plan/agent.ts';
import { asked, exitOf, outputOf, recorded } from '../asked.ts';
import { given } from '../given.ts';

describe('a model that plans', () => {
  const start = plan.start(asked, given('anthropic'));
  const after = (flag: string): string | undefined => start.args[start.args.indexOf(flag) + 1];

  it('has tools that read, and no others', () => {
    expect(after('--tools')).toBe('Read,Glob,Grep');
    const allowed = start.args.slice(start.args.indexOf('--allowedTools') + 1, -1);
    expect(allowed).toEqual(['Read', 'Glob', 'Grep']);
    expect(after('--setting-sources')).toBe('');
    expect(start.args).toContain('--strict-mcp-config');
  });

  it('is told to plan, and how', () => {
    expect(start.files['rules.txt']).toMatch(/You plan the repair[^]*"schemaVersion": 1/);
    expect(start.stdin).toBe('Repair the total.');
  });

  it('fails for the reasons of Claude Code, with the cost', () => {
    const said = recorded('claude-code/max-turns.json');
    expect(plan.read(outputOf(said, exitOf(1)))).toMatchObject({
      kind: 'failed',
      reason: 'limit_reached',
      cost: { source: 'reported', usd: 0.024 },
    });
    expect(plan.read(outputOf(recorded('claude-code/ok.json')))).toMatchObject({
      kind: 'failed',
      reason: 'wrong_schema',
    });
  });
});

describe('a program that plans', () => {
  const byCommand = true;

  it('reads the request, and learns what any program does', () => {
    const start = plan.start(asked, { ...given('openai'), byCommand });
    expect(JSON.parse(start.stdin)).toEqual(asked);
    expect(start.args).toEqual(['--more']);
    expect(start.env['RATCHETR_GATEWAY_PROVIDER']).toBe('openai');
  });

  it.each([
    ['crashed', 'It broke.', exitOf(2)],
    ['timed_out', '', { exit: { kind: 'aborted' as const } }],
    ['garbage', 'I have no plan.', {}],
  ])('fails for its reason: %s', (reason, stdout, more) => {
    const answer = plan.read(outputOf(stdout, { ...more, byCommand }));
    expect(answer).toMatchObject({ kind: 'failed', reason, cost: { source: 'none' } });
  });
});
