import { byFile } from '#repair/rules/tasks/by-file.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
  type RecheckInput,
  targetPaths,
  validationOf,
} from '#repair/rules/tasks/recheck.ts';
import type { ValidationSpec } from '#model/validation.ts';
import type { Engine } from './contract.ts';
import type { GivenOptions } from './given-options.ts';

/** How the findings of a command that the user gives become tasks: its words are all that is known of it. */
export function givenRepair(
  options: GivenOptions,
  scope: Engine['scope'],
): Required<Pick<Engine, 'tasks' | 'validation'>> {
  return {
    tasks: scope === 'tests' ? byTestFile : byFile,
    validation: (input) => recheckGiven(options, scope, input),
  };
}

function recheckGiven(
  { command, paths, exitCodes, ignoreExit }: GivenOptions,
  scope: Engine['scope'],
  input: RecheckInput,
): ValidationSpec {
  const [name = '', ...args] = command;
  const byPath = paths === 'append' && scope === 'per-file';
  const judged = byPath ? targetPaths(input) : input.plan.scope;
  const again = commandOf({ kind: 'binary', name }, input, {
    args,
    config: () => [],
    paths: paths === 'append' ? judged : [],
  });
  const mayStay = byPath ? othersInTargets(input) : input.others;
  const validation = validationOf(again, input.draft, mayStay);
  // Where another code means that all is well, 0 cannot be asked for.
  const otherCodes = [...(exitCodes?.success ?? []), ...(ignoreExit ?? [])];
  if (otherCodes.every((code) => code === 0)) return validation;
  return {
    ...validation,
    successCriteria: { ...validation.successCriteria, requireExitCode0: false },
  };
}
