import { Command, CommanderError } from 'commander';
import type { CliContext, RegisterCommand } from './context.ts';
import { EXIT } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';

export interface Cli {
  readonly version: string;
  readonly commands: readonly RegisterCommand[];
}

/** Runs one command line and says how the process should end; an unexpected error is thrown. */
export async function runProgram(
  cli: Cli,
  argv: readonly string[],
  surroundings: Omit<CliContext, 'exitWith'>,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const exitWith = (code: ExitCode): void => {
    exitCode = code;
  };
  const program = createProgram(cli, { ...surroundings, exitWith });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return exitCode;
}

function createProgram({ version, commands }: Cli, context: CliContext): Command {
  // Settings come before the commands, which inherit them.
  const program = new Command('ratchetr')
    .description('Ratchets pull requests to green: watches, decides, fixes, proves, pushes.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--debug', 'show where an unexpected error happened')
    .showHelpAfterError('Run it with --help to see what it takes.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    });
  for (const register of commands) register(program, context);
  return program;
}
