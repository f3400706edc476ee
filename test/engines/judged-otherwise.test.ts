import { describe, expect, it } from 'vitest';
import type { EngineSettings } from '#check/rules/scope/settings.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { declare, declared, runDeclared, told } from './given.ts';
import { judgedAs } from './recorded.ts';

async function ended(script: string, judging: Partial<EngineSettings>): Promise<string> {
  const options = { command: ['sh', '-c', script], report: { from: 'stdout' } };
  return told(await runDeclared({ from: 'command', options, ...judging }));
}

const changed = (settings: EngineSettings) => declared({ ruff: settings }, 'ruff');

describe('what the settings say of the end of a run', () => {
  it.each<[string, string, Partial<EngineSettings>, string]>([
    [
      'a listed code of findings counts',
      'exit 9',
      { exitCodes: { diagnostic: [9] } },
      'diagnostic, 1',
    ],
    [
      'as do findings beside it',
      'echo a:1: b; exit 9',
      { exitCodes: { diagnostic: [9] } },
      'diagnostic, 1',
    ],
    ['a success stays one', 'exit 4', { exitCodes: { success: [4] } }, 'success, 0'],
    [
      'a failure of the tool',
      'echo a:1: b; exit 2',
      { exitCodes: { toolFailure: [2] } },
      'tool_failure, none, CRASHED, 1',
    ],
    ['a code that is ignored', 'exit 5', { ignoreExit: [5] }, 'success, 0'],
    ['no code', 'exit 5', {}, 'unknown, none, CONTRADICTION, 0'],
    [
      'a text that tells of a failure',
      'echo lost >&2',
      { probes: [{ id: 'lost', pattern: '^lost$', effect: 'tool-failure' }] },
      'tool_failure, none, CRASHED, 0',
    ],
    [
      'a text that tells of a part',
      'echo half >&2',
      { probes: [{ id: 'half', pattern: 'half', effect: 'partial' }] },
      'success, partial, 0',
    ],
  ])('%s: %s', async (_name, script, judging, expected) => {
    expect(await ended(script, judging)).toBe(expected);
  });

  it('is said of a command in its options, too', async () => {
    const options = {
      command: ['sh', '-c', 'exit 9'],
      report: { from: 'stdout' },
      exitCodes: { diagnostic: [9] },
    };
    const run = await runDeclared({ from: 'command', options });
    expect(told(run)).toBe('diagnostic, 1');
    expect(run.findings[0]?.message).toMatch(/ended with exit code 9, which tells of findings/);
  });

  it('goes before what a built-in engine says', () => {
    const refused = { exit: 2, stdout: '[]' };
    expect(judgedAs(ruff, refused)).toBe('tool_failure, none, CONFIG_INVALID, 0');
    expect(judgedAs(changed({ exitCodes: { success: [2] } }), refused)).toBe('success, 0');
    expect(changed({ versions: { first: '9.9' } }).versions).toEqual({
      first: '9.9',
      tested: ruff.versions?.tested,
    });
    const noFiles = { exit: 0, stdout: '[]', stderr: 'warning: No Python files found' };
    expect(judgedAs(ruff, noFiles)).toBe('success, partial, 0');
    const off = changed({ probes: [{ id: 'no-files', effect: 'none' }] });
    expect(judgedAs(off, noFiles)).toBe('success, 0');
    const failed = changed({ probes: [{ id: 'no-files', effect: 'tool-failure' }] });
    expect(judgedAs(failed, noFiles)).toBe('tool_failure, none, CRASHED, 0');
  });

  it('has its own place where an engine takes no options', () => {
    const { problems } = declare({ ruff: { options: { exitCodes: { success: [2] } } } });
    expect(problems[0]?.message).toBe(
      'engines.ruff.options is set, but ruff takes no options; remove it. exitCodes stands beside options: engines.ruff.exitCodes.',
    );
  });
});
