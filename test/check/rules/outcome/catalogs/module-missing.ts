import type { FailureProbe } from '#check/rules/outcome/exit-catalog.ts';

/** `python -m` of a module that is not there: exit 1, which is also what findings look like. */
export function moduleMissing(name: string): FailureProbe {
  return {
    id: 'module-missing',
    stream: 'stderr',
    pattern: String.raw`No module named '?${name}\b`,
    effect: 'tool-failure',
    reason: 'TOOL_NOT_FOUND',
    remedy: `${name} is not installed for this Python; install it.`,
  };
}
