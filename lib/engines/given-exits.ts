import type { ExitCatalog, FailureRule } from '#check/rules/outcome/exit-catalog.ts';
import type { GivenOptions } from './given-options.ts';

type Given = Pick<GivenOptions, 'exitCodes' | 'ignoreExit'>;

/** What the exit codes of a command of the user's own mean: what its options say, and what shells have long said. */
export function givenExits(given: Given): Pick<ExitCatalog, 'exitCodes' | 'ignoreExit' | 'rules'> {
  const { success = [], diagnostic = [] } = given.exitCodes ?? {};
  const usual = launchers.filter(({ code }) => !isCodeGiven(given, Number(code)));
  return {
    exitCodes: { success, diagnostic, toolFailure: failureCodes(given) },
    ignoreExit: given.ignoreExit ?? [],
    rules: usual,
  };
}

/** The exit codes of a command that could not do its work. */
export function failureCodes(given: Given): readonly number[] {
  const { toolFailure = [] } = given.exitCodes ?? {};
  return [...toolFailure, ...broken.filter((code) => !isCodeGiven(given, code))];
}

function isCodeGiven({ exitCodes = {}, ignoreExit = [] }: Given, code: number): boolean {
  return [...Object.values(exitCodes), ignoreExit].some((codes) => codes?.includes(code));
}

/** What a shell and its like say of a command that they could not run, or that a signal ended. */
const broken = [125, 126, 127, ...Array.from({ length: 64 }, (_, index) => 129 + index)];

const launchers: readonly FailureRule[] = [
  {
    code: 127,
    category: 'tool_failure',
    reason: 'TOOL_NOT_FOUND',
    why: 'The command was not found (exit code 127); install it or correct its name.',
  },
  {
    code: 126,
    category: 'tool_failure',
    reason: 'LAUNCH_FAILED',
    why: 'The command could not be executed (exit code 126); see whether it is an executable file.',
  },
];
