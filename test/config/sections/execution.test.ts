import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';

const load = (text: string) =>
  loadConfig({ file: { name: 'ratchetr.yaml', text }, env: {}, overrides: [] });

describe('the execution of plans', () => {
  it('has a limit, retries, a budget and an estimate for each type of step', () => {
    expect(load('version: 1\n')).toMatchObject({
      config: {
        execution: {
          parallel: 4,
          maxRetries: 2,
          budgetUsd: 0.1,
          estimates: { create_file: 0, run_command: 0, browser_act: 0, use_tool: 0.01 },
        },
      },
    });
  });

  it('takes an estimate of one type and leaves the others', () => {
    expect(load('execution: {estimates: {run_command: 0.5}}\n')).toMatchObject({
      config: { execution: { estimates: { run_command: 0.5, use_tool: 0.01 } } },
    });
  });

  it.each(['parallel: 0', 'maxRetries: -1', 'budgetUsd: free', 'estimates: {make_file: 1}'])(
    'refuses %s',
    (setting) => {
      expect(load(`execution: {${setting}}\n`).kind).toBe('invalid');
    },
  );
});
