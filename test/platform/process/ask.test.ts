import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Processes } from '#check/needs/processes.ts';
import { startProgram, pinnedNode } from '../../cli/start-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const parentEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', SECRET: 'nobody is to see this' };
const usual = { cwd: '/tmp', inheritEnv: ['PATH'], wallMs: 240_000, maxOutputBytes: 10_000_000 };

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

const sh = (processes: Processes, script: string, more = {}) =>
  processes.ask({ ...usual, argv: ['sh', '-c', script], ...more });

describe.each([false, true])('a program that is asked, apart: %s', (asksApart) => {
  const open = (): Processes => createProcesses({ clock: systemClock, parentEnv, asksApart });

  it('answers with all that it prints, and how it ended', async () => {
    const processes = open();
    const answer = await sh(processes, 'printf "a\\000b"; echo oops >&2; exit 3');
    expect([...answer.stdout]).toEqual([97, 0, 98]);
    expect([textOf(answer.stderr), answer.exit]).toEqual(['oops\n', { kind: 'exited', code: 3 }]);
    const killed = await sh(processes, 'kill -TERM $$');
    expect(killed.exit).toEqual({ kind: 'signalled', signal: 'SIGTERM' });
  });

  it('reads what it is given, as text or bytes, and long', async () => {
    const processes = open();
    const long = 'ü'.repeat(1_000_000);
    expect(textOf((await sh(processes, 'cat', { stdin: long })).stdout)).toBe(long);
    const bytes = new Uint8Array([255, 0, 10]);
    expect([...(await sh(processes, 'cat', { stdin: bytes })).stdout]).toEqual([...bytes]);
    expect(textOf((await sh(processes, 'cat')).stdout)).toBe('');
  });

  it('sees the variables that it is given and no other', async () => {
    const { stdout } = await sh(open(), '/usr/bin/env', { env: { OWN: 'x' } });
    const names = textOf(stdout)
      .split('\n')
      .map((line) => line.split('=')[0]);
    const shells = new Set(['_', 'PWD', 'SHLVL', '']);
    const given = names.filter((name = '') => !shells.has(name));
    expect(new Set(given)).toEqual(new Set(['OWN', 'PATH']));
  });

  it('is ended with its group when it takes too long or prints too much', async () => {
    const processes = open();
    const late = await sh(processes, 'sleep 60 & sleep 60', { wallMs: 200 });
    expect(late.exit).toEqual({ kind: 'timed-out', limit: 'wall', limitMs: 200 });
    const much = await sh(processes, 'yes', { maxOutputBytes: 1000 });
    expect(much.exit).toEqual({ kind: 'overflowed', stream: 'stdout', limitBytes: 1000 });
  });

  it('that is not there is told by name', async () => {
    const { exit } = await open().ask({ ...usual, argv: ['no-such-program'] });
    expect(exit).toMatchObject({ kind: 'spawn-failed', code: 'ENOENT' });
  });

  it('answers many at once, each its own', async () => {
    const processes = open();
    const asked = Array.from({ length: 40 }, (_, number) => sh(processes, `echo ${number}`));
    const said = (await Promise.all(asked)).map(({ stdout }) => Number(textOf(stdout)));
    expect(said).toEqual(asked.map((_, number) => number));
  });
});

describe('the process that asks for another', () => {
  const program = join(import.meta.dirname, '../../fixtures/programs/ask-apart.mjs');

  it('keeps nobody alive, and goes with whom it asks for', async () => {
    const { ended } = startProgram([pinnedNode, program, 'once'], { cwd: await tempFolder() });
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    await expect.poll(() => isAlive(Number(stdout))).toBe(false);
  });

  it('is done without when it is killed', async () => {
    const { ended } = startProgram([pinnedNode, program, 'killed'], { cwd: await tempFolder() });
    expect(await ended).toMatchObject({ code: 0, stdout: 'still answered' });
  });
});

/** Whoever has ended and was not yet asked for by its parent does not live. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
