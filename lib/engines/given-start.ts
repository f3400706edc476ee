import type { Program } from '#check/rules/repository/program.ts';
import type { RunSpec, SpecInput } from './contract.ts';
import type { GivenOptions, ReportSource } from './given-options.ts';

/** The name of a report that the command writes into a file. */
export const givenReport = 'report';

interface Start {
  readonly program: Program;
  readonly versionArgs: (args: readonly string[]) => readonly string[];
  readonly plain: (words: readonly string[]) => RunSpec;
  readonly check: (words: readonly string[], input: SpecInput) => RunSpec;
}

/** An engine has one program: that of its command, or a shell where more than that is to be done. */
export function planGivenStart({ command, fix }: GivenOptions, { file }: ReportSource): Start {
  const [name = ''] = command;
  const shared = fix === undefined || fix.command[0] === name;
  if (file === undefined && shared) return direct(name);
  const plain = (words: readonly string[]): RunSpec => inShell(runOnly, [name, ...words], {});
  return {
    program: { kind: 'binary', name: 'sh' },
    versionArgs: (args) => ['-c', runOnly, name, name, ...args],
    plain,
    check: (words, { scratch }) => {
      if (file === undefined) return plain(words);
      const fetched = `${scratch}/${givenReport}`;
      return inShell(runAndFetch, [name, file, fetched, ...words], { [givenReport]: fetched });
    },
  };
}

function direct(name: string): Start {
  const program = { kind: 'binary', name } as const;
  return { program, versionArgs: (args) => args, plain: withoutProgram, check: withoutProgram };
}

function withoutProgram([, ...args]: readonly string[]): RunSpec {
  return { args, env: {}, reports: {} };
}

function inShell(script: string, words: readonly string[], reports: RunSpec['reports']): RunSpec {
  return { args: ['-c', script, ...words], env: {}, reports };
}

const runOnly = 'exec "$@"';

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
