import type { ExitCatalog } from '#domain/outcome/exit-catalog.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { readOptions } from './options.ts';
import { junitReport, parseJunitReport } from './report.ts';

const wrongOptions = 'The options of the engine junit are wrong: ';

const signals = Array.from({ length: 64 }, (_, index) => 129 + index);

const catalog: ExitCatalog = {
  report: 'always',
  // What a shell and its like say of a command that they could not run, or that a signal ended.
  exitCodes: { toolFailure: [125, 126, 127, ...signals] },
  rules: [
    {
      code: 0,
      report: ['valid-empty'],
      category: 'success',
      why: 'All tests of its report passed.',
    },
    {
      code: '*',
      report: ['valid-empty'],
      category: 'unknown',
      reason: 'CONTRADICTION',
      why: 'All tests of its report passed and the command still failed; run it alone to see why.',
    },
  ],
  probes: [
    {
      id: 'wrong-options',
      stream: 'stderr',
      pattern: `^${wrongOptions}`,
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy:
        'Its options are wrong: they are `command`, a list of words, and `report`, a file inside the working folder.',
    },
  ],
};

/** Any command that writes a JUnit report. What it runs is said by its options alone. */
export const junit: Engine = {
  id: 'junit',
  title: 'JUnit report',
  scope: 'whole-program',
  program: { kind: 'binary', name: 'sh' },
  // A shell has no version to tell, and it is not the tool.
  versionArgs: ['-c', ':'],
  versionPattern: /^junit (\S+)/m,
  detect: () => ({ kind: 'absent', because: 'it runs only where its options name a command' }),
  configNames: [],
  parse: parseJunitReport,
  check: { catalog, spec: specOf },
};

// The report of an earlier run must not be taken for that of this one.
const runAndFetch = [
  'report=$1 fetched=$2',
  'shift 2',
  'rm -f -- "$report" || exit 125',
  '"$@"',
  'code=$?',
  'if [ -f "$report" ]; then cp -- "$report" "$fetched" || exit 125; fi',
  'exit "$code"',
].join('\n');

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const reading = readOptions(plan.options);
  if (reading.kind === 'wrong') return refusal(reading.problem);
  const { command, report } = reading.options;
  const fetched = `${scratch}/junit.xml`;
  return {
    args: ['-c', runAndFetch, 'junit', report, fetched, ...command, ...plan.args],
    env: {},
    reports: { [junitReport]: fetched },
  };
}

/** The contract has no word for it, so the run itself says it. */
function refusal(problem: string): RunSpec {
  const script = 'printf "%s\\n" "$1" >&2; exit 64';
  return { args: ['-c', script, 'junit', `${wrongOptions}${problem}`], env: {}, reports: {} };
}
