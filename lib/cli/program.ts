import { Command, CommanderError } from 'commander';
import type { CliContext, LoadCommand, RegisterCommand } from './context.ts';
import { EXIT } from '#local/exit-codes.ts';
import type { ExitCode } from '#local/exit-codes.ts';

export interface Cli {
  readonly version: string;
  readonly commands: Readonly<Record<string, LoadCommand>>;
}

/** Runs one command line and says how the process should end; an unexpected error is thrown. */
export async function runCommandLine(
  cli: Cli,
  argv: readonly string[],
  surroundings: Omit<CliContext, 'exitWith'>,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const exitWith = (code: ExitCode): void => {
    exitCode = code;
  };
  const program = createProgram(cli.version, surroundings);
  const context = { ...surroundings, exitWith };
  for (const register of await loadCommands(cli, argv)) register(program, context);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return exitCode;
}

/** A command named first is loaded alone; otherwise help and suggestions may need all of them. */
async function loadCommands(
  { commands }: Cli,
  [first = '']: readonly string[],
): Promise<readonly RegisterCommand[]> {
  const chosen = Object.hasOwn(commands, first) ? commands[first] : undefined;
  const loaders = chosen === undefined ? Object.values(commands) : [chosen];
  const loaded = await Promise.all(loaders.map((load) => load()));
  return loaded.map(({ register }) => register);
}

function createProgram(version: string, context: Omit<CliContext, 'exitWith'>): Command {
  // Settings come before the commands, which inherit them.
  return new Command('ratchetr')
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
}
