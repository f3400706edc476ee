import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plantCommands } from './planted-project.ts';
import { pinnedNode, runToEnd, startProgram } from './start-program.ts';

const COMMANDS = `
const register = (program, { exitWith, signal, stdout }) => {
  program.command('findings').action(() => exitWith(1));
  program.command('print').action(() => {
    stdout.write('x'.repeat(100_000));
    exitWith(1);
  });
  program.command('throw').action(() => {
    throw new Error('the disk is full');
  });
  program.command('throw-later').action(() => {
    setTimeout(() => { throw new Error('a stray timer') });
    return new Promise(() => setTimeout(() => process.exit(9), 30_000));
  });
  program.command('obey').action(() => {
    const timer = setInterval(() => {}, 1000);
    stdout.write('ready');
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        clearInterval(timer);
        reject(new Error('stopped half way'));
      });
    });
  });
  program.command('ignore').action(() => {
    stdout.write('ready');
    return new Promise(() => setTimeout(() => process.exit(9), 30_000));
  });
};
export const commands = { any: async () => ({ register }) };
`;

function starting(...args: readonly string[]): readonly string[] {
  return [pinnedNode, join(plantCommands(COMMANDS), 'lib/cli/main.ts'), ...args];
}

describe('main', () => {
  it('runs a registered command and ends with its exit code', async () => {
    expect(await runToEnd(starting('findings'))).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: '',
    });
  });

  it('calls a wrong command line exit code 2', async () => {
    const { code, stderr } = await runToEnd(starting('finding'));
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("error: unknown command 'finding'"),
    });
  });

  it.each([
    ['throw', 'the disk is full'],
    ['throw-later', 'a stray timer'],
  ])('tells the unexpected error of %s in one line', async (command, message) => {
    expect(await runToEnd(starting(command))).toEqual({
      code: 3,
      signal: null,
      stdout: '',
      stderr: `ratchetr failed unexpectedly: ${message}. Run it again with --debug to see where.\n`,
    });
  });

  it.each(['throw', 'throw-later'])('shows the stack of %s with --debug', async (command) => {
    const { code, stderr } = await runToEnd(starting(command, '--debug'));
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('commands.ts:') });
  });

  it('catches what goes wrong before any command runs', async () => {
    const project = plantCommands(COMMANDS);
    const manifest = join(project, 'package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"version"', '"edition"'));
    const { code, stderr } = await runToEnd([pinnedNode, join(project, 'lib/cli/main.ts')]);
    expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 3, lines: 2 });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'asks a command to stop on %s',
    async (name) => {
      const program = startProgram(starting('obey'));
      await program.saying('ready');
      program.signal(name);
      const stderr = 'Stopping. Interrupt again to stop at once.\n';
      expect(await program.ended).toEqual({ code: 130, signal: null, stdout: 'ready', stderr });
    },
  );

  it('stops a command that does not listen at the next interruption', async () => {
    const program = startProgram(starting('ignore'));
    await program.saying('ready');
    program.signal('SIGINT');
    await program.saying('Stopping');
    const again = setInterval(() => program.signal('SIGINT'), 100);
    onTestFinished(() => clearInterval(again));
    expect(await program.ended).toMatchObject({ code: 130, signal: null });
  });

  it('keeps the exit code of a command whose reader has left', async () => {
    const program = startProgram(starting('print'));
    program.closeOutput();
    expect(await program.ended).toEqual({ code: 1, signal: null, stdout: '', stderr: '' });
  });
});
