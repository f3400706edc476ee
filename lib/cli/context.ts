import type { Command } from 'commander';
import type { OtherUser } from '#platform/process/other-user.ts';
import type { Environment } from '#config/env.ts';
import type { System } from '#local/system.ts';
import type { ExitCode } from '#local/exit-codes.ts';

interface Output {
  write(text: string): void;
}

/** Where progress is shown. */
export interface Screen extends Output {
  /** Whether a person watches it. */
  readonly isTTY?: boolean;
  /** Of a terminal only. */
  readonly columns?: number;
}

/** What every command gets from the process it runs in. */
export interface CliContext {
  readonly system: System;
  readonly cwd: string;
  readonly env: Environment;
  /** The user that engines, installs and agents run as; absent: our own, for one machine has one user for all. */
  readonly asUser?: OtherUser | undefined;
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** Aborted when the person or the machine asks the process to stop. */
  readonly signal: AbortSignal;
  /** Sets the exit code of a command that ran; default: `ok`. */
  readonly exitWith: (code: ExitCode) => void;
}

/** Every file in `commands` exports one as `register`. */
export type RegisterCommand = (program: Command, context: CliContext) => void;

export type LoadCommand = () => Promise<{ readonly register: RegisterCommand }>;
