import type { LoadCommand } from './context.ts';

/** Every file of the folder `commands`, in the order in which help lists them; each is loaded when it is needed. */
export const commands: Readonly<Record<string, LoadCommand>> = {
  up: () => import('./commands/up.ts'),
  check: () => import('./commands/check.ts'),
  fix: () => import('./commands/fix.ts'),
  undo: () => import('./commands/undo.ts'),
  plan: () => import('./commands/plan.ts'),
  baseline: () => import('./commands/baseline.ts'),
  accept: () => import('./commands/accept.ts'),
  execute: () => import('./commands/execute.ts'),
  runs: () => import('./commands/runs.ts'),
  show: () => import('./commands/show.ts'),
  engines: () => import('./commands/engines.ts'),
  config: () => import('./commands/config.ts'),
  state: () => import('./commands/state.ts'),
};
