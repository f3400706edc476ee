import type { CliContext } from '../../lib/cli/context.ts';

/** For commands that are only looked at. */
export const idleContext: CliContext = {
  cwd: '/',
  env: {},
  signal: new AbortController().signal,
  stdout: { write: () => true },
  stderr: { write: () => true },
  exitWith: () => {},
};
