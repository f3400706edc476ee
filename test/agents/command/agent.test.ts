import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { command } from '#agents/command/agent.ts';
import type { AgentAnswer, FailureReason } from '#repair/rules/answer/answer.ts';
import type { Command } from '#check/needs/processes.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { asked, outputOf } from '../asked.ts';
import { given } from '../given.ts';

const processes = createProcesses({ clock: systemClock, parentEnv: {} });
const program = new URL('../../fixtures/programs/answer-request.mjs', import.meta.url).pathname;
const limits = { wallMs: 240_000, maxOutputBytes: 1_000_000, graceMs: 500 };

/** Runs a small agent on a folder, as a step would. */
async function run(behaviour: string, more: Partial<Command> = {}): Promise<AgentAnswer> {
  const cwd = more.cwd ?? (await tempFolder());
  const scratch = await tempFolder();
  const start = command.start(asked, { ...given('openai'), scratch, args: [behaviour] });
  const { exit, stdout, stderr } = await processes.run({
    argv: [process.execPath, program, ...start.args],
    cwd,
    stdin: start.stdin,
    env: start.env,
    outputDir: join(scratch, 'output'),
    ...limits,
    ...more,
  });
  const [out, err] = await Promise.all(
    [stdout, stderr].map((output) => readFile(output.path, 'utf8')),
  );
  return command.read(outputOf(out ?? '', { exit, stderr: err ?? '' }));
}

describe('a program that honours the contract', () => {
  it('gets the request, edits the copy and gives its result', async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, 'total.txt'), '4\n');
    expect(await run('repair', { cwd })).toMatchObject({
      kind: 'result',
      result: { run_id: 'run-1', task_id: 'task-1', summary: 'Repair the total. a-model' },
      cost: { usd: 0, source: 'none' },
    });
    expect(await readFile(join(cwd, 'total.txt'), 'utf8')).toBe('3\n');
  });

  it('learns of the gateway and where it may write', () => {
    expect(command.start(asked, given('anthropic'))).toMatchObject({
      args: ['--more'],
      env: {
        RATCHETR_SCRATCH: '/scratch',
        RATCHETR_MODEL: 'a-model',
        RATCHETR_MAX_TURNS: '7',
        RATCHETR_GATEWAY_URL: 'http://gateway.invalid/api',
        RATCHETR_GATEWAY_TOKEN: 'run-token',
        RATCHETR_GATEWAY_PROVIDER: 'anthropic',
      },
    });
  });
});

describe('a program that does not', () => {
  it.each<readonly [string, FailureReason, Partial<Command>]>([
    ['say-nothing', 'no_output', {}],
    ['print-prose', 'garbage', {}],
    ['print-two', 'two_results', {}],
    ['answer-another', 'wrong_ids', {}],
    ['repeat-request', 'wrong_schema', {}],
    ['crash', 'crashed', {}],
    ['hang', 'timed_out', { idleMs: 1_000 }],
    ['print-without-end', 'limit_reached', {}],
    ['not there', 'crashed', { argv: ['ratchetr-no-such-program'] }],
  ])('fails for its reason: %s', async (behaviour, reason, more) => {
    expect(await run(behaviour, more)).toMatchObject({ kind: 'failed', reason });
  });
});
