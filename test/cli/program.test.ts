import { describe, expect, it } from 'vitest';
import type { RegisterCommand } from '../../lib/cli/context.ts';
import { createSystem } from '#local/system.ts';
import { runCommandLine } from '../../lib/cli/program.ts';

const registers: Readonly<Record<string, RegisterCommand>> = {
  check: (program, { stdout, exitWith }) => {
    program
      .command('check <path>')
      .description('say what was found')
      .option('--strict', 'leave nothing out')
      .action((path: string, options: unknown) => {
        stdout.write(JSON.stringify([path, options]));
        exitWith(path === 'clean' ? 0 : 1);
      });
  },
  where: (program, { cwd, env, stdout }) => {
    program.command('where').action(() => stdout.write(`${cwd} ${env['HOME']}`));
  },
  break: (program) => {
    program.command('break').action(async () => {
      throw new Error('the disk is full');
    });
  },
};

async function run(...argv: readonly string[]): Promise<Record<string, unknown>> {
  const { loaded: _, ...said } = await runWatched(argv);
  return said;
}

/** Tells besides which commands were loaded. */
async function runWatched(argv: readonly string[]) {
  const said = { stdout: '', stderr: '' };
  const loaded: string[] = [];
  const commands = Object.fromEntries(
    Object.entries(registers).map(([name, register]) => [
      name,
      async () => {
        loaded.push(name);
        return { register };
      },
    ]),
  );
  const code = await runCommandLine({ version: '9.8.7', commands }, argv, {
    system: createSystem(),
    cwd: '/somewhere',
    env: { HOME: '/home' },
    signal: new AbortController().signal,
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
  });
  return { code, ...said, loaded };
}

async function loadedBy(...argv: readonly string[]): Promise<readonly string[]> {
  return (await runWatched(argv)).loaded;
}

describe('runProgram', () => {
  it('prints the version', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: '9.8.7\n', stderr: '' });
  });

  it('prints help that lists every command', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: ratchetr [^]*check \[options\] <path> +say what was found\n/);
  });

  it('loads a command that comes first alone, and all for anything else', async () => {
    const all = ['check', 'where', 'break'];
    expect(await loadedBy('where')).toEqual(['where']);
    expect(await loadedBy('check', 'where', '--help')).toEqual(['check']);
    expect(await loadedBy('--debug', 'where')).toEqual(all);
    expect(await loadedBy('help', 'where')).toEqual(all);
    expect(await loadedBy('toString')).toEqual(all);
    expect(await loadedBy()).toEqual(all);
  });

  it('prints help for one command', async () => {
    const { code, stdout } = await run('check', '--help');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('--strict') });
  });

  it('hands a command its arguments and takes its exit code', async () => {
    expect(await run('check', 'clean', '--strict')).toMatchObject({
      code: 0,
      stdout: '["clean",{"strict":true}]',
    });
    expect(await run('check', 'dirty')).toMatchObject({ code: 1, stdout: '["dirty",{}]' });
  });

  it('hands a command its surroundings', async () => {
    expect(await run('where')).toEqual({ code: 0, stdout: '/somewhere /home', stderr: '' });
  });

  it.each<[string, readonly string[], string]>([
    ['an unknown command', ['chekc'], "error: unknown command 'chekc'\n(Did you mean check?)"],
    ['an unknown option', ['--loud'], "error: unknown option '--loud'"],
    ['an unknown option of a command', ['where', '--loud'], "error: unknown option '--loud'"],
    ['a missing argument', ['check'], "error: missing required argument 'path'"],
    ['too many arguments', ['where', 'now'], 'error: too many arguments for'],
    ['no command', [], 'Usage: ratchetr'],
  ])('calls %s a wrong usage', async (_name, argv, message) => {
    const { code, stdout, stderr } = await run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('says where to read on after a wrong usage', async () => {
    const { stderr } = await run('where', '--loud');
    expect(stderr).toMatch(/\nRun it with --help to see what it takes\.\n$/);
  });

  it('takes --debug before and after the command', async () => {
    expect(await run('--debug', 'where')).toMatchObject({ code: 0 });
    expect(await run('where', '--debug')).toMatchObject({ code: 0 });
  });

  it('throws what a command throws', async () => {
    await expect(run('break')).rejects.toThrow('the disk is full');
  });
});
