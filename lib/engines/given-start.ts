import type { Program } from '#check/rules/repository/program.ts';
import type { RunSpec, SpecInput } from './contract.ts';
import { type GivenOptions, reportPlaceholder, type ReportSource } from './given-options.ts';

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
  const isOutside = file === reportPlaceholder;
  if (shared && (file === undefined || isOutside)) return direct(name);
  const plain = (words: readonly string[]): RunSpec => inShell(runOnly, [name, ...words], {});
  return {
    program: { kind: 'binary', name: 'sh' },
    versionArgs: (args) => ['-c', runOnly, name, name, ...args],
    plain,
    check: (words, { scratch }) => {
      const report = reportOutside(words, scratch);
      if (file === undefined || isOutside) {
        return { ...plain(report.words), reports: report.reports };
      }
      const fetched = `${scratch}/${givenReport}`;
      const [script, ...places] = file.includes('*') ? gatherFrom(file) : [runAndFetch, file];
      return inShell(script, [name, ...places, fetched, ...words], { [givenReport]: fetched });
    },
  };
}

function direct(name: string): Start {
  const program = { kind: 'binary', name } as const;
  return {
    program,
    versionArgs: (args) => args,
    plain: ([, ...args]) => ({ args, env: {}, reports: {} }),
    check: ([, ...words], { scratch }) => {
      const { words: args, reports } = reportOutside(words, scratch);
      return { args, env: {}, reports };
    },
  };
}

/** The words with the path of a report that lies in the folder of the run, where they ask for one. */
function reportOutside(
  words: readonly string[],
  scratch: string,
): { readonly words: readonly string[]; readonly reports: RunSpec['reports'] } {
  if (!words.some((word) => word.includes(reportPlaceholder))) return { words, reports: {} };
  const path = `${scratch}/${givenReport}`;
  return {
    words: words.map((word) => word.replaceAll(reportPlaceholder, () => path)),
    reports: { [givenReport]: path },
  };
}

/** Where the files of a report are that is many, and what their paths look like to `find`. */
function gatherFrom(file: string): readonly [string, ...string[]] {
  const fixed = file.slice(0, file.indexOf('*'));
  const folder = `./${fixed.slice(0, fixed.lastIndexOf('/') + 1)}`;
  const pattern = file.replaceAll(/[[\]\\?]/g, String.raw`\$&`).replaceAll('**/', '*');
  return [runAndGather, folder, `./${pattern}`];
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

const runAndGather = [
  'folder=$1 pattern=$2 fetched=$3',
  'shift 3',
  'list() { [ ! -d "$folder" ] || find "$folder" -type f -path "$pattern"; }',
  'list | while IFS= read -r one; do rm -f -- "$one"; done',
  '"$@"',
  'code=$?',
  'list | sort | while IFS= read -r one; do cat -- "$one" >> "$fetched" || exit 125; done || exit 125',
  'exit "$code"',
].join('\n');
