import { createSystem } from '#local/system.ts';
import type { CliContext } from '../../lib/cli/context.ts';

/** For commands that are only looked at. */
export const idleContext: CliContext = {
  system: createSystem(),
  cwd: '/',
  env: {},
  signal: new AbortController().signal,
  stdout: { write: () => true },
  stderr: { write: () => true },
  exitWith: () => {},
};
