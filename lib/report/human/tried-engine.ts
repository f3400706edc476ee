import { excerptOutput } from '#base/excerpt.ts';
import { writeWords } from '#base/words.ts';
import type { EngineOutcome } from '#model/engine-outcome.ts';
import { describeMeasured, type MeasuredNumber } from '#check/rules/findings/numbers.ts';
import type { Severity } from '#model/finding.ts';
import type { RunFacts } from '#check/rules/outcome/run-facts.ts';
import { isBeyondTested, type SupportedVersions } from '#check/rules/outcome/supported-version.ts';
import { safeLine } from '../safe-text.ts';

export interface TriedEngine {
  readonly title: string;
  readonly versions?: SupportedVersions | undefined;
  readonly outcome: EngineOutcome;
  readonly facts: RunFacts;
  /** By what its end was judged, in a sentence. */
  readonly why: string;
  /** Probes that hold, by their names. */
  readonly probes: readonly string[];
  /** Names of variables that it has from the caller, and what is set for it. */
  readonly inherited: readonly string[];
  readonly set: Readonly<Record<string, string>>;
  readonly findings: readonly TriedFinding[];
  /** What it measured. */
  readonly numbers?: readonly MeasuredNumber[] | undefined;
}

interface TriedFinding {
  readonly path: string | null;
  readonly line: number | null;
  readonly severity: Severity;
  readonly rule: string | null;
  readonly message: string;
}

const shown = 5;
const longestLine = 2_000;

/** All that was understood of one run, so that a person can say what is wrong with it. */
export function describeTriedEngine(tried: TriedEngine): readonly string[] {
  const { outcome, facts, findings, inherited, set } = tried;
  const { plan, argv, category, completeness, error } = outcome;
  const variables = Object.entries(set).map(([name, value]) => `${name}=${value}`);
  const more = findings.length - shown;
  return [
    `${plan.engine} in ${plan.root}`,
    `  command: ${writeWords(argv)}`,
    `  folder: ${facts.cwd}`,
    `  variables: ${inherited.join(' ')} of yours; set: ${writeWords(variables)}`,
    `  version: ${describeVersion(tried)}`,
    `  ended: ${describeEnding(facts)}; ${error?.reason ?? category}, ${completeness.kind}`,
    `  judged by: ${tried.why}`,
    ...tried.probes.map((id) => `  its texts say: ${id}`),
    ...outcome.warnings.map((warning) => `  note: ${warning}`),
    `  report: ${facts.report.state}; findings: ${findings.length}`,
    ...findings.slice(0, shown).map((one) => `    ${describeFinding(one)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...(tried.numbers ?? []).map((one) => `  number: ${describeMeasured(one)}`),
    ...ignoredOutput(facts),
    ...whatToSet(tried),
  ].map((line) => `${/^ */.exec(line)?.[0] ?? ''}${safeLine(line.trimStart(), longestLine)}`);
}

function describeVersion({ outcome: { toolVersion: version }, ...tool }: TriedEngine): string {
  if (version === null) return 'it does not tell';
  const { versions } = tool;
  if (versions === undefined) return version;
  const tested = versions.tested.join(', ');
  const isBeyond = isBeyondTested({ ...tool, version });
  return `${version}, ${isBeyond ? 'outside of' : 'within'} what is tested: ${tested}`;
}

function describeEnding({ ending }: RunFacts): string {
  return ending.kind === 'exited' ? `exit code ${ending.code}` : ending.kind;
}

function describeFinding({ path, line, severity, rule, message }: TriedFinding): string {
  const place = [path ?? 'in no file', ...(line === null ? [] : [line])].join(':');
  return `${severity.padEnd(7)} ${place} ${rule ?? 'without a rule'}: ${message}`;
}

/** What it wrote and nobody made a finding of. */
function ignoredOutput({ excerpts, report }: RunFacts): readonly string[] {
  const stdout = report.state === 'valid' ? '' : excerpts.stdout;
  return Object.entries({ 'standard error': excerpts.stderr, 'standard output': stdout }).flatMap(
    ([name, text]) => {
      const lines = excerptOutput(text).split('\n').filter(Boolean).slice(-shown);
      return lines.length === 0
        ? []
        : [`  ignored of its ${name}:`, ...lines.map((line) => `    ${line}`)];
    },
  );
}

function whatToSet({ outcome: { plan, rawExit, error } }: TriedEngine): readonly string[] {
  const place = `engines.${plan.engine}`;
  const code = rawExit ?? 1;
  return [
    error === null ? '  if this is wrong, ratchetr.yaml can say:' : '  ratchetr.yaml can say:',
    `    ${place}.exitCodes: {success: [${code}]}, {diagnostic: [${code}]} or {toolFailure: [${code}]}`,
    `    ${place}.severity: {<rule>: low}; ${place}.rules: {<rule>: note}; ${place}.failOn: medium`,
    `    ${place}.probes: a text that it writes, and what that means; ${place}.versions: the first that works`,
    `    ${place}.args, .env, .paths: how it is started; tools.${plan.engine}: another command`,
  ];
}
